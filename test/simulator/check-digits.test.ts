import { describe, expect, it } from "vitest";
import { checkAccount } from "payments-sdk/forms";
import { wrongNumbers } from "../../src/forms/check-digits";
import { accountKinds } from "../../src/simulator/domain/account-kinds";
import { Api } from "../support/api";
import type { Json } from "../support/api";

const beneficiary = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  countryOfResidence: "DE",
  address: { line1: "1 Main Street", city: "Berlin", state: "BE", postalCode: "10115", country: "DE" },
};

/** Published samples, and the same with one wrong digit. */
const numbers: readonly (readonly [currency: string, field: string, right: Json, wrong: string])[] = [
  ["EUR", "iban", { iban: "DE89370400440532013000" }, "DE89370400440532013001"],
  ["EUR", "iban", { iban: "FR1420041010050500013M02606" }, "FR1420041010050500013M02605"],
  ["EUR", "iban", { iban: "NL91ABNA0417164300" }, "NL91ABNA0417164301"],
  ["DKK", "iban", { iban: "DK5000400440116243" }, "DK5000400440116244"],
  ["AED", "iban", { iban: "AE070331234567890123456" }, "AE070331234567890123457"],
  ["MXN", "clabeNumber", { clabeNumber: "002010077777777771" }, "002010077777777772"],
  ["MXN", "clabeNumber", { clabeNumber: "032180000118359719" }, "032180000118359710"],
  ["USD", "routingNumber", { routingNumber: "021000021", accountNumber: "123456789" }, "021000022"],
  ["USD", "routingNumber", { routingNumber: "011401533", accountNumber: "123456789" }, "011401534"],
  ["BRL", "pixKey", { pixKey: "52998224725", pixKeyType: "CPF", taxId: "52998224725" }, "52998224724"],
  ["BRL", "taxId", { pixKey: "a@b.example", pixKeyType: "EMAIL", taxId: "11222333000181" }, "11222333000180"],
  ["BRL", "pixKey", { pixKey: "ada@bank.example", pixKeyType: "EMAIL", taxId: "52998224725" }, "not a mail"],
];

const create = (api: Api, currency: string, info: Json) =>
  api.post("/platform/external-accounts", {
    currency,
    accountInfo: { accountType: `${currency}_ACCOUNT`, ...info, beneficiary },
  });

describe("check digits", () => {
  it.each(numbers)("of %s %s are checked in production, and in sandbox by an option", async (...row) => {
    const [currency, field, right, digits] = row;
    const wrong = { ...right, [field]: digits };
    for (const options of [{ environment: "production" }, { requests: { checkDigits: true } }] as const) {
      const api = new Api(options);
      expect(await create(api, currency, right)).toMatchObject({ status: 201 });
      expect(await create(api, currency, wrong)).toMatchObject({
        status: 400,
        body: {
          code: "INVALID_INPUT",
          details: { field: `accountInfo.${field}`, reason: "CHECK_DIGITS" },
        },
      });
    }
    expect(await create(new Api(), currency, wrong)).toMatchObject({ status: 201 });
    const { problems } = checkAccount(`${currency}_ACCOUNT` as "EUR_ACCOUNT", { ...wrong, beneficiary });
    expect(problems).toContainEqual(expect.objectContaining({ field, code: "CHECK_DIGITS" }));
  });

  it("of the simulator's own samples, seeds and instructions are right", async () => {
    const api = new Api();
    const { externalAccountIds } = api.simulator.seed({ customers: 10, transactions: 0 });
    expect(externalAccountIds.length).toBeGreaterThan(0);
    const seeded = await api.read("/customers/external-accounts?limit=100");
    const own = await api.read("/platform/internal-accounts");
    const infos = [
      ...(seeded["data"] as Json[]).map((account) => account["accountInfo"] as Json),
      ...(own["data"] as Json[]).flatMap((account) =>
        (account["fundingPaymentInstructions"] as Json[]).map((one) => one["accountOrWalletInfo"] as Json),
      ),
    ];
    const wrong = infos.filter((info) => {
      const kind = accountKinds[String(info["accountType"])];
      return kind && wrongNumbers(kind, info).length > 0;
    });
    expect(infos.length).toBeGreaterThan(12);
    expect(wrong).toEqual([]);
  });
});
