import { memoryLimit, storeLimit } from "payments-sdk/relay";
import type { LimitedCall, RelayOptions, RateStore } from "payments-sdk/relay";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Platform } from "./support";
import type { Customer } from "./support";

const SESSIONS = "GET /auth/sessions";
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
});

describe("memoryLimit", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance", "Date"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const waitOf = (response: Awaited<ReturnType<Platform["call"]>>) =>
    response.status === 429 ? Number(response.headers.get("retry-after")) : undefined;

  it("allows a burst, and then one call after the other, by the monotonic clock", async () => {
    const limit = memoryLimit({ limits: { [SESSIONS]: { calls: 3, window: 10_000 } } });
    const platform = await Platform.create({ limit });
    const call = async () => waitOf(await sessions(platform, platform.ada));
    expect([await call(), await call(), await call()]).toEqual([undefined, undefined, undefined]);
    expect(await call()).toBe(4); // A third of 10 seconds, rounded up.
    // Another time of day changes nothing.
    vi.setSystemTime(Date.now() + 86_400_000);
    expect(await call()).toBe(4);
    vi.advanceTimersByTime(3_333);
    expect(await call()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(await call()).toBeUndefined();
    expect(await call()).toBe(4);
    // Never more at once than the limit, however long nothing came.
    vi.advanceTimersByTime(1_000_000);
    expect([await call(), await call(), await call()]).toEqual([undefined, undefined, undefined]);
    expect(await call()).toBe(4);
  });

  it("counts each user and each limited operation separately, and all others together", async () => {
    const one = { calls: 1, window: 60_000 };
    const platform = await Platform.create({
      limit: memoryLimit({ limits: { [SESSIONS]: one, other: one } }),
    });
    const { ada, mallory } = platform;
    expect((await sessions(platform, ada)).status).toBe(200);
    expect((await sessions(platform, ada)).status).toBe(429);
    expect((await sessions(platform, mallory)).status).toBe(200);
    const balance = (from: Customer) => platform.call("GET", "/customers/internal-accounts", { from });
    expect((await balance(ada)).status).toBe(200);
    const quote = await platform.call("GET", "/quotes/Quote:1", { from: ada });
    expect(quote.status).toBe(429);
  });

  it("distinguishes users by the platform's own id, if it has one", async () => {
    let user = { userId: "user-1", accountIds: ["InternalAccount:1"] };
    const platform = await Platform.create({
      authenticate: () => user,
      limit: memoryLimit({ limits: { other: { calls: 1, window: 60_000 } } }),
    });
    const call = async () => (await platform.call("GET", "/quotes/Quote:1")).status;
    expect([await call(), await call()]).toEqual([404, 429]);
    // The same person with another wallet is the same user.
    user = { userId: "user-1", accountIds: ["InternalAccount:2"] };
    expect(await call()).toBe(429);
    user = { userId: "user-2", accountIds: ["InternalAccount:2"] };
    expect(await call()).toBe(404);
  });

  it("has separate limits for calls that send an email or check a code", async () => {
    const platform = await Platform.create({ limit: memoryLimit() });
    const { ada } = platform;
    const passed = async (method: string, path: string, body?: unknown) => {
      let count = 0;
      for (;;) {
        if ((await platform.call(method, path, { from: ada, body })).status === 429) return count;
        count += 1;
      }
    };
    expect(await passed("POST", "/auth/credentials/AuthMethod:1/challenge")).toBe(5);
    expect(await passed("POST", "/auth/credentials/AuthMethod:1/verify", {})).toBe(10);
    expect(await passed("POST", "/auth/credentials", {})).toBe(10);
    expect(await passed("GET", `/auth/sessions?accountId=none`)).toBe(120);
  });

  it("keeps a bounded number of counters, and drops the least recently used", async () => {
    let userId = "";
    const platform = await Platform.create({
      authenticate: () => ({ userId, accountIds: ["InternalAccount:1"] }),
      limit: memoryLimit({ maxCounters: 2, limits: { other: { calls: 1, window: 60_000 } } }),
    });
    const call = async (who: string) => {
      userId = who;
      return (await platform.call("GET", "/quotes/Quote:1")).status;
    };
    expect([await call("a"), await call("b"), await call("a")]).toEqual([404, 404, 429]);
    // A third counter takes the place of b's: a's was used after it.
    expect(await call("c")).toBe(404);
    expect([await call("a"), await call("b")]).toEqual([429, 404]);
  });
});

