import { describe, expect, it } from "vitest";
import type { FetchLike } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { Wallet } from "payments-sdk/wallet";
import { pageOrigin, Platform, relayAddress } from "./support";

/** Every type of credential. Each can be the first one. */
const types = ["PASSKEY", "EMAIL_OTP", "OAUTH"] as const;
type CredentialType = (typeof types)[number];

async function register(platform: Platform, wallet: Wallet, type: CredentialType) {
  switch (type) {
    case "PASSKEY":
      return wallet.credentials.register({ type, nickname: "My phone" });
    case "EMAIL_OTP":
      return wallet.credentials.register({ type });
    case "OAUTH":
      return wallet.credentials.register({
        type,
        oidcToken: platform.simulator.issueOidcToken({ email: platform.ada.email }),
      });
  }
}

async function signIn(platform: Platform, wallet: Wallet, type: CredentialType) {
  switch (type) {
    case "PASSKEY":
      return wallet.signIn({ type });
    case "EMAIL_OTP":
      return wallet.signIn({ type, otp: platform.code() });
    case "OAUTH":
      return wallet.signIn({
        type,
        oidcToken: platform.simulator.issueOidcToken({ email: platform.ada.email }),
      });
  }
}

describe("a wallet in a page, through the relay", () => {
  it.each(types)(
    "starts with %s, adds the other types with signatures, and signs in with each [SRY-13, CRD-30, AUT-07]",
    async (first) => {
      const platform = await Platform.create();
      const wallet = platform.wallet(platform.ada);
      for (const type of [first, ...types.filter((type) => type !== first)]) {
        await register(platform, wallet, type);
        const session = await signIn(platform, wallet, type);
        expect(session).toMatchObject({ type, accountId: platform.ada.accountId, isActive: true });
      }
      expect((await wallet.credentials.list()).data.map(({ type }) => type)).toHaveLength(3);
      expect((await wallet.sessions.list()).data).toHaveLength(3);
    },
  );

  it("sees its balance, pays, sees the payment, exports, revokes and signs out [SRY-13, QUO-25, AUT-05, WEX-04]", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const bank = await platform.bankAccount(ada);
    const wallet = platform.wallet(ada);
    const email = await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });

    const balances = await platform.call("GET", "/customers/internal-accounts?type=EMBEDDED_WALLET", {
      from: ada,
    });
    expect(balances).toMatchObject({
      status: 200,
      body: { data: [{ id: ada.accountId, balance: { amount: 10_000_000 } }] },
    });

    // Later than the funding: transactions of one instant are sorted by their random ids.
    await platform.simulator.clock.advance("1s");
    const lookup = await platform.call("GET", `/receiver/external-account/${bank}`, { from: ada });
    expect(lookup).toMatchObject({ status: 200, body: { supportedCurrencies: [expect.anything()] } });
    const created = await platform.call("POST", "/quotes", {
      from: ada,
      body: {
        source: { sourceType: "ACCOUNT", accountId: ada.accountId },
        destination: { destinationType: "ACCOUNT", accountId: bank },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1_000_000,
        description: "Rent",
        remittanceInformation: "Invoice 17",
      },
    });
    const quoted = platform.simulator.requests.findLast(({ route }) => route === "POST /quotes");
    expect(quoted).toMatchObject({ body: { remittanceInformation: "Invoice 17" } });
    expect(created).toMatchObject({
      status: 201,
      body: { status: "PENDING", totalSendingAmount: 1_000_000 },
    });
    const paid = await wallet.executeQuote(String(Reflect.get(created.body ?? {}, "id")));
    expect(paid.source).toMatchObject({ accountId: ada.accountId });

    const activity = await platform.call(
      "GET",
      `/transactions?accountIdentifier=${encodeURIComponent(ada.accountId)}&type=OUTGOING&limit=1`,
      { from: ada },
    );
    expect(activity).toMatchObject({
      status: 200,
      body: { data: [{ type: "OUTGOING", description: "Rent", sentAmount: { amount: 1_000_000 } }] },
    });

    expect(await wallet.exportMnemonic()).toMatch(/^\w+( \w+){11,}$/);

    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.credentials.revoke(email.id);
    expect((await wallet.credentials.list()).data.map(({ type }) => type)).toEqual(["PASSKEY"]);
    await wallet.signOut();
    expect(wallet.sessions.held).toEqual([]);
    expect((await wallet.sessions.list()).data).toEqual([]);
  });

  it("works with any instance that has the secret [CRD-30]", async () => {
    const platform = await Platform.create();
    const instances = [createWalletRelay(platform.relayOptions), createWalletRelay(platform.relayOptions)];
    let calls = 0;
    const fetch: FetchLike = (url, init) => {
      calls += 1;
      return (instances[calls % 2] ?? platform.relay)(new Request(url, init));
    };
    const wallet = platform.wallet(platform.ada, { fetch });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.signOut();
    expect(calls).toBeGreaterThan(5);
  });

  it("judges expiry by the service's clock, which the relay forwards [SES-05]", async () => {
    const platform = await Platform.create();
    const wallet = platform.wallet(platform.ada);
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    expect(session.isActive).toBe(true);
    await platform.simulator.clock.advance("15m");
    await wallet.credentials.list();
    await wallet.credentials.list();
    expect(session.isActive).toBe(false);
  });

  it("works in the sandbox, where passkeys name another origin", async () => {
    const origins = [pageOrigin, "https://sandbox.invalid"];
    const platform = await Platform.create({ origins }, {}, { environment: "sandbox" });
    const wallet = platform.wallet(platform.ada, { environment: "sandbox", passkeys: undefined });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.signOut();
    expect((await wallet.credentials.list()).data).toHaveLength(2);
  });

  it("finishes a payment once after its response was lost [QUO-25]", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const quote = await platform.quote(ada);
    const wallet = platform.wallet(ada);
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    platform.simulator.faults.add({
      operation: "POST /quotes/{quoteId}/execute",
      kind: "reset-after",
      times: 1,
    });
    const executions = await platform.exchangesOf(() => wallet.executeQuote(quote.id));
    const keys = executions
      .filter(({ route }) => route === "POST /quotes/{quoteId}/execute")
      .map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const account = await platform.payments.internalAccounts.findWallet(ada.customerId);
    expect(account?.balance.amount).toBe(10_000_000 - quote.totalSendingAmount);
  });

  it("never receives the platform's credentials [AUT-06]", async () => {
    const platform = await Platform.create();
    const { clientId, clientSecret } = platform.simulator.clientOptions();
    const seen: string[] = [];
    const wallet = platform.wallet(platform.ada, {
      fetch: async (url, init) => {
        expect(url.startsWith(`${relayAddress}/`)).toBe(true);
        expect(new Headers(init.headers).has("authorization")).toBe(false);
        const response = await platform.relay(new Request(url, init));
        seen.push(JSON.stringify([...response.headers]), await response.clone().text());
        return response;
      },
    });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
    await wallet.exportMnemonic();
    await wallet.signOut();
    expect(seen.join("\n")).not.toMatch(new RegExp(`${clientSecret}|${clientId}|Basic `));
  });
});
