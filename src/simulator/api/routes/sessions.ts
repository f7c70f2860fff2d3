import type { Domain } from "../../domain/domain";
import { sessionView } from "../../domain/sessions";
import type { RouteResponse } from "../../runtime/wire";
import { noContent, ok, parameter, route } from "../route";
import type { Call, Route } from "../route";
import { accountOfQuery, signed } from "../wallet-requests";
import type { Signing } from "../wallet-requests";

type Needs = Pick<Domain, "accounts" | "sessions"> & Signing;

function list({ accounts, sessions }: Needs, call: Call): RouteResponse {
  return ok({ data: sessions.activeOf(accountOfQuery(accounts, call)).map(sessionView) });
}

/** Any active session of the wallet may sign, the one that ends included. */
function revoke(needs: Needs): (call: Call) => Promise<RouteResponse> {
  const { sessions, signedRequests } = needs;
  const end = signedRequests.define("REVOKE_SESSION", {
    perform: ({ sessionId }: { sessionId: string }) => {
      sessions.delete(sessions.active(sessionId).id);
      return noContent();
    },
  });
  return (call) =>
    signed(needs, call, () => {
      const { accountId, type, id: sessionId } = sessions.active(parameter(call, "id"));
      return end({ accountId, type, intent: { sessionId }, data: { sessionId } });
    });
}

/** Sessions (specification, "Session"). */
export const sessionRoutes = (needs: Needs): Route[] => [
  route("GET", "/auth/sessions", (call) => list(needs, call)),
  route("DELETE", "/auth/sessions/{id}", revoke(needs)),
];
