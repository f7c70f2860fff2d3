/** So much of a body is taken from the connection before somebody reads it: a short response that nobody reads holds none. */
const READ_AHEAD_BYTES = 2 ** 20;

/** The connection from which a body comes. */
export interface BodyConnection {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** A body while it arrives. It is read once: as a whole, or as a stream. */
export class IncomingBody {
  readonly #connection: BodyConnection;
  #chunks: Uint8Array[] = [];
  #length = 0;
  #state: "open" | "ended" | "failed" = "open";
  #error: unknown;
  /** Called when something has changed, while somebody waits. */
  #wake: (() => void) | undefined;
  #isPaused = false;
  #isStream = false;
  #isRead = false;

  constructor(connection: BodyConnection) {
    this.#connection = connection;
  }

  /** Takes what has arrived. */
  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.byteLength;
    if (this.#isStream) this.#wake?.();
    if (this.#isRead || this.#length <= READ_AHEAD_BYTES) return;
    this.#isPaused = true;
    this.#connection.pause();
  }

  /** The body is complete. */
  end(): void {
    this.#finish("ended");
  }

  /** The body will not be complete. */
  fail(error: unknown): void {
    this.#error = error;
    this.#chunks = [];
    this.#finish("failed");
  }

  /** The whole body, once it is there. */
  async whole(): Promise<Uint8Array> {
    this.#isRead = true;
    if (this.#state === "open") await this.#more();
    if (this.#state === "failed") throw this.#error;
    const chunks = this.#chunks;
    this.#chunks = [];
    const [first = new Uint8Array()] = chunks;
    return chunks.length > 1 ? joined(chunks, this.#length) : first;
  }

  /** The body as a stream, which takes no more than it is asked for. */
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

/** The reason of a cancellation as an error: undici takes nothing else. */
function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException("The body was cancelled", "AbortError");
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
