import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { memoryStore, Wallet } from "payments-sdk/wallet";
import { afterEach, describe, expect, it } from "vitest";
import { networkError } from "./client";

const payments = new PaymentsClient({
  baseUrl: "https://api.example.com",
  clientId: "id",
  clientSecret: "secret",
  maxRetries: 1,
  retryDelay: () => 0,
  fetch: () => Promise.reject(networkError("ECONNRESET")),
});
const wallet = new Wallet({ client: payments, accountId: "InternalAccount:1", store: memoryStore() });
const transfer = {
  source: { accountId: "InternalAccount:1" },
  destination: { accountId: "ExternalAccount:1" },
  amount: 1,
};
const file = new Blob(["%PDF-"], { type: "application/pdf" });
const aborted = { signal: AbortSignal.abort(new Error("the user left")) };

/** Each call is on a separate line, in a function. Its first stack frame must have the function's name. */
const calls: Readonly<Record<string, () => unknown>> = {
  payment: () => payments.transfers.out(transfer),
  "invalid parameters": () => payments.transfers.out({ ...transfer, amount: 1.5 }),
  "id of another resource": () => payments.quotes.retrieve("Customer:1"),
  "unknown option": () => payments.quotes.retrieve("Quote:1", { timout: 5 } as object),
  "aborted call": () => payments.quotes.retrieve("Quote:1", aborted),
  "first page": () => payments.customers.list(),
  iteration: async () => {
    for await (const row of payments.customers.list()) void row;
  },
  "collected rows": () => payments.customers.list().toArray(),
  "invalid list": () => payments.customers.list({ limit: 101 }),
  upload: () =>
    payments.documents.upload({
      file,
      documentHolder: "Customer:1",
      documentType: "PASSPORT",
      country: "US",
    }),
  wait: () => payments.quotes.waitFor("Quote:1"),
  "raw request": () => payments.request("GET", "/new"),
  decision: () => payments.transactions.approve("Transaction:1"),
  "wallet's balance": () => wallet.balance(),
  "wallet's sign-in": () => wallet.signIn({ type: "EMAIL_OTP", otp: "123456" }),
  "wallet's list": () => wallet.transactions.list(),
  "wallet's sessions": () => wallet.sessions.list(),
};

describe("the stack of an error starts at the caller's line", () => {
  const { stackTraceLimit } = Error;
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit;
  });

  it.each(Object.keys(calls))("%s", async (name) => {
    async function theCaller(): Promise<void> {
      await calls[name]?.();
    }
    const error = await theCaller().catch((thrown: unknown) => thrown as Error);
    const [first = ""] = /\n\s+at .*/.exec(String(error?.stack)) ?? [];
    expect(first).toContain("call-site.test.ts");
    expect(error?.stack).toMatch(/^\w*Error: /);
  });

  it("keeps the cause", async () => {
    const error: unknown = await payments.transfers.out(transfer).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  it("includes the caller's line for an error response", async () => {
    const simulator = new Simulator();
    const real = new PaymentsClient(simulator.clientOptions());
    const error = await real.quotes.retrieve("Quote:none").catch((thrown: unknown) => thrown as Error);
    expect((error as Error).stack).toMatch(/^NotFoundError: .*\n\s+at .*call-site\.test\.ts/);
  });
});
