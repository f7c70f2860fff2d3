import { internal, Problem } from "../domain/problem";
import type { World } from "../domain/world";
import type { SimulatorTokenPermission } from "../runtime/options/tokens";
import { toWire } from "../runtime/wire";
import type { RouteResponse, WireResponse } from "../runtime/wire";

/** One request as the routes see it: authenticated, decoded, its JSON parsed. */
export interface SimRequest {
  method: string;
  /** Decoded, without the base path. */
  path: string;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed JSON body; `undefined` when there is none or when it is a form. */
  body: unknown;
  rawBody: Uint8Array<ArrayBuffer>;
  form?: FormData;
  /** A message about each unknown field. */
  unknownFields?: Readonly<Record<string, string>>;
}

export interface Call {
  request: SimRequest;
  params: Record<string, string>;
  /** Ends the reading: unknown fields are an error, if the option says so. A route calls it before it changes anything. */
  allRead: () => void;
}

export type Handler = (world: World, call: Call) => RouteResponse | Promise<RouteResponse>;

export interface RouteOptions {
  /** Reads `Idempotency-Key` (specification, "Conventions"). */
  keyed?: boolean;
  /** 404 in production (OP-66). */
  sandboxOnly?: boolean;
  /** Takes multipart/form-data instead of JSON. */
  multipart?: boolean;
  /** Added by the user of the simulator: its responses are theirs. */
  custom?: boolean;
}

export interface Route extends RouteOptions {
  method: string;
  /** For example `/quotes/{quoteId}/execute`. */
  template: string;
  /** What the token must be allowed to do; `undefined` on custom routes. The documents do not say which (OP-80). */
  permission?: SimulatorTokenPermission | undefined;
  handler: Handler;
}

export function route(
  method: string,
  template: string,
  permission: SimulatorTokenPermission,
  handler: Handler,
  options: RouteOptions = {},
): Route {
  return { method, template, permission, handler, ...options };
}

export const ok = (body: unknown): RouteResponse => ({ status: 200, body });
export const created = (body: unknown): RouteResponse => ({ status: 201, body });
export const accepted = (body: unknown): RouteResponse => ({ status: 202, body });
export const noContent = (): RouteResponse => ({ status: 204 });

export function parameter({ params }: Call, name: string): string {
  const value = params[name];
  if (value === undefined) throw new Error(`the route has no path parameter ${name}`);
  return value;
}

/** The response to a request that is not carried out. */
export function problemResponse(error: unknown): WireResponse {
  if (error instanceof Problem) {
    return toWire({ status: error.status, body: error.body, headers: error.headers });
  }
  // A defect of the simulator, or of a custom route: its text is what a tester needs to see.
  const message = error instanceof Error ? error.message : String(error);
  return problemResponse(internal(`The simulator failed: ${message}`));
}
