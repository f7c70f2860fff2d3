/**
 * Limits the calls of each user that send a mail or check a proof, with the rate limiter of the host. `wrangler.jsonc` has the
 * numbers a minute: 5 challenges, 10 verifications, 10 new credentials.
 */
import type { RelayLimit } from "payments-sdk/relay";

/** A rate limiter of Cloudflare Workers. */
interface RateLimiter {
  limit(call: { key: string }): Promise<{ success: boolean }>;
}

const LIMITERS = {
  "POST /auth/credentials/{id}/challenge": "CHALLENGES",
  "POST /auth/credentials/{id}/verify": "VERIFICATIONS",
  "POST /auth/credentials": "REGISTRATIONS",
} as const;

/** The rate limiters of `wrangler.jsonc`. */
export type RateLimiters = Record<(typeof LIMITERS)[keyof typeof LIMITERS], RateLimiter>;

export function limitOf(limiters: RateLimiters): RelayLimit {
  return async ({ operation, user }) => {
    const name = (LIMITERS as Partial<Record<string, keyof RateLimiters>>)[operation];
    if (name === undefined) return undefined;
    const { success } = await limiters[name].limit({ key: user.userId ?? user.accountIds.join() });
    return success ? undefined : { retryAfter: 60 };
  };
}
