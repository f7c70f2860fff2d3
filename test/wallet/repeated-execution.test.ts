import { describe, expect, it } from "vitest";
import { Platform } from "../relay/support";
import { quoteBody } from "../support/parts";
import { splitStore } from "./split-store";

const FUNDS = 10_000_000;
const AMOUNT = 1_000_000;
const soon = { "retry-after": "0" };

/** A page in a browser that repeats the execution. Without `isFirstSent`, its only copy is refused: by the service, or the relay. */
async function repeatingPage(
  refusal: { status: number; code: string; headers?: object },
  isFirstSent: boolean,
  isOfService: boolean,
) {
  const platform = await Platform.create();
  const { ada } = platform;
  await platform.fund(ada, FUNDS);
  const bank = await platform.bankAccount(ada);
  await platform.registerEmail(ada);
  const { status, code } = refusal;
  // The relay names the wallet of its user once it has asked the service.
  const headers = { ...refusal.headers, ...(isOfService && { "wallet-account": ada.accountId }) };
  let isRepeated = false;
  const wallet = platform.wallet(ada, {
    store: splitStore(),
    maxRetries: 0,
    logLevel: "off",
    fetch: async (url, init) => {
      if (!url.endsWith("/execute") || isRepeated) return platform.relay(new Request(url, init));
      isRepeated = true;
      if (isFirstSent) await platform.relay(new Request(url, init));
      return Response.json({ status, code, message: "Not now" }, { status, headers });
    },
  });
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  const { source: _, ...payment } = quoteBody(ada.accountId, bank, AMOUNT);
  const spent = async () => FUNDS - (await wallet.balance()).amount;
  return { wallet, pay: () => wallet.pay({ ...payment, confirm: () => true }), spent };
}

describe.each([
  { status: 401, code: "UNAUTHORIZED" },
  { status: 403, code: "VELOCITY_LIMIT_EXCEEDED" },
  { status: 409, code: "SCA_SESSION_REQUIRED" },
  { status: 423, code: "LOCKED" },
  { status: 429, code: "RATE_LIMITED", headers: soon },
  { status: 503, code: "UNAVAILABLE", headers: soon },
])("an execution that gets $status $code", (refusal) => {
  it.each([true, false])(
    "is unknown if an earlier copy of the browser has executed the quote, and is not paid twice (of the service: %s)",
    async (isOfService) => {
      const { wallet, pay, spent } = await repeatingPage(refusal, true, isOfService);
      await expect(pay()).rejects.toMatchObject({ outcome: "unknown", advice: "reconcile" });
      expect(await wallet.pending()).toMatchObject([{ outcome: "executed" }]);
      await expect(pay()).rejects.toMatchObject({ code: "PAYMENT_OPEN" });
      expect(await spent()).toBe(AMOUNT);
    },
  );

  it("of the service is not executed if the quote shows that", async () => {
    const { wallet, pay, spent } = await repeatingPage(refusal, false, true);
    await expect(pay()).rejects.toMatchObject({ outcome: "not-executed" });
    expect(await wallet.pending()).toMatchObject([{ outcome: "not-executed", quote: { status: "PENDING" } }]);
    await pay();
    expect(await spent()).toBe(AMOUNT);
  });

  it("of the relay stays, and can be finished", async () => {
    const { wallet, pay, spent } = await repeatingPage(refusal, false, false);
    await expect(pay()).rejects.toMatchObject({ outcome: "unknown" });
    const [payment] = await wallet.pending();
    if (payment?.outcome !== "unknown") throw new Error("not one unfinished payment");
    await payment.finish();
    expect(await spent()).toBe(AMOUNT);
  });
});
