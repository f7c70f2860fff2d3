import { invalidInput, problem, Problem } from "../domain/problem";
import { operationName } from "../runtime/operations";
import type { ApiTokenRecord } from "../domain/records/platform";
import type { Caused, World } from "../domain/world";
import type { ArmedFault } from "../runtime/fault";
import { msOf } from "../runtime/options/reader";
import { createRecorder } from "../runtime/recorder";
import { pause } from "../runtime/pause";
import { toWire, withDefaultHeaders } from "../runtime/wire";
import type { WireResponse, WireResult } from "../runtime/wire";
import { requireToken } from "./basic-auth";
import { MOST_FILE_BYTES, mediaTypeOf, parseForm, parseJsonObject } from "./body";
import { takeFault, underFault } from "./faults";
import { runOnce } from "./idempotency";
import type { Running } from "./idempotency";
import { problemResponse, readRequest, unknownFieldMessage } from "./route";
import type { Route, ServedWorld, SimRequest } from "./route";
import { decodePath, Router } from "./router";
import type { Match } from "./router";
import { routes } from "./routes/index";

/** A request from any transport. */
export interface WireRequest {
  method: string;
  /** As sent: percent-encoded, with the base path, without the query. */
  rawPath: string;
  query: URLSearchParams;
  headers: Headers;
  /** Reads the body when it is first needed, and returns it again later. `undefined` if it is longer than `limit` bytes. */
  readBody: (limit: number) => Promise<Uint8Array<ArrayBuffer> | undefined>;
}

interface RoutedRequest extends WireRequest {
  /** Decoded, relative to the base path. */
  path: string;
  /** The route, or the problem for a caller with a valid token. */
  match: Match | Problem;
  /** When it arrived, as `performance.now()` gives it. */
  receivedAt: number;
}

const MOST_BODY_BYTES = 1_048_576;

/** The parts of a multipart body other than the file. */
const formOverhead = 65_536;

function requirePermission(token: ApiTokenRecord, { method, template, permission }: Route): void {
  if (permission === undefined || token.permissions.includes(permission)) return;
  throw problem(
    403,
    "FORBIDDEN",
    `${method} ${template} needs the permission ${permission}, which the API token does not have`,
    { permission, permissions: token.permissions },
  );
}

/** The service behind every transport: from a request to its result. */
export class Service {
  readonly #router = new Router(routes);
  /** The path of the API, without a slash at its end. */
  readonly basePath: string;
  readonly #served: ServedWorld;
  readonly recorder: ReturnType<typeof createRecorder>;
  #running: Running = new Map();
  readonly #warned = new Set<string>();

  constructor(served: ServedWorld) {
    this.#served = served;
    this.recorder = createRecorder(served.options);
    this.basePath = served.options.baseUrl.pathname.replace(/\/+$/, "");
  }

  get routes(): readonly Route[] {
    return this.#router.routes;
  }

  /** A route of your own for an operation of the contract needs the permission of the operation. */
  addRoute(route: Route): void {
    const served = this.routes.find(
      ({ method, template }) => method === route.method && template === route.template,
    );
    this.#router.add({ ...route, permission: served?.permission });
  }

  /** Forgets the requests of the previous world. Keeps custom routes and listeners. */
  startOver(): void {
    this.#running = new Map();
    this.recorder.clear();
  }

  /** @param signal ends the waits of `latency` and delays early, without undoing effects of the service. */
  async handle(wire: WireRequest, signal?: AbortSignal): Promise<WireResult> {
    const request = this.#route(wire);
    const template = request.match instanceof Problem ? undefined : request.match.route.template;
    const { world } = this.#served;
    const armed = takeFault(world, { method: wire.method, path: request.path, template });
    let acted = false;
    const fault = armed?.fault;
    const result = await underFault(armed, async () => {
      acted = true;
      return this.#act(request, fault);
    });
    if (!acted) this.#record(nextRequestId(world), request, fault);
    const delayMs = fault?.kind === "stall-body" ? 0 : msOf(fault?.delay ?? 0);
    await pause(this.#served.options.latencyMs + delayMs, signal);
    return result.response ? { ...result, response: this.#dated(result.response) } : result;
  }

  #route(wire: WireRequest): RoutedRequest {
    const receivedAt = performance.now();
    let path = wire.rawPath;
    try {
      if (path !== this.basePath && !path.startsWith(`${this.basePath}/`))
        throw problem(404, "NOT_FOUND", `Unknown path ${path}: the base path is ${this.basePath}`);
      path = path.slice(this.basePath.length);
      const segments = decodePath(path);
      path = `/${segments.join("/")}`;
      return { ...wire, path, match: this.#router.find(wire.method, segments), receivedAt };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return { ...wire, path, match: error, receivedAt };
    }
  }

  async #act(request: RoutedRequest, fault: ArmedFault["fault"] | undefined): Promise<WireResponse> {
    const { world, scheduler } = this.#served;
    const requestId = nextRequestId(world);
    let parsed: SimRequest | undefined;
    // Calls may overlap, so each one has a list of its own.
    const caused: Caused = { postings: [], eventIds: [] };
    let response: WireResponse;
    try {
      scheduler.runDue();
      const token = requireToken(world, request.headers.get("authorization"));
      if (request.match instanceof Problem) throw request.match;
      requirePermission(token, request.match.route);
      this.#requireEnvironment(request.match.route);
      parsed = await this.#parse(request, request.match.route);
      response = await this.#perform({ ...world, caused }, request.match, parsed);
    } catch (error) {
      response = problemResponse(error);
    }
    response = this.#dated({ ...response, headers: { ...response.headers, "X-Request-Id": requestId } });
    this.#record(requestId, request, fault, parsed, response, caused);
    return response;
  }

  /** Clients check expiry with the service's clock, which is virtual here. Gateways have the same time. */
  #dated(response: WireResponse): WireResponse {
    const date = new Date(this.#served.world.clock.now()).toUTCString();
    return { ...response, headers: withDefaultHeaders(response.headers, { Date: date }) };
  }

  /** 403 in production (OP-66). */
  #requireEnvironment({ method, template }: Route): void {
    if (!template.startsWith("/sandbox/") || this.#served.options.environment === "sandbox") return;
    const message = `${method} ${template} exists in the sandbox only, and this is production`;
    throw problem(403, "FORBIDDEN", message);
  }

  async #parse(request: RoutedRequest, { operation }: Route): Promise<SimRequest> {
    const { method, path, query, headers } = request;
    const type = mediaTypeOf(headers);
    const isForm = operation ? operation.form !== undefined : type === "multipart/form-data";
    const rawBody = await this.#readBody(request, isForm);
    const parsed = { method, path, query, headers, body: undefined, rawBody };
    if (rawBody.length === 0) return parsed;
    if (isForm) {
      if (type !== "multipart/form-data") throw invalidInput("Expected the content type multipart/form-data");
      return { ...parsed, form: await parseForm(headers, rawBody) };
    }
    if (type !== "application/json" && !type.endsWith("+json")) {
      throw invalidInput("Expected the content type application/json");
    }
    return { ...parsed, body: parseJsonObject(rawBody) };
  }

