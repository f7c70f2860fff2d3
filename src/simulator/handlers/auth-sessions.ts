import { invalidInput } from "../problem";
import { QueryReader } from "../read";
import { noContent, ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { activeSessionsOf, findActiveSession, sessionView } from "../state/sessions";
import { signedRetry } from "../state/signed-retry";

/** The account of a list. The contract has no 404 for these lists, so an unknown account is a wrong parameter. */
export function accountOfQuery({ world, request }: Context): string {
  const accountId = new QueryReader(request.query).string("accountId");
  if (!world.internalAccounts.has(accountId)) {
    throw invalidInput(`There is no internal account ${accountId}`, { field: "accountId" });
  }
  return accountId;
}

function list(context: Context): Reply {
  return ok({ data: activeSessionsOf(context.world, accountOfQuery(context)).map(sessionView) });
}

/** Any active session of the wallet may sign, the one that ends included (SES-09). */
function revoke(context: Context): Promise<Reply> {
  const { world } = context;
  return signedRetry(context, () => {
    const session = findActiveSession(world, parameter(context, "id"));
    return {
      accountId: session.accountId,
      type: session.type,
      intent: { action: "REVOKE_SESSION", sessionId: session.id },
      perform: () => {
        world.sessions.delete(findActiveSession(world, session.id).id);
        return noContent();
      },
    };
  });
}

export const sessionRoutes: Route[] = [
  route("GET", "/auth/sessions", list),
  route("DELETE", "/auth/sessions/{id}", revoke),
];
