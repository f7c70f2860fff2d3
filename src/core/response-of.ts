import { betweenCopies } from "./between-copies";

/** Facts about the response behind a result. */
export interface ResponseMeta {
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The service's id of the request, if it sent one. */
  readonly requestId: string | undefined;
  /** The `Idempotency-Key` of the call, if the operation takes one. */
  readonly idempotencyKey: string | undefined;
  /** The number of attempts. */
  readonly attempts: number;
}

const STORE = "responses";

/** Remembers the response beside the result, never on it. */
export function rememberResponse(result: unknown, meta: ResponseMeta): void {
  if (typeof result === "object" && result !== null) betweenCopies<ResponseMeta>(STORE).set(result, meta);
}

/**
 * Returns facts about the response behind a result: status, headers, request id, idempotency key and
 * attempts. Returns `undefined` for any other value, and for calls without a response body.
 */
export function responseOf(result: unknown): ResponseMeta | undefined {
  return betweenCopies<ResponseMeta>(STORE).get(result as object);
}
