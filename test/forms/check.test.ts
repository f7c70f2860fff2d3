import { PaymentsClient } from "payments-sdk";
import {
  accountFields,
  accountKindsFor,
  checkAccount,
  englishFormWords,
  normalizeAccount,
} from "payments-sdk/forms";
import type { AccountKindName, AccountValues, FormWords } from "payments-sdk/forms";
import { Simulator } from "payments-sdk/simulator";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { runs } from "../support/runs";

const person = { beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } };
const home = { line1: "1 Main St", city: "Berlin", state: "BE", postalCode: "10115", country: "DE" };

function pix(pixKeyType: string): readonly [AccountKindName, string, AccountValues] {
  return ["BRL_ACCOUNT", "pixKey", { ...person, pixKeyType, taxId: "52998224725" }];
}

/** A complete account of each kind with a standard, and the number to replace. */
const accounts = {
  IBAN: ["EUR_ACCOUNT", "iban", { beneficiary: { ...person.beneficiary, address: home } }],
  AED: ["AED_ACCOUNT", "iban", person],
  DKK: ["DKK_ACCOUNT", "iban", person],
  BIC: ["HKD_ACCOUNT", "swiftCode", { ...person, bankName: "HSBC", accountNumber: "123456" }],
  CLABE: ["MXN_ACCOUNT", "clabeNumber", person],
  ABA: ["USD_ACCOUNT", "routingNumber", { ...person, accountNumber: "12345678" }],
  CPF: ["BRL_ACCOUNT", "taxId", { ...person, pixKeyType: "EMAIL", pixKey: "ada@example.com" }],
  "PIX CPF": pix("CPF"),
  "PIX CNPJ": pix("CNPJ"),
  "PIX EMAIL": pix("EMAIL"),
  "PIX PHONE": pix("PHONE"),
  "PIX RANDOM": pix("RANDOM"),
} as const satisfies Record<string, readonly [AccountKindName, string, AccountValues]>;

/** Published samples, as people paste them: three of each standard. */
const right: readonly [keyof typeof accounts, string, string][] = [
  ["IBAN", "DE89 3704 0044 0532 0130 00", "DE89370400440532013000"],
  ["IBAN", "fr14 2004 1010 0505 0001 3m02 606", "FR1420041010050500013M02606"],
  ["IBAN", "ＮＬ９１ ABNA 0417 1643 00", "NL91ABNA0417164300"],
  ["AED", "AE07 0331 2345 6789 0123 456", "AE070331234567890123456"],
  ["AED", "AE46 0090 0000 0012 3456 789", "AE460090000000123456789"],
  ["AED", "ae260211000000230064016", "AE260211000000230064016"],
  ["DKK", "DK50-0040-0440-1162-43", "DK5000400440116243"],
  ["DKK", "DK95 2000 0123 4567 89", "DK9520000123456789"],
  ["DKK", "DK83 8718 8644 7268 15", "DK8387188644726815"],
  ["BIC", "deut de ff", "DEUTDEFF"],
  ["BIC", "HSBCHKHHHKH", "HSBCHKHHHKH"],
  ["BIC", " CITIUS33 ", "CITIUS33"],
  ["CLABE", "002 010 07777777777 1", "002010077777777771"],
  ["CLABE", "032180000118359719", "032180000118359719"],
  ["CLABE", "646180110400000007", "646180110400000007"],
  ["ABA", "021000021", "021000021"],
  ["ABA", "0110-0001-5", "011000015"],
  ["ABA", "122105155", "122105155"],
  ["CPF", "529.982.247-25", "52998224725"],
  ["CPF", "111.444.777-35", "11144477735"],
  ["CPF", "11.222.333/0001-81", "11222333000181"],
  ["PIX CPF", "111.444.777-35", "11144477735"],
  ["PIX CPF", "529.982.247-25", "52998224725"],
  ["PIX CPF", "390.533.447-05", "39053344705"],
  ["PIX CNPJ", "00.000.000/0001-91", "00000000000191"],
  ["PIX EMAIL", "grace@bank.example", "grace@bank.example"],
  ["PIX EMAIL", "MAX.M@Example.COM", "max.m@example.com"],
  ["PIX PHONE", "+5521987654321", "+5521987654321"],
  ["PIX RANDOM", "7d9f0335-8dcc-4054-9bf9-0dbd61d36906", "7d9f0335-8dcc-4054-9bf9-0dbd61d36906"],
  ["PIX RANDOM", "550E8400-E29B-41D4-A716-446655440000", "550e8400-e29b-41d4-a716-446655440000"],
  ["PIX CNPJ", "12.abc.345/01de-35", "12ABC34501DE35"],
  ["PIX CNPJ", "11.222.333/0001-81", "11222333000181"],
  ["PIX EMAIL", " Ada@Example.com ", "ada@example.com"],
  ["PIX PHONE", "+55 (11) 91234-5678", "+5511912345678"],
  ["PIX PHONE", "0055 11 91234 5678", "+5511912345678"],
  ["PIX RANDOM", "123E4567-E12B-12D1-A456-426655440000", "123e4567-e12b-12d1-a456-426655440000"],
];

