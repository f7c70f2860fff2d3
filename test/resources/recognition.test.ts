import type { PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import {
  createClient,
  customerParams,
  fakeFetch,
  json,
  quoteParams,
  rejection,
  transfer,
} from "../core/client";
import { genuine, genuineWith } from "./genuine";
import { withValue } from "./methods";
import type { ResponseMismatchEvent } from "../../src/core/types";

type Call = (payments: PaymentsClient) => PromiseLike<unknown>;

const accountId = "InternalAccount:1";
const customerId = "Customer:1";
const clientPublicKey = `04${"0".repeat(128)}`;
const about = { documentType: "PASSPORT", country: "GB" } as const;
const file = new Blob(["%PDF"], { type: "application/pdf" });
const transferOut = {
  source: { accountId: "InternalAccount:i1" },
  destination: { accountId: "ExternalAccount:e1" },
  amount: 1234,
};
const toUma = {
  source: { sourceType: "UMA_ADDRESS", umaAddress: "$ada@example.com" },
  destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com", currency: "EUR" },
  lockedCurrencySide: "RECEIVING",
  lockedCurrencyAmount: 77_777,
} as const;
const usdAccount = {
  currency: "USD",
  accountInfo: {
    accountType: "USD_ACCOUNT",
    accountNumber: "000123456789",
    routingNumber: "021000021",
    beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
  },
} as const;

/** Each write, the member that its response repeats, and another value of it. */
const WRITES: readonly [operation: string, path: string, other: string, call: Call][] = [
  [
    "customers.create",
    "platformCustomerId",
    "bob",
    ({ customers }) => customers.create({ ...customerParams, platformCustomerId: "ada" }),
  ],
  [
    "customers.update",
    "id",
    "Customer:2",
    ({ customers }) => customers.update(customerId, { customerType: "INDIVIDUAL" }),
  ],
  ["customers.delete", "id", "Customer:2", ({ customers }) => customers.delete(customerId)],
  [
    "externalAccounts.create",
    "customerId",
    "Customer:2",
    ({ externalAccounts }) => externalAccounts.create({ customerId, ...usdAccount }),
  ],
  [
    "verifications.create",
    "customerId",
    "Customer:2",
    ({ verifications }) => verifications.create({ customerId }),
  ],
  [
    "beneficialOwners.update",
    "id",
    "BeneficialOwner:2",
    ({ beneficialOwners }) => beneficialOwners.update("BeneficialOwner:1", { roles: ["UBO"] }),
  ],
  [
    "documents.upload",
    "documentHolder",
    "Customer:2",
    ({ documents }) => documents.upload({ ...about, documentHolder: customerId, file }),
  ],
  [
    "documents.replace",
    "id",
    "Document:2",
    ({ documents }) => documents.replace("Document:1", { ...about, file }),
  ],
  ["quotes.create", "source.accountId", "InternalAccount:2", ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "destination.accountId", "ExternalAccount:2", ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "source.umaAddress", "$eve@example.com", ({ quotes }) => quotes.create(toUma)],
  ["quotes.create", "destination.umaAddress", "$eve@example.com", ({ quotes }) => quotes.create(toUma)],
  ["quotes.execute", "id", "Quote:2", ({ quotes }) => quotes.execute("Quote:1")],
  ["transfers.in", "source.accountId", "ExternalAccount:2", ({ transfers }) => transfers.in(transfer)],
  ["transfers.in", "destination.accountId", "InternalAccount:2", ({ transfers }) => transfers.in(transfer)],
  ["transfers.out", "source.accountId", "InternalAccount:2", ({ transfers }) => transfers.out(transferOut)],
  [
    "transfers.out",
    "destination.accountId",
    "ExternalAccount:2",
    ({ transfers }) => transfers.out(transferOut),
  ],
  [
    "transactions.approve",
    "id",
    "Transaction:2",
    ({ transactions }) => transactions.approve("Transaction:1"),
  ],
  [
    "transactions.reject",
    "id",
    "Transaction:2",
    ({ transactions }) => transactions.reject("Transaction:1", { reason: "unknown" }),
  ],
  [
    "internalAccounts.export",
    "id",
    "InternalAccount:2",
    ({ internalAccounts }) => internalAccounts.export(accountId, { clientPublicKey }),
  ],
  [
    "auth.credentials.create",
    "accountId",
    "InternalAccount:2",
    ({ auth }) => auth.credentials.create({ type: "EMAIL_OTP", accountId }),
  ],
  [
    "auth.credentials.challenge",
    "id",
    "AuthMethod:2",
    ({ auth }) => auth.credentials.challenge("AuthMethod:1", { clientPublicKey }),
  ],
  [
    "auth.credentials.challenge",
    "id",
    "AuthMethod:2",
    ({ auth }) => auth.credentials.challenge("AuthMethod:1"),
  ],
  ["sandbox.fund", "id", "InternalAccount:2", ({ sandbox }) => sandbox.fund(accountId, { amount: 1 })],
  [
    "sandbox.send",
    "quoteId",
    "Quote:2",
    ({ sandbox }) => sandbox.send({ quoteId: "Quote:1", currencyCode: "USD", currencyAmount: 1 }),
  ],
  [
    "invitations.create",
    "inviterUma",
    "$eve@example.com",
    ({ invitations }) => invitations.create({ inviterUma: "$ada@example.com" }),
  ],
  [
    "invitations.claim",
    "code",
    "OTHER",
    ({ invitations }) => invitations.claim("K7QX2", { inviteeUma: "$bob@example.com" }),
  ],
  ["invitations.cancel", "code", "OTHER", ({ invitations }) => invitations.cancel("K7QX2")],
  [
    "config.update",
    "umaDomain",
    "other.example",
    ({ config }) => config.update({ umaDomain: "platform.example" }),
  ],
];

/** Each read of one object, the member that its response repeats, and another value of it. */
const READS: readonly [operation: string, path: string, other: string, call: Call][] = [
  ["customers.retrieve", "id", "Customer:2", ({ customers }) => customers.retrieve(customerId)],
  [
    "externalAccounts.retrieve",
    "id",
    "ExternalAccount:2",
    ({ externalAccounts }) => externalAccounts.retrieve("ExternalAccount:1"),
  ],
  [
    "platform.externalAccounts.retrieve",
    "id",
    "ExternalAccount:2",
    ({ platform }) => platform.externalAccounts.retrieve("ExternalAccount:1"),
  ],
  ["quotes.retrieve", "id", "Quote:2", ({ quotes }) => quotes.retrieve("Quote:1")],
  [
    "transactions.retrieve",
    "id",
    "Transaction:2",
    ({ transactions }) => transactions.retrieve("Transaction:1"),
  ],
  [
    "verifications.retrieve",
    "id",
    "Verification:2",
    ({ verifications }) => verifications.retrieve("Verification:1"),
  ],
  [
    "beneficialOwners.retrieve",
    "id",
    "BeneficialOwner:2",
    ({ beneficialOwners }) => beneficialOwners.retrieve("BeneficialOwner:1"),
  ],
  ["documents.retrieve", "id", "Document:2", ({ documents }) => documents.retrieve("Document:1")],
  ["customers.bulk.retrieve", "id", "Job:2", ({ customers }) => customers.bulk.retrieve("Job:1")],
  ["invitations.retrieve", "code", "OTHER", ({ invitations }) => invitations.retrieve("K7QX2")],
  ["tokens.retrieve", "id", "Token:2", ({ tokens }) => tokens.retrieve("Token:1")],
];

/** Each payment, the amount that its response should repeat, and the amount that was asked for. */
const AMOUNTS: readonly [operation: string, path: string, asked: number, call: Call][] = [
  ["quotes.create", "totalSendingAmount", 5_000, ({ quotes }) => quotes.create(quoteParams)],
  ["quotes.create", "totalReceivingAmount", 77_777, ({ quotes }) => quotes.create(toUma)],
  ["transfers.in", "receivedAmount.amount", 1_234, ({ transfers }) => transfers.in(transfer)],
  ["transfers.out", "sentAmount.amount", 1_234, ({ transfers }) => transfers.out(transferOut)],
];

/** Makes a call whose genuine response has another value at one path. */
async function madeWith(
  call: Call,
  path: string,
  value: unknown,
  validation: "lenient" | "strict" = "lenient",
) {
  const mismatches: ResponseMismatchEvent[] = [];
  const bodies: unknown[] = [];
  const { fetch, calls } = fakeFetch(async (request) => {
    const response = genuine(request);
    const body = withValue(await response.json(), path, value);
    bodies.push(JSON.parse(JSON.stringify(body)));
    return json(body, response.status);
  });
  const hooks = { onResponseMismatch: (event: ResponseMismatchEvent) => mismatches.push(event) };
  const outcome = await call(createClient({ fetch, hooks, validation })).then(
    (result) => ({ result, error: undefined }),
    (error: unknown) => ({ result: undefined, error }),
  );
  return { ...outcome, calls, issues: mismatches.flatMap(({ issues }) => issues), body: bodies.at(-1) };
}

describe("the response to another request", () => {
  it.each(WRITES)("is not the result of %s: `%s` is %s", async (operation, path, other, call) => {
    const { error, calls, body } = await madeWith(call, path, other);
    expect(error).toMatchObject({
      name: "UnrelatedResponseError",
      code: "UNRELATED_RESPONSE",
      operation,
      outcome: "unknown",
      issues: [{ path, message: expect.stringContaining(`the response says ${JSON.stringify(other)}`) }],
      body,
    });
    expect(calls).toHaveLength(1);
  });

  it.each(READS)("is delivered and reported by %s: `%s` is %s", async (_operation, path, other, call) => {
    const { result, issues, body } = await madeWith(call, path, other);
    expect(result).toEqual(body);
    expect(issues).toMatchObject([{ path, message: expect.stringContaining(other) }]);
  });

  it.each(READS)("is refused in strict mode by %s: `%s` is %s", async (operation, path, other, call) => {
    const { error } = await madeWith(call, path, other, "strict");
    expect(error).toMatchObject({
      name: "ResponseValidationError",
      code: "INVALID_RESPONSE",
      operation,
      issues: [{ path }],
    });
  });

  it("names every member that differs", async () => {
    const source = { sourceType: "ACCOUNT", accountId: "ExternalAccount:2" };
    const destination = { destinationType: "ACCOUNT", accountId: "InternalAccount:2" };
    const { fetch } = fakeFetch(genuineWith({ source, destination }));
    expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
      issues: [{ path: "source.accountId" }, { path: "destination.accountId" }],
    });
  });

  it("is compared with what was sent, though the caller changes the parameters meanwhile", async () => {
    const { fetch } = fakeFetch(genuine);
    const params = { ...transfer };
    const done = createClient({ fetch }).transfers.in(params);
    params.source = { accountId: "ExternalAccount:2" };
    expect(await done).toMatchObject({ source: transfer.source });
  });
});

