import { PaymentsClient } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import { expect, it } from "vitest";
import { pageOrigin, Platform } from "../relay/support";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { everyView, expectHidden, plant } from "./plant";

it("the simulator's request log and its status page show no secret of any call [AUT-08]", async () => {
  const platform = await Platform.create();
  const { simulator, ada, payments } = platform;
  const server = await simulator.listen({ statusPage: true });
  const secrets: string[] = [];
  const { fetch, clientId, clientSecret } = simulator.clientOptions();
  secrets.push(clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString("base64"));
  const watched = new PaymentsClient({
    ...simulator.clientOptions(),
    headers: { cookie: "sEcReT-cookie-77", "proxy-authorization": "Basic sEcReT-proxy-77" },
    fetch: async (url, init) => {
      const stamp = new Headers(init.headers).get("service-wallet-signature");
      if (stamp !== null) secrets.push(stamp);
      const response = await fetch(url, init);
      const found = JSON.stringify(
        await response
          .clone()
          .json()
          .catch(() => null),
      ).matchAll(/"(?:clientSecret|encryptedSessionSigningKey)":"([^"]+)"/g);
      secrets.push(...[...found].map(([, value = ""]) => value));
      return response;
    },
  });
  try {
    secrets.push("sEcReT-cookie-77", "sEcReT-proxy-77");
    await watched.tokens.create({ name: "reports", permissions: ["VIEW"] });
    const wallet = new Wallet({
      client: watched,
      accountId: ada.accountId,
      customerId: ada.customerId,
      passkeys: new SoftwareAuthenticator({ origin: pageOrigin }),
      relyingParty: { id: "wallet.example" },
      trustedIssuerKeys: [simulator.walletExportIssuerKey],
    });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await expect(wallet.signIn({ type: "EMAIL_OTP", otp: "000000" })).rejects.toThrow();
    secrets.push(platform.code());
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    const oidcToken = simulator.issueOidcToken({ email: ada.email });
    secrets.push(oidcToken);
    await wallet.credentials.register({ type: "OAUTH", oidcToken });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    secrets.push(await wallet.exportMnemonic());
    await payments.config.retrieve();

    const planted = plant(["as it is", "in JSON"], secrets);
    expect(new Set(secrets).size).toBeGreaterThan(9);
    expectHidden(everyView(simulator.requests), planted, "the request log");
    const root = server.statusPageUrl ?? "";
    const pages = await Promise.all(
      ["requests", "customers", "accounts", "transactions"].map(async (view) =>
        (await globalThis.fetch(`${root}/${view}`)).text(),
      ),
    );
    expect(pages.join("")).toContain("/auth/credentials");
    expectHidden(pages.join("\n"), planted, "the status page");
  } finally {
    await server.close();
  }
});
