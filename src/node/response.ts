import type { IncomingBody } from "./body";

/** Statuses of responses without a body (Fetch Standard, "null body status"). */
const BODILESS = new Set([204, 205, 304]);

type MakeResponse = (
  body: IncomingBody,
  encoding: string | readonly string[] | undefined,
  init: {
    readonly status: number;
    readonly statusText: string | undefined;
    readonly headers: HeadersInit;
  },
) => Response;

/**
 * The platform's `Response` turns every body into a stream, which costs as much as the request. This one returns the received
 * bytes. It switches to the platform's own for any other use.
 */
function declareResponse() {
  const decoder = new TextDecoder();

  return class NodeResponse extends Response {
    readonly #incoming: IncomingBody;
    readonly #init: ResponseInit;
    #isRead = false;
    #platform: Response | undefined;

    constructor(incoming: IncomingBody, init: ResponseInit) {
      super(null, init);
      this.#incoming = incoming;
      this.#init = init;
    }

    override get body() {
      return this.#asPlatform().body;
    }

    override get bodyUsed() {
      return this.#platform?.bodyUsed ?? this.#isRead;
    }

    override async text() {
      return this.#platform?.text() ?? decoder.decode(await this.#take().whole());
    }

    override async json() {
      return JSON.parse(await this.text());
    }

    override async arrayBuffer() {
      return (await this.bytes()).buffer;
    }

    override async bytes() {
      // A copy, because undici's chunk may be part of a larger buffer.
      return this.#platform === undefined
        ? new Uint8Array(await this.#take().whole())
        : new Uint8Array(await this.#platform.arrayBuffer());
    }

    override blob() {
      return this.#asPlatform().blob();
    }

    override formData() {
      return this.#asPlatform().formData();
    }

    override clone() {
      return this.#asPlatform().clone();
    }

    #asPlatform(): Response {
      return (this.#platform ??= new Response(this.#take().stream(), this.#init));
    }

    #take(): IncomingBody {
      if (this.#isRead) throw new TypeError("Body is unusable: Body has already been read");
      this.#isRead = true;
      return this.#incoming;
    }
  };
}

/** Creates the function that makes responses. It declares their class late, so an import uses no platform API. */
export function responseMaker(): MakeResponse {
  const NodeResponse = declareResponse();
  return (body, encoding, { status, statusText = "", headers }) => {
    const init = { status, statusText, headers };
    if (BODILESS.has(status)) return new Response(null, init);
    if (String(encoding).trim().toLowerCase() !== "gzip") return new NodeResponse(body, init);
    // It accepts bytes of any kind, but its type does not say so.
    const gunzip = new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
    return new Response(body.stream().pipeThrough(gunzip) as ReadableStream<Uint8Array<ArrayBuffer>>, init);
  };
}