const wrong: readonly [keyof typeof accounts, string][] = [
  ["IBAN", "DE89370400440532013001"],
  ["IBAN", "UK89370400440532013000"],
  ["AED", "AE070331234567890123457"],
  ["DKK", "DK5000400440116244"],
  ["BIC", "DEUTXXFF"],
  ["CLABE", "012345678901234567"],
  ["ABA", "021000022"],
  ["CPF", "11111111111"],
  ["CPF", "11222333000182"],
  ["PIX CPF", "52998224724"],
  ["PIX CNPJ", "12ABC34501DE36"],
  ["PIX EMAIL", "not a mail"],
  ["PIX PHONE", "11912345678"],
  ["PIX RANDOM", "not-random"],
];

function account(name: keyof typeof accounts, value: string): [AccountKindName, AccountValues] {
  const [kind, field, others] = accounts[name];
  return [kind, { ...others, [field]: value }];
}

describe("checkAccount", () => {
  it.each(right)("accepts a right number as people paste it: %s %s", (name, pasted, sent) => {
    const [kind, values] = account(name, pasted);
    expect(checkAccount(kind, values)).toEqual({
      ok: true,
      accountInfo: { ...values, accountType: kind, [accounts[name][1]]: sent },
    });
  });

  it.each(wrong)("finds a wrong check digit: %s %s", (name, value) => {
    const [kind, values] = account(name, value);
    const field = accounts[name][1];
    const { label } = accountFields(kind).find((one) => one.name === field)!;
    expect(checkAccount(kind, values).problems).toEqual([
      { field, code: "CHECK_DIGITS", message: `This ${label} has a typing mistake. Compare each character.` },
    ]);
  });

  it("takes the names of an HTML form, and leaves out empty fields", () => {
    const check = checkAccount("GBP_ACCOUNT", {
      sortCode: "20-30-15",
      accountNumber: " 1234 5678 ",
      "beneficiary.beneficiaryType": "BUSINESS",
      "beneficiary.legalName": "Analytical  Engines",
      "beneficiary.email": "",
      "beneficiary.address.line1": "",
    });
    expect(check).toEqual({
      ok: true,
      accountInfo: {
        accountType: "GBP_ACCOUNT",
        sortCode: "203015",
        accountNumber: "12345678",
        beneficiary: { beneficiaryType: "BUSINESS", legalName: "Analytical Engines" },
      },
    });
  });

  it("names each problem by its field", () => {
    const check = checkAccount("EUR_ACCOUNT", {
      ibann: "DE89370400440532013000",
      beneficiary: {
        beneficiaryType: "INDIVIDUAL",
        birthDate: "1990-02-30",
        email: "ada@",
        address: { ...home, country: "UK" },
      },
    });
    expect(check.problems?.map(({ field, code }) => `${field} ${code}`)).toEqual([
      "ibann UNKNOWN_FIELD",
      "iban REQUIRED",
      "beneficiary.fullName REQUIRED",
      "beneficiary.birthDate FORMAT",
      "beneficiary.email FORMAT",
      "beneficiary.address.country FORMAT",
    ]);
    expect(check.problems?.[0]?.message).toBe("ibann is not a field of this account. Did you mean iban?");
    expect(checkAccount("JMD_ACCOUNT", { bankAccountType: "GIRO" }).problems).toContainEqual({
      field: "bankAccountType",
      code: "CHOICE",
      message: "Choose a value for Type of account from the list.",
    });
  });

  it("asks for exactly one Lightning destination", () => {
    const one = { lightningAddress: "ada@ln.example" };
    expect(checkAccount("LIGHTNING", one).ok).toBe(true);
    for (const values of [{}, { ...one, invoice: "lnbc1" }]) {
      expect(checkAccount("LIGHTNING", values).problems).toMatchObject([{ code: "ONE_OF" }]);
    }
  });

  it("names the nearest kind", () => {
    expect(checkAccount("EURO_ACCOUNT" as "EUR_ACCOUNT", {}).problems).toEqual([
      {
        field: "accountType",
        code: "UNKNOWN_KIND",
        message: "Unknown kind of account. Did you mean EUR_ACCOUNT?",
      },
    ]);
  });

  it("never throws, and normalizing twice changes nothing", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.constantFrom(...right.map(([, pasted]) => pasted), "", " ", "０１", "BUSINESS", "cpf"),
    );
    const names = ["iban", "pixKey", "pixKeyType", "taxId", "phoneNumber", "swiftCode", "x.y", "__proto__"];
    const owner = ["beneficiaryType", "fullName", "legalName", "address", "email"];
    const values = fc.dictionary(
      fc.constantFrom(...names, "beneficiary", ...owner.map((name) => `beneficiary.${name}`)),
      fc.oneof(text, fc.dictionary(fc.constantFrom(...owner), text), fc.anything()),
    );
    const kind = fc.constantFrom(...accountKindsFor());
    const property = fc.property(kind, values, (name, given) => {
      const once = normalizeAccount(name, given);
      expect(normalizeAccount(name, once)).toEqual(once);
      expect(checkAccount(name, once)).toEqual(checkAccount(name, given));
    });
    fc.assert(property, { seed: 1, numRuns: runs(30) });
    for (const odd of [null, undefined, 1, "text", []]) {
      expect(checkAccount("MXN_ACCOUNT", odd as never).ok).toBe(false);
    }
  });

  it("returns the type that externalAccounts.create takes", async () => {
    const simulator = new Simulator({ environment: "production" });
    const payments = new PaymentsClient(simulator.clientOptions());
    const check = checkAccount("MXN_ACCOUNT", { ...person, clabeNumber: "002 010 077777777771" });
    if (!check.ok) throw new Error("wrong");
    expectTypeOf(check.accountInfo.clabeNumber).toEqualTypeOf<string>();
    const created = await payments.platform.externalAccounts.create({
      currency: "MXN",
      accountInfo: check.accountInfo,
    });
    expect(created.accountInfo).toMatchObject({ clabeNumber: "002010077777777771" });
  });
});

