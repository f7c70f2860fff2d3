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
  unknownFields?: readonly UnknownField[];
}

/** The names in a template: `"quoteId"` for `/quotes/{quoteId}`. */
export type ParameterOf<Template extends string> = string extends Template
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
  method: string;
  /** For example `/quotes/{quoteId}/execute`. */
  template: string;
  /** The declaration. Absent for a custom route, which defines its own responses and may read any field. */
  operation?: Operation<unknown, unknown, Name>;
  /** The required permission of the token. `undefined` for custom routes. The documents do not define it (OP-80). */
  permission?: SimulatorTokenPermission | undefined;
  /** The status of a success. */
  status?: number;
  /** Error statuses of its own rules, which do not follow from the form of a request. */
  refusals?: readonly number[];
  /** Error statuses that only the contract has. */
  unmodelled?: readonly number[];
  /** The checks of all parameters. */
  fields?: Fields;
  handler: Handler;
}

/** Holds the world, which a reset replaces. */
export interface ServedWorld {
  readonly options: ResolvedOptions;
  readonly world: World;
  readonly scheduler: { runDue(): void };
}

/** The message about an unknown field. */
export const unknownFieldMessage = ({ field, nearest }: UnknownField): string =>
  `Unknown field \`${field}\`.${nearest === undefined ? "" : ` Did you mean \`${nearest}\`?`}`;

/**
 * Reads the parameters of a route before its handler. Records the unknown fields.
 *
 * @throws {Problem} when a field is invalid or missing, or is unknown and the option rejects it: 400
 */
export function readRequest(
  { operation, fields = {} }: Route,
  request: SimRequest,
  mode: ResolvedOptions["unknownFields"],
): never {
  const body = isRecord(request.body) ? request.body : {};
  if (mode !== "ignore" && operation) {
    const unknown = [
      ...unknownFields(body, operation.body ? fields : {}),
      ...unknownFields(request.query, operation.query ? fields : {}),
    ];
    request.unknownFields = unknown;
    const [first] = unknown;
    if (first && mode === "reject") throw invalidInput(unknownFieldMessage(first), { ...first });
  }
  if (operation?.body && request.body === undefined && !operation.isBodyOptional)
    throw invalidInput("The request body must be a JSON object");
  // The handler of a route takes the values of its fields.
  return readFields(fields, operation?.body ? body : textsOf(operation, request)) as never;
}

/** The parameters of a query, a form or the headers. The first value of a repeated one counts. An empty value is absent. */
function textsOf(
  { query, form, headers = {} }: Partial<Operation> = {},
  request: SimRequest,
): Record<string, unknown> {
  const carried = Object.entries(headers).map(([name, parameter]) => [parameter, request.headers.get(name)]);
  const entries = query ? [...request.query] : form ? [...(request.form ?? [])] : carried;
  return Object.fromEntries(entries.reverse().filter(([, value]) => value !== "")) as Record<string, unknown>;
}

/** The response to a rejected request. */
export function problemResponse(error: unknown): WireResponse {
  if (error instanceof Problem) {
    return toWire({ status: error.body.status, body: error.body, headers: error.headers });
  }
  // A defect of the simulator or of a custom route. Testers need the text.
  const message = error instanceof Error ? error.message : String(error);
  return problemResponse(internal(`The simulator failed: ${message}`));
}
