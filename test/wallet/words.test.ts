import { isPaymentsError } from "payments-sdk";
import {
  CryptoUnavailableError,
  englishWords,
  PasskeyError,
  PasskeyRegistrationError,
  SessionRequiredError,
  wordsFor,
} from "payments-sdk/wallet";
import type { CustomerWords, WalletWords } from "payments-sdk/wallet";
import { describe, expect, expectTypeOf, it } from "vitest";
import { Platform } from "../relay/support";
import { createBank } from "../support/parts";
import { WalletWorld } from "./support";

const row = (title: string): CustomerWords => ({ title, sentence: `${title}.`, next: "" });

describe("words for customers", () => {
  it("has a title and a sentence in every row, and no word of a developer", () => {
    const rows = Object.values(englishWords).flatMap((group: Record<string, CustomerWords>) =>
      Object.values(group),
    );
    expect(rows.length).toBeGreaterThan(60);
    for (const { title, sentence, next } of rows) {
      expect(title).toMatch(/^[A-Z][^.]*$/);
      expect(sentence).toMatch(/^[A-Z].*\.$/);
      expect(next).toMatch(/^(?:[A-Z].*\.)?$/);
      expect(`${title} ${sentence} ${next}`).not.toMatch(/API|token|relay|undefined|HTTP|`|[A-Z]{2}_/);
    }
  });

  it("speaks of the state, the progress and the stored payments of a wallet", async () => {
    const wallet = (await WalletWorld.create("production")).wallet();
    expect(wordsFor(wallet.state)).toEqual(englishWords.states["signed-out"]);
    expect(wordsFor(wallet.payments.progress)).toEqual(englishWords.payments.idle);
    const error = await wallet
      .pay({
        destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 1,
        confirm: () => true,
      })
      .catch((reason: unknown) => reason);
    expect(wordsFor(error)).toEqual(englishWords.errors.SESSION_REQUIRED);
    const { failed } = englishWords.payments;
    expect(wordsFor(wallet.payments.progress)).toEqual({
      title: failed.title,
      sentence: `${failed.sentence} ${englishWords.errors.SESSION_REQUIRED.sentence}`,
      next: englishWords.errors.SESSION_REQUIRED.next,
    });
    for (const outcome of ["executed", "not-executed", "unknown", "unreadable"] as const)
      expect(wordsFor({ outcome, quoteId: "Quote:1" })).toEqual(englishWords.payments[outcome]);
    expect(wordsFor({ outcome: "executed", quote: { status: "FAILED" } })).toEqual(failed);
  });

  it("tells the reasons of passkeys, codes and responses apart", async () => {
    expect(wordsFor(new PasskeyError("busy", "x"))).toEqual(englishWords.passkeys.busy);
    expect(wordsFor(new PasskeyRegistrationError("x", "open"))).toEqual(englishWords.passkeys.open);
    expect(wordsFor(new CryptoUnavailableError())).toEqual(englishWords.errors.CRYPTO_UNAVAILABLE);

    let limited = false;
    const platform = await Platform.create({ limit: () => (limited ? { retryAfter: 7 } : undefined) });
    const { ada } = platform;
    const wallet = platform.wallet(ada, { maxRetries: 0 });
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    const wrong = await wallet.signIn({ type: "EMAIL_OTP", otp: "999999" }).catch((error: unknown) => error);
    expect(wordsFor(wrong)).toEqual(englishWords.oneTimeCodes.wrong);
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: platform.simulator.outbox.list.at(-1)?.code ?? "" });
    const bank = await createBank(platform.payments, ada.customerId, "Ada");
    const tooMuch = await wallet
      .pay({
        destination: { destinationType: "ACCOUNT", accountId: bank },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 900_000_000,
        confirm: () => true,
      })
      .catch((error: unknown) => error);
    expect(wordsFor(tooMuch)).toEqual(englishWords.errors.INSUFFICIENT_BALANCE);
    const missing = await wallet.quotes.retrieve("Quote:none").catch((error: unknown) => error);
    expect(wordsFor(missing)).toEqual(englishWords.errors.NOT_FOUND);
    limited = true;
    const often = await wallet.credentials.list().catch((error: unknown) => error);
    expect(wordsFor(often)).toEqual({ ...englishWords.errors.RATE_LIMITED, next: "Try again in 7 seconds." });
    limited = false;
    const lost = platform.wallet(ada, {
      maxRetries: 0,
      fetch: (url, init) =>
        init.method === "POST" ? Promise.reject(new TypeError("fetch failed")) : platform.send(url, init),
    });
    const open = await lost.requestCode().catch((error: unknown) => error);
    expect(isPaymentsError(open) && open.outcome).toBe("unknown");
    expect(wordsFor(open)).toEqual(englishWords.errors.OUTCOME_UNKNOWN);
  });

  it("has words for anything else that is thrown", () => {
    for (const thrown of [new TypeError("x is undefined"), undefined, null, "no", 5, {}])
      expect(wordsFor(thrown)).toEqual(englishWords.errors.OTHER);
  });

  it("takes another table, and falls back to English where a row is missing", () => {
    const german: WalletWords = {
      ...englishWords,
      states: { ...englishWords.states, expired: row("Abgemeldet") },
    };
    expect(wordsFor({ status: "expired" }, german)).toEqual(row("Abgemeldet"));
    // Without types.
    const part = { states: { expired: row("Abgemeldet") } } as unknown as WalletWords;
    expect(wordsFor({ status: "restoring" }, part)).toEqual(englishWords.states.restoring);
    expect(wordsFor(new SessionRequiredError("x"), part)).toEqual(englishWords.errors.SESSION_REQUIRED);
  });

  it("is a compile error if a table lacks a row", () => {
    const { expired: _, ...states } = englishWords.states;
    expectTypeOf({ ...englishWords, states }).not.toExtend<WalletWords>();
    const { PART_NOT_LOADED: __, ...errors } = englishWords.errors;
    expectTypeOf({ ...englishWords, errors }).not.toExtend<WalletWords>();
    expectTypeOf(englishWords).toExtend<WalletWords>();
  });
});
