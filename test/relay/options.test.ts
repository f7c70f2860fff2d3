import { inspect } from "node:util";
import { createWalletRelay, toNodeHandler } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { Platform, relayAddress, relaySecret } from "./support";

describe("the options of a relay", () => {
  it.each([
    ["origins", { origins: ["*"] }],
    ["origins", { origins: ["https://*.wallet.example"] }],
    ["origins", { origins: ["https://wallet.example/"] }],
    ["origins", { origins: ["https://Wallet.example"] }],
    ["origins", { origins: ["wallet.example"] }],
    ["origins", { origins: ["null"] }],
  ])("are checked: %s %j", async (option, wrong) => {
    const platform = await Platform.create();
    const options = { ...platform.relayOptions, ...wrong } as RelayOptions; // Wrong on purpose.
    const build = () => createWalletRelay(options);
    expect(build).toThrow(expect.objectContaining({ name: "ConfigurationError", option }));
  });

  it("are for a relay: a handler of nothing is refused", () => {
    expect(() => toNodeHandler(undefined as never)).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: "relay" }),
    );
  });

  it("accept the mount point, and bytes as the secret", async () => {
    const platform = await Platform.create();
    const { cookie, accountId } = platform.ada;
    for (const [basePath, address] of [
      ["", "https://wallet.example"],
      ["/api/v1/wallet", "https://wallet.example/api/v1/wallet"],
    ] as const) {
      const relay = createWalletRelay({
        ...platform.relayOptions,
        basePath,
        secret: new TextEncoder().encode(relaySecret),
      });
      const get = (url: string) => relay(new Request(url, { headers: { cookie } }));
      expect((await get(`${address}/auth/sessions?accountId=${accountId}`)).status).toBe(200);
      expect((await get(`${relayAddress}/auth/sessions?accountId=${accountId}`)).status).toBe(404);
    }
  });

  it("are not visible in the relay [AUT-08]", async () => {
    const platform = await Platform.create();
    expect(inspect(platform.relay, { depth: Infinity, showHidden: true })).not.toContain(relaySecret);
  });
});
