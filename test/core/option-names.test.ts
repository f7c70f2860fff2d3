/** Unknown options are reported everywhere. Otherwise a misspelt option would have no effect until it is needed. */
import { PaymentsClient } from "payments-sdk";
import { nodeFetch } from "payments-sdk/node";
import { createWalletRelay, memoryLimit, storeLimit, toNodeHandler } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
import { verifyWebhook } from "payments-sdk/webhooks";
import { describe, expect, it } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, createClient, fakeFetch, json } from "./client";

/** Options that include one that the compiler would reject. */
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

describe("an unknown option", () => {
  it.each<[string, () => unknown, string]>([
    [
      "PaymentsClient",
      () => createClient(unknown({ maxRetrys: 0 })),
      "Unknown option `maxRetrys` for PaymentsClient. Did you mean `maxRetries`?",
    ],
    [
      "hooks",
      () => createClient(unknown({ hooks: { onErrors: () => {} } })),
      "Unknown option `hooks.onErrors` for `hooks`. Did you mean `onError`?",
    ],
    [
      "Wallet with a client",
      () => new Wallet(unknown({ client, accountId, organisationId: "o" })),
      "Unknown option `organisationId` for a wallet with a `client`. Did you mean `organizationId`?",
    ],
    [
      "Wallet with a client, one of the relay's",
      () => new Wallet(unknown({ client, accountId, totalTimeout: 5 })),
      "Unknown option `totalTimeout` for a wallet with a `client`. Known options: accountId,",
    ],
    [
      "Wallet with a relay",
      () => new Wallet(unknown({ relay: "/wallet", accountId, timeOut: 5 })),
      "Unknown option `timeOut` for a wallet with a `relay`. Did you mean `timeout`?",
    ],
    [
      "indexedDbStore",
      () => indexedDbStore(unknown({ names: "x" })),
      "Unknown option `names` for indexedDbStore. Did you mean `name`?",
    ],
    [
      "browserPasskeys",
      () => browserPasskeys(unknown({ store: false })),
      "Unknown option `store` for browserPasskeys. Did you mean `storage`?",
    ],
    [
      "createWalletRelay",
      () => createWalletRelay(unknown({ ...relay, limits: memoryLimit() })),
      "Unknown option `limits` for createWalletRelay. Did you mean `limit`?",
    ],
    [
      "memoryLimit",
      () => memoryLimit(unknown({ limit: {} })),
      "Unknown option `limit` for memoryLimit. Did you mean `limits`?",
    ],
    [
      "storeLimit",
      () => storeLimit(store, unknown({ maxCounters: 5 })),
      "Unknown option `maxCounters` for storeLimit. Known options: limits, prefix, now",
    ],
    [
      "toNodeHandler",
      () => toNodeHandler(() => Response.json({}), unknown({ onErrors: () => {} })),
      "Unknown option `onErrors` for toNodeHandler. Did you mean `onError`?",
    ],
    [
      "nodeFetch",
      () => nodeFetch(unknown({ keepAliveMs: 5 })),
      "Unknown option `keepAliveMs` for nodeFetch. Did you mean `keepAlive`?",
    ],
    [
      "tls of nodeFetch",
      () => nodeFetch(unknown({ tls: { certs: "x" } })),
      "Unknown option `tls.certs` for `tls`. Did you mean `cert`?",
    ],
    [
      "Simulator",
      () => new Simulator(unknown({ webhookUrl: "https://shop.example" })),
      "Unknown option `webhookUrl` for the simulator. Did you mean `webhooks`?",
    ],
    [
      "delays of Simulator",
      () => new Simulator(unknown({ delays: { transfer: "5m" } })),
      "Unknown option `delays.transfer` for `delays`. Known options: payout",
    ],
    [
      "a list",
      () => client.customers.list({}, unknown({ prefetsh: 0 })),
      "Unknown option `prefetsh` for customers.list. Did you mean `prefetch`?",
    ],
    [
      "a list of a wallet",
      () => wallet().transactions.list({}, unknown({ prefetch: 0 })),
      "Unknown option `prefetch` for wallet.transactions.list. Known options: signal,",
    ],
  ])("is reported by %s", (_, run, message) => {
    expect(run).toThrow(message);
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "a payment",
      () => client.transfers.out(transfer, unknown({ idempotencykey: "SENSITIVE" })),
      "Unknown option `idempotencykey` for transfers.out. Did you mean `idempotencyKey`?",
    ],
    [
      "a raw request",
      () => client.request("POST", "/new", unknown({ idempotency_key: "SENSITIVE" })),
      "Unknown option `idempotency_key` for request. Did you mean `idempotencyKey`?",
    ],
    [
      "waitFor",
      () => client.quotes.waitFor("Quote:1", unknown({ timeoutMs: 5 })),
      "Unknown option `timeoutMs` for quotes.waitFor. Known options: until, onProgress, totalTimeout,",
    ],
    [
      "toArray",
      () => client.customers.list().toArray(unknown({ max: 5 })),
      "Unknown option `max` for customers.list().toArray. Known options: limit",
    ],
    [
      "a payment of a wallet",
      () => wallet().executeQuote("Quote:1", unknown({ idempotencykey: "SENSITIVE" })),
      "Unknown option `idempotencykey` for wallet.executeQuote. Did you mean `idempotencyKey`?",
    ],
    [
      "verifyWebhook",
      () => verifyWebhook("{}", {}, unknown({ publicKeys: ["x"], maxAges: 5 })),
      "Unknown option `maxAges` for verifyWebhook. Did you mean `maxAge`?",
    ],
  ])("is reported by %s, before any request", async (_, run, message) => {
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: "not-executed", message: expect.stringContaining(message) });
    expect(String(error)).not.toContain("SENSITIVE");
  });

  it.each<[string, () => Promise<unknown>, string]>([
    [
      "`onProgress` on a payment",
      () => client.transfers.out(transfer, unknown({ onProgress: 5 })),
      "Unknown option `onProgress` for transfers.out. Known options: signal, timeout, totalTimeout, maxRetries, headers, idempotencyKey",
    ],
    [
      "`prefetch` on a POST",
      () => client.customers.create({ customerType: "INDIVIDUAL" } as never, unknown({ prefetch: 0 })),
      "Unknown option `prefetch` for customers.create. Known options: signal, timeout, totalTimeout, maxRetries, headers",
    ],
    [
      "`onProgress` on a raw upload",
      () => client.request("POST", "/documents", unknown({ form: new FormData(), onProgress: () => {} })),
      "Unknown option `onProgress` for request.",
    ],
    [
      "a key where the service reads none",
      () => client.auth.sessions.revoke("Session:1", { idempotencyKey: "order-1" }),
      "`idempotencyKey` has no effect on auth.sessions.revoke: the service does not read it there",
    ],
    [
      "a signer where the service asks for none",
      () => client.transfers.out(transfer, { signer: { stamp: () => "" } }),
      "`signer` has no effect on transfers.out: the service asks for no signature there",
    ],
  ])("or one of another kind of call is rejected before any request: %s", async (_, run, message) => {
    await expect(run()).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
      message: expect.stringContaining(message),
    });
  });

  it("counts as absent if its value is `undefined` or `null`", async () => {
    const { fetch } = fakeFetch(() => json({}));
    const options = { baseUrl: "https://a.test", clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, fetch };
    const made = new PaymentsClient({ ...options, ...{ maxRetrys: undefined, timeOut: null } });
    expect(await made.request("GET", "/config", unknown({ timeOut: undefined }))).toEqual({});
  });
});
