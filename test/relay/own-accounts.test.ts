import { describe, expect, it } from "vitest";
import { quoteBody } from "../support/parts";
import { Platform } from "./support";

describe("a user with two accounts", () => {
  /** Ada with her wallet and her account of managed money, both named by the platform. */
  async function withTwoAccounts() {
    let accountIds: string[] = [];
    const platform: Platform = await Platform.create({
      authenticate: () => ({ accountIds, customerId: platform.ada.customerId }),
    });
    const { accountId, customerId } = platform.ada;
    const fiat = await platform.payments.internalAccounts.list({ customerId, type: "INTERNAL_FIAT" });
    const second = fiat.data[0]?.id ?? "";
    accountIds = [accountId, second];
    return { platform, first: accountId, second };
  }

  it("sees both balances", async () => {
    const { platform, first, second } = await withTwoAccounts();
    const { status, body } = await platform.call("GET", "/customers/internal-accounts");
    expect(status).toBe(200);
    const ids = (body as { data: { id: string }[] }).data.map(({ id }) => id);
    expect(ids.sort()).toEqual([first, second].sort());
  });

  it("pays from one to the other without a search in the external accounts", async () => {
    const { platform, first, second } = await withTwoAccounts();
    await platform.fund(platform.ada);
    const exchanges = await platform.exchangesOf(async () => {
      const response = await platform.call("POST", "/quotes", { body: quoteBody(first, second) });
      expect(response).toMatchObject({ status: 201, body: { destination: { accountId: second } } });
    });
    expect(exchanges.map(({ route }) => route)).toEqual(["POST /quotes"]);
  });
});

describe("the customer that `authenticate` names", () => {
  it.each([
    ["/customers/internal-accounts", "GET /customers/internal-accounts"],
    ["/customers/external-accounts", "GET /customers/external-accounts"],
    ["/receiver/uma/$nobody@nowhere.example", "GET /receiver/uma/{receiverUmaAddress}"],
  ])("is used for %s", async (path, route) => {
    const platform = await Platform.create();
    const { customerId } = platform.ada;
    const exchanges = await platform.exchangesOf(() => platform.call("GET", path, { from: platform.ada }));
    expect(exchanges).toEqual([expect.objectContaining({ route, query: { customerId } })]);
  });

  it("must own the external account, and is the customer of a lookup", async () => {
    const platform = await Platform.create();
    const bank = await platform.bankAccount(platform.ada);
    const { customerId } = platform.ada;
    const exchanges = await platform.exchangesOf(async () => {
      const path = `/receiver/external-account/${bank}`;
      expect((await platform.call("GET", path, { from: platform.ada })).status).toBe(200);
    });
    expect(exchanges).toMatchObject([
      { route: "GET /customers/external-accounts/{externalAccountId}" },
      { route: "GET /receiver/external-account/{accountId}", query: { customerId } },
    ]);
  });
});

describe("the activity of a wallet", () => {
  it("has incoming and outgoing payments", async () => {
    const platform = await Platform.create();
    const { ada, mallory } = platform;
    const transaction = (type: "INCOMING" | "OUTGOING", id: string, from: string, to: string) => ({
      id: `Transaction:${id}`,
      type,
      source: { sourceType: "ACCOUNT", accountId: from },
      destination: { destinationType: "ACCOUNT", accountId: to },
    });
    const incoming = transaction("INCOMING", "in", "ExternalAccount:1", ada.accountId);
    const outgoing = transaction("OUTGOING", "out", ada.accountId, "ExternalAccount:1");
    const others = [
      transaction("OUTGOING", "foreign", mallory.accountId, "ExternalAccount:1"),
      // Both records of a payment name both sides; one of the two is Mallory's.
      transaction("INCOMING", "received", ada.accountId, mallory.accountId),
      transaction("OUTGOING", "sent", mallory.accountId, ada.accountId),
    ];
    platform.simulator.route("GET", "/transactions", () => ({
      status: 200,
      body: { data: [incoming, ...others, outgoing], hasMore: false },
    }));
    const path = `/transactions?accountIdentifier=${ada.accountId}`;
    const { body } = await platform.call("GET", path, { from: ada });
    expect(body).toEqual({ data: [incoming, outgoing], hasMore: false });
  });
});
