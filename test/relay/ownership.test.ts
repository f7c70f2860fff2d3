import { beforeAll, describe, expect, it } from "vitest";
import type { RelayUser } from "payments-sdk/relay";
import { routes } from "../support/routes";
import { quoteBody } from "../support/parts";
import { attempts, belongings, listed, operationOf } from "./attempts";
import type { Attempt, Belongings } from "./attempts";
import { nothingThere, Platform } from "./support";
import type { Customer } from "./support";

const uri = encodeURIComponent;
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

/** The cookie of a user with two wallets: the second is Ada's. */
const twoAccounts = "platform-session=both";

describe("a user", () => {
  let platform: Platform;
  let ada: Belongings;
  let mallory: Belongings;

  const users = new Map<string, RelayUser>();
  beforeAll(async () => {
    const authenticate = (request: Request) => users.get(request.headers.get("cookie") ?? "");
    platform = await Platform.create({ authenticate });
    const customers = [platform.ada, platform.mallory];
    for (const { cookie, accountId, customerId } of customers)
      users.set(cookie, { accountIds: [accountId], customerId });
    const accountIds = customers.map(({ accountId }) => accountId).reverse();
    users.set(twoAccounts, { accountIds, customerId: platform.ada.customerId });
    ada = await belongings(platform, platform.ada);
    mallory = await belongings(platform, platform.mallory);
  });

  const attempt = (attack: Attempt, victim: Belongings, from: Belongings, cookie = from.cookie) => {
    const [method, path, body] = attack(victim, from);
    const headers = path.endsWith("/execute") ? { "service-wallet-signature": "stamp" } : {};
    return platform.call(method, path, { from: { ...from, cookie }, body, headers });
  };

  it("is tried at every operation that takes an identifier", () => {
    const addressed = listed.filter((operation) => /\{(?!receiverUma)/.test(operation));
    const tried = Object.values(attempts).map((attack) => operationOf(attack(ada, ada)));
    expect(addressed.filter((operation) => !tried.includes(operation))).toEqual([]);
  });

  it.each(Object.entries(attempts))(
    "cannot reach %s of another customer, or learn that it exists",
    async (_, attack) => {
      const exchanges = await platform.exchangesOf(async () => {
        expect(await attempt(attack, ada, mallory)).toMatchObject(nothingThere);
      });
      // Nothing but the lookups of what is the user's, and of a quote's owner.
      for (const { method, query, route } of exchanges) {
        expect(method).toBe("GET");
        expect([mallory.accountId, mallory.customerId, undefined]).toContain(
          query["accountId"] ?? query["customerId"],
        );
        expect(listed.concat("GET /customers/external-accounts/{externalAccountId}")).toContain(route);
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

  it.each(Object.entries(attempts))("cannot reach %s without a session", async (_, attack) => {
    const exchanges = await platform.exchangesOf(async () => {
      for (const cookie of ["", "platform-session=nobody"])
        expect(await attempt(attack, ada, ada, cookie)).toMatchObject({ status: 401 });
    });
    expect(exchanges).toEqual([]);
  });

  it.each(
    Object.entries(attempts).flatMap(([name, attack]) =>
      name === "a quote to a wallet" ? [] : [["one", name, attack] as const, ["two", name, attack] as const],
    ),
  )("with %s of the accounts reaches %s of their own", async (accounts, _, attack) => {
    const exchanges = await platform.exchangesOf(async () => {
      const { status } = await attempt(attack, ada, ada, accounts === "two" ? twoAccounts : ada.cookie);
      expect(status).not.toBe(404);
    });
    const operation = operationOf(attack(ada, ada));
    if (operation !== undefined) expect(exchanges.map(({ route }) => route)).toContain(operation);
  });

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

  it.each([
    [400, "INVALID_INPUT"],
    [403, "FORBIDDEN"],
    [403, "USER_NOT_READY"],
    [409, "CONFLICT"],
    [423, "LOCKED"],
    [503, "UNAVAILABLE"],
  ])("in one wallet does not depend on another that gets %i %s", async (status, code) => {
    const platform = await Platform.create({
      authenticate: () => ({ accountIds: [frozen.accountId, ada.accountId] }),
    });
    const { ada, mallory: frozen } = platform;
    const credential = await platform.registerEmail(ada);
    platform.simulator.route("GET", "/auth/credentials", ({ query }) => ({
      status: query.get("accountId") === frozen.accountId ? status : 200,
      body:
        query.get("accountId") === frozen.accountId
          ? { status, code, message: "The account is frozen" }
          : { data: [credential] },
    }));
    expect((await platform.call("POST", `/auth/credentials/${credential.id}/challenge`)).status).toBe(200);
    // Nobody knows whether the frozen wallet has another credential.
    const other = await platform.call("POST", "/auth/credentials/AuthMethod:other/challenge");
    expect(other.status).toBeGreaterThanOrEqual(403);
    expect(other.status).not.toBe(404);
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
    const platform = await Platform.create({}, { validation: "lenient" });
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
