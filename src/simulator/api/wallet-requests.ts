import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { invalidInput } from "../domain/problem";
import type { SignedAction } from "../domain/records/wallets";
import { beginSignedRequest, completeSignedRequest } from "../domain/signed-requests";
import type { World } from "../domain/world";
import type { RouteResponse } from "../runtime/wire";
import { text } from "./formats";
import { queryReader } from "./reader";
import { accepted } from "./route";
import type { Call, SimRequest } from "./route";
import { signedActions } from "./signed-actions";
import type { SignedActionData } from "./signed-actions";

/** The account of a list. The contract has no 404 for these lists, so an unknown account is an invalid parameter. */
export function accountOfQuery(world: World, { request }: Call): string {
  const accountId = queryReader(request.query).required("accountId", text);
  if (!world.internalAccounts.has(accountId)) {
    throw invalidInput(`There is no internal account ${accountId}`, { field: "accountId" });
  }
  return accountId;
}

/** Method, path and the very bytes of the body: what a signed request has to repeat. */
function fingerprintOf({ method, path, rawBody }: SimRequest): string {
  return `${method} ${path} ${hex.encode(sha256(rawBody))}`;
}

type Name = keyof SignedActionData;

/** An action to be signed. */
type Prepared<Action extends Name> = Omit<SignedAction, "action" | "data"> & {
  data: SignedActionData[Action];
};

/**
 * The signed-retry pattern of the specification: without its two headers the request is prepared and gets a challenge, with
 * both it is carried out.
 *
 * @param action one of `signedActions`
 * @param prepare checks the request and says what is to be done. Only an initial request runs it.
 * @throws {Problem} when the request is refused: 400 when only one of the headers is there (OP-09); 401 when the challenge or
 * the signature is wrong
 */
export async function signed<Action extends Name>(
  world: World,
  { request }: Call,
  action: Action,
  prepare: () => Prepared<Action> | Promise<Prepared<Action>>,
): Promise<RouteResponse> {
  const signature = request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = request.headers.get("Request-Id") ?? "";
  const fingerprint = fingerprintOf(request);
  if (signature !== "" && requestId !== "") {
    const { mayBeSignedBy, perform } = signedActions[action];
    // The data of an action are what its own `prepare` put in; the fingerprint binds both to one route.
    const dataOf = (challenge: SignedAction) => challenge.data as SignedActionData[Action];
    return completeSignedRequest(
      world,
      { fingerprint, requestId, signature },
      (session, challenge) => mayBeSignedBy?.(session, dataOf(challenge)) ?? true,
      (challenge) => perform(world, dataOf(challenge)),
    );
  }
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry carries Service-Wallet-Signature and Request-Id together", {
      missing,
    });
  }
  return accepted(beginSignedRequest(world, fingerprint, { action, ...(await prepare()) }));
}
