import type { Quote } from "payments-sdk";

import type { StoredPayment } from "payments-sdk/wallet";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AMOUNT, FUNDS, modes, paymentWorld, unfinished } from "./payment-world";
import { splitStore } from "./split-store";

/** Counts what is signed from now on. */
function signatures(): () => number {
  const sign = vi.spyOn(crypto.subtle, "sign");
  onTestFinished(() => sign.mockRestore());
  return () => sign.mock.calls.length;
}

const withPayload = (quote: Quote, payloadToSign: string): Quote => ({
  ...quote,
  paymentInstructions: (quote.paymentInstructions ?? []).map((instruction) => ({
    ...instruction,
    accountOrWalletInfo: { ...instruction.accountOrWalletInfo, payloadToSign } as never, // Another text, of the same kind.
  })),
});

/** Quotes that differ from the confirmed one. */
const changes: [string, (quote: Quote) => object][] = [
  ["another payload", (quote) => withPayload(quote, '{"amount":999}')],
  ["another amount to send", (quote) => ({ ...quote, totalSendingAmount: quote.totalSendingAmount + 1 })],
  [
    "another amount to receive",
    (quote) => ({ ...quote, totalReceivingAmount: quote.totalReceivingAmount - 1 }),
  ],
  ["another fee", (quote) => ({ ...quote, feesIncluded: quote.feesIncluded + 1 })],
  [
    "another currency",
    (quote) => ({ ...quote, sendingCurrency: { ...quote.sendingCurrency, code: "EURC" } }),
  ],
  [
    "another destination",
    (quote) => ({
      ...quote,
      destination: { destinationType: "ACCOUNT", accountId: "ExternalAccount:mallory" },
    }),
  ],
  [
    "another kind of destination",
    (quote) => ({
      ...quote,
      destination: { destinationType: "UMA_ADDRESS", umaAddress: "$mallory@example.com" },
    }),
  ],
];

