import { beforeAll, describe, expect, it } from "vitest";
import { quoteBody } from "../support/wallet-owner";
import { clientPublicKey, nothingThere, Platform } from "./support";
import type { Customer } from "./support";
import { routes } from "../support/routes";

const listed = [
  "GET /auth/credentials",
  "POST /auth/credentials",
  "POST /auth/credentials/{id}/challenge",
  "POST /auth/credentials/{id}/verify",
  "DELETE /auth/credentials/{id}",
  "GET /auth/sessions",
  "DELETE /auth/sessions/{id}",
  "POST /auth/sessions/{id}/refresh",
  "POST /internal-accounts/{id}/export",
  "GET /customers/internal-accounts",
  "GET /customers/external-accounts",
  "GET /transactions",
  "GET /receiver/uma/{receiverUmaAddress}",
  "GET /receiver/external-account/{accountId}",
  "POST /quotes",
  "GET /quotes/{quoteId}",
  "POST /quotes/{quoteId}/execute",
];
const served = routes.map(({ method, template }) => `${method} ${template}`);

describe("the relay's table of operations", () => {
  it("contains only operations of the service", () => {
    expect(listed.filter((operation) => !served.includes(operation))).toEqual([]);
    expect(served.length).toBeGreaterThan(40);
  });

  it.each(served.filter((operation) => !listed.includes(operation)))(
    "does not contain %s",
    async (operation) => {
      const platform = await Platform.create();
      const [method = "", template = ""] = operation.split(" ");
      const path = template.replaceAll(/\{\w+\}/g, "Customer:1");
      const body = method === "GET" || method === "DELETE" ? undefined : {};
      const exchanges = await platform.exchangesOf(async () => {
        expect(await platform.call(method, path, { from: platform.ada, body })).toMatchObject(nothingThere);
      });
      expect(exchanges).toEqual([]);
    },
  );
});

/** Whatever a customer owns. */
interface Belongings extends Customer {
  credentialId: string;
  sessionId: string;
  quoteId: string;
  bankId: string;
}

async function belongings(platform: Platform, customer: Customer): Promise<Belongings> {
  await platform.fund(customer);
  const credential = await platform.registerEmail(customer);
  const session = await platform.wallet(customer).signIn({ type: "EMAIL_OTP", otp: platform.code() });
  const quote = await platform.quote(customer);
  const bankId = "accountId" in quote.destination ? String(quote.destination.accountId) : "";
  return { ...customer, credentialId: credential.id, sessionId: session.id, quoteId: quote.id, bankId };
}

type Attempt = (
  victim: Belongings,
  user: Belongings,
) => readonly [method: string, path: string, body?: unknown];
const uri = encodeURIComponent;

/** Every place in which an identifier can stand. */
const attempts: Record<string, Attempt> = {
  "a wallet's challenge": ({ accountId }) => ["POST", "/registration-challenge", { accountId }],
  "a wallet's credentials": ({ accountId }) => ["GET", `/auth/credentials?accountId=${uri(accountId)}`],
  "a credential for a wallet": ({ accountId }) => [
    "POST",
    "/auth/credentials",
    { type: "EMAIL_OTP", accountId },
  ],
  "an identity for a wallet": ({ accountId }) => [
    "POST",
    "/auth/credentials",
    { type: "OAUTH", accountId, oidcToken: "a.b.c" },
  ],
  "a credential's challenge": ({ credentialId }) => ["POST", `/auth/credentials/${credentialId}/challenge`],
  "an encoded credential": ({ credentialId }) => [
    "POST",
    `/auth/credentials/${uri(credentialId)}/challenge`,
    {},
  ],
  "a credential's verification": ({ credentialId }) => [
    "POST",
    `/auth/credentials/${credentialId}/verify`,
    { type: "EMAIL_OTP", otp: "123456", clientPublicKey },
  ],
  "a credential's end": ({ credentialId }) => ["DELETE", `/auth/credentials/${credentialId}`],
  "a wallet's sessions": ({ accountId }) => ["GET", `/auth/sessions?accountId=${uri(accountId)}`],
  "a session's end": ({ sessionId }) => ["DELETE", `/auth/sessions/${sessionId}`],
  "a session's refresh": ({ sessionId }) => [
    "POST",
    `/auth/sessions/${sessionId}/refresh`,
    { clientPublicKey },
  ],
  "a wallet's export": ({ accountId }) => [
    "POST",
    `/internal-accounts/${accountId}/export`,
    { clientPublicKey },
  ],
  "a wallet's activity": ({ accountId }) => ["GET", `/transactions?accountIdentifier=${uri(accountId)}`],
  "a receiver's account": ({ bankId }) => ["GET", `/receiver/external-account/${bankId}`],
  "a quote out of a wallet": ({ accountId }, user) => ["POST", "/quotes", quoteBody(accountId, user.bankId)],
  "a quote to an account": ({ bankId }, user) => ["POST", "/quotes", quoteBody(user.accountId, bankId)],
  "a quote to a wallet": ({ accountId }, user) => ["POST", "/quotes", quoteBody(user.accountId, accountId)],
  "a quote": ({ quoteId }) => ["GET", `/quotes/${quoteId}`],
  "a quote's execution": ({ quoteId }) => ["POST", `/quotes/${quoteId}/execute`],
};

