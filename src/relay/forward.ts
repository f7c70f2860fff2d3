import type { PaymentsClient } from "../client";
import type { ApiError } from "../core/api-errors";
import { codeRow } from "../core/error-codes";
import { isApiError } from "../core/error-guards";
import { deriveIdempotencyKey } from "../core/idempotency";
import { responseOf } from "../core/response-of";
import { IDEMPOTENCY_KEY, ONCE } from "./operation";
import type { RelayCall } from "./operation";
import { badGateway, withFacts } from "./problem";
import type { PlainResponse } from "./problem";

/** An identifier in the usual form. */
export const IDENTIFIER = /^[\w.:-]{1,100}$/;

/**
 * Makes the call with the platform's credentials, once ({@link ONCE}).
 *
 * @throws {Problem} when a successful response is not a JSON object (502)
 */
export async function forward(
  { settings, operation, parameter, headers, ...call }: RelayCall,
  { query = call.query, body, accountId = "" }: { query?: object; body?: unknown; accountId?: string } = {},
): Promise<PlainResponse> {
  const { [IDEMPOTENCY_KEY]: key, ...proof } = headers;
  const { method, template } = operation;
  const [, name] = /\{(\w+)\}/.exec(template) ?? [];
  const value = await settings.client.request(method, template, {
    ...(name !== undefined && { path: { [name]: parameter } }),
    query,
    body,
    headers: proof,
    // All users share the platform's credentials, and so the same key space. With the account, two users never share a key.
    ...(key !== undefined && { idempotencyKey: deriveIdempotencyKey("wallet relay", accountId, key) }),
    ...ONCE,
  });
  if (value === undefined) return { status: 204, body: undefined };
  if (typeof value !== "object" || value === null) throw badGateway();
  const meta = responseOf(value);
  // Without its status, a challenge to sign would look like a result.
  if (meta === undefined) {
    throw new TypeError(
      "`client` comes from another copy of payments-sdk than the relay: use the same version for both",
    );
  }
  // Any other value of the header could repeat what was sent, even credentials.
  const requestId = IDENTIFIER.test(meta.requestId ?? "") ? meta.requestId : undefined;
  return { status: meta.status, body: value, requestId };
}

/**
 * A page of the service, with the rows that the user may see. Leaves out `totalCount`, which may count the rows of others.
 */
export async function pageForUser(
  forwarding: Promise<PlainResponse>,
  isVisible: (row: object) => boolean,
): Promise<PlainResponse> {
  const { body, ...response } = await forwarding;
  const { data, hasMore, nextCursor }: Record<string, unknown> = { ...(body ?? {}) };
  if (!Array.isArray(data)) throw badGateway();
  const rows = data.filter((row: unknown) => typeof row === "object" && row !== null && isVisible(row));
  return { ...response, body: { data: rows, hasMore, nextCursor } };
}

/**
 * The response if the service rejected the platform's credentials: a 502 that tells the page nothing about them. `undefined`
 * for any other error, for example a rejected proof of the user.
 *
 * @param proof the account of the user's proof; `undefined` if none was sent
 */
export async function responseOfDenial(
  error: unknown,
  client: PaymentsClient,
  proof: string | undefined,
): Promise<PlainResponse | undefined> {
  if (!isApiError(error) || !(await isPlatformRefused(error, client, proof))) return undefined;
  return { ...withFacts(badGateway(), error), platformProblem: "CREDENTIALS_REFUSED" };
}

async function isPlatformRefused(
  { status, code }: ApiError,
  client: PaymentsClient,
  proof: string | undefined,
): Promise<boolean> {
  // The other codes of a 403 are about the customer or the payment. An unknown one may be about the platform's token.
  if (status === 403) return code === "FORBIDDEN" || codeRow(code)?.status !== 403;
  if (status !== 401) return false;
  if (proof === undefined) return true;
  // A wrong proof also gives a 401. One read with the same credentials distinguishes the two.
  return client.auth.credentials.list({ accountId: proof }, ONCE).then(
    () => false,
    (other: unknown) => isApiError(other) && other.status === 401,
  );
}