describe("the words of a form", () => {
  const german: FormWords = {
    ...englishFormWords,
    labels: { ...englishFormWords.labels, accountNumber: "Kontonummer" },
    problems: { ...englishFormWords.problems, REQUIRED: ({ label }) => `${label} fehlt.` },
  };

  it("can be replaced", () => {
    expect(accountFields("NGN_ACCOUNT", { words: german })[1]).toMatchObject({ label: "Kontonummer" });
    const { problems } = checkAccount("NGN_ACCOUNT", { ...person, bankName: "GTB" }, { words: german });
    expect(problems).toEqual([{ field: "accountNumber", code: "REQUIRED", message: "Kontonummer fehlt." }]);
  });

  it("fall back to English where a table lacks a row", () => {
    // @ts-expect-error A table has every label.
    const partial: FormWords = { ...german, labels: { iban: "IBAN-Nummer" } };
    expect(accountFields("NGN_ACCOUNT", { words: partial })[1]).toMatchObject({ label: "Account number" });
  });

  it("name every field of every kind", () => {
    for (const kind of accountKindsFor()) {
      for (const beneficiaryType of ["INDIVIDUAL", "BUSINESS"] as const) {
        for (const field of accountFields(kind, { beneficiaryType })) {
          expect(Object.keys(englishFormWords.labels)).toContain(field.name);
        }
      }
    }
  });
});

describe("accountKindsFor", () => {
  it("finds the kinds of a country and a currency", () => {
    expect(accountKindsFor()).toHaveLength(42);
    expect(accountKindsFor({ country: "DE", currency: "EUR" })).toEqual(["EUR_ACCOUNT"]);
    expect(accountKindsFor({ country: "DK" })).toEqual(["DKK_ACCOUNT", "EUR_ACCOUNT"]);
    expect(accountKindsFor({ country: "GB" })).toEqual(["GBP_ACCOUNT", "EUR_ACCOUNT"]);
    expect(accountKindsFor({ country: "SN" })).toEqual(["XOF_ACCOUNT"]);
    expect(accountKindsFor({ country: "US" })).toEqual(["USD_ACCOUNT"]);
    expect(accountKindsFor({ country: "DE", currency: "MXN" })).toEqual([]);
    expect(accountKindsFor({ currency: "USDT" })).toEqual(["SOLANA_WALLET", "TRON_WALLET"]);
    expect(accountKindsFor({ currency: "BTC" })).toEqual(["SPARK_WALLET", "LIGHTNING"]);
  });

  it("refuses a country that is not in ISO 3166-1", () => {
    expect(() => accountKindsFor({ country: "UK" })).toThrow(
      "`country` must be an ISO 3166-1 country code, such as DE",
    );
  });
});

describe("accountFields", () => {
  it("puts a field after the field that it depends on", () => {
    const names = accountFields("BRL_ACCOUNT").map(({ name }) => name);
    expect(names).toEqual(["pixKeyType", "pixKey", "taxId", "beneficiary"]);
    expect(accountFields("BRL_ACCOUNT")[1]).toMatchObject({ dependsOn: "pixKeyType" });
  });
});
