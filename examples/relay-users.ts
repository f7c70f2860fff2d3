/**
 * The platform's own sign-in, as short as it gets: a cookie names a session, and the session knows the user's wallets. Put
 * your session store and your database in its place.
 */
import type { RelayUser } from "payments-sdk/relay";

const sessions = new Map<string, RelayUser>();

/** Signs a user in and returns the value of the cookie; set it with `HttpOnly; Secure; SameSite=Strict; Path=/`. */
export function openSession(user: RelayUser): string {
  const token = crypto.randomUUID();
  sessions.set(token, user);
  return token;
}

/** Who sent a request, or nobody. */
export function userOf(request: Request): RelayUser | undefined {
  const token = /(?:^|;\s*)session=([\w-]+)/.exec(request.headers.get("cookie") ?? "")?.[1];
  return token === undefined ? undefined : sessions.get(token);
}