describe("storeLimit", () => {
  /** Redis, as far as the two commands of the contract go: `SET key 0 PX ttl NX` and `INCR key`. */
  class Redis {
    now = 1_000_000;
    readonly values = new Map<string, { value: number; endsAt: number }>();

    async set(key: string, value: number, { PX, NX }: { PX: number; NX: true }): Promise<void> {
      const { endsAt = 0 } = this.values.get(key) ?? {};
      if (NX && endsAt > this.now) return;
      this.values.set(key, { value, endsAt: this.now + PX });
    }

    async incr(key: string): Promise<number> {
      const entry = this.values.get(key) ?? { value: 0, endsAt: Infinity };
      entry.value += 1;
      return entry.value;
    }
  }

  const storeOf = (redis: Redis): RateStore => ({
    async increment(key, ttlMs) {
      await redis.set(key, 0, { PX: ttlMs, NX: true });
      return redis.incr(key);
    },
  });

  it("counts across instances, and says when the window ends", async () => {
    const redis = new Redis();
    const options = { limits: { [SESSIONS]: { calls: 2, window: 60_000 } }, now: () => redis.now };
    const platform = await Platform.create({ limit: storeLimit(storeOf(redis), options) });
    const second = await Platform.create({
      ...platform.relayOptions,
      limit: storeLimit(storeOf(redis), options),
    });
    const { ada, mallory } = platform;
    expect((await sessions(platform, ada)).status).toBe(200);
    expect(
      (await second.call("GET", `/auth/sessions?accountId=${ada.accountId}`, { from: ada })).status,
    ).toBe(200);
    const refused = await sessions(platform, ada);
    expect(refused).toMatchObject(tooMany);
    // 1,000 seconds are 16 windows and 40 seconds.
    expect(refused.headers.get("retry-after")).toBe("20");
    expect((await sessions(platform, mallory)).status).toBe(200);
    redis.now += 19_999;
    expect((await sessions(platform, ada)).status).toBe(429);
    redis.now += 1;
    expect((await sessions(platform, ada)).status).toBe(200);
    for (const { endsAt } of redis.values.values()) expect(endsAt).toBeLessThanOrEqual(redis.now + 60_000);
  });

  it("gives each counter a key behind the prefix", async () => {
    const redis = new Redis();
    const limit = storeLimit(storeOf(redis), { prefix: "shop:", now: () => redis.now });
    const request = new Request("https://wallet.example/wallet/quotes/Quote:1");
    for (const userId of ["a", "b:a", "a:b"]) {
      await limit({ user: { userId, accountIds: [] }, operation: "GET /quotes/{id}", request });
      await limit({ user: { userId, accountIds: [] }, operation: "POST /auth/credentials", request });
    }
    const keys = [...redis.values.keys()];
    expect(new Set(keys).size).toBe(6);
    expect(keys.every((key) => key.startsWith("shop:"))).toBe(true);
  });

  it.each([undefined, "1", 0, Number.NaN])("rejects %j as the sum, and nothing is sent", async (sum) => {
    const store = { increment: async () => sum } as unknown as RateStore; // Wrong on purpose.
    const platform = await Platform.create({ limit: storeLimit(store) });
    await expect(sessions(platform, platform.ada)).rejects.toMatchObject({ option: "store.increment" });
  });
});

describe("an invalid option of a limit", () => {
  const limits = { other: { calls: 0, window: 1 } };
  it.each([
    ["calls", () => memoryLimit({ limits })],
    ["window", () => memoryLimit({ limits: { other: { calls: 1, window: 0.5 } } })],
    ["maxCounters", () => memoryLimit({ maxCounters: 0 })],
    ["limits", () => memoryLimit({ limits: { "POST /quote": { calls: 1, window: 1 } } as object })],
    ["calls", () => storeLimit({ increment: () => 1 }, { limits })],
    ["store", () => storeLimit({} as RateStore)],
    ["store", () => storeLimit(undefined as unknown as RateStore)],
  ])("is named: %s", (option, make) => {
    expect(make).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: expect.stringContaining(option) }),
    );
  });
});
