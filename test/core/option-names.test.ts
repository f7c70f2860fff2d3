/** Unknown options are reported everywhere. Otherwise a misspelt option would have no effect until it is needed. */
import { PaymentsClient } from "payments-sdk";
import { nodeTransport } from "payments-sdk/node";
import { Simulator } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { CLIENT_ID, CLIENT_SECRET, createClient, fakeFetch, json } from "./client";

/** Options that include one that the compiler would reject. */
const unknown = (options: object) => options as never;

const client = createClient({ fetch: () => expect.fail("a request") });
const accountId = "InternalAccount:1";
const wallet = () => new Wallet({ client, accountId });
const transfer = {
  source: { accountId: "InternalAccount:1" },
  destination: { accountId: "ExternalAccount:1" },
  amount: 5,
} as const;

describe("an unknown option", () => {
  it.each<[string, () => unknown, string]>([
    [
      "another spelling",
      () => new Wallet(unknown({ client, accountId, organisationId: "o" })),
      "Unknown option `organisationId` for a wallet with a `client`. Did you mean `organizationId`?",
    ],
    [
      "an option of a wallet with a relay",
      () => new Wallet(unknown({ client, accountId, totalTimeout: 5 })),
      "Unknown option `totalTimeout` for a wallet with a `client`. Known options: accountId,",
    ],
    [
      "a longer name",
      () => nodeTransport(unknown({ keepAliveMs: 5 })),
      "Unknown option `keepAliveMs` for nodeTransport. Did you mean `keepAlive`?",
    ],
    [
      "a name that is like a group",
      () => new Simulator(unknown({ webhookUrl: "https://shop.example" })),
      "Unknown option `webhookUrl` for the simulator. Did you mean `webhooks`?",
    ],
    [
      "a list of a wallet",
      () => wallet().transactions.list({}, unknown({ prefetch: 0 })),
      "Unknown option `prefetch` for wallet.transactions.list. Known options: signal,",
    ],
  ])("is reported with the nearest name, or with all names: %s", (_, run, message) => {
    expect(run).toThrow(message);
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
      "the name of the header",
      () => client.request("POST", "/new", unknown({ idempotency_key: "SENSITIVE" })),
      "Unknown option `idempotency_key` for request. Did you mean `idempotencyKey`?",
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
