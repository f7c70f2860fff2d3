import { invalidInput, Problem } from "../domain/problem";
import type { ApiTokens } from "../domain/tokens";
import type { VirtualClock } from "../runtime/clock";
import { Faults, underFault } from "../runtime/faults";
import type { Fault } from "../runtime/fault";
import type { ResolvedOptions } from "../runtime/options";
import { present } from "../runtime/present";
import { Recorder } from "../runtime/recorder";
import { numberOf } from "../runtime/saved";
import { sleep } from "../runtime/sleep";
import type { Stateful, WorldState } from "../runtime/state";
import { toWire } from "../runtime/wire";
import type { WireResponse, WireResult } from "../runtime/wire";
import { requireToken } from "./basic-auth";
import { IdempotencyStore } from "./idempotency";
import { mediaTypeOf, parseForm, parseJsonObject } from "./body";
import { requirePermission } from "./permissions";
import { problemResponse } from "./problem-response";
import type { Route, SimRequest } from "./route";
import { decodePath, Router } from "./router";
import type { Match } from "./router";

/** A request as it came over the wire, whatever the transport. */
export interface WireRequest {
  method: string;
  /** As sent: percent-encoded, with the base path, without the query. */
  rawPath: string;
  query: URLSearchParams;
  headers: Headers;
  /** The body, read when it is first needed; `undefined` when it is longer than `limit` bytes. */
  readBody: (limit: number) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

/** A request whose path has been looked at. */
interface RoutedRequest extends WireRequest {
  /** Decoded, relative to the base path. */
  path: string;
  /** The route, or the problem that a caller with a valid token is told. */
  match: Match | Problem;
}

/** What a multipart body carries besides the file. */
const formOverhead = 65_536;

/** The service behind every transport: from a request to its result. */
export class Service implements Stateful {
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly #options: ResolvedOptions;
  readonly #clock: VirtualClock;
  #tokens: ApiTokens;
  readonly #state: WorldState;
  readonly #router: Router;
  readonly #idempotency: IdempotencyStore;
  readonly #basePath: string;
  #requestCount = 0;

