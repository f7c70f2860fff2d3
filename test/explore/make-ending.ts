import type { Ending as TableEnding } from "../support/endings";
import type { Body } from "./bodies";
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

/** A response of the common table, as the model of the service gives it. */
export function received({ name, came }: TableEnding): Answer {
  if (typeof came === "string") throw new Error(`no response belongs to: ${name}`);
  const retryAfter = came.headers["retry-after"];
  const body = JSON.parse(came.text) as Body;
  return { status: came.status, body, ...(retryAfter !== undefined && { retryAfter: Number(retryAfter) }) };
}
