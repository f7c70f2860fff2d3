import type { UploadOptions } from "../core/types";

/**
 * What the reading of a file needs of this package. The modules that read import nothing of it, or bundlers would cut the client in
 * two for them.
 */
export interface UploadContext {
  /** Refuses the file; the cause is shown without secrets. */
  readonly fail: (path: string, message: string, cause?: unknown) => never;
  readonly onProgress: UploadOptions["onProgress"];
  /** Aborts when the caller's signal does. */
  readonly signal: AbortSignal | undefined;
}

/** A file that was read: its content, and its name where it has one. */
export interface ReadFile {
  readonly blob: Blob;
  readonly name: string | undefined;
}

/** How a file is read. */
export interface Reading extends UploadContext {
  /** What messages call the file: `file`, `csv`. */
  readonly field: string;
  /** In bytes; a longer file is not read to its end. */
  readonly most: number;
  /** Whether pieces of text are bytes in UTF-8: a document that was read as text is damaged. */
  readonly takesText: boolean;
}

type Chunks = AsyncIterable<unknown>;

/** The part of a built-in module of Node, Bun and Deno that is used. */
interface FileSystem {
  createReadStream(path: string | URL): Chunks;
}

/**
 * Reads a file, whatever form it has. A `Blob` stays where it is: only its size is looked at. Resolves to `undefined` when the
 * value is not a file in any form.
 */
export async function readFile(value: unknown, reading: Reading): Promise<ReadFile | undefined> {
  const source = sourceOf(value, reading);
  if (source === undefined) return undefined;
  const { content, name } = source;
  const blob = content instanceof Blob ? content : await collect(content, reading);
  if (blob.size > reading.most) tooLarge(reading, `${blob.size}`);
  if (blob.size === 0) reading.fail(reading.field, "must not be empty");
  return { blob, name };
}

/** The first bytes of a file, one character for each. */
export async function headOf({ blob }: ReadFile, length: number, reading: Reading): Promise<string> {
  try {
    return String.fromCharCode(...new Uint8Array(await blob.slice(0, length).arrayBuffer()));
  } catch (error) {
    // A file on the disk that has changed since it became a Blob.
    return unreadable(reading, error);
  }
}

interface Source {
  readonly content: Blob | Chunks;
  readonly name: string | undefined;
}

/** A value as what it is read from. */
function sourceOf(value: unknown, reading: Reading): Source | undefined {
  if (value instanceof Blob) return { content: value, name: value instanceof File ? value.name : undefined };
  if (isBytes(value)) return { content: new Blob([value]), name: undefined };
  if (typeof value !== "object" || value === null) return undefined;
  if (value instanceof ReadableStream) return { content: chunksOf(value), name: undefined };
  if (Symbol.asyncIterator in value) return { content: value as Chunks, name: undefined };
  return "path" in value ? atPath(value.path, reading) : undefined;
}

function isBytes(value: unknown): value is ArrayBuffer | ArrayBufferView<ArrayBuffer> {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** A stream as something to iterate over: Safari's cannot be. */
async function* chunksOf(stream: ReadableStream): AsyncGenerator {
  const reader = stream.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function atPath(path: unknown, { field, fail }: Reading): Source {
  const isPath = (typeof path === "string" && path !== "") || path instanceof URL;
  if (!isPath) return fail(`${field}.path`, "must be a path, or a `file:` address");
  // Not imported: browsers and bundlers for them know no such module.
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

/** An address may have an escape that is not UTF-8: opening the file fails, too. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}

/** Opens the file when it is read, so that every failure is one of reading. */
async function* opened(system: FileSystem, path: string | URL): AsyncGenerator {
  yield* system.createReadStream(path);
}

async function collect(chunks: Chunks, reading: Reading): Promise<Blob> {
  const { field, most, takesText, signal, fail } = reading;
  const parts: Blob[] = [];
  let size = 0;
  for await (const chunk of readable(chunks, reading)) {
    // The call has ended with the signal's reason: this only closes the stream.
    if (signal?.aborted) break;
    const isText = typeof chunk === "string";
    if (!isBytes(chunk) && !(takesText && isText)) {
      const got = isText ? "text: set no encoding" : typeof chunk;
      return fail(field, `must be a stream of bytes, got a piece that is ${got}`);
    }
    // A copy: a stream may use its memory again.
    const part = new Blob([chunk]);
    size += part.size;
    if (size > most) tooLarge(reading, "more");
    parts.push(part);
  }
  return new Blob(parts);
}

/** The chunks, with an error of ours where reading fails. */
async function* readable(chunks: Chunks, reading: Reading): AsyncGenerator {
  try {
    yield* chunks;
  } catch (error) {
    unreadable(reading, error);
  }
}

function tooLarge({ field, most, fail }: Reading, got: string): never {
  return fail(field, `must have at most ${most} bytes, got ${got}`);
}

/** What the file's own reading failed with is the cause: a missing file, a broken connection. */
function unreadable({ field, fail }: Reading, thrown: unknown): never {
  const { code, name } = (thrown ?? {}) as { code?: unknown; name?: unknown };
  const known = [code, name].find((text) => typeof text === "string") ?? typeof thrown;
  return fail(field, `cannot be read (${String(known)})`, thrown);
}