  async #readBody({ readBody }: WireRequest, isForm: boolean): Promise<Uint8Array<ArrayBuffer>> {
    const limit = isForm ? MOST_FILE_BYTES + formOverhead : MOST_BODY_BYTES;
    const body = await readBody(limit);
    if (body && body.length <= limit) return body;
    const message = `The request body is larger than ${String(limit)} bytes`;
    // A document that is too large counts as an invalid field of a form.
    if (isForm) throw invalidInput(message, { field: "file" });
    throw new Problem({ status: 413, code: "PAYLOAD_TOO_LARGE", message });
  }

  async #perform(world: World, { route, params }: Match, request: SimRequest): Promise<WireResponse> {
    const call = async (): Promise<WireResponse> => {
      try {
        const sent = readRequest(route, request, this.#served.options.unknownFields);
        return toWire(await route.handler(world, { request, params, sent }));
      } catch (error) {
        return problemResponse(error);
      }
    };
    const key = request.headers.get("idempotency-key") ?? "";
    // A route of a test keeps keys as the others do, so that a keyed call never acts twice there either.
    const isKeyed = route.operation ? route.operation.keyed : request.method !== "GET";
    if (!isKeyed || key === "") return call();
    // The longest key of the contract (Idempotency-Key of POST /stablecoins).
    if (key.length > 255) {
      throw invalidInput("Idempotency-Key: expected at most 255 characters", { header: "Idempotency-Key" });
    }
    const scope = `${request.method} ${request.path} ${key}`;
    const requestBody = new TextDecoder().decode(request.rawBody);
    return runOnce(world, this.#running, { scope, requestBody }, call);
  }

  #record(
    requestId: string,
    { match, method, path, query, headers, receivedAt }: RoutedRequest,
    fault: ArmedFault["fault"] | undefined,
    parsed?: SimRequest,
    response?: WireResponse,
    caused?: Caused,
  ): void {
    const route = match instanceof Problem ? undefined : match.route;
    const responseHeaders = response && new Headers(response.headers);
    const isJson = responseHeaders?.get("content-type") === "application/json";
    for (const field of parsed?.unknownFields ?? [])
      this.#warn(`${route?.method} ${route?.template}: ${unknownFieldMessage(field)}`);
    const unknownFields = [...new Set(parsed?.unknownFields?.map(({ field }) => field))];
    const exchange = {
      requestId,
      at: this.#served.world.clock.iso(),
      method,
      path,
      operation: route && operationName(route.method, route.template),
      route: route && `${route.method} ${route.template}`,
      custom: route && !route.operation ? true : undefined,
      query: Object.fromEntries(query),
      headers: Object.fromEntries(headers),
      body: parsed?.body,
      contentType: mediaTypeOf(headers) || undefined,
      status: response?.status,
      responseHeaders: responseHeaders && Object.fromEntries(responseHeaders),
      responseBody: isJson && response?.body !== undefined ? JSON.parse(response.body) : undefined,
      postings: caused && caused.postings.length > 0 ? caused.postings : undefined,
      eventIds: caused && caused.eventIds.length > 0 ? caused.eventIds : undefined,
      fault: fault?.kind,
      unknownFields: unknownFields.length > 0 ? unknownFields : undefined,
    };
    this.recorder.record(exchange, Math.round((performance.now() - receivedAt) * 10) / 10);
  }

  /** Warns once about an unknown field, if the option is set. */
  #warn(message: string): void {
    if (this.#served.options.unknownFields !== "report" || this.#warned.has(message)) return;
    this.#warned.add(message);
    const log: Pick<Console, "warn"> = console;
    log.warn(`payments-sdk simulator: ${message}`);
  }
}

function nextRequestId(world: World): string {
  world.counts.requests += 1;
  return `sim-${String(world.counts.requests).padStart(6, "0")}`;
}
