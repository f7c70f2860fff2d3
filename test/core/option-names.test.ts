/** An option that has no effect is told, wherever options are taken: a misspelt one would be noticed when it is needed. */
import { PaymentsClient } from "payments-sdk";
import { nodeFetch } from "payments-sdk/node";
import { createWalletRelay, memoryLimit, storeLimit, toNodeHandler } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
import { verifyWebhook } from "payments-sdk/webhooks";
import { describe, expect, it } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, createClient, fakeFetch, json } from "./client";

/** Options with one that the compiler does not let pass. */
const unknown = (options: object) => options as never;

const client = createClient({ fetch: () => expect.fail("a request") });
const accountId = "InternalAccount:1";
const relay = {
  client,
  authenticate: () => undefined,
  origins: ["https://app.example"],
  secret: "0".repeat(32),
};
const wallet = () => new Wallet({ client, accountId });
const transfer = {
  source: { accountId: "InternalAccount:1" },
  destination: { accountId: "ExternalAccount:1" },
  amount: 5,
} as const;
const store = { increment: async () => 1 };

describe("an option that there is not", () => {
  it.each<[string, () => unknown, string]>([
    [
      "PaymentsClient",
      () => createClient(unknown({ maxRetrys: 0 })),
      "`maxRetrys` is not an option of the client; did you mean `maxRetries`?",
    ],
    [
      "hooks",
      () => createClient(unknown({ hooks: { onErrors: () => {} } })),
      "`hooks.onErrors` is not a hook of the client; did you mean `onError`?",
    ],
    [
      "Wallet with a client",
      () => new Wallet(unknown({ client, accountId, organisationId: "o" })),
      "`organisationId` is not an option of a wallet with a `client`; did you mean `organizationId`?",
    ],
    [
      "Wallet with a client, one of the relay's",
      () => new Wallet(unknown({ client, accountId, totalTimeout: 5 })),
      "`totalTimeout` is not an option of a wallet with a `client`; there are accountId,",
    ],
    [
      "Wallet with a relay",
      () => new Wallet(unknown({ relay: "/wallet", accountId, timeOut: 5 })),
      "`timeOut` is not an option of a wallet with a `relay`; did you mean `timeout`?",
    ],
    [
      "indexedDbStore",
      () => indexedDbStore(unknown({ names: "x" })),
      "`names` is not an option of indexedDbStore; did you mean `name`?",
    ],
    [
      "browserPasskeys",
      () => browserPasskeys(unknown({ store: false })),
      "`store` is not an option of browserPasskeys; did you mean `storage`?",
    ],
    [
      "createWalletRelay",
      () => createWalletRelay(unknown({ ...relay, limits: memoryLimit() })),
      "`limits` is not an option of createWalletRelay; did you mean `limit`?",
    ],
    [
      "memoryLimit",
      () => memoryLimit(unknown({ limit: {} })),
      "`limit` is not an option of memoryLimit; did you mean `limits`?",
    ],
    [
      "storeLimit",
      () => storeLimit(store, unknown({ maxCounters: 5 })),
      "`maxCounters` is not an option of storeLimit; there are limits, prefix, now",
    ],
    [
      "toNodeHandler",
      () => toNodeHandler(() => Response.json({}), unknown({ onErrors: () => {} })),
      "`onErrors` is not an option of toNodeHandler; did you mean `onError`?",
    ],
    [
      "nodeFetch",
      () => nodeFetch(unknown({ keepAliveMs: 5 })),
      "`keepAliveMs` is not an option of nodeFetch; did you mean `keepAlive`?",
    ],
    [
      "tls of nodeFetch",
      () => nodeFetch(unknown({ tls: { certs: "x" } })),
      "`tls.certs` is not an option of `tls`; did you mean `cert`?",
    ],
    [
      "Simulator",
      () => new Simulator(unknown({ quoteLifeTime: "5m", quotesLifetime: "5m" })),
      "`quoteLifeTime` is not an option of the simulator; there are environment,",
    ],
    [
      "delays of Simulator",
      () => new Simulator(unknown({ delays: { transfer: "5m" } })),
      "`delays.transfer` is not an option of `delays`; there are transferFailure,",
    ],
    [
      "a list",
      () => client.customers.list({}, unknown({ prefetsh: 0 })),
      "`prefetsh` is not an option of customers.list; did you mean `prefetch`?",
    ],
    [
      "a list of a wallet",
      () => wallet().transactions.list({}, unknown({ prefetch: 0 })),
      "`prefetch` is not an option of wallet.transactions.list; there are signal,",
    ],
  ])("is told by %s", (_, run, message) => {
    expect(run).toThrow(message);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "a payment",
      () => client.transfers.out(transfer, unknown({ idempotencykey: "SENSITIVE" })),
      "`idempotencykey` is not an option of transfers.out; did you mean `idempotencyKey`?",
    ],
    [
      "a raw request",
      () => client.request("POST", "/new", unknown({ idempotency_key: "SENSITIVE" })),
      "`idempotency_key` is not an option of request; did you mean `idempotencyKey`?",
    ],
    [
      "waitFor",
      () => client.quotes.waitFor("Quote:1", unknown({ timeoutMs: 5 })),
      "`timeoutMs` is not an option of quotes.waitFor; did you mean `timeout`?",
    ],
    [
      "toArray",
      () => client.customers.list().toArray(unknown({ max: 5 })),
      "`max` is not an option of customers.list().toArray; there are limit",
    ],
    [
      "a payment of a wallet",
      () => wallet().executeQuote("Quote:1", unknown({ idempotencykey: "SENSITIVE" })),
      "`idempotencykey` is not an option of wallet.executeQuote; did you mean `idempotencyKey`?",
    ],
    [
      "verifyWebhook",
      () => verifyWebhook("{}", {}, unknown({ publicKeys: ["x"], maxAge: 5 })),
      "`maxAge` is not an option of verifyWebhook; did you mean `maxAgeMs`?",
    ],
  ])("is told by %s, before anything is sent", async (_, run, message) => {
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: "not-executed", message: expect.stringContaining(message) });
    expect(String(error)).not.toContain("SENSITIVE");
  });

  it("counts as absent when its value is `undefined` or `null`", async () => {
    const { fetch } = fakeFetch(() => json({}));
    const options = { baseUrl: "http://a.test", clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, fetch };
    const made = new PaymentsClient({ ...options, ...{ maxRetrys: undefined, timeOut: null } });
    expect(await made.request("GET", "/config", unknown({ timeOut: undefined }))).toEqual({});
  });
});
