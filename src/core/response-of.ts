/** What is known about the response behind a result, kept beside the result and never on it. */
export interface ResponseMeta {
  /** The HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** The service's identifier of the request, where it sent one. */
  readonly requestId: string | undefined;
  /** The `Idempotency-Key` the call carried, where the operation takes one. */
  readonly idempotencyKey: string | undefined;
  /** How many attempts the call took. */
  readonly attempts: number;
}

const metas = new WeakMap<object, ResponseMeta>();

/** Remembers the response behind a result. */
export function rememberResponse(result: unknown, meta: ResponseMeta): void {
  if (typeof result === "object" && result !== null) metas.set(result, meta);
}

/**
 * The response behind a result of this package: status, headers, request id, idempotency key and the number of attempts.
 * `undefined` for anything else, and for calls whose response has no body.
 */
export function responseOf(result: unknown): ResponseMeta | undefined {
  return metas.get(result as object);
}
