import { readFileSync } from "node:fs";
import type { LimitedCall, RelayOptions } from "payments-sdk/relay";
import { describe, expect, it, vi } from "vitest";
import { limitOf } from "../../examples/relay-worker/limit";
import type { RateLimiters } from "../../examples/relay-worker/limit";
import { Platform } from "./support";
import type { Customer } from "./support";

const sessions = (platform: Platform, from: Customer) =>
  platform.call("GET", `/auth/sessions?accountId=${from.accountId}`, { from });

const tooMany = {
  status: 429,
  body: {
    status: 429,
    code: "RATE_LIMITED",
    message: "Too many calls: wait before the next one",
  },
};

describe("the option `limit`", () => {
  it("receives the user and the operation before the service is asked", async () => {
    const calls: LimitedCall[] = [];
    const platform = await Platform.create({
      limit: async (call) => {
        calls.push(call);
        return { retryAfter: 1.2 };
      },
    });
    const { ada } = platform;
    const exchanges = await platform.exchangesOf(async () => {
      const body = { type: "EMAIL_OTP", accountId: ada.accountId };
      const response = await platform.call("POST", "/auth/credentials", { from: ada, body });
      expect(response).toMatchObject(tooMany);
      expect(response.headers.get("retry-after")).toBe("2");
      expect(response.headers.get("access-control-allow-origin")).toBe("https://wallet.example");
    });
    expect(exchanges).toEqual([]);
    expect(calls).toHaveLength(1);
    const [{ user, operation, request } = {}] = calls;
    expect(user).toEqual({ accountIds: [ada.accountId], customerId: ada.customerId });
    expect(operation).toBe("POST /auth/credentials");
    expect(request?.headers.get("cookie")).toBe(ada.cookie);
    expect(request?.bodyUsed).toBe(false);
  });

  it("costs no timer if it is left out", async () => {
    const platform = await Platform.create();
    const timers = vi.spyOn(globalThis, "setTimeout");
    await sessions(platform, platform.ada);
    // That of `authenticate`.
    expect(timers.mock.calls.filter(([, ms]) => ms === 10_000)).toHaveLength(1);
  });

  it("does not run for calls that are a 404", async () => {
    const limit = vi.fn(() => undefined);
    const platform = await Platform.create({ limit });
    await platform.call("GET", "/nothing", { from: platform.ada });
    await platform.call("GET", "/quotes/Quote:1");
    await platform.call("GET", "/quotes/Quote:1", {
      from: platform.ada,
      headers: { origin: "https://evil.example" },
    });
    expect(limit).not.toHaveBeenCalled();
  });

  it.each([undefined, null])("allows the call if it returns %s", async (decision) => {
    const platform = await Platform.create({ limit: () => decision });
    expect((await sessions(platform, platform.ada)).status).toBe(200);
  });

  it.each([true, false, 1, "", {}, { retryAfter: "1" }, { retryAfter: Number.NaN }, { retryAfter: -1 }])(
    "causes an error if it returns %j, and nothing is sent",
    async (decision) => {
      const limit = (() => decision) as RelayOptions["limit"]; // Wrong on purpose.
      const platform = await Platform.create({ limit });
      const exchanges = await platform.exchangesOf(async () => {
        await expect(sessions(platform, platform.ada)).rejects.toMatchObject({
          name: "ConfigurationError",
          option: "limit",
        });
      });
      expect(exchanges).toEqual([]);
    },
  );

  it("passes its errors to the framework, and nothing is sent", async () => {
    const failure = new Error("the store is away");
    const platform = await Platform.create({ limit: () => Promise.reject(failure) });
    const exchanges = await platform.exchangesOf(async () => {
      await expect(sessions(platform, platform.ada)).rejects.toBe(failure);
    });
    expect(exchanges).toEqual([]);
  });

  it("causes a 503 if it hangs, after the timeout of `authenticate`", async () => {
    const platform = await Platform.create({ limit: () => new Promise(() => {}), authenticateTimeout: 5 });
    const exchanges = await platform.exchangesOf(async () => {
      const response = await sessions(platform, platform.ada);
      expect(response).toMatchObject({ status: 503, body: { code: "LIMIT_TIMEOUT" } });
      expect(response.headers.get("retry-after")).toBe("1");
    });
    expect(exchanges).toEqual([]);
  });

  it("makes the wallet of a page wait before its call succeeds", async () => {
    const waits: number[] = [];
    let isFirst = true;
    const platform = await Platform.create({
      limit: () => {
        const decision = isFirst ? { retryAfter: 7 } : undefined;
        isFirst = false;
        return decision;
      },
    });
    const wallet = platform.wallet(platform.ada, {
      totalTimeout: 60_000,
      hooks: { onRetry: ({ delayMs }) => waits.push(delayMs) },
    });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const registering = wallet.credentials.register({ type: "EMAIL_OTP" });
      while (waits.length === 0) await new Promise((resolve) => setImmediate(resolve));
      // The usual delay, here a millisecond, follows on `Retry-After`.
      expect(waits).toEqual([7_001]);
      await vi.advanceTimersByTimeAsync(7_000);
      expect(
        (await platform.payments.auth.credentials.list({ accountId: platform.ada.accountId })).data,
      ).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(await registering).toMatchObject({ type: "EMAIL_OTP" });
    } finally {
      vi.useRealTimers();
    }
  });

  it("may reject a call without a wait", async () => {
    const platform = await Platform.create({ limit: () => ({ retryAfter: 0 }) });
    const response = await sessions(platform, platform.ada);
    expect([response.status, response.headers.get("retry-after")]).toEqual([429, "0"]);
  });

  it("ends a sign-in under a gesture at once, before the dialog and after it", async () => {
    let limited = "";
    const platform = await Platform.create({
      limit: ({ operation }) => (operation.endsWith(limited) ? { retryAfter: 11 } : undefined),
    });
    limited = "none";
    const { ada, wallet } = await passkeyOf(platform);
    for (const operation of ["/challenge", "/verify"]) {
      limited = operation;
      const waits = vi.spyOn(globalThis, "setTimeout");
      await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toMatchObject({
        code: "RATE_LIMITED",
        outcome: "not-executed",
        retryAfter: 11,
      });
      expect(waits.mock.calls.filter(([, ms]) => ms === 11_001)).toEqual([]);
      waits.mockRestore();
    }
    limited = "none";
    await expect(wallet.signIn({ type: "PASSKEY" })).resolves.toMatchObject({ accountId: ada.accountId });
  });
});

