import { describeTransaction, PaymentsClient } from "payments-sdk";
import type { Transaction } from "payments-sdk";
import { sandboxValues } from "payments-sdk/wallet";
import { beforeAll, describe, expect, it } from "vitest";
import { createOwner, fund, quoteBody } from "../support/parts";
import { createSimulator } from "../support/world";

const simulator = createSimulator();
const payments = new PaymentsClient(simulator.clientOptions());

let ada: Awaited<ReturnType<typeof owner>>;
let bob: Awaited<ReturnType<typeof owner>>;

/** A customer with a wallet and a funded USD account. `bank` makes bank accounts. Their last digits choose the outcome. */
async function owner(email: string, fullName: string) {
  const { customerId, accountId: walletId } = await createOwner(payments, email, fullName);
  const accounts = await payments.internalAccounts.list({ customerId, currency: "USD" }).toArray();
  const usdId = accounts[0]?.id ?? "";
  await payments.sandbox.fund(usdId, { amount: 1_000_000 });
  const { umaAddress = "" } = await payments.customers.retrieve(customerId);
  const bank = async (digits: string) => {
    const { id } = await payments.externalAccounts.create({
      customerId,
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: `123456${digits}`,
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName, birthDate: "1906-12-09" },
      },
    });
    return id;
  };
  return { customerId, walletId, usdId, umaAddress: umaAddress ?? "", bank };
}

beforeAll(async () => {
  ada = await owner("ada@example.com", "Ada Lovelace");
  bob = await owner("bob@example.com", "Bob Builder");
});

/** The transaction that some work creates for a customer. */
async function made(
  { customerId }: { customerId: string },
  act: () => Promise<unknown>,
): Promise<Transaction> {
  await simulator.clock.advance("1s");
  await act();
  return newest(customerId);
}

async function newest(customerId: string): Promise<Transaction> {
  const { data } = await payments.transactions.list({ customerId, limit: 1 });
  return data[0] ?? expect.fail("no transaction");
}

const execute = async (from: string, to: string, amount = 1_000_000) => {
  const quote = await payments.quotes.create(quoteBody(from, to, amount));
  const signature = sandboxValues.walletSignature;
  return payments.quotes.execute(quote.id, { signature });
};

