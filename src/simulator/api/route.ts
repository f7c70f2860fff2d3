import { internal, invalidInput, Problem } from "../domain/problem";
import type { World } from "../domain/world";
import type { HttpOperation } from "../runtime/operations";
import type { ResolvedOptions } from "../runtime/options";
import type { SimulatorTokenPermission } from "../runtime/options/tokens";
import { isRecord } from "../runtime/saved";
import { toWire } from "../runtime/wire";
import type { RouteResponse, WireResponse } from "../runtime/wire";
import { readFields, unknownFields } from "./fields";
import type { Fields, UnknownField, Values } from "./fields";

/** One request as the routes see it: authenticated, decoded, its JSON parsed. */
export interface SimRequest {
  method: string;
  /** Decoded, without the base path. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed JSON body, or `undefined` for a form or no body. */
  body: unknown;
  rawBody: Uint8Array<ArrayBuffer>;
  form?: FormData;
  /** A message about each unknown field. */
  unknownFields?: Readonly<Record<string, string>>;
}

/** The names in a template: `"quoteId"` for `/quotes/{quoteId}`. */
type ParameterOf<Template extends string> = string extends Template
  ? string
  : Template extends `${string}{${infer Name}}${infer Rest}`
    ? Name | ParameterOf<Rest>
    : never;

/** A request with checked fields. The route knows all of them, and each is valid. */
export interface Call<Template extends string = string, Query = unknown, Body = unknown> {
  request: SimRequest;
  params: Readonly<Record<ParameterOf<Template>, string>>;
  query: Query;
  body: Body;
}

interface Reads<Query extends Fields, Body extends Fields> {
  query?: Query;
  body?: Body;
  /** The request may come without a body. */
  bodyOptional?: boolean;
  /** Reads `Idempotency-Key` (specification, "Conventions"). */
  keyed?: boolean;
  /** 404 in production (OP-66). */
  sandboxOnly?: boolean;
  /** Takes multipart/form-data instead of JSON. */
  multipart?: boolean;
}

export type Handler = (
  world: World,
  call: Call<string, never, never>,
) => RouteResponse | Promise<RouteResponse>;

export interface Route extends Reads<Fields, Fields> {
  method: string;
  /** For example `/quotes/{quoteId}/execute`. */
  template: string;
  /** What the token must be allowed to do; `undefined` on custom routes. The documents do not say which (OP-80). */
  permission?: SimulatorTokenPermission | undefined;
  /** Added by the user of the simulator: its responses are theirs, and it may read any field. */
  custom?: boolean;
  handler: Handler;
}

type None = Record<never, never>;

export function route<
  Operation extends HttpOperation,
  Query extends Fields = None,
  Body extends Fields = None,
>(
  operation: Operation,
  permission: SimulatorTokenPermission,
  reads: Reads<Query, Body>,
  handler: (
    world: World,
    call: Call<Operation, Values<Query>, Values<Body>>,
  ) => RouteResponse | Promise<RouteResponse>,
): Route {
  const [method = "", template = ""] = operation.split(" ");
  // The service calls it with what the row reads.
  return { method, template, permission, ...reads, handler: handler as Handler };
}

const messageOf = ({ field, nearest }: UnknownField): string =>
  `Unknown field \`${field}\`.${nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`}`;

/**
 * Reads the fields that a route declares, before the route does anything. Notes a message about each other field.
 *
 * @throws {Problem} when a field is invalid or missing, or one is unknown and the option says so: 400
 */
export function readRequest(
  { query = {}, body, bodyOptional = body === undefined, custom }: Route,
  request: SimRequest,
  mode: ResolvedOptions["unknownFields"],
): { query: never; body: never } {
  const sent = isRecord(request.body) ? request.body : {};
  if (mode !== "ignore" && !custom) {
    const unknown = [...unknownFields(sent, body ?? {}), ...unknownFields(request.query, query)];
    request.unknownFields = Object.fromEntries(unknown.map((field) => [field.field, messageOf(field)]));
    const [first] = unknown;
    if (first && mode === "reject") throw invalidInput(messageOf(first), { ...first });
  }
  if (request.body === undefined && !bodyOptional)
    throw invalidInput("The request body must be a JSON object");
  // Of a repeated parameter, the first counts. An empty one is absent.
  const first = Object.entries(Object.fromEntries([...request.query].reverse()));
  const parameters = Object.fromEntries(first.filter(([, value]) => value !== ""));
  // `route` made the handler for these values.
  return { query: readFields(query, parameters) as never, body: readFields(body ?? {}, sent) as never };
}

/** The row of an operation that shows one resource. */
export const retrieve = (
  operation: HttpOperation & `GET ${string}/{${string}}`,
  view: (world: World, id: string) => unknown,
): Route =>
  route(operation, "VIEW", {}, (world, { params }) => ok(view(world, Object.values(params).join())));

export const ok = (body: unknown): RouteResponse => ({ status: 200, body });
export const created = (body: unknown): RouteResponse => ({ status: 201, body });
export const accepted = (body: unknown): RouteResponse => ({ status: 202, body });
export const noContent = (): RouteResponse => ({ status: 204 });

/** The response to a request that is not carried out. */
export function problemResponse(error: unknown): WireResponse {
  if (error instanceof Problem) {
    return toWire({ status: error.status, body: error.body, headers: error.headers });
  }
  // A defect of the simulator, or of a custom route: its text is what a tester needs to see.
  const message = error instanceof Error ? error.message : String(error);
  return problemResponse(internal(`The simulator failed: ${message}`));
}
