import { describe, expect, it } from "vitest";
import { checkAccount } from "payments-sdk/forms";
import { wrongNumbers } from "../../src/forms/check-digits";
import { accountKinds } from "../../src/simulator/domain/account-kinds";
import type { Json } from "../support/parts";
import { World } from "../support/world";

const beneficiary = {
  beneficiaryType: "INDIVIDUAL",
  fullName: "Ada Lovelace",
  countryOfResidence: "DE",
  phoneNumber: "+201001234567",
  address: { line1: "1 Main Street", city: "Berlin", state: "BE", postalCode: "10115", country: "DE" },
};

const egyptian = { bankName: "National Bank", accountNumber: "1234567890" };
const swiftBank = { bankName: "HSBC", accountNumber: "123456" };
const random = "123e4567-e12b-12d1-a456-426655440000";

/** Published samples, and the same with one wrong digit. */
const numbers: readonly (readonly [currency: string, field: string, right: Json, wrong: string])[] = [
  ["EUR", "iban", { iban: "DE89370400440532013000" }, "DE89370400440532013001"],
  ["EUR", "iban", { iban: "FR1420041010050500013M02606" }, "FR1420041010050500013M02605"],
  ["EUR", "iban", { iban: "NL91ABNA0417164300" }, "NL91ABNA0417164301"],
  ["DKK", "iban", { iban: "DK5000400440116243" }, "DK5000400440116244"],
  ["DKK", "iban", { iban: "DK9520000123456789" }, "DK9520000123456798"],
  ["DKK", "iban", { iban: "DK8387188644726815" }, "DK3887188644726815"],
  ["AED", "iban", { iban: "AE070331234567890123456" }, "AE070331234567890123457"],
  ["AED", "iban", { iban: "AE460090000000123456789" }, "AE640090000000123456789"],
  ["AED", "iban", { iban: "AE260211000000230064016" }, "AE260211000000230064061"],
  ["EGP", "iban", { ...egyptian, iban: "EG380019000500000000263180002" }, "EG380019000500000000263180003"],
  ["EGP", "iban", { ...egyptian, iban: "EG800002000156789012345180002" }, "EG080002000156789012345180002"],
  ["HKD", "swiftCode", { ...swiftBank, swiftCode: "HSBCHKHHHKH" }, "HSBCXXHHHKH"],
  ["HKD", "swiftCode", { ...swiftBank, swiftCode: "DEUTDEFF" }, "DEUTDDFF"],
  ["HKD", "swiftCode", { ...swiftBank, swiftCode: "CITIUS33" }, "CITIUK33"],
  ["MXN", "clabeNumber", { clabeNumber: "002010077777777771" }, "002010077777777772"],
  ["MXN", "clabeNumber", { clabeNumber: "032180000118359719" }, "032180000118359710"],
  ["USD", "routingNumber", { routingNumber: "021000021", accountNumber: "123456789" }, "021000022"],
  ["MXN", "clabeNumber", { clabeNumber: "646180110400000007" }, "646180110400000070"],
  ["USD", "routingNumber", { routingNumber: "011401533", accountNumber: "123456789" }, "011401534"],
  ["USD", "routingNumber", { routingNumber: "122105155", accountNumber: "123456789" }, "122105515"],
  ["BRL", "pixKey", { pixKey: "52998224725", pixKeyType: "CPF", taxId: "52998224725" }, "52998224724"],
  ["BRL", "taxId", { pixKey: "a@b.example", pixKeyType: "EMAIL", taxId: "11222333000181" }, "11222333000180"],
  ["BRL", "taxId", { pixKey: "a@b.example", pixKeyType: "EMAIL", taxId: "11144477735" }, "11144477753"],
  ["BRL", "pixKey", { pixKey: "11222333000181", pixKeyType: "CNPJ", taxId: "52998224725" }, "11222333000118"],
  ["BRL", "pixKey", { pixKey: "+5511912345678", pixKeyType: "PHONE", taxId: "52998224725" }, "11912345678"],
  ["BRL", "pixKey", { pixKey: random, pixKeyType: "RANDOM", taxId: "52998224725" }, random.slice(1)],
  ["BRL", "pixKey", { pixKey: "ada@bank.example", pixKeyType: "EMAIL", taxId: "52998224725" }, "not a mail"],
];

const create = (api: World, currency: string, info: Json) =>
  api.post("/platform/external-accounts", {
    currency,
    accountInfo: { accountType: `${currency}_ACCOUNT`, ...info, beneficiary },
  });

describe("check digits", () => {
  it.each(numbers)("of %s %s are checked in production, and in sandbox by an option", async (...row) => {
    const [currency, field, right, digits] = row;
    const wrong = { ...right, [field]: digits };
    for (const options of [{ environment: "production" }, { requests: { checkDigits: true } }] as const) {
      const api = new World(options);
      expect(await create(api, currency, right)).toMatchObject({ status: 201 });
      expect(await create(api, currency, wrong)).toMatchObject({
        status: 400,
        body: {
          code: "INVALID_INPUT",
          details: { field: `accountInfo.${field}`, reason: "CHECK_DIGITS" },
        },
      });
    }
    expect(await create(new World(), currency, wrong)).toMatchObject({ status: 201 });
    const { problems } = checkAccount(`${currency}_ACCOUNT` as "EUR_ACCOUNT", { ...wrong, beneficiary });
    expect(problems).toContainEqual(expect.objectContaining({ field, code: "CHECK_DIGITS" }));
  });

  it("of the simulator's own samples, seeds and instructions are right", async () => {
    const api = new World();
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
