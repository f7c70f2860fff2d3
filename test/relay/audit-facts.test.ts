import { createWalletRelay } from "payments-sdk/relay";
import type { RelayEvent, RelayOptions } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { Platform, relayAddress } from "./support";

async function recorded() {
  const events: RelayEvent[] = [];
  const platform = await Platform.create({ onEvent: (event) => events.push(event) });
  return { platform, events };
}

describe("the event of a call", () => {
  it("has the duration", async () => {
    const { platform, events } = await recorded();
    const startedAt = performance.now();
    await platform.call("GET", "/nothing", { from: platform.ada });
    expect(events[0]?.durationMs).toBeLessThanOrEqual(performance.now() - startedAt);
  });

  it("has outcome unknown if the service's response cannot be forwarded", async () => {
    const { platform, events } = await recorded();
    const { ada, simulator } = platform;
    simulator.route("GET", "/transactions", () => ({ status: 200, body: { data: "none" } }));
    const path = `/transactions?accountIdentifier=${ada.accountId}`;
    expect((await platform.call("GET", path, { from: ada })).status).toBe(502);
    expect(events).toMatchObject([{ status: 502, code: "BAD_GATEWAY", outcome: "unknown" }]);
  });

  it("has outcome unknown if the relay fails after the call", async () => {
    const { platform, events } = await recorded();
    const { ada, relayOptions } = platform;
    // As a client of another copy of the package: nothing is known about its results.
    const client = { request: async () => ({}), serviceTime: () => undefined };
    const options = { ...relayOptions, client: client as unknown as RelayOptions["client"] };
    const request = new Request(`${relayAddress}/receiver/uma/$ada@wallet.example`, {
      headers: { cookie: ada.cookie },
    });
    await expect(createWalletRelay(options)(request)).rejects.toThrow(TypeError);
    expect(events).toMatchObject([{ status: 500, outcome: "unknown" }]);
  });
});

describe("the relay", () => {
  it("does not read the body of a GET, whatever its headers announce", async () => {
    const { platform } = await recorded();
    const { ada } = platform;
    const path = `/auth/sessions?accountId=${ada.accountId}`;
    const headers = { "content-encoding": "gzip" };
    expect((await platform.call("GET", path, { from: ada, headers })).status).toBe(200);
  });

  it.each(["", null, 5])("rejects %j as `userId`", async (userId) => {
    const { platform } = await recorded();
    const { ada, relayOptions } = platform;
    const authenticate = () => ({ accountIds: [ada.accountId], userId: userId as string }); // Wrong on purpose.
    const relay = createWalletRelay({ ...relayOptions, authenticate });
    const request = new Request(`${relayAddress}/auth/sessions?accountId=${ada.accountId}`);
    await expect(relay(request)).rejects.toMatchObject({ option: "authenticate" });
  });

  it.each(["limit", "onEvent"])("requires a function as its option %s", async (option) => {
    const { platform } = await recorded();
    const options = { ...platform.relayOptions, [option]: "always" };
    expect(() => createWalletRelay(options)).toThrow(expect.objectContaining({ option }));
  });

  it.each(["nativeOrigins", "topOrigins"])("requires a list as its option %s", async (option) => {
    const { platform } = await recorded();
    const options = { ...platform.relayOptions, [option]: "https://localhost" };
    expect(() => createWalletRelay(options)).toThrow(expect.objectContaining({ option }));
  });
});