describe("a user", () => {
  let platform: Platform;
  let ada: Belongings;
  let mallory: Belongings;

  beforeAll(async () => {
    platform = await Platform.create();
    ada = await belongings(platform, platform.ada);
    mallory = await belongings(platform, platform.mallory);
  });

  const attempt = (attack: Attempt, victim: Belongings, from: Belongings) => {
    const [method, path, body] = attack(victim, from);
    const headers = path.endsWith("/execute") ? { "service-wallet-signature": "stamp" } : {};
    return platform.call(method, path, { from, body, headers });
  };

  it.each(Object.entries(attempts))(
    "cannot reach %s of another customer, or learn that it exists",
    async (_, attack) => {
      const exchanges = await platform.exchangesOf(async () => {
        expect(await attempt(attack, ada, mallory)).toMatchObject(nothingThere);
      });
      // Nothing but the lookups of what is the user's, and of a quote's owner.
      for (const { method, query, operation } of exchanges) {
        expect(method).toBe("GET");
        expect([mallory.accountId, mallory.customerId, undefined]).toContain(
          query["accountId"] ?? query["customerId"],
        );
        expect(listed.concat("GET /customers/external-accounts/{externalAccountId}")).toContain(operation);
      }
      const unknown: Belongings = {
        ...ada,
        accountId: "InternalAccount:none",
        credentialId: "AuthMethod:none",
        sessionId: "Session:none",
        quoteId: "Quote:none",
        bankId: "ExternalAccount:none",
      };
      expect(await attempt(attack, unknown, mallory)).toMatchObject(nothingThere);
    },
  );

  it.each(Object.entries(attempts).filter(([name]) => name !== "a quote to a wallet"))(
    "reaches their own %s",
    async (_, attack) => {
      const { status } = await attempt(attack, ada, ada);
      expect(status).not.toBe(404);
    },
  );

  it("sees the wallets that the platform names, and no other account of the customer", async () => {
    const all = await platform.payments.internalAccounts.list({ customerId: ada.customerId }).toArray();
    expect(all.length).toBeGreaterThan(1);
    const { body } = await platform.call("GET", "/customers/internal-accounts", { from: ada });
    expect(body).toEqual({ data: [expect.objectContaining({ id: ada.accountId })], hasMore: false });
    const query = `?customerId=${uri(mallory.customerId)}`;
    const foreign = await platform.call("GET", `/customers/internal-accounts${query}`, { from: ada });
    expect(foreign.status).toBe(400);
  });

  it("may look up any UMA address", async () => {
    const [exchange] = await platform.exchangesOf(async () => {
      const { status } = await platform.call("GET", "/receiver/uma/%24nobody%40nowhere.example", {
        from: ada,
      });
      expect(status).toBe(404);
    });
    expect(exchange).toMatchObject({
      path: "/receiver/uma/$nobody@nowhere.example",
      query: { customerId: ada.customerId },
    });
  });

  it("needs a signature for every execution", async () => {
    const execute = await platform.call("POST", `/quotes/${ada.quoteId}/execute`, { from: ada });
    expect(execute).toMatchObject({
      status: 400,
      body: { message: "`Service-Wallet-Signature` is missing" },
    });
  });
});

