import { sha256 } from "@noble/hashes/sha2.js";
import { hex } from "@scure/base";
import type { Operation } from "../../operations/operation";
import { invalidInput } from "../domain/problem";
import type { SessionRecord } from "../domain/records/wallets";
import { beginSignedRequest, completeSignedRequest } from "../domain/wallet-signatures";
import type { SignedAction } from "../domain/wallet-signatures";
import type { World } from "../domain/world";
import type { HttpOperation, OperationName } from "../runtime/operations";
import type { RouteResponse } from "../runtime/wire";
import type { Fields, Values } from "./fields";
import type { RouteCall, Handler, Route, SimRequest } from "./route";
import { routeOf } from "./serve";
import type { Body, Named, None, ServiceFacts, Shown } from "./serve";

/** An action of the signed-retry pattern. */
interface Action<Data, Result> {
  /** Acts at once, and returns the body of the success. Returns `undefined` if a signature is necessary. */
  actUnsigned?: () => Promise<Shown<Result> | undefined>;
  /** Checks the initial request. Returns plain data for `perform`, which runs with the signed request. */
  prepare: () => SignedAction<Data> | Promise<SignedAction<Data>>;
  /** The active sessions of the wallet that may sign. Default: all. */
  mayBeSignedBy?: (session: SessionRecord) => boolean;
  /** Executes the action, and returns the body of the success. It repeats the checks, because the state may have changed. */
  perform: (data: Data) => Body<Result>;
}

/** Serves an operation of the signed-retry pattern. The handler returns its action. */
export function serveSigned<
  Params,
  Result,
  Name extends OperationName,
  Http extends HttpOperation,
  F extends Fields = None,
  Data = null,
>(
  operation: Operation<Params, Result, Name, Http> & { signed?: object },
  service: ServiceFacts<F> & Named<Params>,
  handler: (world: World, call: RouteCall<Http, Values<F>>) => Action<Data, NoInfer<Result>>,
): Route<Name> {
  // The service calls it with the values that `fields` read.
  const actionOf = handler as unknown as (...given: Parameters<Handler>) => Action<Data, Result>;
  return routeOf(operation, service, (world, call) =>
    signed(world, call.request, service.status, actionOf(world, call)),
  );
}

/** Responds to the initial request of an action with a challenge, and executes the signed request. */
async function signed<Data, Result>(
  world: World,
  request: SimRequest,
  status: number,
  { actUnsigned, prepare, perform, ...action }: Action<Data, Result>,
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
