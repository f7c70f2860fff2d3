/**
 * A file, as people have it: a `Blob` or `File` (also of `openAsBlob`), bytes (a `Buffer` too), a web `ReadableStream`, a Node `Readable` or
 * anything else that gives bytes asynchronously, or the path of a file in Node, Bun and Deno. A path is never a bare string, so that no text
 * from elsewhere is read as one.
 */
export type UploadFile =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | {
      /** Where the file is: a path, or a `file:` address. */
      path: string | URL;
    };