describe.each(modes)("a confirmed payment (%s)", (mode) => {
  it.each(changes)("is not signed after a reload with %s", async (_, change) => {
    const { wallet, open, params, balance, lose, keys, store, ada, alterQuotes } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    alterQuotes(change);
    const signed = signatures();
    for (const page of [wallet, open()]) {
      const payment = unfinished(await page.pending());
      await expect(payment.finish()).rejects.toMatchObject({
        name: "ConfirmationRequiredError",
        code: "CONFIRMATION_REQUIRED",
        operation: "wallet.pending.finish",
        outcome: "not-executed",
        quoteId: payment.quote.id,
        message: expect.stringContaining("the customer did not confirm this quote"),
      });
    }
    expect(signed()).toBe(0);
    expect(keys).toHaveLength(1);
    expect(await balance()).toBe(FUNDS);
    // What the customer did confirm can still be finished.
    expect(await store.listPayments(ada.accountId)).toHaveLength(1);
    alterQuotes((quote) => quote);
    await unfinished(await open().pending()).finish();
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("is signed as it was shown, even if confirm changes the quote", async () => {
    const { wallet, params, balance } = await paymentWorld(mode);
    const shown: string[] = [];
    const confirm = (quote: Quote) => {
      shown.push(quote.id);
      Object.assign(quote, withPayload(quote, "something else"), { id: "Quote:other" });
      return true;
    };
    const paid = await wallet.pay({ ...params, confirm });
    expect([paid?.id]).toEqual(shown);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("is signed even if the service adds fields and reorders them", async () => {
    const { wallet, open, params, balance, lose, alterQuotes } = await paymentWorld(mode);
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    alterQuotes((quote) => ({
      counterpartyInformation: { FULL_NAME: "Ada Owner" },
      ...Object.fromEntries(Object.entries(quote).toReversed()),
      destination: { currency: "USD", paymentRail: null, ...quote.destination },
    }));
    await unfinished(await open().pending()).finish();
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });
});

describe("a confirmed payment", () => {
  it("is not signed if its row has lost the digest", async () => {
    const { wallet, open, params, lose, keys, store, ada } = await paymentWorld();
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    const [stored] = (await store.listPayments(ada.accountId)) ?? [];
    const { digest, expiresAt: _, ...old } = stored as StoredPayment;
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    await store.putPayment(old as StoredPayment);
    const signed = signatures();
    await expect(unfinished(await open().pending()).finish()).rejects.toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      outcome: "not-executed",
    });
    expect(signed()).toBe(0);
    expect(keys).toHaveLength(1);
  });

  it("is not replaced by a payment with the same quote", async () => {
    const { wallet, open, params, balance, lose, keys, repeatQuotes } = await paymentWorld("relay");
    lose("reset-after", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    repeatQuotes();
    const confirm = vi.fn(() => true);
    const other = { ...params, lockedCurrencyAmount: AMOUNT + 1, confirm };
    for (const page of [wallet, open()]) {
      await expect(page.pay(other)).rejects.toMatchObject({
        code: "INVALID_REQUEST",
        operation: "wallet.pay",
        outcome: "not-executed",
        issues: [{ path: "quote", message: expect.stringContaining("`wallet.pending`") }],
      });
    }
    expect(confirm).not.toHaveBeenCalled();
    expect(keys).toHaveLength(1);
    expect(await open().pending()).toMatchObject([{ outcome: "executed" }]);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("is not signed if the store keeps fewer fields", async () => {
    const store = splitStore();
    const { putPayment } = store;
    const { wallet, open, params, lose } = await paymentWorld("client", { store });
    vi.spyOn(store, "putPayment").mockImplementation(async ({ digest: _, ...payment }) =>
      putPayment(payment as StoredPayment),
    );
    lose("reset-before", 1);
    await expect(wallet.pay(params)).rejects.toMatchObject({ outcome: "unknown" });
    for (const page of [wallet, open()]) {
      await expect(unfinished(await page.pending()).finish()).rejects.toMatchObject({
        code: "CONFIRMATION_REQUIRED",
      });
    }
  });
});

describe("a quote that must not be signed", () => {
  /** A signed-in wallet with a quote of its own. */
  async function quoted() {
    const world = await paymentWorld();
    const { confirm: _, ...wanted } = world.params;
    const quote = await world.wallet.quotes.create(wanted);
    return { ...world, quote, signed: signatures() };
  }

  it.each([
    ["has expired, by its status", { status: "EXPIRED" }, "not-executed", "has expired"],
    [
      "has expired, by the service's clock",
      { expiresAt: "2020-01-01T00:00:00Z" },
      "not-executed",
      "has expired",
    ],
    ["is being executed", { status: "PROCESSING" }, "executed", "its status is PROCESSING"],
    ["is completed", { status: "COMPLETED" }, "executed", "its status is COMPLETED"],
    ["failed", { status: "FAILED" }, "executed", "its status is FAILED"],
    [
      "names no account as its source",
      { source: { sourceType: "REALTIME_FUNDING", currency: "USDC" } },
      "not-executed",
      "does not pay from this wallet",
    ],
    [
      "has another source",
      { source: { sourceType: "ACCOUNT", accountId: "InternalAccount:other" } },
      "not-executed",
      "does not pay from this wallet",
    ],
    ["has no payload", { paymentInstructions: [] }, "not-executed", "has no `payloadToSign`"],
  ])("is rejected if it %s, as an object and by id", async (_, changed, outcome, message) => {
    const { wallet, quote, signed, keys, alterQuotes } = await quoted();
    alterQuotes((read) => ({ ...read, ...changed }));
    const refusal = {
      name: "InvalidRequestError",
      code: "INVALID_REQUEST",
      operation: "wallet.executeQuote",
      outcome,
      issues: [{ path: "quote", message: expect.stringContaining(message) }],
    };
    await expect(wallet.executeQuote({ ...quote, ...changed } as Quote)).rejects.toMatchObject(refusal);
    await expect(wallet.executeQuote(quote.id)).rejects.toMatchObject(refusal);
    expect(signed()).toBe(0);
    expect(keys).toEqual([]);
  });

  it("is signed again with the key that executed it, and the service repeats the response [IDM-02]", async () => {
    const { wallet, quote } = await quoted();
    const options = { idempotencyKey: "once" };
    const executed = await wallet.executeQuote(quote, options);
    expect(await wallet.executeQuote(quote.id, options)).toEqual(executed);
    await expect(wallet.executeQuote(quote.id)).rejects.toMatchObject({ outcome: "executed" });
  });

  it("is rejected if it expires while the customer signs in", async () => {
    const { platform, wallet, open, quote, keys } = await quoted();
    await wallet.signOut();
    const asking = open({
      onSessionRequired: async () => {
        await platform.simulator.clock.advance("10m");
        await asking.requestCode();
        await asking.signIn({ type: "EMAIL_OTP", otp: platform.code() });
      },
    });
    await expect(asking.executeQuote(quote)).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
      issues: [{ path: "quote", message: expect.stringContaining("has expired") }],
    });
    expect(keys).toEqual([]);
  });

  it("is sent after it expired if an earlier attempt used your key", async () => {
    const { platform, wallet, quote, balance, keys, lose } = await quoted();
    lose("reset-after", 1);
    const lost = wallet.executeQuote(quote, { idempotencyKey: "payment-42" });
    await expect(lost).rejects.toMatchObject({ outcome: "unknown" });
    await platform.simulator.clock.advance("10m");
    await wallet.balance();
    await expect(wallet.executeQuote(quote, { idempotencyKey: "payment-42" })).resolves.toMatchObject({
      id: quote.id,
    });
    expect(keys).toEqual(["payment-42", "payment-42"]);
    expect(await balance()).toBe(FUNDS - AMOUNT);
  });

  it("is rejected by pay before the customer sees it", async () => {
    const { platform, ada, store, params, quote, signed } = await quoted();
    const confirm = vi.fn(() => true);
    const fetch = async () => Response.json({ ...quote, expiresAt: "2020-01-01T00:00:00Z" }, { status: 201 });
    const wallet = platform.wallet(ada, { fetch, store, logLevel: "off" });
    await expect(wallet.pay({ ...params, confirm })).rejects.toMatchObject({
      code: "INVALID_REQUEST",
      operation: "wallet.pay",
      outcome: "not-executed",
      issues: [{ path: "quote", message: expect.stringContaining("has expired") }],
    });
    expect(confirm).not.toHaveBeenCalled();
    expect(signed()).toBe(0);
  });
});