/** A wallet of Ada's with a passkey. */
async function passkeyOf(platform: Platform) {
  const { ada } = platform;
  const wallet = platform.wallet(ada);
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  return { ada, wallet };
}

describe("the recipe for the host's rate limiter", () => {
  const settings = readFileSync(
    new URL("../../examples/relay-worker/wrangler.jsonc", import.meta.url),
    "utf8",
  );
  const rows = [...settings.matchAll(/"name": "([A-Z]+)".*"limit": (\d+), "period": (\d+)/g)];

  /** Counts as the host does, with the numbers of the recipe. */
  function limiters(): RateLimiters {
    const made = rows.map(([, name = "", limit]) => {
      const counts = new Map<string, number>();
      const count = async ({ key }: { key: string }) => {
        counts.set(key, (counts.get(key) ?? 0) + 1);
        return { success: Number(counts.get(key)) <= Number(limit) };
      };
      return [name, { limit: count }];
    });
    return Object.fromEntries(made) as RateLimiters;
  }

  it("allows 5 challenges, 10 verifications and 10 new credentials a minute, for each user", async () => {
    expect(rows.map(([, , , period]) => period)).toEqual(["60", "60", "60"]);
    const platform = await Platform.create({ limit: limitOf(limiters()) });
    const { ada, mallory } = platform;
    const passed = async (path: string, body?: unknown) => {
      for (let count = 0; ; count += 1) {
        const response = await platform.call("POST", path, { from: ada, body });
        if (response.status !== 429) continue;
        expect(response.headers.get("retry-after")).toBe("60");
        return count;
      }
    };
    const challenge = "/auth/credentials/AuthMethod:1/challenge";
    expect(await passed(challenge)).toBe(5);
    expect(await passed("/auth/credentials/AuthMethod:1/verify", {})).toBe(10);
    expect(await passed("/auth/credentials", {})).toBe(10);
    expect((await platform.call("POST", challenge, { from: mallory })).status).toBe(404);
    expect((await sessions(platform, ada)).status).toBe(200);
  });

  it("rejects the call if the limiter fails", async () => {
    const away = { limit: () => Promise.reject(new Error("the limiter is away")) };
    const platform = await Platform.create({
      limit: limitOf({ CHALLENGES: away, VERIFICATIONS: away, REGISTRATIONS: away }),
    });
    const { ada } = platform;
    const challenge = platform.call("POST", "/auth/credentials/AuthMethod:1/challenge", { from: ada });
    await expect(challenge).rejects.toThrow("the limiter is away");
  });
});
