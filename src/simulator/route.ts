import type { World } from "./world";

/** One request as the handlers see it: authenticated, decoded, its JSON parsed. */
export interface SimRequest {
  method: string;
  /** Decoded, without the base path. */
  path: string;
  /** As sent, without the base path and the query. */
  rawPath: string;
  query: URLSearchParams;
  headers: Headers;
  /** The parsed JSON body; `undefined` when there is none or when it is a form. */
  body: unknown;
  rawBody: Uint8Array<ArrayBuffer>;
  /** The parsed form of a multipart request. */
  form?: FormData;
}

export interface Context {
  world: World;
  request: SimRequest;
  /** Decoded path parameters. */
  params: Record<string, string>;
}

/** An answer before it is put on the wire; `body` is sent as JSON. */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export type Handler = (context: Context) => Reply | Promise<Reply>;

export interface RouteOptions {
  /** Reads `Idempotency-Key` (specification, Conventions). */
  keyed?: boolean;
  /** 404 in production (OP-66). */
  sandboxOnly?: boolean;
  /** Takes multipart/form-data instead of JSON. */
  multipart?: boolean;
  /** Added by the user of the simulator: its answers are theirs. */
  custom?: boolean;
}

export interface Route extends RouteOptions {
  method: string;
  /** For example `/quotes/{quoteId}/execute`. */
  template: string;
  handler: Handler;
}

export function route(method: string, template: string, handler: Handler, options: RouteOptions = {}): Route {
  return { method, template, handler, ...options };
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
export const created = (body: unknown): Reply => ({ status: 201, body });
export const accepted = (body: unknown): Reply => ({ status: 202, body });
export const noContent = (): Reply => ({ status: 204 });

/** A path parameter of the matched template. */
export function parameter(context: Context, name: string): string {
  const value = context.params[name];
  if (value === undefined) throw new Error(`the route has no path parameter ${name}`);
  return value;
}
