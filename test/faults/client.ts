/**
 * The program under test of the money run: it pays as docs/guides/money-safety.md says, and writes what it was told. Bundled into
 * one file and started by the runtime that is examined.
 */
import { appendFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { isPaymentsError, PaymentsClient } from "payments-sdk";
import { memoryStore, Wallet } from "payments-sdk/wallet";
import { quoteBody } from "../support/wallet-owner";
import type { CallReport, OperationReport, Order, Payer } from "./types";

/** After so many calls an operation counts as not resolved. */
const MOST_CALLS = 60;
/** Longer than the proxy holds up a request: see `LATE_MS`. */
const HELD_UP_MS = 400;
/** The amounts of a run are all different, so that each names its operation. */
const SMALLEST_AMOUNT = 1_000_000;

const [reports = ""] = process.argv.slice(2);
const input: string[] = [];
for await (const chunk of process.stdin) input.push(String(chunk));
const { world, proxyUrl, seed, operations, concurrency, timeout }: Order = JSON.parse(input.join(""));

const connection = { clientId: world.clientId, clientSecret: world.clientSecret, logLevel: "off" } as const;
const payments = new PaymentsClient({
  ...connection,
  baseUrl: proxyUrl,
  timeout,
  totalTimeout: 20 * timeout,
  maxRetries: 2,
  retryDelay: (retry) => 5 * retry,
});
/** Reads what no fault may touch. */
const calm = new PaymentsClient({ ...connection, baseUrl: world.serviceUrl });

async function token(email: string, subject?: string): Promise<string> {
  const query = new URLSearchParams({ email, ...(subject && { subject }) });
  return (await fetch(`${world.controlUrl}/token?${query}`)).json();
}

/** What became of one step: its result, or the way in which it ended. */
type Ending<T> = { readonly value: T } | { readonly result: CallReport["result"] };

/** The calls of one operation, each with a number and a report. */
class Operation {
  readonly name: string;
  readonly calls: CallReport[] = [];

  constructor(name: string) {
    this.name = name;
  }

  async call<T>(
    name: string,
    key: string | undefined,
    send: (headers: Record<string, string>) => Promise<T>,
    facts: (value: T) => Pick<CallReport, "id" | "amount"> = () => ({}),
  ): Promise<Ending<T>> {
    const call = this.calls.length + 1;
    const report = (rest: Omit<CallReport, "call" | "name" | "key">) =>
      this.calls.push({ call, name, key, ...rest });
    try {
      const value = await send({ "x-operation": this.name, "x-call": String(call) });
      // A quote that is still PENDING may be an older response: whether it was executed is not known.
      if (name === "quotes.execute" && isPending(value)) {
        report({ result: "unknown", error: "the quote is still PENDING" });
        return { result: "unknown" };
      }
      report({ result: "succeeded", ...facts(value) });
      return { value };
    } catch (error) {
      const result = isPaymentsError(error) ? error.outcome : "no-error-of-the-package";
      const code = isPaymentsError(error) ? error.code : "";
      const text = error instanceof Error ? `${error.name} ${code}: ${error.message}` : String(error);
      report({ result, error: text.slice(0, 400) });
      return { result };
    }
  }

  /**
   * A call with a key: the same key until the end is known. After `not-executed` a new key is as good, and is used as long as
   * nothing is open.
   */
  async surely<T>(
    name: string,
    send: (key: string, headers: Record<string, string>) => Promise<T>,
    facts: (value: T) => Pick<CallReport, "id" | "amount">,
  ): Promise<T | undefined> {
    let keys = 1;
    let isOpen = false;
    while (this.calls.length < MOST_CALLS) {
      const key = `${seed}-${this.name}-${name}-${keys}`;
      const ending = await this.call(name, key, (headers) => send(key, headers), facts);
      if ("value" in ending) return ending.value;
      if (ending.result === "no-error-of-the-package") return undefined;
      if (ending.result !== "not-executed") isOpen = true;
      if (!isOpen) keys += 1;
    }
    return undefined;
  }
}

const isPending = (value: unknown) => Object(value).status === "PENDING";
const idOf = (value: { id?: unknown }) => (typeof value?.id === "string" ? value.id : undefined);
const amountOf = (value: { amount?: unknown } | undefined | null) =>
  typeof value?.amount === "number" ? value.amount : undefined;

/** A customer's wallet in this program; it signs in again whenever it must. */
class Page {
  readonly owner: Payer;
  readonly wallet: Wallet;

  constructor(owner: Payer) {
    this.owner = owner;
    const store = memoryStore();
    const shared = { accountId: owner.accountId, store, environment: "production", logLevel: "off" } as const;
    const other = new Wallet({ ...shared, client: calm });
    this.wallet = new Wallet({
      ...shared,
      client: payments,
      onSessionRequired: async () => {
        // A wrong clock on the way may have ended the session; the service's own responses set it right.
        await payments.platform.internalAccounts.list({ currency: "USD" }).then(
          () => {},
          () => {},
        );
        const oidcToken = await token(owner.email);
        await other.signIn({ type: "OAUTH", oidcToken, credentialId: owner.credentialId });
      },
    });
  }
}

async function transfer(operation: Operation, amount: number): Promise<boolean> {
  const params = { source: { accountId: world.accountId }, destination: { accountId: world.bankId }, amount };
  const done = await operation.surely(
    "transfers.out",
    (idempotencyKey, headers) => payments.transfers.out(params, { idempotencyKey, headers }),
    (value) => ({ id: idOf(value), amount: "sentAmount" in value ? amountOf(value.sentAmount) : undefined }),
  );
  return done !== undefined;
}

async function quote(operation: Operation, amount: number, page: Page | undefined): Promise<boolean> {
  const from = page?.owner.accountId ?? world.accountId;
  const to = page?.owner.bankId ?? world.abroadId;
  const params = quoteBody(from, to, amount);
  const facts = (value: { id?: unknown; totalSendingAmount?: unknown }) => ({
    id: idOf(value),
    amount: typeof value?.totalSendingAmount === "number" ? value.totalSendingAmount : undefined,
  });
  const made = await operation.surely(
    "quotes.create",
    (idempotencyKey, headers) => payments.quotes.create(params, { idempotencyKey, headers }),
    facts,
  );
  if (made === undefined) return false;
  // By its id, the wallet reads the quote first.
  const isById = amount % 2 === 0;
  const done = await operation.surely(
    "quotes.execute",
    (idempotencyKey, headers) =>
      page === undefined
        ? payments.quotes.execute(made.id, {}, { idempotencyKey, headers })
        : page.wallet.executeQuote(isById ? made.id : made, { idempotencyKey, headers }),
    facts,
  );
  return done !== undefined;
}

/** Registers a further credential, and revokes it: two signed requests without a key. */
async function credential(operation: Operation, page: Page): Promise<boolean> {
  const { email, accountId, credentialId: main } = page.owner;
  /**
   * What this operation has made, read where no fault is: the way that the guide shows for calls without a key. What was held up on
   * its way has arrived by then.
   */
  const existing = async () => {
    await wait(HELD_UP_MS);
    return (await calm.auth.credentials.list({ accountId })).data.find(({ id }) => id !== main)?.id;
  };
  let id: string | undefined;
  while (id === undefined && operation.calls.length < MOST_CALLS) {
    const oidcToken = await token(email, `${operation.name}-${operation.calls.length}`);
    const ending = await operation.call(
      "credentials.register",
      undefined,
      (headers) => page.wallet.credentials.register({ type: "OAUTH", oidcToken }, { headers }),
      (value) => ({ id: idOf(value) }),
    );
    if ("value" in ending) id = ending.value.id;
    else if (ending.result === "no-error-of-the-package") return false;
    else if (ending.result !== "not-executed") id = await existing();
  }
  let isOpen = false;
  while (id !== undefined && operation.calls.length < MOST_CALLS) {
    const extra = id;
    const ending = await operation.call("credentials.revoke", undefined, (headers) =>
      page.wallet.credentials.revoke(extra, { headers }),
    );
    if ("value" in ending) return true;
    if (ending.result === "no-error-of-the-package") return false;
    if (ending.result !== "not-executed") isOpen = true;
    if (isOpen && (await existing()) === undefined) return true;
  }
  return false;
}

/** A tenth are credentials, three tenths wallet payments, two tenths quotes of the platform, the rest transfers. */
const KINDS = [
  "transfer",
  "wallet",
  "quote",
  "transfer",
  "wallet",
  "transfer",
  "credential",
  "quote",
  "wallet",
  "transfer",
] as const;

const numbers = Array.from({ length: operations }, (_, index) => index).values();
await Promise.all(
  Array.from({ length: concurrency }, async (_, worker) => {
    const owner = world.owners[worker % world.owners.length];
    if (owner === undefined) throw new Error("there is no wallet");
    const page = new Page(owner);
    for (const index of numbers) {
      const kind = KINDS[index % KINDS.length] ?? "transfer";
      const operation = new Operation(`op-${index}`);
      const amount = SMALLEST_AMOUNT + index;
      const isResolved =
        kind === "transfer"
          ? await transfer(operation, amount)
          : kind === "credential"
            ? await credential(operation, page)
            : await quote(operation, amount, kind === "wallet" ? page : undefined);
      const accountId = kind === "wallet" || kind === "credential" ? owner.accountId : world.accountId;
      const { name, calls } = operation;
      const report: OperationReport = { operation: name, kind, accountId, amount, calls, isResolved };
      appendFileSync(reports, `${JSON.stringify(report)}\n`);
    }
  }),
);
process.exit(0);
