import { PaymentsClient } from "payments-sdk";
import type { FetchLike } from "payments-sdk";
import { createWalletRelay, memoryLimit, storeLimit } from "payments-sdk/relay";
import type { LimitedCall, RateLimits, RelayEvent, RelayUser } from "payments-sdk/relay";
import { describe, expect, it, vi } from "vitest";
import { Platform, relayAddress } from "./support";

const callOf = (user: RelayUser): LimitedCall => ({
  user,
  operation: "GET /quotes/{id}",
  request: new Request(`${relayAddress}/quotes/Quote:1`),
});

describe("a counter of calls", () => {
  it("has a key of prefix, limit, window and user", async () => {
    const increment = vi.fn(() => 1);
    const limit = storeLimit({ increment }, { now: () => 150_000 });
    const call = callOf({ userId: "ada", accountIds: [] });
    await limit(call);
    await limit({ ...call, operation: "POST /auth/credentials" });
    expect(increment.mock.calls).toEqual([
      ["wallet-relay:other:2:ada", 60_000],
      ["wallet-relay:POST /auth/credentials:2:ada", 60_000],
    ]);
  });

  it.each([() => Number.NaN, () => "noon", () => -1, () => Number.POSITIVE_INFINITY])(
    "needs a clock that returns a time: %s",
    async (wrong) => {
      const now = wrong as () => number; // Wrong on purpose.
      const limit = storeLimit({ increment: () => 1 }, { now });
      await expect(limit(callOf({ accountIds: ["a"] }))).rejects.toMatchObject({
        name: "ConfigurationError",
        option: "now",
      });
    },
  );

  it("belongs to one person, identified by wallets if the platform gives no id", () => {
    const limit = memoryLimit({ limits: { other: { calls: 1, window: 60_000 } } });
    expect(limit(callOf({ accountIds: ["a", "b"] }))).toBeUndefined();
    expect(limit(callOf({ accountIds: ["ab"] }))).toBeUndefined();
    expect(limit(callOf({ accountIds: ["a", "b"] }))).toMatchObject({ retryAfter: expect.any(Number) });
  });

  it("needs an object as limit, and has the default without one", async () => {
    const limitsOf = (limit: unknown) => ({ limits: { "POST /quotes": limit } as RateLimits }); // Wrong on purpose.
    expect(() => memoryLimit(limitsOf(5))).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: "limits.POST /quotes" }),
    );
    for (const absent of [null, undefined]) expect(() => memoryLimit(limitsOf(absent))).not.toThrow();
    const limit = memoryLimit({ limits: { other: undefined } as object });
    const call = {
      user: { accountIds: [] },
      operation: "POST /quotes",
      request: new Request("https://a"),
    } as const;
    for (let index = 0; index < 120; index += 1) expect(await limit(call)).toBeUndefined();
    expect(await limit(call)).toMatchObject({ retryAfter: expect.any(Number) });
  });
});

describe("the option `limit`", () => {
  it("may reject a call without a wait", async () => {
    const { relay, ada } = await Platform.create({ limit: () => ({ retryAfter: 0 }) });
    const address = `${relayAddress}/auth/sessions?accountId=${ada.accountId}`;
    const response = await relay(new Request(address, { headers: { cookie: ada.cookie } }));
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("0");
  });
});

describe("the request id", () => {
  it.each([
    ["Request:1", "Request:1"],
    ["Bearer token", undefined],
    ["token, or more", undefined],
    ["a".repeat(101), undefined],
  ])("%s appears in the event as %s", async (header, expected) => {
    const events: RelayEvent[] = [];
    const { simulator, relayOptions, ada } = await Platform.create({
      onEvent: (event) => events.push(event),
    });
    const fetch: FetchLike = async (address, init) => {
      const response = await simulator.fetch(address, init);
      return new Response(await response.text(), {
        status: response.status,
        headers: { "content-type": "application/json", "x-request-id": header },
      });
    };
    const client = new PaymentsClient({ ...simulator.clientOptions(), fetch });
    const relay = createWalletRelay({ ...relayOptions, client });
    const address = `${relayAddress}/transactions?accountIdentifier=${ada.accountId}`;
    const response = await relay(new Request(address, { headers: { cookie: ada.cookie } }));
    expect(response.status).toBe(200);
    expect(events).toMatchObject([{ requestId: expected }]);
  });
});