describe("describeTransaction, with transactions of the service", () => {
  it("reads funding of a wallet as incoming, although the service calls it OUTGOING", async () => {
    const { walletId, customerId } = ada;
    const transaction = await made(ada, () =>
      fund(simulator, payments, { accountId: walletId, customerId }, 50_000_000),
    );
    expect(transaction.type).toBe("OUTGOING");
    expect(describeTransaction(transaction, walletId)).toEqual({
      direction: "incoming",
      counterparty: undefined,
      amount: { amount: 50_000_000, currency: expect.objectContaining({ code: "USDC" }) },
      fee: undefined,
      state: "completed",
      at: transaction.createdAt,
    });
  });

  it("reads a payment to a bank as outgoing, with its fee", async () => {
    const bankId = await ada.bank("789");
    const transaction = await made(ada, () => execute(ada.walletId, bankId));
    const { fees } = transaction as { fees?: number }; // Outgoing, as the test checks below.
    expect(describeTransaction(transaction, ada.walletId.toUpperCase())).toEqual({
      direction: "outgoing",
      counterparty: expect.objectContaining({ accountId: bankId, umaAddress: undefined }),
      amount: { amount: 1_000_000, currency: expect.objectContaining({ code: "USDC" }) },
      fee: fees ? { amount: fees, currency: expect.objectContaining({ code: "USDC" }) } : undefined,
      state: "completed",
      at: transaction.createdAt,
    });
  });

  it("describes a payment between two customers from both sides", async () => {
    const sent = await made(ada, () => execute(ada.walletId, bob.usdId));
    const received = await newest(bob.customerId);
    expect([sent.type, received.type]).toEqual(["OUTGOING", "INCOMING"]);
    expect(describeTransaction(sent, ada.walletId)).toMatchObject({
      direction: "outgoing",
      counterparty: { accountId: bob.usdId },
      amount: { amount: 1_000_000, currency: { code: "USDC" } },
      state: "completed",
    });
    expect(describeTransaction(received, bob.usdId)).toMatchObject({
      direction: "incoming",
      counterparty: { accountId: ada.walletId },
      amount: { currency: { code: "USD" } },
      fee: undefined,
      state: "completed",
    });
    // The receiver's record, viewed by the sender, does not contain the amount that the sender paid.
    expect(describeTransaction(received, ada.walletId)).toMatchObject({
      direction: "outgoing",
      counterparty: { name: undefined, accountId: bob.usdId },
      amount: undefined,
    });
  });

  it("names the UMA address of the receiver and of the sender", async () => {
    const sent = await made(ada, async () => {
      const { lookupId } = await payments.receivers.lookupUma(bob.umaAddress, { customerId: ada.customerId });
      const quote = await payments.quotes.create({
        source: { sourceType: "ACCOUNT", accountId: ada.walletId },
        destination: { destinationType: "UMA_ADDRESS", umaAddress: bob.umaAddress, currency: "USD" },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1_000_000,
        lookupId,
        senderCustomerInfo: { FULL_NAME: "Ada Lovelace", BIRTH_DATE: "1906-12-09", NATIONALITY: "US" },
      });
      await payments.quotes.execute(quote.id, { signature: sandboxValues.walletSignature });
    });
    expect(describeTransaction(sent, ada.walletId)).toMatchObject({
      direction: "outgoing",
      counterparty: { umaAddress: bob.umaAddress, accountId: undefined },
    });
    const received = await newest(bob.customerId);
    expect(describeTransaction(received, bob.usdId)).toMatchObject({
      direction: "incoming",
      counterparty: { accountId: ada.walletId },
    });
  });

  it("shows a quote that nobody executed as offered, then as expired", async () => {
    const bankId = await ada.bank("789");
    const offer = () => payments.quotes.create(quoteBody(ada.walletId, bankId));
    const transaction = await made(ada, offer);
    expect(describeTransaction(transaction, ada.walletId)).toMatchObject({
      direction: "outgoing",
      state: "offered",
    });
    await simulator.clock.advance("10m");
    const expired = await payments.transactions.retrieve(transaction.id);
    expect(describeTransaction(expired, ada.walletId).state).toBe("expired");
  });

  it.each([
    ["002", "failed"],
    ["004", "refunded"],
    ["005", "refunded"],
    ["006", "refunded"],
    ["007", "failed"],
  ])("shows an unsuccessful payment (%s) as %s", async (digits, state) => {
    const bankId = await ada.bank(digits);
    const transaction = await made(ada, () => execute(ada.walletId, bankId));
    await simulator.clock.advance("1h");
    const ended = await payments.transactions.retrieve(transaction.id);
    expect(ended.status).toBe("FAILED");
    expect(describeTransaction(ended, ada.walletId)).toMatchObject({ direction: "outgoing", state });
  });

  it("shows transfers from and to a bank, even while they are pending", async () => {
    const good = await ada.bank("789");
    const slow = await ada.bank("005");
    const pull = (from: string) => () =>
      payments.transfers.in({
        source: { accountId: from },
        destination: { accountId: ada.usdId },
        amount: 70,
      });
    const push = (to: string) => () =>
      payments.transfers.out({
        source: { accountId: ada.usdId },
        destination: { accountId: to },
        amount: 60,
      });
    expect(describeTransaction(await made(ada, pull(good)), ada.usdId)).toMatchObject({
      direction: "incoming",
      counterparty: { accountId: good },
      amount: { amount: 70, currency: { code: "USD" } },
      state: "completed",
    });
    expect(describeTransaction(await made(ada, push(good)), ada.usdId)).toMatchObject({
      direction: "outgoing",
      counterparty: { accountId: good },
      amount: { amount: 60, currency: { code: "USD" } },
      state: "completed",
    });
    const pushed = await made(ada, push(slow));
    expect(pushed.status).toBe("PENDING");
    expect(describeTransaction(pushed, ada.usdId)).toMatchObject({
      direction: "outgoing",
      state: "processing",
    });
  });

  it("shows a payment received by UMA", async () => {
    const receive = () =>
      payments.sandbox.receiveUma({
        senderUmaAddress: "$eve@sandbox.payments.test",
        customerId: bob.customerId,
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 500,
      });
    const { id } = await receive();
    const transaction = await payments.transactions.retrieve(id);
    expect(describeTransaction(transaction, bob.usdId)).toMatchObject({
      direction: "incoming",
      counterparty: { umaAddress: "$eve@sandbox.payments.test" },
      amount: { amount: 500, currency: { code: "USD" } },
    });
  });
});

