/**
 * The program under test in the money run. It pays as docs/guides/money-safety.md says, and writes every result and error.
 * The runtime under test runs it as one bundled file.
 */
import { appendFileSync } from "node:fs";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { isApiError, isPaymentsError, PaymentsClient } from "payments-sdk";
import type { PaymentsError, RequestOptions } from "payments-sdk";
import { memoryStore, Wallet } from "payments-sdk/wallet";
import { ask } from "../support/served";
import { quoteBody } from "../support/parts";
import { planted } from "./planted";
import type { Planted } from "./planted";
import { HELD_UP_MS } from "./types";
import type { CallReport, OperationReport, Order, Payer } from "./types";

/** After this many calls, an operation counts as unresolved. */
const MOST_CALLS = 60;
/** One in this many calls is aborted, at most this long after its start. */
const CALLS_PER_ABORT = 20;
const LATEST_ABORT_MS = 60;
/** Every amount of a run is different, so that it identifies its operation. */
const SMALLEST_AMOUNT = 1_000_000;

const [reports = ""] = process.argv.slice(2);
const input: string[] = [];
for await (const chunk of process.stdin) input.push(String(chunk));
const { world, proxyUrl, seed, operations, concurrency, timeout, isOverUndici, isPlanted }: Order =
  JSON.parse(input.join(""));

// Bun and Deno have no undici that works there.
const transport = isOverUndici ? (await import("payments-sdk/node")).nodeTransport() : undefined;
const connection = { ...world.connection, logLevel: "off" } as const;
const connect = ({ network }: Partial<Planted> = {}) =>
  new PaymentsClient({
    ...connection,
    baseUrl: proxyUrl,
    timeout,
    totalTimeout: 20 * timeout,
    maxRetries: 2,
    retryDelay: (retry) => 5 * retry,
    // The default one opens a connection for each write on Deno, which repeats what a kept connection loses.
    fetch: network?.(fetch),
    transport,
  });
const payments = connect();
/** The sound client is the last. */
const clients: { defect?: Planted; payments?: PaymentsClient }[] = isPlanted
  ? [...planted.map((defect) => ({ defect, payments: connect(defect) })), {}]
  : [{}];
/** Reads directly, without faults. */
const calm = new PaymentsClient(connection);

const token = (email: string, subject?: string) =>
  ask<string>(world, "/token", { email, ...(subject && { subject }) });

/** The outcome of one step: its result, or how it failed. */
type Ending<T> =
  { readonly value: T } | { readonly result: CallReport["result"]; readonly isRefused?: boolean | undefined };

/** The arguments of each call. */
type CallOptions = Pick<RequestOptions, "headers" | "signal">;

/** The last error of any call. The next abort has it as its reason, as in a batch that stops at its first error. */
let lastError: PaymentsError | undefined;
let calls = 0;

/** The signal of every twentieth call. It aborts during the call. */
function signalOf(name: string): AbortSignal | undefined {
  calls += 1;
  const reason = lastError;
  if (reason === undefined || calls % CALLS_PER_ABORT !== 0) return undefined;
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), (calls * 7 + name.length) % LATEST_ABORT_MS);
  return controller.signal;
}

/** True if the service refused the request with this key. The caller may then use another key. */
const isRefusal = (error: unknown, key: string | undefined) =>
  isApiError(error) && error.idempotencyKey === key && [400, 404, 422].includes(error.status);

/** The calls of one operation, each with a number and a report. */
class Operation {
  readonly name: string;
  readonly defect: Planted | undefined;
  readonly calls: CallReport[] = [];

  constructor(name: string, defect: Planted | undefined) {
    this.name = name;
    this.defect = defect;
  }

