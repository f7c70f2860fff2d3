import { internal, invalidInput, Problem } from "../domain/problem";
import type { World } from "../domain/world";
import type { Operation } from "../../operations/operation";
import type { ResolvedOptions } from "../runtime/options";
import type { SimulatorTokenPermission } from "../runtime/options/tokens";
import { isRecord } from "../runtime/saved";
import { toWire } from "../runtime/wire";
import type { RouteResponse, WireResponse } from "../runtime/wire";
import { readFields, unknownFields } from "./fields";
import type { Fields, UnknownField } from "./fields";

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
export interface RouteCall<Template extends string = string, Sent = unknown> {
  request: SimRequest;
  params: Readonly<Record<ParameterOf<Template>, string>>;
  /** The parameters of the operation. */
  sent: Sent;
}

export type Handler = (
  world: World,
  call: RouteCall<string, never>,
) => RouteResponse | Promise<RouteResponse>;

/** One operation as the service runs it, or a custom route. */
export interface Route<Name extends string = string> {
  /** The client's method. Absent for a custom route. */
  name?: Name;
  method: string;
  /** For example `/quotes/{quoteId}/execute`. */
  template: string;
  /** The required permission of the token. `undefined` for custom routes. The documents do not define it (OP-80). */
  permission?: SimulatorTokenPermission | undefined;
  /** The status of a success. */
  status?: number;
  /** The statuses of its own refusals. A rule gives each. */
  fails?: readonly number[];
  /** Statuses of the contract that no rule gives here. */
  unmodelled?: readonly number[];
  /** Where the parameters are. Absent without parameters. */
  place?: "query" | "body" | "form" | "headers" | undefined;
  /** The checks of all parameters. */
  fields?: Fields;
  /** The headers that carry parameters, each with its parameter. */
  headers?: Operation["headers"];
  isBodyOptional?: boolean;
  /** Reads `Idempotency-Key` (specification, "Conventions"). */
  isKeyed?: boolean;
  /** 403 in production (OP-66). */
  isSandboxOnly?: boolean;
  /** Accepts multipart/form-data instead of JSON. */
  isForm?: boolean;
  /** True for a custom route. It defines its own responses, and may read any field. */
  isCustom?: boolean;
  handler: Handler;
}

const messageOf = ({ field, nearest }: UnknownField): string =>
  `Unknown field \`${field}\`.${nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`}`;

/**
 * Reads the parameters of a route before its handler. Records a message about each unknown field.
 *
 * @throws {Problem} when a field is invalid or missing, or is unknown and the option rejects it: 400
 */
export function readRequest(
  route: Route,
  request: SimRequest,
  mode: ResolvedOptions["unknownFields"],
): never {
  const { place, fields = {}, isBodyOptional, isCustom } = route;
  const body = isRecord(request.body) ? request.body : {};
  if (mode !== "ignore" && !isCustom) {
    const unknown = [
      ...unknownFields(body, place === "body" ? fields : {}),
      ...unknownFields(request.query, place === "query" ? fields : {}),
    ];
    request.unknownFields = Object.fromEntries(unknown.map((field) => [field.field, messageOf(field)]));
    const [first] = unknown;
    if (first && mode === "reject") throw invalidInput(messageOf(first), { ...first });
  }
  if (place === "body" && request.body === undefined && !isBodyOptional)
    throw invalidInput("The request body must be a JSON object");
  // The handler of a route takes the values of its fields.
  return readFields(fields, place === "body" ? body : textsOf(route, request)) as never;
}

/** The parameters of a query, a form or the headers. The first value of a repeated one counts. An empty value is absent. */
function textsOf({ place, headers = {} }: Route, request: SimRequest): Record<string, unknown> {
  const carried = Object.entries(headers).map(([name, parameter]) => [parameter, request.headers.get(name)]);
  const entries =
    place === "query" ? [...request.query] : place === "form" ? [...(request.form ?? [])] : carried;
  return Object.fromEntries(entries.reverse().filter(([, value]) => value !== "")) as Record<string, unknown>;
}

/** The response to a rejected request. */
export function problemResponse(error: unknown): WireResponse {
  if (error instanceof Problem) {
    return toWire({ status: error.status, body: error.body, headers: error.headers });
  }
  // A defect of the simulator or of a custom route. Testers need the text.
  const message = error instanceof Error ? error.message : String(error);
  return problemResponse(internal(`The simulator failed: ${message}`));
}