  constructor(
    options: ResolvedOptions,
    { clock, state }: { clock: VirtualClock; state: WorldState },
    routes: readonly Route[],
    tokens: ApiTokens,
  ) {
    const { seed, logSecrets, idempotencyMismatch, baseUrl, keep } = options;
    this.#options = options;
    this.#clock = clock;
    this.#state = state;
    this.#tokens = tokens;
    this.#basePath = baseUrl.pathname.replace(/\/+$/, "");
    this.#router = new Router(routes);
    this.faults = new Faults(seed, () => this.#router.routes);
    this.recorder = new Recorder(logSecrets, keep.requests);
    this.#idempotency = new IdempotencyStore(idempotencyMismatch, keep.responses);
    this.#enterParts();
  }

  /** Adds a route; it replaces one with the same method and template. */
  addRoute(route: Route): void {
    this.#router.add(route);
  }

  /** Starts over: no faults, no log, no stored responses, and the given routes and tokens in place of their older selves. */
  reset(routes: readonly Route[], tokens: ApiTokens): void {
    this.#tokens = tokens;
    this.#router.renew(routes);
    this.#requestCount = 0;
    this.faults.clear();
    this.recorder.clear();
    this.#idempotency.clear();
    this.#enterParts();
  }

  /** The number of requests so far. The request log is left out: it tells what this process has seen. */
  save(): unknown {
    return this.#requestCount;
  }

  load(saved: unknown): void {
    this.#requestCount = numberOf(saved);
  }

  #enterParts(): void {
    const parts = { requests: this, idempotency: this.#idempotency, faults: this.faults };
    for (const [name, part] of Object.entries(parts)) this.#state.add(name, part);
  }

  /** @param signal ends the waiting of `latency` and delays early; what the service has done stays done. */
  async handle(wire: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    const request = this.#route(wire);
    const template = request.match instanceof Problem ? undefined : request.match.route.template;
    const fault = this.faults.take({ method: wire.method, path: request.path, template });
    let acted = false;
    const result = await underFault(fault, async () => {
      acted = true;
      return this.#act(request, fault);
    });
    if (!acted) this.#record(this.#nextRequestId(), request, fault);
    const delayMs = fault?.kind === "stall-body" ? 0 : (fault?.delayMs ?? 0);
    const waitMs = this.#options.latencyMs + delayMs;
    if (waitMs > 0) await sleep(waitMs, signal);
    return result;
  }

  #route(wire: WireRequest): RoutedRequest {
    const isInside = wire.rawPath === this.#basePath || wire.rawPath.startsWith(`${this.#basePath}/`);
    if (!isInside) {
      const message = `There is nothing at ${wire.rawPath}: the base path is ${this.#basePath}`;
      return { ...wire, path: wire.rawPath, match: new Problem({ status: 404, code: "NOT_FOUND", message }) };
    }
    let path = wire.rawPath.slice(this.#basePath.length);
    try {
      const segments = decodePath(path);
      path = `/${segments.join("/")}`;
      const isServed = (route: Route) => !route.sandboxOnly || this.#options.environment === "sandbox";
      return { ...wire, path, match: this.#router.find(wire.method, segments, isServed) };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...wire, path, match: error };
    }
  }

  async #act(request: RoutedRequest, fault: Fault | undefined): Promise<WireResponse> {
    const requestId = this.#nextRequestId();
    let parsed: SimRequest | undefined;
    let response: WireResponse;
    try {
      await this.#clock.runDue();
      const token = requireToken(request.headers.get("authorization"), this.#tokens);
      if (request.match instanceof Problem) throw request.match;
      requirePermission(token, request.match.route);
      parsed = await this.#parse(request, request.match.route);
      response = await this.#perform(request.match, parsed);
    } catch (error) {
      response = problemResponse(error);
    }
    this.#record(requestId, request, fault, parsed, response);
    // Clients judge expiry by the service's clock, which here is the virtual one.
    const date = new Date(this.#clock.now()).toUTCString();
    return { ...response, headers: { Date: date, ...response.headers, "X-Request-Id": requestId } };
  }

  async #parse(request: RoutedRequest, route: Route): Promise<SimRequest> {
    const { method, path, query, headers } = request;
    const rawBody = await this.#readBody(request, route);
    const parsed = { method, path, query, headers, body: undefined, rawBody };
    if (rawBody.length === 0) return parsed;
    const type = mediaTypeOf(headers);
    if (route.multipart) {
      if (type !== "multipart/form-data") throw invalidInput("Expected the content type multipart/form-data");
      return { ...parsed, form: await parseForm(headers, rawBody) };
    }
    if (type !== "application/json" && !type.endsWith("+json")) {
      throw invalidInput("Expected the content type application/json");
    }
    return { ...parsed, body: parseJsonObject(rawBody) };
  }

  async #readBody({ readBody }: WireRequest, route: Route): Promise<Uint8Array<ArrayBuffer>> {
    const { maxDocumentBytes, maxBodyBytes } = this.#options;
    const limit = route.multipart ? maxDocumentBytes + formOverhead : maxBodyBytes;
    const body = await readBody(limit);
    if (body && body.length <= limit) return body;
    const message = `The request body is larger than ${String(limit)} bytes`;
    // A document that is too large is an invalid field of a form.
    if (route.multipart) throw invalidInput(message, { field: "file" });
    throw new Problem({ status: 413, code: "PAYLOAD_TOO_LARGE", message });
  }

  async #perform({ route, params }: Match, request: SimRequest): Promise<WireResponse> {
    const call = async (): Promise<WireResponse> => {
      try {
        return toWire(await route.handler({ request, params }));
      } catch (error) {
        return problemResponse(error);
      }
    };
    const key = request.headers.get("idempotency-key") ?? "";
    if (!route.keyed || key === "") return call();
    const scope = `${request.method} ${request.path} ${key}`;
    return this.#idempotency.run(scope, new TextDecoder().decode(request.rawBody), call);
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
    response?: WireResponse,
  ): void {
    const contentType = mediaTypeOf(request.headers);
    const isJson = response?.headers["Content-Type"] === "application/json";
    const responseBody: unknown =
      isJson && response.body !== undefined ? JSON.parse(response.body) : undefined;
    const route = request.match instanceof Problem ? undefined : request.match.route;
    this.recorder.record({
      requestId,
      at: this.#clock.iso(),
      method: request.method,
      path: request.path,
      query: Object.fromEntries(request.query),
      headers: this.recorder.headers(request.headers),
      ...present({
        operation: route && `${route.method} ${route.template}`,
        custom: route?.custom ? true : undefined,
        body: this.recorder.body(parsed?.body),
        contentType: contentType === "" ? undefined : contentType,
        status: response?.status,
        responseBody: this.recorder.body(responseBody),
        fault: fault?.kind,
      }),
    });
  }
}
