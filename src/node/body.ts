import { Buffer } from "node:buffer";

/** How many bytes are read ahead of the reader. A short unread response then does not block its connection. */
const READ_AHEAD_BYTES = 2 ** 20;

/** The connection that a body comes from. */
export interface BodyConnection {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** An incoming body. It can be read once: as a whole, or as a stream. */
export class IncomingBody {
  readonly #connection: BodyConnection;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #state: "open" | "ended" | "failed" = "open";
  #error: unknown;
  /** Called after each change while a reader waits. */
  #wake: (() => void) | undefined;
  #isPaused = false;
  #isStream = false;
  #isRead = false;

  constructor(connection: BodyConnection) {
    this.#connection = connection;
  }

  /** Adds a received chunk. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#isStream) this.#wake?.();
    if (this.#isRead || this.#length <= READ_AHEAD_BYTES) return;
    this.#isPaused = true;
    this.#connection.pause();
  }

  /** Marks the body as complete. */
  end(): void {
    this.#finish("ended");
  }

  /** Marks the body as failed. */
  fail(error: unknown): void {
    this.#error = error;
    this.#chunks = [];
    this.#finish("failed");
  }

  /** Returns the whole body when it is complete. */
  async whole(): Promise<Uint8Array> {
    this.#isRead = true;
    if (this.#state === "open") await this.#more();
    if (this.#state === "failed") throw this.#error;
    const chunks = this.#chunks;
    this.#chunks = [];
    const [only] = chunks;
    return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, this.#length);
  }

  /** Returns the body as a stream, which reads only on demand. */
  stream(): ReadableStream<Uint8Array> {
    this.#isStream = true;
    return new ReadableStream<Uint8Array>(
      {
        pull: (controller) => this.#pull(controller),
        cancel: (reason) => {
          this.#chunks = [];
          if (this.#state === "open") this.#connection.abort(asError(reason));
        },
      },
      { highWaterMark: 0 },
    );
  }

  async #pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    if (this.#chunks.length === 0 && this.#state === "open") await this.#more();
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#length = 0;
    for (const chunk of chunks) controller.enqueue(chunk);
    if (this.#state === "failed") controller.error(this.#error);
    if (this.#state === "ended") controller.close();
  }

  #more(): Promise<void> {
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#connection.resume();
    }
    return new Promise((resolve) => (this.#wake = resolve));
  }

  #finish(state: "ended" | "failed"): void {
    this.#state = state;
    this.#wake?.();
  }
}

/** Converts the reason of a cancellation to an error, because undici accepts nothing else. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("The body was cancelled", "AbortError");
}
