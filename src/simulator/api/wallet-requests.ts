import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import type { InternalAccounts } from "../domain/internal-accounts";
import { invalidInput } from "../domain/problem";
import type { SignedAction, SignedRequests } from "../domain/signed-requests";
import type { RouteResponse } from "../runtime/wire";
import { text } from "./formats";
import { queryReader } from "./reader";
import { accepted } from "./route";
import type { Call, SimRequest } from "./route";

/** The account of a list. The contract has no 404 for these lists, so an unknown account is an invalid parameter. */
export function accountOfQuery(accounts: InternalAccounts, { request }: Call): string {
  const accountId = queryReader(request.query).required("accountId", text);
  if (!accounts.has(accountId)) {
    throw invalidInput(`There is no internal account ${accountId}`, { field: "accountId" });
  }
  return accountId;
}

/** Method, path and the very bytes of the body: what a signed request has to repeat. */
function fingerprint({ method, path, rawBody }: SimRequest): string {
  return `${method} ${path} ${hex.encode(sha256(rawBody))}`;
}

/** What a route of a signed action needs. */
export interface Signing {
  signedRequests: SignedRequests<RouteResponse>;
}

/**
 * The signed-retry pattern of the specification: without its two headers the request is prepared and gets a challenge, with
 * both it is carried out.
 *
 * @param prepare checks the request and says what is to be done. Only an initial request runs it.
 * @throws {Problem} when the request is refused: 400 when only one of the headers is there (OP-09); 401 when the challenge or the signature is wrong.
 */
export async function signed(
  { signedRequests }: Signing,
  { request }: Call,
  prepare: () => SignedAction | Promise<SignedAction>,
): Promise<RouteResponse> {
  const signature = request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = request.headers.get("Request-Id") ?? "";
  if (signature !== "" && requestId !== "") {
    return signedRequests.complete(fingerprint(request), requestId, signature);
  }
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry carries Service-Wallet-Signature and Request-Id together", {
      missing,
    });
  }
  return accepted(signedRequests.begin(fingerprint(request), await prepare()));
}
