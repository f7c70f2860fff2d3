/**
 * A file to upload, in any of these forms:
 *
 * - a `Blob` or `File`, including one from `openAsBlob`
 * - bytes, for example a `Buffer`
 * - a web `ReadableStream`, a Node `Readable` or another async iterable of bytes
 * - `{ path }` in Node, Bun and Deno
 *
 * A bare string is never a path, so that text from elsewhere cannot name a file.
 */
export type UploadFile =
  | Blob
  | Uint8Array
  | ArrayBuffer
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | {
      /** A path, or a `file:` URL. */
      path: string | URL;
    };
