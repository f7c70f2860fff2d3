import { problemReply, toAnswer } from "./answer";
import type { Answer, Delivery } from "./answer";
import { requireToken } from "./basic-auth";
import { deliver, Faults } from "./faults";
import type { Fault } from "./faults";
import { IdempotencyStore } from "./idempotency";
import { parseJsonObject } from "./json-body";
import type { ResolvedOptions, SimulatorToken } from "./options";
import { present } from "./present";
import { internal, invalidInput, Problem } from "./problem";
import { Recorder } from "./recorder";
import type { Route, SimRequest } from "./route";
import { decodePath, Router } from "./router";
import type { Match } from "./router";
import { sleep } from "./sleep";
import type { World } from "./world";

/** A request as it came over the wire, whatever the transport. */
export interface WireRequest {
  method: string;
  /** As sent: percent-encoded, with the base path, without the query. */
  rawPath: string;
  query: URLSearchParams;
  headers: Headers;
  body: Uint8Array<ArrayBuffer>;
}

/** A request whose path has been looked at. */
interface RoutedRequest extends WireRequest {
  /** Decoded, relative to the base path. */
  path: string;
  /** The route, or the refusal that a caller with a valid token gets. */
  match: Match | Problem;
}

const decoder = new TextDecoder();

/** What a multipart body carries besides the file. */
const formOverhead = 65_536;

/** The most bytes that any request body can have. */
export function bodyLimit({ maxBodyBytes, maxDocumentBytes }: ResolvedOptions): number {
  return Math.max(maxBodyBytes, maxDocumentBytes + formOverhead);
}

function mediaType(headers: Headers): string {
  const [type = ""] = (headers.get("content-type") ?? "").split(";");
  return type.trim().toLowerCase();
}

const operationOf = ({ method, template }: Route): string => `${method} ${template}`;

async function parseForm(wire: WireRequest): Promise<FormData> {
  try {
    const contentType = wire.headers.get("content-type") ?? "";
    return await new Response(wire.body, { headers: { "Content-Type": contentType } }).formData();
  } catch {
    throw invalidInput("The request body is no well-formed multipart/form-data");
  }
}

function refusal(error: unknown): Answer {
  if (error instanceof Problem) return toAnswer(problemReply(error));
  // A defect of the simulator, or of a custom route: its text is what a tester needs to see.
  return toAnswer(
    problemReply(internal(`The simulator failed: ${error instanceof Error ? error.message : String(error)}`)),
  );
}

/** The service behind every transport: from a request to what becomes of it. */
export class Service {
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly router: Router;
  readonly #tokens: readonly Required<SimulatorToken>[];
  readonly #idempotency: IdempotencyStore;
  readonly #basePath: string;
  #world: World;
  #requestCount = 0;

  constructor(world: World, routes: readonly Route[], tokens: readonly Required<SimulatorToken>[]) {
    const { seed, logSecrets, idempotencyMismatch, baseUrl } = world.options;
    this.#world = world;
    this.#tokens = tokens;
    this.#basePath = baseUrl.pathname.replace(/\/+$/, "");
    this.faults = new Faults(seed);
    this.recorder = new Recorder(logSecrets);
    this.router = new Router(routes);
    this.#idempotency = new IdempotencyStore(idempotencyMismatch);
  }

  /** Starts over with a new world: no faults, no log, no remembered answers. */
  reset(world: World): void {
    this.#world = world;
    this.#requestCount = 0;
    this.faults.clear();
    this.recorder.clear();
    this.#idempotency.clear();
  }

  /** @param signal ends the waiting of `latency` and delays early; what the service has done stays done. */
  async handle(wire: WireRequest, signal?: AbortSignal): Promise<Delivery> {
    const request = this.#route(wire);
    const template = request.match instanceof Problem ? undefined : request.match.route.template;
    const fault = this.faults.take({ method: wire.method, path: request.path, template });
    let acted = false;
    const delivery = await deliver(fault, async () => {
      acted = true;
      return this.#act(request, fault);
    });
    if (!acted) this.#record(this.#nextRequestId(), request, fault);
    const delay = fault?.kind === "stall-body" ? 0 : (fault?.delayMs ?? 0);
    const wait = this.#world.options.latency + delay;
    if (wait > 0) await sleep(wait, signal);
    return delivery;
  }

