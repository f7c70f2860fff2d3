import { describe, expect, it } from "vitest";
import { placeOf } from "../../scripts/docs/calls.mjs";
import { programs } from "../../scripts/docs/documents.mjs";
import { operations } from "../../scripts/readme.mjs";

/** What the reference links in addition to the methods of resources. */
const functions =
  "accountFields accountKindsFor checkAccount amountToDecimal deriveIdempotencyKey describeTransaction formatAmount isExpired isTerminal missingPayerData newerTransaction parseAmount quoteRate responseOf webhookRouter verifyWebhook parseEvent nextStep failureRecord Wallet.signIn Wallet.pay Wallet.balance Wallet.exportMnemonic Wallet.signOut";

describe("the programs that the reference links", () => {
  const all = programs();

  it("call each method in the program of its resource", () => {
    const methods = operations().map(({ method }) => method);
    expect(methods.length).toBeGreaterThan(60);
    for (const method of methods) {
      const { program, line } = placeOf(method) ?? {};
      expect(all[program ?? -1]?.title, method).toBe(method.slice(0, method.lastIndexOf(".")));
      expect(all[program ?? -1]?.code.split("\n")[(line ?? 0) - 1], method).toContain(`payments.${method}(`);
    }
  });

  it.each(functions.split(" "))("call %s", (name) => {
    expect(placeOf(name)).toMatchObject({ name });
  });

  it("do not count a longer name, or the method of another object", () => {
    expect(placeOf("Amount")).toBeUndefined();
    expect(placeOf("create")).toBeUndefined();
    expect(placeOf("quotes.exec")).toBeUndefined();
  });

  it("stay readable", () => {
    expect(all.filter(({ code }) => code.split("\n").length > 64).map(({ title }) => title)).toEqual([]);
  });
});
