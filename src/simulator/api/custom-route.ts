import { described } from "../../options/describe";
import { callback } from "../../options/kinds";
import { requireValue, wrongKind } from "../runtime/options/reader";
import type { RouteResponse } from "../runtime/wire";
import type { Handler, Route } from "./route";

/** A request to a custom route. */
export interface CustomRequest {
  /** The HTTP method. */
  method: string;
  /** Decoded, relative to the base address. */
  path: string;
  /** The decoded path parameters. */
  params: Readonly<Record<string, string>>;
  /** The query parameters. */
  query: URLSearchParams;
  /** The headers as sent. */
  headers: Headers;
  /** The parsed JSON body, or `undefined`. */
  body: unknown;
  /** The form of a multipart request. */
  form?: FormData | undefined;
}

/** Responds to the requests of a route that a test adds. */
export type CustomHandler = (request: CustomRequest) => RouteResponse | Promise<RouteResponse>;

/** @throws {TypeError} when the route could never be called */
export function customRoute(method: string, template: string, handler: CustomHandler): Route {
  if (typeof method !== "string" || !/^[a-z]+$/i.test(method))
    throw wrongKind("method", `must be an HTTP method such as "GET", got ${described(method)}`);
  if (typeof template !== "string" || !/^(?:\/(?:\{\w+\}|[^/{}]+))+$/.test(template))
    throw wrongKind("template", `must be a path such as "/reports/{reportId}", got ${described(template)}`);
  requireValue(callback, "handler", handler);
  const adapter: Handler = (_, { request: { method, path, query, headers, body, form }, params }) =>
    handler({ method, path, query, headers, body, form, params });
  return { method: method.toUpperCase(), template, handler: adapter };
}
