import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { memoryStore, Wallet } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
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

/** The first frame of each call's stack must be in this file. */
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

  it.each(Object.keys(calls))("%s: no frame of this package is in it", async (name) => {
    async function theCaller(): Promise<void> {
      await calls[name]?.();
    }
    const error = await theCaller().catch((thrown: unknown) => thrown as Error);
    expect(error?.stack).not.toMatch(/\/src\/|node_modules\/ky/);
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

/** A client with a service that knows no resource. */
const real = () => new PaymentsClient({ ...new Simulator().clientOptions(), logLevel: "off" });

describe("a stack", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is not captured for a call that succeeds", async () => {
    const capture = vi.spyOn(Error, "captureStackTrace");
    const payments = real();
    await payments.customers.list();
    await payments.config.retrieve();
    await payments.request("GET", "/customers");
    expect(capture).not.toHaveBeenCalled();
  });

  it("of a list that is refused at once contains the caller's line", () => {
    const refused = () => payments.customers.list({ limit: 101 });
    expect(refused).toThrow(expect.objectContaining({ stack: expect.stringContaining("call-site.test.ts") }));
  });
});

/** Ways to call, each on the line that names it. */
const ways: Readonly<Record<string, (payments: PaymentsClient) => Promise<unknown>>> = {
  async awaited({ quotes }) {
    await quotes.retrieve("Quote:none");
  },
  async later({ quotes }) {
    const running = quotes.retrieve("Quote:none");
    await Promise.resolve();
    await running;
  },
  async then({ quotes }) {
    await quotes.retrieve("Quote:none").then(String);
  },
  async catch({ quotes }) {
    await quotes.retrieve("Quote:none").catch((error: unknown) => {
      throw error;
    });
  },
  async all({ quotes, customers }) {
    await Promise.all([quotes.retrieve("Quote:none"), customers.retrieve("Customer:none")]);
  },
  async allSettled({ quotes }) {
    const [first] = await Promise.allSettled([quotes.retrieve("Quote:none")]);
    throw (first as PromiseRejectedResult).reason;
  },
  async race({ quotes }) {
    await Promise.race([quotes.retrieve("Quote:none")]);
  },
  async forAwait(payments) {
    for await (const row of payments.paginate("/none")) void row;
  },
  async pages(payments) {
    for await (const page of payments.paginate("/none").pages()) void page;
  },
  async toArray(payments) {
    await payments.paginate("/none").toArray();
  },
  async firstPage(payments) {
    await payments.paginate("/none");
  },
  async typed(payments) {
    await payments.typed<{ "/none": { get: object } }>().get("/none");
  },
  async wrapper({ quotes }) {
    const wrapped = async () => quotes.retrieve("Quote:none");
    await wrapped();
  },
  async class({ quotes }) {
    await new (class Service {
      find = async () => await quotes.retrieve("Quote:none");
    })().find();
  },
};

describe("a stack names the caller's line, whatever the way of the call", () => {
  it.each(Object.keys(ways))("%s", async (name) => {
    const error = (await ways[name]?.(real()).catch((thrown: unknown) => thrown)) as Error;
    const [head = "", first = ""] = String(error.stack).split("\n    at ");
    expect(head).toMatch(/^NotFoundError: /);
    expect(first).toMatch(/call-site\.test\.ts/);
    expect(error.stack).toContain(name);
    expect(error.stack).not.toContain("/src/");
  });
});
