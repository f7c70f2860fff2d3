import { PaymentsClient } from "payments-sdk";
import type { ExternalAccount, Transaction } from "payments-sdk";
import type { Fault, Simulator } from "payments-sdk/simulator";
import { describe, expect, it, vi } from "vitest";
import { faultKinds } from "../../src/simulator/runtime/fault";
import { createSimulator } from "../support/world";
import { filesIn, readProjectFile } from "./source-files";

/** The rows of the table below a heading's first cell, as cells without backticks. */
function tableOf(name: string, firstCell: string): string[][] {
  const table =
    readProjectFile(`docs/guides/${name}.md`).split(`| ${firstCell} |`)[1]?.split("\n\n")[0] ?? "";
  return [...table.matchAll(/^\| (.+) \|$/gm)]
    .map(([, cells = ""]) => cells.split(" | ").map((cell) => cell.replaceAll(/[`*]/g, "").trim()))
    .filter(([cell = ""]) => !/^-+$/.test(cell));
}

interface World {
  readonly simulator: Simulator;
  readonly payments: PaymentsClient;
  readonly accountId: string;
  balance(): Promise<number>;
  /** A bank account in the same currency, or in another one. */
  bank(suffix: string, currency?: "USD" | "GBP"): Promise<ExternalAccount>;
}

/** A platform with 1,000 dollars. */
async function world(options: Parameters<typeof createSimulator>[0] = {}): Promise<World> {
  const simulator = createSimulator({ ...options, quotes: { fees: { rate: 0 }, ...options.quotes } });
  const payments = new PaymentsClient({ ...simulator.clientOptions(), maxRetries: 0 });
  const account = async () => (await payments.platform.internalAccounts.list({ currency: "USD" })).data[0];
  const accountId = (await account())?.id ?? "";
  await payments.sandbox.fund(accountId, { amount: 1_000_00 });
  return {
    simulator,
    payments,
    accountId,
    balance: async () => (await account())?.balance.amount ?? Number.NaN,
    bank: (suffix, currency = "USD") => {
      const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } as const;
      const accountNumber = `12345${suffix}`;
      return payments.platform.externalAccounts.create(
        currency === "USD"
          ? {
              currency,
              accountInfo: {
                accountType: "USD_ACCOUNT",
                accountNumber,
                routingNumber: "021000021",
                beneficiary,
              },
            }
          : {
              currency,
              accountInfo: { accountType: "GBP_ACCOUNT", accountNumber, sortCode: "123456", beneficiary },
            },
      );
    },
  };
}

/** The status of a transaction, and of its refund. */
const shown = (transaction: Transaction) =>
  transaction.type === "OUTGOING" && transaction.refund
    ? `${transaction.status} refund ${transaction.refund.status}`
    : transaction.status;

describe("the table of advice", () => {
  it("is the same in AGENTS.md as in its home, the guide to money safety", () => {
    const [, home = ""] =
      /^(\| `advice` \|[^]*?\n)\n/m.exec(readProjectFile("docs/guides/money-safety.md")) ?? [];
    expect(home).toContain('| `"fix"` |');
    expect(readProjectFile("AGENTS.md")).toContain(home);
  });

  it("stands on no other page", () => {
    const others = filesIn(["docs"], [".md"]).filter(({ text }) => text.includes('| `"retry-later"` |'));
    expect(others.map(({ path }) => path)).toEqual(["docs/guides/money-safety.md"]);
  });
});

describe("the table of outcomes in the guide to testing", () => {
  const rows = tableOf("testing-your-integration", "the account ends in");

  it("has the account digits with an effect", () => {
    expect(rows.map(([suffix]) => suffix)).toEqual([
      "002",
      "003",
      "004",
      "005",
      "006",
      "007",
      "anything else",
    ]);
  });

  /** A cell about transfers as statuses: at once, and after the clock moves. */
  const transfers: Record<string, { in: string[]; out: string[] }> = {
    "FAILED: insufficient funds": { in: ["FAILED"], out: ["FAILED"] },
    "FAILED: the account is closed": { in: ["FAILED"], out: ["FAILED"] },
    "in REJECTED, out FAILED and refunded: the bank refuses": {
      in: ["REJECTED"],
      out: ["FAILED refund COMPLETED"],
    },
    "PENDING for 30 seconds, then FAILED, out refunded": {
      in: ["PENDING", "FAILED"],
      out: ["PENDING", "FAILED refund COMPLETED"],
    },
    COMPLETED: { in: ["COMPLETED"], out: ["COMPLETED"] },
  };
  const quotes: Record<string, string[]> = {
    FAILED: ["FAILED"],
    "COMPLETED after 6 minutes": ["PROCESSING", "COMPLETED"],
    "FAILED, refunded": ["FAILED refund COMPLETED"],
    "COMPLETED, 30 seconds later FAILED, refunded": ["COMPLETED", "FAILED refund COMPLETED"],
    "FAILED: cancelled, refunded": ["FAILED refund COMPLETED"],
    "FAILED, and the refund failed too": ["FAILED refund FAILED"],
    COMPLETED: ["COMPLETED"],
  };

  /** The statuses of a payment just before the table's time, and at that time. */
  async function statuses({ simulator, payments }: World, id: string, wait: string): Promise<string[]> {
    const read = async () => shown(await payments.transactions.retrieve(id));
    const seen = [await read()];
    if (wait === "30 seconds") await simulator.clock.advance("29s");
    if (wait === "6 minutes") await simulator.clock.advance("359s");
    seen.push(await read());
    await simulator.clock.advance("1s");
    seen.push(await read());
    return [...new Set(seen)];
  }
  const waitOf = (cell: string) => /30 seconds|6 minutes/.exec(cell)?.[0] ?? "";

  it.each(rows)("matches transfers: %s", async (name, transfer = "") => {
    const suffix = name === "anything else" ? "789" : (name ?? "");
    const { in: expectedIn, out: expectedOut } = transfers[transfer] ?? {};
    const ways = await world();
    const bank = await ways.bank(suffix);
    const wait = waitOf(transfer);
    const pulled = await ways.payments.transfers.in({
      source: { accountId: bank.id },
      destination: { accountId: ways.accountId },
      amount: 100,
    });
    expect(await statuses(ways, pulled.id, wait)).toEqual(expectedIn);
    const pushed = await ways.payments.transfers.out({
      source: { accountId: ways.accountId },
      destination: { accountId: bank.id },
      amount: 100,
    });
    expect(await statuses(ways, pushed.id, wait)).toEqual(expectedOut);
  });

  it.each(["002", "003"])("is followed by the reason of %s, in and out", async (suffix) => {
    const { payments, accountId, bank } = await world();
    const source = { accountId };
    const destination = { accountId: (await bank(suffix)).id };
    const out = await payments.transfers.out({ source, destination, amount: 100 });
    const pulled = await payments.transfers.in({ source: destination, destination: source, amount: 100 });
    expect([out, pulled].map((one) => "failureReason" in one && one.failureReason)).toEqual(
      Array.from({ length: 2 }, () => "QUOTE_EXECUTION_FAILED"),
    );
    const guide = readProjectFile("docs/guides/testing-your-integration.md");
    expect(guide).toContain("does not tell 002 from 003");
    expect(guide).toContain("both get `QUOTE_EXECUTION_FAILED`");
  });

  it.each(rows)("matches quotes: %s", async (name, _transfer, cell = "") => {
    const ways = await world();
    const bank = await ways.bank(name === "anything else" ? "789" : (name ?? ""), "GBP");
    const quote = await ways.payments.quotes.create({
      source: { sourceType: "ACCOUNT", accountId: ways.accountId },
      destination: { destinationType: "ACCOUNT", accountId: bank.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 100,
    });
    const { transactionId } = await ways.payments.quotes.execute(quote.id);
    expect(await statuses(ways, transactionId ?? "", waitOf(cell))).toEqual(quotes[cell]);
  });
});

describe("the table of faults in the guide to testing", () => {
  const rows = tableOf("testing-your-integration", "`kind`");
  const acted: Record<string, number> = {
    no: 0,
    yes: 1,
    "no, or yes with after: true": 0,
    twice: 2,
    "the first time only": 1,
  };
  const kinds = rows.flatMap(([names = "", , did = ""]) =>
    names.split(", ").map((kind) => [kind, did] as const),
  );

  it("lists every kind once", () => {
    expect(kinds.map(([kind]) => kind).sort()).toEqual([...faultKinds].sort());
  });

  /** How often the service acts on one call under a fault. */
  async function timesActed(fault: Pick<Fault, "kind" | "after">): Promise<number> {
    const { simulator, payments, accountId, balance } = await world();
    const before = await balance();
    const seen = simulator.requests.length;
    simulator.faults.add({
      ...(fault.kind === "delay" && { delay: 0 }),
      ...fault,
      operation: "POST /sandbox/internal-accounts/{accountId}/fund",
      times: 1,
    });
    const stop = new AbortController();
    const call = payments.sandbox
      .fund(accountId, { amount: 1 }, { signal: stop.signal })
      .catch(() => undefined);
    await vi.waitFor(() => expect(simulator.requests.length).toBeGreaterThan(seen));
    stop.abort();
    await call;
    return (await balance()) - before;
  }

  it.each(kinds)("states whether the service acts: %s, %s", async (kind, did) => {
    expect(await timesActed({ kind: kind as Fault["kind"] })).toBe(acted[did]);
    if (did.includes("after")) expect(await timesActed({ kind: kind as Fault["kind"], after: true })).toBe(1);
  });
});

describe("the table of responses in the guide to webhooks", () => {
  const rows = tableOf("webhooks", "response").flatMap(([status = "", pending = "", other = ""]) => {
    const tried =
      { "another 2xx, such as 204": "204", "anything else, or none in time": "500" }[status] ?? status;
    return [[Number(tried), pending, other] as const];
  });
  const ends: Record<string, string> = {
    "approves the payment": "COMPLETED",
    "the payment waits 5 s for payments.transactions.approve(id) or reject(id)": "PENDING",
    "rejects the payment": "REJECTED",
    "fails the payment: data of the payee is missing": "FAILED MISSING_MANDATORY_PAYEE_DATA",
    "fails the payment": "FAILED PAYMENT_APPROVAL_WEBHOOK_ERROR",
  };

  it.each(rows)("matches the simulator for %s", async (status, pending, other) => {
    const { simulator, payments } = await world({
      webhooks: {
        url: "https://shop.example/webhooks",
        fetch: () => Promise.resolve(new Response(null, { status })),
      },
    });
    const customer = await payments.customers.create({ customerType: "INDIVIDUAL", region: "US" });
    const { id } = await payments.sandbox.receiveUma({
      senderUmaAddress: "$payer@elsewhere.test",
      receiverUmaAddress: customer.umaAddress,
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 50,
    });
    await simulator.webhooks.idle();
    const { status: ended, failureReason } = await payments.transactions.retrieve(id);
    expect([ended, ended === "FAILED" ? failureReason : ""].join(" ").trim()).toBe(ends[pending]);
    // Funding the account caused such an event.
    const [delivery] = simulator.webhooks.list;
    expect(delivery?.type).not.toBe("INCOMING_PAYMENT.PENDING");
    expect(delivery?.nextAttemptAt === undefined ? "done" : "delivered again later").toBe(
      other.replace(/:.*/, ""),
    );
  });
});

describe("the table of options in the guide to proxies", () => {
  it("lists every option of `nodeTransport`, in order", () => {
    const source = readProjectFile("src/node/options.ts");
    const [, body = ""] = /export interface NodeTransportOptions \{\n([^]*?)\n\}/.exec(source) ?? [];
    const options = [...body.matchAll(/^ {2}(\w+)\?: /gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(5);
    expect(tableOf("proxies-and-custom-cas", "option").map(([name]) => name)).toEqual(options);
  });
});