describe("a genuine response", () => {
  it.each([...WRITES, ...READS])(
    "is the result of %s: `%s` is not %s",
    async (_operation, _path, _other, call) => {
      const { fetch } = fakeFetch(genuine);
      expect(await call(createClient({ fetch, validation: "strict" }))).toBeTypeOf("object");
    },
  );

  it.each(WRITES.filter(([, path]) => path.includes(".")))(
    "of %s may lack `%s`",
    async (_operation, path, _other, call) => {
      for (const absent of [undefined, null]) {
        const { result, body } = await madeWith(call, path, absent);
        expect(result).toEqual(body);
      }
    },
  );

  it("may write ids and addresses in other letters", async () => {
    const { result } = await madeWith(
      ({ quotes }) => quotes.create(toUma),
      "destination.umaAddress",
      "$BOB@Example.com",
    );
    expect(result).toMatchObject({ destination: { umaAddress: "$BOB@Example.com" } });
  });

  it.each(["source.currency", "destination.currency"])("may have another `%s`", async (path) => {
    const { result, body } = await madeWith(({ quotes }) => quotes.create(toUma), path, "MXN");
    expect(result).toEqual(body);
  });

  it("may have an id without a known prefix", async () => {
    const { result } = await madeWith(({ transfers }) => transfers.in(transfer), "id", "0195-no-prefix");
    expect(result).toMatchObject({ id: "0195-no-prefix" });
  });
});

