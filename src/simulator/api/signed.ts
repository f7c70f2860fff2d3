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
  /** Checks the initial request. Its data are plain, and `perform` gets them with the signed request. */
  prepare: () => SignedAction<Data> | Promise<SignedAction<Data>>;
  /** Which of the wallet's active sessions may sign. Default: each. */
  mayBeSignedBy?: (session: SessionRecord) => boolean;
  /** Carries the action out. It checks again what may have changed since the initial request. */
  perform: (data: Data) => RouteResponse | Promise<RouteResponse>;
}

/** Method, path and the very bytes of the body: what a signed request has to repeat. */
function fingerprintOf({ method, path, rawBody }: SimRequest): string {
  return `${method} ${path} ${hex.encode(sha256(rawBody))}`;
}

/** Responds to the initial request of an action with a challenge, and carries out the signed request. */
export async function signed<Data>(
  world: World,
  request: SimRequest,
  { prepare, perform, ...action }: Action<Data>,
): Promise<RouteResponse> {
  const signature = request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = request.headers.get("Request-Id") ?? "";
  const fingerprint = fingerprintOf(request);
  if (signature !== "" && requestId !== "") {
    // The fingerprint binds the data to the route that prepared them.
    return completeSignedRequest(world, { fingerprint, requestId, signature, ...action }, (data) =>
      perform(data as Data),
    );
  }
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry carries Service-Wallet-Signature and Request-Id together", {
      missing,
    });
  }
  return accepted(beginSignedRequest(world, fingerprint, await prepare()));
}
