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

/** One request for a route: authenticated and decoded, with parsed JSON. */
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
  /** The body is optional. */
  bodyOptional?: boolean;
  /** Reads `Idempotency-Key` (specification, "Conventions"). */
  keyed?: boolean;
  /** 403 in production (OP-66). */
  sandboxOnly?: boolean;
  /** Accepts multipart/form-data instead of JSON. */
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
  /** The required permission of the token. `undefined` for custom routes. The documents do not define it (OP-80). */
  permission?: SimulatorTokenPermission | undefined;
  /** True for a custom route. It defines its own responses, and may read any field. */
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
  // The service calls it with the values that the row reads.
  return { method, template, permission, ...reads, handler: handler as Handler };
}

const messageOf = ({ field, nearest }: UnknownField): string =>
  `Unknown field \`${field}\`.${nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`}`;

/**
 * Reads the declared fields of a route before its handler. Records a message about each unknown field.
 *
 * @throws {Problem} when a field is invalid or missing, or is unknown and the option rejects it: 400
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
  // The first value of a repeated parameter counts. An empty value is absent.
  const first = Object.entries(Object.fromEntries([...request.query].reverse()));
  const parameters = Object.fromEntries(first.filter(([, value]) => value !== ""));
  // `route` made the handler for these values.
  return { query: readFields(query, parameters) as never, body: readFields(body ?? {}, sent) as never };
}

/** The row of an operation that returns one resource. */
export const retrieve = (
  operation: HttpOperation & `GET ${string}/{${string}}`,
  view: (world: World, id: string) => unknown,
): Route =>
  route(operation, "VIEW", {}, (world, { params }) => ok(view(world, Object.values(params).join())));

export const ok = (body: unknown): RouteResponse => ({ status: 200, body });
export const created = (body: unknown): RouteResponse => ({ status: 201, body });
export const accepted = (body: unknown): RouteResponse => ({ status: 202, body });
export const noContent = (): RouteResponse => ({ status: 204 });

/** The response to a rejected request. */
export function problemResponse(error: unknown): WireResponse {
  if (error instanceof Problem) {
    return toWire({ status: error.status, body: error.body, headers: error.headers });
  }
  // A defect of the simulator or of a custom route. Testers need the text.
  const message = error instanceof Error ? error.message : String(error);
  return problemResponse(internal(`The simulator failed: ${message}`));
}
