import { memoryStore } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { Platform } from "../relay/support";
import { quoteBody } from "../support/wallet-owner";

const FUNDS = 10_000_000;
const AMOUNT = 1_000_000;
const soon = { "retry-after": "0" };

/** A page in a browser that repeats the execution. Without `first`, its only copy is refused. */
async function repeatingPage(refusal: { status: number; code: string; headers?: object }, first: boolean) {
  const platform = await Platform.create();
  const { ada } = platform;
  await platform.fund(ada, FUNDS);
  const bank = await platform.bankAccount(ada);
  await platform.registerEmail(ada);
  const { status, code, headers } = refusal;
  let isRepeated = false;
  const wallet = platform.wallet(ada, {
    store: memoryStore(),
    maxRetries: 0,
    logLevel: "off",
    fetch: async (url, init) => {
      if (!url.endsWith("/execute") || isRepeated) return platform.relay(new Request(url, init));
      isRepeated = true;
      if (first) await platform.relay(new Request(url, init));
      return Response.json({ status, code, message: "Not now" }, { status, headers: { ...headers } });
    },
  });
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  const { source: _, ...payment } = quoteBody(ada.accountId, bank, AMOUNT);
  const spent = async () => FUNDS - (await wallet.balance()).amount;
  return { wallet, pay: () => wallet.pay({ ...payment, confirm: () => true }), spent };
}

describe.each([
  { status: 401, code: "NOT_SIGNED_IN" },
  { status: 403, code: "FORBIDDEN" },
  { status: 403, code: "VELOCITY_LIMIT_EXCEEDED" },
  { status: 423, code: "LOCKED" },
  { status: 429, code: "RATE_LIMITED", headers: soon },
  { status: 503, code: "OWNERSHIP_UNKNOWN", headers: soon },
])("an execution that the relay refuses with $status $code", (refusal) => {
  it("is unknown if an earlier copy of the browser has executed the quote, and is not paid twice", async () => {
    const { wallet, pay, spent } = await repeatingPage(refusal, true);
    await expect(pay()).rejects.toMatchObject({ outcome: "unknown", advice: "reconcile" });
    expect(await wallet.pending()).toMatchObject([{ outcome: "executed" }]);
    await expect(pay()).rejects.toMatchObject({ code: "PAYMENT_OPEN" });
    expect(await spent()).toBe(AMOUNT);
  });

  it("is not executed if the quote shows that", async () => {
    const { wallet, pay, spent } = await repeatingPage(refusal, false);
    await expect(pay()).rejects.toMatchObject({ outcome: "not-executed" });
    expect(await wallet.pending()).toEqual([]);
    await pay();
    expect(await spent()).toBe(AMOUNT);
  });
});
