import type { UploadOptions } from "../core/types";

/**
 * The parts of this package that reading a file needs. The reading modules import nothing of it: bundlers
 * would split the client for them.
 */
export interface UploadContext {
  /** Refuses the file. The error shows its cause without secrets. */
  readonly fail: (path: string, message: string, cause?: unknown) => never;
  readonly onProgress: UploadOptions["onProgress"];
  /** Aborts when the caller's signal does. */
  readonly signal: AbortSignal | undefined;
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

type Chunks = AsyncIterable<unknown>;

/** The part of `node:fs` that this module uses. */
interface FileSystem {
  createReadStream(path: string | URL): Chunks;
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

/** The first bytes of a file, one character for each. */
export async function headOf({ blob }: ReadFile, length: number, reading: FileReading): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await blob.slice(0, length).arrayBuffer()));
  } catch (error) {
    // The file on disk changed after it became a Blob.
    return unreadable(reading, error);
  }
}

interface Source {
  readonly content: Blob | Chunks;
  readonly name: string | undefined;
}

function sourceOf(value: unknown, reading: FileReading): Source | undefined {
  if (value instanceof Blob) return { content: value, name: value instanceof File ? value.name : undefined };
  if (isBytes(value)) return { content: new Blob([value]), name: undefined };
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof ReadableStream) return { content: chunksOf(value, reading), name: undefined };
  if (Symbol.asyncIterator in value) return { content: value as Chunks, name: undefined };
  return "path" in value ? atPath(value.path, reading) : undefined;
}

function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** Safari cannot iterate over a `ReadableStream`. An abort closes one that hangs. */
async function* chunksOf(stream: ReadableStream, { signal }: FileReading): AsyncGenerator {
  const reader = stream.getReader();
  signal?.addEventListener("abort", () => void reader.cancel().catch(() => {}));
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
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

/** Opens the file on the first read, so that every failure is a read failure. */
async function* opened(system: FileSystem, path: string | URL): AsyncGenerator {
  yield* system.createReadStream(path);
}

async function collect(chunks: Chunks, reading: FileReading): Promise<Blob> {
  const { field, most, takesText, signal, fail } = reading;
  const parts: Blob[] = [];
  let size = 0;
  for await (const chunk of readable(chunks, reading)) {
    // The call has already ended with the signal's reason. This only closes the stream.
    if (signal?.aborted) break;
    const isText = typeof chunk === "string";
    if (!isBytes(chunk) && !(takesText && isText)) {
      const got = isText ? "text: set no encoding" : typeof chunk;
      return fail(field, `must be a stream of bytes, got a piece that is ${got}`);
    }
    // A copy: a stream may reuse its memory.
    const part = new Blob([chunk]);
    size += part.size;
    if (size > most) tooLarge(reading, "more");
    parts.push(part);
  }
  return new Blob(parts);
}

async function* readable(chunks: Chunks, reading: FileReading): AsyncGenerator {
  try {
    yield* chunks;
  } catch (error) {
    unreadable(reading, error);
  }
}

function tooLarge({ field, most, fail }: FileReading, got: string): never {
  return fail(field, `must have at most ${most} bytes, got ${got}`);
}

/** The file's own error becomes the cause: a missing file, a broken connection. */
function unreadable({ field, fail }: FileReading, thrown: unknown): never {
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown };
  const known = [code, name].find((text) => typeof text === "string") ?? typeof thrown;
  return fail(field, `cannot be read (${String(known)})`, thrown);
}