describe("describeTransaction", () => {
  const currency = { code: "USD", decimals: 2, name: "US dollar", symbol: "$" };
  const outgoing = {
    id: "Transaction:1",
    type: "OUTGOING",
    status: "COMPLETED",
    source: { sourceType: "ACCOUNT", accountId: "InternalAccount:1" },
    destination: { destinationType: "ACCOUNT", accountId: "InternalAccount:1" },
    sentAmount: { amount: 5, currency },
    counterpartyInformation: { FULL_NAME: "Bob Builder" },
  } as Transaction;

  it("returns internal if both sides are the account", () => {
    expect(describeTransaction(outgoing, "InternalAccount:1")).toMatchObject({
      direction: "internal",
      counterparty: undefined,
      amount: { amount: 5 },
    });
  });

  it("uses the service's direction if neither side names the account, and names the counterparty", () => {
    expect(describeTransaction(outgoing, "InternalAccount:2")).toMatchObject({
      direction: "outgoing",
      counterparty: { name: "Bob Builder", accountId: "InternalAccount:1" },
    });
  });

  it.each([
    ["DEBIT", "outgoing"],
    ["CREDIT", "incoming"],
  ])("uses the direction %s of a newer kind that has no sides, such as CARD", (direction, expected) => {
    const card = { id: "Transaction:1", type: "CARD", status: "SETTLED", direction };
    expect(describeTransaction(card as unknown as Transaction, "InternalAccount:1")).toMatchObject({
      direction: expected,
      amount: undefined,
      state: "unknown",
    });
  });

  it("has no fee without the amount, because the currency is missing", () => {
    const partial = { ...outgoing, sentAmount: undefined, fees: 5 } as unknown as Transaction;
    expect(describeTransaction(partial, "InternalAccount:1")).toMatchObject({
      amount: undefined,
      fee: undefined,
    });
  });

  it("reads the amount that was sent, and a refund, of an incoming payment of the newest service", () => {
    const { source, destination } = outgoing;
    const [sentAmount, receivedAmount] = [5, 4].map((amount) => ({ amount, currency }));
    const newest = {
      id: "Transaction:1",
      type: "INCOMING",
      status: "FAILED",
      destination,
      sentAmount,
      receivedAmount,
    };
    const sent = { ...newest, source, destination: {}, refund: { status: "COMPLETED" } };
    expect(describeTransaction(sent as unknown as Transaction, "InternalAccount:1")).toMatchObject({
      direction: "outgoing",
      amount: sentAmount,
      state: "refunded",
    });
  });

  it("takes an amount of null as absent", () => {
    const partial = { ...outgoing, sentAmount: null } as unknown as Transaction;
    expect(describeTransaction(partial, "InternalAccount:1").amount).toBeUndefined();
  });

  it.each(["A_NEWER_STATUS", "constructor"])("does not guess the meaning of %s", (status) => {
    expect(describeTransaction({ ...outgoing, status } as Transaction, "InternalAccount:1").state).toBe(
      "unknown",
    );
  });

  it.each([
    [undefined, "InternalAccount:1", "transaction"],
    [outgoing, "", "accountId"],
    [outgoing, undefined, "accountId"],
  ])("rejects %o for the account %o", (transaction, accountId, path) => {
    const refusal = () => Reflect.apply(describeTransaction, undefined, [transaction, accountId]);
    expect(refusal).toThrow(
      expect.objectContaining({ code: "INVALID_REQUEST", issues: [expect.objectContaining({ path })] }),
    );
  });
});