describe("a body that no such operation returns", () => {
  it("has the id of another kind, and a keyed call is sent again", async () => {
    const { error, calls } = await madeWith(({ transfers }) => transfers.in(transfer), "id", "Quote:1");
    expect(error).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
      advice: "retry-later",
      issues: [{ path: "id", message: "is not the id of a Transaction" }],
    });
    expect(calls).toHaveLength(3);
  });

  it.each([{}, { message: "Accepted" }, null, "OK", [], 7])(
    "is %j: a call without a key is not sent again",
    async (body) => {
      const { fetch, calls } = fakeFetch(() => json(JSON.stringify(body)));
      const error = await rejection(createClient({ fetch }).customers.create(customerParams));
      expect(error).toMatchObject({ code: "UNRELATED_RESPONSE", outcome: "unknown", advice: "reconcile" });
      expect(calls).toHaveLength(1);
    },
  );
});

describe("an amount that differs from the request", () => {
  it.each(AMOUNTS)("is delivered and reported by %s: `%s`", async (_operation, path, asked, call) => {
    for (const other of [asked - 1, asked + 1, asked * 2]) {
      const { result, issues, body } = await madeWith(call, path, other);
      expect(result).toEqual(body);
      expect(issues).toEqual([{ path, message: `asked for ${asked}, the response says ${other}` }]);
    }
  });

  it.each(AMOUNTS)("is refused in strict mode by %s: `%s`", async (operation, path, asked, call) => {
    const { error } = await madeWith(call, path, asked + 1, "strict");
    expect(error).toMatchObject({
      name: "ResponseValidationError",
      code: "INVALID_RESPONSE",
      operation,
      outcome: "executed",
      issues: [{ path }],
    });
  });

  it("is not reported if it is the fees", async () => {
    const quote = { totalSendingAmount: 5_025, feesIncluded: 25 };
    const { fetch } = fakeFetch(genuineWith(quote));
    const payments = createClient({ fetch, validation: "strict" });
    expect(await payments.quotes.create(quoteParams)).toMatchObject(quote);
  });
});
