/** A response as a route gives it; `body` is sent as JSON. */
export interface RouteResponse {
  /** The HTTP status. */
  status: number;
  /** Sent as JSON; `undefined` sends no body at all. */
  body?: unknown;
  /** Further headers. */
  headers?: Record<string, string>;
}

/** A response as it goes over the wire. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** `undefined`: no body at all. */
  body: string | undefined;
}

/** What a request results in: a response, part of one, or none. */
export interface WireResult {
  response?: WireResponse;
  /** What the connection does after the headers and the first half of the body, or in place of a response. Absent: the response is whole. */
  then?: "end" | "reset" | "stall" | "refuse";
  /** A silence ends after so long. Default: when the client gives up. */
  resumeAfterMs?: number;
}

/** The headers, and those defaults that they do not name. The case of a name does not count. */
export function withDefaultHeaders(
  headers: Readonly<Record<string, string>>,
  defaults: Readonly<Record<string, string>>,
): Record<string, string> {
  const own = new Headers(headers);
  return { ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !own.has(name))), ...headers };
}

/** Whether a response with this status can have a body (Fetch, "null body status"). */
export const hasBody = (status: number): boolean => ![204, 205, 304].includes(status);

export function toWire({ status, body, headers = {} }: RouteResponse): WireResponse {
  if (body === undefined || !hasBody(status)) return { status, headers, body: undefined };
  return {
    status,
    headers: withDefaultHeaders(headers, { "Content-Type": "application/json" }),
    body: JSON.stringify(body),
  };
}

export interface StoredResponse {
  requestBody: string;
  response: WireResponse;
}

/** Server-sent events. They end when the client goes away. */
export interface EventStream {
  headers: Record<string, string>;
  /** Starts the events. `send` takes their text. Returns the function that ends them. */
  open: (send: (text: string) => void) => () => void;
}
