import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { invalidInput } from "../domain/problem";
import type { SessionRecord } from "../domain/records/wallets";
import { beginSignedRequest, completeSignedRequest } from "../domain/wallet-signatures";
import type { SignedAction } from "../domain/wallet-signatures";
import type { World } from "../domain/world";
import type { RouteResponse } from "../runtime/wire";
import { accepted } from "./route";
import type { SimRequest } from "./route";

/** An action of the signed-retry pattern. */
interface Action<Data> {
  /** Checks the initial request. Returns plain data for `perform`, which runs with the signed request. */
  prepare: () => SignedAction<Data> | Promise<SignedAction<Data>>;
  /** The active sessions of the wallet that may sign. Default: all. */
  mayBeSignedBy?: (session: SessionRecord) => boolean;
  /** Executes the action. It repeats the checks, because the state may have changed since the initial request. */
  perform: (data: Data) => RouteResponse | Promise<RouteResponse>;
}

/** Responds to the initial request of an action with a challenge, and executes the signed request. */
export async function signed<Data>(
  world: World,
  request: SimRequest,
  { prepare, perform, ...action }: Action<Data>,
): Promise<RouteResponse> {
  const signature = request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = request.headers.get("Request-Id") ?? "";
  // A signed request must repeat the method, the path and the exact bytes of the body.
  const fingerprint = `${request.method} ${request.path} ${hex.encode(sha256(request.rawBody))}`;
  if (signature !== "" && requestId !== "") {
    // The fingerprint binds the data to the route that prepared them.
    return completeSignedRequest(world, { fingerprint, requestId, signature, ...action }, (data) =>
      perform(data as Data),
    );
  }
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry needs both Service-Wallet-Signature and Request-Id", {
      missing,
    });
  }
  return accepted(beginSignedRequest(world, fingerprint, await prepare()));
}
