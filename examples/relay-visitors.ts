/**
 * The platform's own sign-in, as short as it gets: a cookie names a session, and the session knows the visitor's wallets. Put
 * your session store and your database in its place.
 */
import type { RelayVisitor } from "payments-sdk/relay";

const sessions = new Map<string, RelayVisitor>();

/** Signs a visitor in and returns the value of the cookie; set it with `HttpOnly; Secure; SameSite=Strict; Path=/`. */
export function openSession(visitor: RelayVisitor): string {
  const token = crypto.randomUUID();
  sessions.set(token, visitor);
  return token;
}

/** Who sent a request, or nobody. */
export function visitorOf(request: Request): RelayVisitor | undefined {
  const token = /(?:^|;\s*)session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return token === undefined ? undefined : sessions.get(token);
}
