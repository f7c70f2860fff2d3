import { refuse } from "./errors";
import { checkedIdempotencyKey, takesIdempotencyKey } from "./idempotency";
import { toJson } from "./json";
import { queryString } from "./path";
import { sensitiveValues } from "./redaction";
import type { Call, CoreConfig, RequestOptions } from "./types";

/** What is sent: made once per call, the same bytes on every attempt. */
export interface Prepared {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | undefined;
  readonly idempotencyKey: string | undefined;
  /** A 202 is a challenge to sign, not the result. */
  readonly challenges: boolean;
  /** Sending it twice cannot have a second effect, though it is no read and carries no key. */
  readonly repeatable?: boolean;
  /** Values that must not be shown, computed only when something is about to be shown. */
  readonly secrets: () => readonly string[];
}

/**
 * Makes what is sent, once per call: the same address, headers, key and bytes on every attempt.
 *
 * @throws InvalidRequestError when something of it cannot be sent, or would have no effect
 */
export function prepare(config: CoreConfig, call: Call<unknown>, options: RequestOptions): Prepared {
  const { operation } = call;
  const method = call.method.toUpperCase();
  const keyed = takesIdempotencyKey(method, call.path);
  const mayCarryKey = keyed || call.mayCarryKey === true;
  if (options.idempotencyKey !== undefined && !mayCarryKey) {
    refuse("idempotencyKey", `has no effect on ${operation}: the service does not read it there`, operation);
  }
  if (options.signer !== undefined && call.signedRetry === undefined) {
    refuse("signer", `has no effect on ${operation}: it answers no challenge`, operation);
  }
  const json = call.body === undefined ? undefined : toJson(call.body, operation);
  const body = call.form ?? json;
  if (body !== undefined && method === "GET") refuse("body", "cannot be sent with GET", operation);
  if (json !== undefined && body !== json) refuse("body", "cannot be sent beside a form", operation);
  const headers: Record<string, string> = {};
  const merge = (more: Readonly<Record<string, string | undefined>> | undefined) => {
    for (const [name, value] of Object.entries(more ?? {})) {
      // `null` comes from JavaScript.
      if (value == null) delete headers[name.toLowerCase()];
      else headers[name.toLowerCase()] = value;
    }
  };
  merge({
    accept: "application/json",
    authorization: config.authorization,
    "content-type": typeof body === "string" ? "application/json" : undefined,
  });
  merge(config.headers);
  // After the headers of the client: a key there would make every payment the same payment.
  merge({ "idempotency-key": options.idempotencyKey ?? (keyed ? crypto.randomUUID() : undefined) });
  merge(call.headers);
  merge(options.headers);
  // The platform writes it, with the boundary of the parts.
  if (call.form) delete headers["content-type"];
  // What is on the wire counts: a key that `headers` took away protects nothing.
  const key = mayCarryKey ? headers["idempotency-key"] : undefined;
  const idempotencyKey = key === undefined ? undefined : checkedIdempotencyKey(key, operation);
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value) || !/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
      refuse(`headers.${name}`, "cannot be sent as an HTTP header", operation);
    }
  }
  const custom = Object.values({ ...config.headers, ...call.headers, ...options.headers });
  return {
    operation,
    method,
    url: `${config.baseUrl}${call.path}${queryString(call.query)}`,
    headers,
    body,
    idempotencyKey,
    challenges: call.signedRetry !== undefined,
    secrets: () => [
      ...config.secrets,
      ...custom.flatMap(headerSecrets),
      ...sensitiveValues(json && JSON.parse(json)),
    ],
  };
}

/** What of a header must not be shown: its value, and a token without the scheme before it. */
function headerSecrets(value: string | undefined): string[] {
  return value == null
    ? []
    : [
        value,
        ...String(value)
          .split(/[\s=;,]+/)
          .filter((part) => part.length > 7),
      ];
}
