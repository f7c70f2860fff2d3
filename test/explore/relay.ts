import { bodies, WALLET } from "./bodies";
import type { Answer, Wire } from "./service";

/** The address of the relay in the page's own platform. */
export const RELAY = "https://platform.test/wallet";

/**
 * The relay passes a request on for the owner of the wallet only, and says who owns the wallet. Its own refusal says nothing:
 * another person asks, or it has looked in vain for the thing that the request names.
 * Requests without a visitor come from the platform itself.
 */
export function relayed({ visitor, path }: Wire, forward: () => Answer): Answer {
  if (visitor === undefined) return forward();
  if (visitor !== "the owner") return { status: 404, body: bodies.error(404, "NOT_FOUND") };
  if (path === "/registration-challenge") return { status: 200, body: { challenge: "Y2hhbGxlbmdl" } };
  const answer = forward();
  return answer.status === 404 ? answer : { ...answer, owns: WALLET };
}