  async call<T>(
    name: string,
    key: string | undefined,
    send: (options: CallOptions) => Promise<T>,
    facts: (value: T) => Pick<CallReport, "id" | "amount"> = () => ({}),
  ): Promise<Ending<T>> {
    const call = this.calls.length + 1;
    const report = (rest: Omit<CallReport, "call" | "name" | "key">) =>
      this.calls.push({ call, name, key, ...rest });
    const signal = signalOf(this.name);
    try {
      const faults = this.defect && { "x-faults": this.defect.faults };
      const headers = { "x-operation": this.name, "x-call": String(call), ...faults };
      const value = await send({ headers, signal });
      // A PENDING quote may be an older response, so the outcome stays unknown.
      if (name === "quotes.execute" && isPending(value)) {
        report({ result: "unknown", error: "the quote is still PENDING" });
        return { result: "unknown" };
      }
      report({ result: "succeeded", ...facts(value) });
      return { value };
    } catch (error) {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      // The reason of the signal is the error of another call.
      if (!isPaymentsError(error) || error === signal?.reason) {
        const result = "no-error-of-this-call";
        report({ result, error: text.slice(0, 400) });
        return { result };
      }
      lastError = error;
      const misread = this.defect?.misread?.(error);
      if (misread !== undefined && "value" in misread) {
        report({ result: "succeeded" });
        return { value: misread.value as T }; // The defect: the result is no such thing.
      }
      const { idempotencyKey: errorKey, code } = error;
      const { outcome: result } = misread ?? error;
      report({ result, errorKey, error: `${code} ${text}`.slice(0, 400) });
      return { result, isRefused: isRefusal(error, key) };
    }
  }

  /**
   * A call with a key. It keeps the key until the outcome is known. After `not-executed` it takes a new key, if no earlier call
   * with the key is open or the service refused the request.
   */
  async surely<T>(
    name: string,
    send: (options: CallOptions & { readonly idempotencyKey: string }) => Promise<T>,
    facts: (value: T) => Pick<CallReport, "id" | "amount">,
  ): Promise<T | undefined> {
    let keys = 1;
    let isOpen = false;
    while (this.calls.length < MOST_CALLS) {
      const key = `${seed}-${this.name}-${name}-${keys}`;
      const ending = await this.call(name, key, (rest) => send({ idempotencyKey: key, ...rest }), facts);
      if ("value" in ending) return ending.value;
      if (ending.result !== "not-executed") isOpen = true;
      else if (!isOpen || ending.isRefused) {
        keys += 1;
        isOpen = false;
      }
    }
    return undefined;
  }
}

const isPending = (value: unknown) => Object(value).status === "PENDING";
const idOf = (value: { id?: unknown }) => (typeof value?.id === "string" ? value.id : undefined);
const amountOf = (value: { amount?: unknown } | undefined | null) =>
  typeof value?.amount === "number" ? value.amount : undefined;

/** A customer's wallet in this program. It signs in again when needed. */
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
        // A fault with a wrong clock may have ended the session. The service's own responses correct the clock.
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

async function transfer(operation: Operation, amount: number, client: PaymentsClient): Promise<boolean> {
  const bankId = world.bankIds[amount % world.bankIds.length] ?? "";
  const params = { source: { accountId: world.accountId }, destination: { accountId: bankId }, amount };
  const done = await operation.surely(
    "transfers.out",
    (options) => client.transfers.out(params, options),
    (value) => ({ id: idOf(value), amount: "sentAmount" in value ? amountOf(value.sentAmount) : undefined }),
  );
  return done !== undefined;
}

async function quote(operation: Operation, amount: number, page: Page | undefined): Promise<boolean> {
  const from = page?.owner.accountId ?? world.accountId;
  const to = page?.owner.bankId ?? world.abroadIds[amount % world.abroadIds.length] ?? "";
  const params = quoteBody(from, to, amount);
  const facts = (value: { id?: unknown; totalSendingAmount?: unknown }) => ({
    id: idOf(value),
    amount: typeof value?.totalSendingAmount === "number" ? value.totalSendingAmount : undefined,
  });
  const made = await operation.surely(
    "quotes.create",
    (options) => payments.quotes.create(params, options),
    facts,
  );
  if (made === undefined) return false;
  // The wallet gets only the id, so it reads the quote first.
  const isById = amount % 2 === 0;
  const done = await operation.surely(
    "quotes.execute",
    (options) =>
      page === undefined
        ? payments.quotes.execute(made.id, {}, options)
        : page.wallet.executeQuote(isById ? made.id : made, options),
    facts,
  );
  return done !== undefined;
}

