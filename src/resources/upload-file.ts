import type { ReadWithin, UploadOptions } from "../core/types";

/**
 * The parts of this package that reading a file needs. The reading modules import nothing of it: bundlers
 * would split the client for them.
 */
export interface UploadContext {
  /** Refuses the file. The error shows its cause without secrets. */
  readonly fail: (path: string, message: string, cause?: unknown) => never;
  readonly onProgress: UploadOptions["onProgress"];
  /** Does work until the caller's signal aborts or the time of the call is over. After an abort, the work does not begin. */
  readonly until: ReadWithin;
}

/** A file's content, and its name if known. */
export interface ReadFile {
  readonly blob: Blob;
  readonly name: string | undefined;
}

/** How to read a file. */
export interface FileReading extends UploadContext {
  /** The name of the file in messages: `file` or `csv`. */
  readonly field: string;
  /** In bytes. The client stops reading a longer file. */
  readonly most: number;
  /** Whether text chunks are allowed. A document that was read as text is damaged. */
  readonly takesText: boolean;
}

type Stream = ReadableStream | (AsyncIterable<unknown> & { destroy?: unknown });

/** Reads a stream piece by piece. */
interface Pieces {
  /** Nothing: a mistake of the caller's own iterable. */
  next(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown } | undefined>;
  return?(): unknown;
}

/** The part of `node:fs` that this module uses. */
interface FileSystem {
  createReadStream(path: string | URL): Stream;
}

/** Reads a file in any supported form, or resolves to `undefined`. A `Blob` is not copied: only its size is read. */
export async function readFile(value: unknown, reading: FileReading): Promise<ReadFile | undefined> {
  const source = sourceOf(value, reading);
  if (source === undefined) return undefined;
  const { content, name } = source;
  const blob = content instanceof Blob ? content : await collect(content, reading);
  if (blob.size > reading.most) tooLarge(reading, `${blob.size}`);
  if (blob.size === 0) reading.fail(reading.field, "must not be empty");
  return { blob, name };
}

/** The first bytes of a file, one character for each. A file on the disk may have changed since it became a Blob. */
export async function headOf({ blob }: ReadFile, length: number, reading: FileReading): Promise<string> {
  const head = await attempt(() => blob.slice(0, length).arrayBuffer(), reading);
  return String.fromCharCode(...new Uint8Array(head));
}

interface Source {
  readonly content: Blob | Stream;
  readonly name: string | undefined;
}

function sourceOf(value: unknown, reading: FileReading): Source | undefined {
  if (value instanceof Blob) return { content: value, name: value instanceof File ? value.name : undefined };
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof ReadableStream || Symbol.asyncIterator in value) {
    return { content: value as Stream, name: undefined };
  }
  return "path" in value ? atPath(value.path, reading) : undefined;
}

function atPath(path: unknown, { field, fail }: FileReading): Source {
  const isPath = (typeof path === "string" && path !== "") || path instanceof URL;
  if (!isPath) return fail(`${field}.path`, "must be a path, or a `file:` address");
  // Not imported: browsers and their bundlers have no such module.
  const system = globalThis.process?.getBuiltinModule?.("node:fs") as FileSystem | undefined;
  if (system === undefined) {
    return fail(
      `${field}.path`,
      "can be read in Node (20.16, 22.3 and later), Bun and Deno only: pass a Blob, bytes or a stream",
    );
  }
  const name = path instanceof URL ? decoded(path.pathname) : path;
  return { content: opened(system, path), name: name.replace(/^.*[\\/]/s, "") };
}

/** An invalid escape also makes opening the file fail. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Opens the file on the first read, so that every failure is a read failure. It names the path, which the platform sometimes leaves out. */
async function* opened(system: FileSystem, path: string | URL): AsyncGenerator {
  try {
    yield* system.createReadStream(path) as AsyncIterable<unknown>;
  } catch (error) {
    throw Object.assign(error as Error, { path: String(path) });
  }
}

/** `return` closes the stream, also during a read. Only a generator waits for its read. */
function piecesOf(stream: Stream): Pieces {
  if (stream instanceof ReadableStream) {
    // Safari cannot iterate over it.
    const reader = stream.getReader();
    return { next: () => reader.read(), return: () => reader.cancel() };
  }
  const pieces = stream[Symbol.asyncIterator]();
  const { destroy } = stream;
  // The iterator of a Node stream is a generator.
  return typeof destroy === "function"
    ? { next: () => pieces.next(), return: () => destroy.call(stream) }
    : pieces;
}

async function collect(stream: Stream, reading: FileReading): Promise<Blob> {
  const pieces = await attempt(() => piecesOf(stream), reading);
  try {
    return await reading.until(() => joined(pieces, reading));
  } catch (error) {
    // Not awaited: a stream that hangs may never close.
    void (async () => pieces.return?.())().catch(() => {});
    throw error;
  }
}

async function joined(pieces: Pieces, reading: FileReading): Promise<Blob> {
  const { field, most, takesText, fail } = reading;
  const parts: Blob[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await attempt(() => pieces.next(), reading)) ?? {};
    if (done) return new Blob(parts);
    const isText = typeof value === "string";
    const isBytes = value instanceof ArrayBuffer || ArrayBuffer.isView(value);
    if (!isBytes && !(takesText && isText)) {
      const got = isText ? "text: set no encoding" : typeof value;
      return fail(field, `must be a stream of bytes, got a piece that is ${got}`);
    }
    // A copy: a stream may reuse its memory.
    const part = new Blob([value as BlobPart]);
    size += part.size;
    if (size > most) tooLarge(reading, "more");
    parts.push(part);
  }
}

function tooLarge({ field, most, fail }: FileReading, got: string): never {
  return fail(field, `must have at most ${most} bytes, got ${got}`);
}

/** The file's own error becomes the cause: a missing file, a broken connection. */
async function attempt<T>(read: () => T | Promise<T>, { field, fail }: FileReading): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { code, name, path } = (error ?? {}) as { code?: unknown; name?: unknown; path?: unknown };
    const known = [code, name].find((text) => typeof text === "string") ?? typeof error;
    const at = typeof path === "string" ? `: ${path}` : "";
    return fail(field, `cannot be read (${String(known)})${at}`, error);
  }
}
