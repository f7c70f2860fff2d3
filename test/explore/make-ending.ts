import { bodies } from "./bodies";
import { networkError } from "./network";
import type { Ending } from "./network";
import type { Answer } from "./service";

/** The header of a JSON response. */
export const JSON_TYPE = { "content-type": "application/json" };

/** A response of the model, as a `Response`. */
export function respond({ status, body, retryAfter, owns }: Answer): Response {
  const headers = {
    ...(body !== undefined && JSON_TYPE),
    ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }),
    ...(owns !== undefined && { "wallet-account": owns }),
  };
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
}

/** A response with any text. */
export const text = (status: number, content: string, type = "application/json") =>
  new Response(content, { status, headers: { "content-type": type } });

/** Gives an ending a name. */
export const end = (name: string, happen: Ending["happen"]): Ending => ({ name, happen });

/** The service or something in between responds without acting. */
export const instead = (name: string, response: () => Response): Ending =>
  end(`${name}, before it acted`, response);

/** The service acts, and something in between replaces its response. */
export const afterwards = (name: string, response: () => Response): Ending =>
  end(`${name}, after it acted`, (copy) => {
    copy.act();
    return response();
  });

/** The client gets a broken connection. */
export function lose(): never {
  throw networkError("UND_ERR_SOCKET");
}

/** The service fails, or something else responds with such an error. */
export const failure = (status: number, code: string) => () =>
  respond({ status, body: bodies.error(status, code) });