/** Registers another credential and revokes it: two signed requests without a key. */
async function credential(operation: Operation, page: Page): Promise<boolean> {
  const { email, accountId, credentialId: main } = page.owner;
  /**
   * The objects that this operation created, read without faults. The guide shows this way for calls without a key. Delayed requests
   * have arrived by then.
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
      (options) => page.wallet.credentials.register({ type: "OAUTH", oidcToken }, options),
      (value) => ({ id: idOf(value) }),
    );
    if ("value" in ending) id = ending.value.id;
    else if (ending.result !== "not-executed") id = await existing();
  }
  let isOpen = false;
  while (id !== undefined && operation.calls.length < MOST_CALLS) {
    const extra = id;
    const ending = await operation.call("credentials.revoke", undefined, (options) =>
      page.wallet.credentials.revoke(extra, options),
    );
    if ("value" in ending) return true;
    if (ending.result !== "not-executed") isOpen = true;
    if (isOpen && (await existing()) === undefined) return true;
  }
  return false;
}

/** Creates, changes and deletes a customer: three requests without a key. */
async function customer(operation: Operation): Promise<boolean> {
  const platformCustomerId = `${seed}-${operation.name}`;
  const params = { customerType: "INDIVIDUAL", platformCustomerId, region: "US", fullName: "Ada" } as const;
  const existing = async () => {
    await wait(HELD_UP_MS);
    return (await calm.customers.list({ platformCustomerId })).data[0]?.id;
  };
  const facts = (value: { id?: unknown }) => ({ id: idOf(value) });
  let id: string | undefined;
  while (id === undefined && operation.calls.length < MOST_CALLS) {
    const create = (options: CallOptions) => payments.customers.create(params, options);
    const ending = await operation.call("customers.create", undefined, create, facts);
    if ("value" in ending) ({ id } = ending.value);
    else if (ending.result !== "not-executed") id = await existing();
  }
  if (id === undefined) return false;
  const made = id;
  const change = { customerType: "INDIVIDUAL", fullName: "Grace" } as const;
  let isChanged = false;
  while (!isChanged && operation.calls.length < MOST_CALLS) {
    const update = (options: CallOptions) => payments.customers.update(made, change, options);
    isChanged = "value" in (await operation.call("customers.update", undefined, update, facts));
  }
  let isOpen = false;
  while (isChanged && operation.calls.length < MOST_CALLS) {
    const remove = (options: CallOptions) => payments.customers.delete(made, options);
    const ending = await operation.call("customers.delete", undefined, remove, facts);
    if ("value" in ending) return true;
    if (ending.result !== "not-executed") isOpen = true;
    if (isOpen && (await existing()) === undefined) return true;
  }
  return false;
}

/** Of ten operations, 1 is a customer, 1 a credential, 3 are wallet payments, 2 the platform's quotes and 3 transfers. */
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
  "customer",
] as const;

const numbers = Array.from({ length: operations }, (_, index) => index).values();
await Promise.all(
  Array.from({ length: concurrency }, async (_, worker) => {
    const owner = world.owners[worker % world.owners.length];
    if (owner === undefined) throw new Error("there is no wallet");
    const page = new Page(owner);
    for (const index of numbers) {
      const { defect, payments: client = payments } = clients[index % clients.length] ?? {};
      const kind = (defect === undefined && KINDS[index % KINDS.length]) || "transfer";
      const operation = new Operation(`op-${index}`, defect);
      const amount = SMALLEST_AMOUNT + index;
      const isResolved =
        kind === "transfer"
          ? await transfer(operation, amount, client)
          : kind === "credential"
            ? await credential(operation, page)
            : kind === "customer"
              ? await customer(operation)
              : await quote(operation, amount, kind === "wallet" ? page : undefined);
      const accountId = kind === "wallet" || kind === "credential" ? owner.accountId : world.accountId;
      const { name, calls } = operation;
      const rule = defect?.rule;
      const report: OperationReport = { operation: name, kind, rule, accountId, amount, calls, isResolved };
      appendFileSync(reports, `${JSON.stringify(report)}\n`);
    }
  }),
);
process.exit(0);
