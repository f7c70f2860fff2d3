/**
 * A file to upload, in any of these forms:
 *
 * - a `Blob` or `File`, including one from `openAsBlob`
 * - bytes, for example a `Buffer`
 * - a web `ReadableStream`, a Node `Readable` or another async iterable of bytes
 * - `{ path }` in Node, Bun and Deno
 *
 * The client closes a stream when it has read it, and when the upload is aborted or refused during the read. It can close a
 * generator only between two pieces, because a generator cannot be ended while it waits.
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
