import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import { invalidInput } from "../domain/problem";
import type { SessionRecord } from "../domain/records/wallets";
import { beginSignedRequest, completeSignedRequest } from "../domain/wallet-signatures";
import type { SignedAction } from "../domain/wallet-signatures";
import type { World } from "../domain/world";
import type { RouteResponse } from "../runtime/wire";
import type { Fields, Values } from "./fields";
import type { RouteCall, Handler, Route, SimRequest } from "./route";
import { routeOf } from "./serve";
import type { Body, RoutedOperation, Named, None, ServiceFacts, ShownBy } from "./serve";

/** An action of the signed-retry pattern. */
interface Action<Data, O> {
  /** Acts at once, and returns the body of the success. Returns `undefined` if a signature is necessary. */
  actUnsigned?: () => Promise<ShownBy<O> | undefined>;
  /** Checks the initial request. Returns plain data for `perform`, which runs with the signed request. */
  prepare: () => SignedAction<Data> | Promise<SignedAction<Data>>;
  /** The active sessions of the wallet that may sign. Default: all. */
  mayBeSignedBy?: (session: SessionRecord) => boolean;
  /** Executes the action, and returns the body of the success. It repeats the checks, because the state may have changed. */
  perform: (data: Data) => Body<O>;
}

/** Serves an operation of the signed-retry pattern. The handler returns its action. */
export function serveSigned<
  O extends RoutedOperation & { signed?: object },
  F extends Fields = None,
  Data = null,
>(
  operation: O,
  service: ServiceFacts<F> & Named<O>,
  handler: (world: World, call: RouteCall<O["http"], Values<F>>) => Action<Data, O>,
): Route<O["name"]> {
  // The service calls it with the values that `fields` read.
  const actionOf = handler as unknown as (...given: Parameters<Handler>) => Action<Data, O>;
  return routeOf(operation, { permission: "TRANSACT", ...service }, (world, call, status) =>
    signed(world, call.request, status, actionOf(world, call)),
  );
}

/** Responds to the initial request of an action with a challenge, and executes the signed request. */
async function signed<Data, O>(
  world: World,
  request: SimRequest,
  status: number,
  { actUnsigned, prepare, perform, ...action }: Action<Data, O>,
): Promise<RouteResponse> {
  const done = await actUnsigned?.();
  if (done) return { status, body: done };
  const signature = request.headers.get("Service-Wallet-Signature") ?? "";
  const requestId = request.headers.get("Request-Id") ?? "";
  // A signed request must repeat the method, the path and the exact bytes of the body.
  const fingerprint = `${request.method} ${request.path} ${hex.encode(sha256(request.rawBody))}`;
  if (signature !== "" && requestId !== "") {
    // The fingerprint binds the data to the route that prepared them.
    return completeSignedRequest(
      world,
      { fingerprint, requestId, signature, ...action },
      async (data): Promise<RouteResponse> => ({ status, body: await perform(data as Data) }),
    );
  }
  if (signature !== "" || requestId !== "") {
    const missing = signature === "" ? "Service-Wallet-Signature" : "Request-Id";
    throw invalidInput("A signed retry needs both Service-Wallet-Signature and Request-Id", {
      missing,
    });
  }
  return { status: 202, body: beginSignedRequest(world, fingerprint, await prepare()) };
}