  #route(wire: WireRequest): RoutedRequest {
    const { environment } = this.#world.options;
    const inside = wire.rawPath === this.#basePath || wire.rawPath.startsWith(`${this.#basePath}/`);
    if (!inside) {
      const message = `There is nothing at ${wire.rawPath}: the base path is ${this.#basePath}`;
      return { ...wire, path: wire.rawPath, match: new Problem({ status: 404, code: "NOT_FOUND", message }) };
    }
    const rawPath = wire.rawPath.slice(this.#basePath.length);
    let path = rawPath;
    try {
      const segments = decodePath(rawPath);
      path = `/${segments.join("/")}`;
      const match = this.router.find(
        wire.method,
        segments,
        (route) => !route.sandboxOnly || environment === "sandbox",
      );
      return { ...wire, rawPath, path, match };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...wire, rawPath, path, match: error };
    }
  }

  async #act(request: RoutedRequest, fault: Fault | undefined): Promise<Answer> {
    const requestId = this.#nextRequestId();
    let parsed: SimRequest | undefined;
    let answer: Answer;
    try {
      await this.#world.clock.runDue();
      requireToken(request.headers.get("authorization"), this.#tokens, this.#world.options.environment);
      if (request.match instanceof Problem) throw request.match;
      parsed = await this.#parse(request, request.match.route);
      answer = await this.#perform(request.match, parsed);
    } catch (error) {
      answer = refusal(error);
    }
    this.#record(requestId, request, fault, parsed, answer);
    // Clients judge expiry by the service's clock, which here is the virtual one.
    const date = new Date(this.#world.clock.now()).toUTCString();
    return { ...answer, headers: { Date: date, ...answer.headers, "X-Request-Id": requestId } };
  }

  async #parse(request: RoutedRequest, route: Route): Promise<SimRequest> {
    const { method, path, rawPath, query, headers, body: rawBody } = request;
    const parsed = { method, path, rawPath, query, headers, body: undefined, rawBody };
    if (rawBody.length === 0) return parsed;
    const { options } = this.#world;
    const limit = route.multipart ? options.maxDocumentBytes + formOverhead : options.maxBodyBytes;
    if (rawBody.length > limit) throw invalidInput(`The request body is larger than ${String(limit)} bytes`);
    const type = mediaType(headers);
    if (route.multipart) {
      if (type !== "multipart/form-data") throw invalidInput("Expected the content type multipart/form-data");
      return { ...parsed, form: await parseForm(request) };
    }
    if (type !== "application/json" && !type.endsWith("+json")) {
      throw invalidInput("Expected the content type application/json");
    }
    return { ...parsed, body: parseJsonObject(rawBody) };
  }

  async #perform({ route, params }: Match, request: SimRequest): Promise<Answer> {
    const world = this.#world;
    const call = async (): Promise<Answer> => {
      try {
        return toAnswer(await route.handler({ world, request, params }));
      } catch (error) {
        return refusal(error);
      }
    };
    const key = request.headers.get("idempotency-key") ?? "";
    if (!route.keyed || key === "") return call();
    return this.#idempotency.run(
      `${request.method} ${request.path} ${key}`,
      decoder.decode(request.rawBody),
      call,
    );
  }

  #nextRequestId(): string {
    this.#requestCount += 1;
    return `sim-${String(this.#requestCount).padStart(6, "0")}`;
  }

  #record(
    requestId: string,
    request: RoutedRequest,
    fault?: Fault,
    parsed?: SimRequest,
    answer?: Answer,
  ): void {
    const contentType = mediaType(request.headers);
    const isJson = answer?.headers["Content-Type"] === "application/json";
    const responseBody: unknown = isJson && answer.body !== undefined ? JSON.parse(answer.body) : undefined;
    const route = request.match instanceof Problem ? undefined : request.match.route;
    this.recorder.record({
      requestId,
      at: this.#world.clock.iso(),
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      headers: this.recorder.headers(request.headers),
      ...present({
        operation: route && operationOf(route),
        custom: route?.custom ? true : undefined,
        body: this.recorder.body(parsed?.body),
        contentType: contentType === "" ? undefined : contentType,
        status: answer?.status,
        responseBody: this.recorder.body(responseBody),
        fault: fault?.kind,
      }),
    });
  }
}
