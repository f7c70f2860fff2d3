import { inspect } from "node:util";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { Platform, relayAddress, relaySecret } from "./support";

describe("the options of a relay", () => {
  it.each([
    ["client", { client: undefined }],
    ["authenticate", { authenticate: undefined }],
    ["origins", { origins: [] }],
    ["origins", { origins: undefined }],
    ["origins", { origins: ["*"] }],
    ["origins", { origins: ["https://*.wallet.example"] }],
    ["origins", { origins: ["https://wallet.example/"] }],
    ["origins", { origins: ["https://Wallet.example"] }],
    ["origins", { origins: ["wallet.example"] }],
    ["origins", { origins: ["null"] }],
    ["secret", { secret: undefined }],
    ["secret", { secret: "too short" }],
    ["secret", { secret: new Uint8Array(31) }],
    ["basePath", { basePath: "wallet" }],
    ["basePath", { basePath: "/wallet/" }],
    ["basePath", { basePath: "/a/../b" }],
    ["challengeLifetime", { challengeLifetime: 0 }],
    ["challengeLifetime", { challengeLifetime: Number.POSITIVE_INFINITY }],
    ["challengeLifetime", { challengeLifetime: 1.5 }],
    ["maxBodyBytes", { maxBodyBytes: -1 }],
    ["maxBodyBytes", { maxBodyBytes: 0 }],
    ["authenticateTimeout", { authenticateTimeout: 0 }],
    ["authenticateTimeout", { authenticateTimeout: Number.NaN }],
    // A timer of the platform would fire at once beyond 2^31 - 1.
    ["authenticateTimeout", { authenticateTimeout: 2_147_483_648 }],
    ["bodyTimeout", { bodyTimeout: -5 }],
    ["bodyTimeout", { bodyTimeout: 2_147_483_648 }],
  ])("are checked: %s %j", async (option, wrong) => {
    const platform = await Platform.create();
    const options = { ...platform.relayOptions, ...wrong } as RelayOptions; // Wrong on purpose.
    const build = () => createWalletRelay(options);
    expect(build).toThrow(expect.objectContaining({ name: "ConfigurationError", option }));
    expect(build).not.toThrow("too short");
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
