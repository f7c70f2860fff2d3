import { activeSession, activeSessions, sessionView } from "../../domain/sessions";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";
import { accountOfQuery, signed } from "../wallet-requests";

function list(world: World, call: Call): RouteResponse {
  return ok({ data: activeSessions(world, accountOfQuery(world, call)).map(sessionView) });
}

/** Any active session of the wallet may sign, the one that ends included. */
function revoke(world: World, call: Call): Promise<RouteResponse> {
  return signed(world, call, "REVOKE_SESSION", () => {
    const { accountId, type, id: sessionId } = activeSession(world, parameter(call, "id"));
    return { accountId, type, intent: { sessionId }, data: { sessionId } };
  });
}

/** Sessions (specification, "Session"). */
export const sessionRoutes: readonly Route[] = [
  route("GET", "/auth/sessions", "VIEW", list),
  route("DELETE", "/auth/sessions/{id}", "TRANSACT", revoke),
];
