import { describe, expect, it } from "vitest";
import { quoteBody } from "../support/parts";
import { nothingThere, Platform } from "./support";

const RETRIEVE = "GET /customers/external-accounts/{externalAccountId}";

/** The rows of all pages of a list. */
async function walk(platform: Platform, path: string, limit: number) {
  const pages: unknown[][] = [];
  let cursor = "";
  do {
    const separator = path.includes("?") ? "&" : "?";
    const address = `${path}${separator}limit=${String(limit)}${cursor}`;
    const { status, body } = await platform.call("GET", address, { from: platform.ada });
    expect(status).toBe(200);
    const page = body as { data: unknown[]; hasMore: boolean; nextCursor?: string };
    pages.push(page.data);
    cursor = page.hasMore ? `&cursor=${encodeURIComponent(page.nextCursor ?? "")}` : "";
  } while (cursor !== "");
  return pages;
}

describe("a payee", () => {
  it("is read by its id, however many the user has", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const payees: string[] = [];
    for (let count = 0; count < 25; count += 1) payees.push(await platform.bankAccount(ada));
    for (const payee of [payees.at(0), payees.at(-1)]) {
      const body = quoteBody(ada.accountId, payee ?? "");
      const exchanges = await platform.exchangesOf(async () => {
        expect((await platform.call("POST", "/quotes", { from: ada, body })).status).toBe(201);
      });
      expect(exchanges.map(({ route }) => route)).toEqual([RETRIEVE, "POST /quotes"]);
    }
  });

  it("is a 404 if it belongs to another customer or the platform, or does not exist", async () => {
    const platform = await Platform.create();
    const { ada, mallory, payments } = platform;
    const ofPlatform = await payments.platform.externalAccounts.create({
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "123456789",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper", birthDate: "1906-12-09" },
      },
    });
    for (const id of [await platform.bankAccount(mallory), ofPlatform.id, "ExternalAccount:none"]) {
      const exchanges = await platform.exchangesOf(async () => {
        const body = quoteBody(ada.accountId, id);
        expect(await platform.call("POST", "/quotes", { from: ada, body })).toMatchObject(nothingThere);
      });
      expect(exchanges.map(({ route }) => route)).toEqual([RETRIEVE]);
    }
  });

  it("is a 400 if it has an id of another kind", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const exchanges = await platform.exchangesOf(async () => {
      const body = quoteBody(ada.accountId, "Customer:1");
      expect((await platform.call("POST", "/quotes", { from: ada, body })).status).toBe(400);
      const other = quoteBody(ada.accountId, platform.mallory.accountId);
      expect(await platform.call("POST", "/quotes", { from: ada, body: other })).toMatchObject(nothingThere);
    });
    expect(exchanges).toEqual([]);
  });

  it("is not passed on if the service returns another customer's, nobody's or another one", async () => {
    const platform = await Platform.create({}, { validation: "lenient" });
    const { ada, mallory } = platform;
    const unknown = { status: 503, body: { code: "OWNERSHIP_UNKNOWN" } };
    for (const [body, expected] of [
      [{ id: "ExternalAccount:1", customerId: mallory.customerId }, nothingThere],
      [{ id: "ExternalAccount:1", customerId: null }, nothingThere],
      [{ id: "ExternalAccount:2", customerId: ada.customerId }, unknown],
    ] as const) {
      platform.simulator.route("GET", "/customers/external-accounts/{id}", () => ({ status: 200, body }));
      const path = "/receiver/external-account/ExternalAccount:1";
      expect(await platform.call("GET", path, { from: ada })).toMatchObject(expected);
    }
  });
});

describe("the payees of a user", () => {
  it("come page by page, only the user's own", async () => {
    const platform = await Platform.create();
    const own: string[] = [];
    for (let count = 0; count < 5; count += 1) {
      own.push(await platform.bankAccount(platform.ada));
      await platform.bankAccount(platform.mallory);
    }
    const pages = await walk(platform, "/customers/external-accounts?currency=USD", 2);
    expect(pages.map((rows) => rows.length)).toEqual([2, 2, 1]);
    const ids = pages.flat().map((row) => (row as { id: string }).id);
    expect(ids.sort()).toEqual(own.sort());
  });

  it("cannot be read for another customer", async () => {
    const platform = await Platform.create();
    const path = `/customers/external-accounts?customerId=${platform.mallory.customerId}`;
    expect((await platform.call("GET", path, { from: platform.ada })).status).toBe(400);
  });
});

describe("the balance of a wallet", () => {
  it("is found on any page, and no page shows another account", async () => {
    const platform = await Platform.create();
    await platform.fund(platform.ada, 1_234_567);
    const pages = await walk(platform, "/customers/internal-accounts", 1);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual([
      expect.objectContaining({
        id: platform.ada.accountId,
        balance: expect.objectContaining({ amount: 1_234_567 }),
      }),
    ]);
    const filtered = await walk(platform, "/customers/internal-accounts?type=EMBEDDED_WALLET", 100);
    expect(filtered.flat()).toHaveLength(1);
  });
});

describe("the activity of a wallet", () => {
  it("comes page by page, newest or oldest first, within dates", async () => {
    const platform = await Platform.create();
    const { ada, mallory, simulator } = platform;
    for (let count = 0; count < 3; count += 1) {
      await platform.fund(ada, 1_000_000);
      await platform.fund(mallory, 1_000_000);
      await simulator.clock.advance("1h");
    }
    const path = `/transactions?accountIdentifier=${ada.accountId}`;
    const pages = await walk(platform, path, 2);
    expect(pages.map((rows) => rows.length)).toEqual([2, 1]);
    const idsOf = (rows: unknown[]) => rows.map((row) => (row as { id: string }).id);
    const oldestFirst = await walk(platform, `${path}&sortOrder=asc`, 100);
    expect(idsOf(oldestFirst.flat())).toEqual(idsOf(pages.flat()).reverse());
    const late = await walk(platform, `${path}&startDate=2026-04-27T10:30:00Z`, 100);
    expect(late.flat()).toHaveLength(1);
  });
});

describe("a receiver and a quote", () => {
  it("are available to their owner", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const bank = await platform.bankAccount(ada);
    const receiver = await platform.call("GET", `/receiver/external-account/${bank}`, { from: ada });
    expect(receiver).toMatchObject({ status: 200, body: { supportedCurrencies: expect.any(Array) } });
    const body = quoteBody(ada.accountId, bank);
    const made = await platform.call("POST", "/quotes", {
      from: ada,
      body,
      headers: { "idempotency-key": "payment-1" },
    });
    expect(made.status).toBe(201);
    const { id } = made.body as { id: string };
    const read = await platform.call("GET", `/quotes/${id}`, { from: ada });
    expect(read).toMatchObject({ status: 200, body: { id, totalSendingAmount: 1_000_000 } });
  });
});