describe("ownership", () => {
  it("prevents quotes out of managed accounts, which need no signature", async () => {
    const platform = await Platform.create({
      authenticate: () => ({ accountIds, customerId: platform.ada.customerId }),
    });
    const { customerId } = platform.ada;
    const fiat = await platform.payments.internalAccounts.list({ customerId, type: "INTERNAL_FIAT" });
    const managed = fiat.data[0]?.id ?? "";
    const accountIds = [platform.ada.accountId, managed];
    const quote = await platform.payments.quotes.create(quoteBody(managed, platform.ada.accountId));
    const signature = { "service-wallet-signature": "garbage" };
    const response = await platform.call("POST", `/quotes/${quote.id}/execute`, { headers: signature });
    expect(response).toMatchObject(nothingThere);
    expect((await platform.payments.quotes.retrieve(quote.id)).status).toBe("PENDING");
  });

  it("is checked in each of the user's wallets", async () => {
    const platform = await Platform.create({
      authenticate: () => ({ accountIds: [platform.mallory.accountId, platform.ada.accountId] }),
    });
    const credential = await platform.registerEmail(platform.ada);
    const { status } = await platform.call("POST", `/auth/credentials/${credential.id}/challenge`);
    expect(status).toBe(200);
  });

  it("needs the customer for balances and external accounts", async () => {
    const platform = await Platform.create({
      authenticate: () => ({ accountIds: [platform.ada.accountId] }),
    });
    const bank = await platform.bankAccount(platform.ada);
    const body = quoteBody(platform.ada.accountId, bank);
    // Without a customer the service would list the accounts of all: it is not even asked.
    const exchanges = await platform.exchangesOf(async () => {
      expect(await platform.call("GET", "/customers/internal-accounts")).toMatchObject(nothingThere);
      expect(await platform.call("GET", "/customers/external-accounts")).toMatchObject(nothingThere);
      expect(await platform.call("GET", `/receiver/external-account/${bank}`)).toMatchObject(nothingThere);
      expect(await platform.call("POST", "/quotes", { body })).toMatchObject(nothingThere);
    });
    expect(exchanges).toEqual([]);
  });

  it("is checked row by row if the service ignores filters", async () => {
    const platform = await Platform.create();
    const { ada, mallory, simulator } = platform;
    const credential = await platform.registerEmail(ada);
    const own = await platform.registerEmail(mallory);
    const transaction = (accountId: string) => ({
      id: `Transaction:${accountId}`,
      type: "OUTGOING",
      source: { sourceType: "ACCOUNT", accountId },
      destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:1" },
    });
    const everything = (data: unknown[]) => () => ({
      status: 200,
      body: { data, hasMore: false, totalCount: data.length },
    });
    simulator.route("GET", "/auth/credentials", everything([credential, own]));
    const bank = { id: "ExternalAccount:1", customerId: ada.customerId };
    simulator.route("GET", "/customers/external-accounts", everything([bank]));
    simulator.route("GET", "/customers/external-accounts/{id}", () => ({ status: 200, body: bank }));
    simulator.route(
      "GET",
      "/transactions",
      everything([transaction(ada.accountId), transaction(mallory.accountId)]),
    );
    simulator.route(
      "GET",
      "/customers/internal-accounts",
      everything([{ id: ada.accountId }, { id: mallory.accountId }]),
    );

    const challenge = `/auth/credentials/${credential.id}/challenge`;
    expect(await platform.call("POST", challenge, { from: mallory })).toMatchObject(nothingThere);
    expect((await platform.call("POST", challenge, { from: ada })).status).toBe(200);
    const payable = await platform.call("GET", "/receiver/external-account/ExternalAccount:1", {
      from: mallory,
    });
    expect(payable).toMatchObject(nothingThere);

    const read = async (path: string) => (await platform.call("GET", path, { from: mallory })).body;
    const { accountId } = mallory;
    expect(await read(`/auth/credentials?accountId=${accountId}`)).toEqual({ data: [own] });
    expect(await read(`/transactions?accountIdentifier=${accountId}`)).toEqual({
      data: [transaction(accountId)],
      hasMore: false,
    });
    expect(await read("/customers/internal-accounts")).toEqual({ data: [{ id: accountId }], hasMore: false });
    expect(await read("/customers/external-accounts")).toEqual({ data: [], hasMore: false });
  });

  it("separates the idempotency keys of users", async () => {
    const platform = await Platform.create();
    const create = async (from: Customer) => {
      const body = quoteBody(from.accountId, await platform.bankAccount(from));
      return platform.call("POST", "/quotes", { from, body, headers: { "idempotency-key": "the-same-key" } });
    };
    await platform.fund(platform.ada);
    await platform.fund(platform.mallory);
    const first = await create(platform.ada);
    const other = await create(platform.mallory);
    const again = await create(platform.ada);
    expect([first.status, other.status, again.status]).toEqual([201, 201, 201]);
    expect(other.body).toMatchObject({ source: { accountId: platform.mallory.accountId } });
    expect(again.body).toEqual(first.body);
  });
});
