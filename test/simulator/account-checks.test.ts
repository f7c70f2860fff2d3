import { beforeAll, describe, expect, it } from "vitest";
import { accountExamples, optionalFields } from "../support/account-examples";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { World } from "../support/world";
import type { ErrorBody } from "../support/world";

const path = "/platform/external-accounts";
const business = { beneficiaryType: "BUSINESS", legalName: "Analytical Engines Inc." };
const fiat = accountExamples.filter(({ isFiat }) => isFiat);

const without = (value: Json, field: string): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));

/** The account of one kind. */
function exampleOf(kind: string) {
  const example = accountExamples.find((one) => one.kind === kind);
  if (!example) throw new Error(`no example of ${kind}`);
  return example;
}

/** One simulator for all refusals. The last test checks that they store nothing. */
const api = new World();
const refused = (body: Json) => api.call<ErrorBody>("POST", path, body, invalid);

describe("a new external account", () => {
  it.each(accountExamples)(
    "of the kind $kind is accepted with the required fields, with all fields, and for a business [ACC-18, OP-39, OP-44]",
    async ({ kind, info, currency, isFiat }) => {
      const own = new World();
      const customerId = String((await own.created("/customers", { customerType: "INDIVIDUAL" }))["id"]);
      const accepted = [
        info,
        { ...info, ...optionalFields[kind] },
        ...(isFiat ? [{ ...info, beneficiary: business }] : []),
      ];
      for (const accountInfo of accepted) {
        const ofPlatform = await own.created(path, { currency, accountInfo });
        expect(ofPlatform).toMatchObject({ currency, accountInfo, customerId: null });
        const ofCustomer = await own.created("/customers/external-accounts", {
          currency,
          accountInfo,
          customerId,
        });
        expect(ofCustomer).toMatchObject({ currency, accountInfo, customerId });
      }
    },
  );

  it.each(accountExamples)(
    "of the kind $kind is refused without a required field, and the error names it [ACC-18, OP-44]",
    async ({ kind, info, currency }) => {
      const fields = Object.keys(info).filter((field) => kind !== "LIGHTNING" || field === "accountType");
      for (const field of fields) {
        for (const accountInfo of [without(info, field), { ...info, [field]: null }]) {
          expect(await refused({ currency, accountInfo })).toMatchObject({
            status: 400,
            body: {
              status: 400,
              code: "INVALID_INPUT",
              message: expect.stringContaining(`accountInfo.${field}`),
              details: { field: `accountInfo.${field}`, expected: expect.any(String) },
            },
          });
        }
      }
    },
  );

  it.each(fiat)(
    "of the kind $kind is refused without a required field of its beneficiary [ACC-18, OP-44]",
    async ({ info, currency }) => {
      for (const owner of [info["beneficiary"] as Json, business]) {
        for (const field of Object.keys(owner)) {
          const accountInfo = { ...info, beneficiary: without(owner, field) };
          expect(await refused({ currency, accountInfo })).toMatchObject({
            status: 400,
            body: { code: "INVALID_INPUT", details: { field: `accountInfo.beneficiary.${field}` } },
          });
        }
      }
    },
  );

  it.each<[string, string, unknown[]]>([
    ["USD_ACCOUNT", "routingNumber", ["02100002", "0210000211", "02100002x", 21000021, ""]],
    ["USD_ACCOUNT", "accountNumber", ["", " ", "1".repeat(35), 1]],
    ["AED_ACCOUNT", "iban", ["AE07033123456789012345", "AE0703312345678901234567", "DE89370400440532013000"]],
    ["EUR_ACCOUNT", "iban", ["de89370400440532013000", "DE893704004405", "DE89 3704 0044 0532 0130 00"]],
    ["EUR_ACCOUNT", "swiftCode", ["DEUTDEF", "DEUTDEFF5", "deutdeff", "DEUTDEFF5000"]],
    ["BRL_ACCOUNT", "pixKeyType", ["IBAN", "cpf", ""]],
    ["BRL_ACCOUNT", "pixKey", ["", "x".repeat(78)]],
    ["BRL_ACCOUNT", "taxId", ["1234567890", "123456789012345", "123.456.789-01"]],
    ["CAD_ACCOUNT", "bankCode", ["01", "0012"]],
    ["CAD_ACCOUNT", "branchCode", ["1234", "123456"]],
    ["CAD_ACCOUNT", "accountNumber", ["123456", "1234567890123", "12345-7"]],
    ["COP_ACCOUNT", "bankAccountType", ["CURRENT", "savings"]],
    ["GBP_ACCOUNT", "sortCode", ["20-30-15", "20301"]],
    ["GBP_ACCOUNT", "accountNumber", ["1234567", "123456789"]],
    ["IDR_ACCOUNT", "phoneNumber", ["+14155550123", "+6281234567", "628123456789"]],
    ["INR_ACCOUNT", "vpa", ["ada", "ada@", "@bank", "ada@ok.bank", "a@b@c"]],
    ["KES_ACCOUNT", "phoneNumber", ["+25471234500", "+2547123450000", "0712345000"]],
    ["KES_ACCOUNT", "provider", ["", "x".repeat(256)]],
    ["MXN_ACCOUNT", "clabeNumber", ["00201007777777700", "0020100777777770000"]],
    ["NGN_ACCOUNT", "accountNumber", ["123456789", "12345678901"]],
    ["NGN_ACCOUNT", "bankName", ["", "x".repeat(256)]],
    ["PHP_ACCOUNT", "accountNumber", ["1234567", "12345678901234567"]],
    ["PKR_ACCOUNT", "iban", ["PK36"]],
    ["UGX_ACCOUNT", "phoneNumber", ["+25671", "256712345000", "+2567123450001234"]],
    ["XAF_ACCOUNT", "region", ["SN", "cm", "CMR"]],
    ["XOF_ACCOUNT", "region", ["CM", "ML"]],
    ["ZAR_ACCOUNT", "accountNumber", ["12345678", "12345678901234"]],
    ["USD_ACCOUNT", "paymentRails", [["SEPA"], [], "ACH"]],
    ["USD_ACCOUNT", "beneficiary", ["Ada", []]],
  ])("of the kind %s is refused with a malformed %s [ACC-18, OP-44]", async (kind, field, values) => {
    const { info, currency } = exampleOf(kind);
    for (const value of values) {
      expect(await refused({ currency, accountInfo: { ...info, [field]: value } })).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", details: { field: expect.stringContaining(`accountInfo.${field}`) } },
      });
    }
  });

  it.each<[string, unknown]>([
    ["beneficiaryType", "TRUST"],
    ["fullName", 1],
    ["birthDate", "10.12.1815"],
    ["nationality", "GBR"],
    ["email", ["ada@example.com"]],
    ["phoneNumber", 14155550123],
    ["address", "1 Main St"],
    ["address.city", undefined],
  ])("is refused if the %s of the beneficiary is %s [ACC-19, GEN-11, OP-44]", async (field, value) => {
    const { info, currency } = exampleOf("EUR_ACCOUNT");
    const person = info["beneficiary"] as { address: Json };
    const beneficiary =
      field === "address.city"
        ? { ...person, address: without(person.address, "city") }
        : { ...person, [field]: value };
    expect(await refused({ currency, accountInfo: { ...info, beneficiary } })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: `accountInfo.beneficiary.${field}` } },
    });
  });

  it("for Lightning has exactly one of three addresses [ACC-18, OP-44]", async () => {
    const ways = { invoice: "lnbc1000", bolt12: "lno1000", lightningAddress: "ada000@ln.test" };
    for (const [field, value] of Object.entries(ways)) {
      const accountInfo = { accountType: "LIGHTNING", [field]: value };
      expect(await new World().created(path, { currency: "BTC", accountInfo })).toMatchObject({
        accountInfo,
      });
      const empty = { accountType: "LIGHTNING", [field]: "" };
      expect((await refused({ currency: "BTC", accountInfo: empty })).status).toBe(400);
    }
    for (const accountInfo of [{ accountType: "LIGHTNING" }, { accountType: "LIGHTNING", ...ways }]) {
      expect(await refused({ currency: "BTC", accountInfo })).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT" },
      });
    }
  });

  it.each(accountExamples)(
    "of the kind $kind has its own currency [OP-41, OP-44]",
    async ({ info, isFiat }) => {
      for (const currency of isFiat ? ["CHF", "USDC"] : ["USD", "EUR"]) {
        expect(await refused({ currency, accountInfo: info })).toMatchObject({
          status: 400,
          body: { code: "INVALID_CURRENCY", details: { field: "currency" } },
        });
      }
    },
  );

  it.each([
    ["SPARK_WALLET", "USDC", "BTC or USDB"],
    ["TRON_WALLET", "USDC", "USDT"],
    ["POLYGON_WALLET", "USDT", "USDC"],
    ["LIGHTNING", "USDC", "BTC"],
  ])(
    "of the kind %s has no %s, which the chain does not carry [ACC-17, OP-41]",
    async (kind, currency, coins) => {
      const { info } = exampleOf(kind);
      expect(await refused({ currency, accountInfo: info })).toMatchObject({
        status: 400,
        body: { code: "INVALID_CURRENCY", message: `currency: expected ${coins} for a ${kind}` },
      });
    },
  );

  it("must name a network of its own chain [ACC-17, OP-44]", async () => {
    const { info, currency } = exampleOf("SOLANA_WALLET");
    for (const cryptoNetwork of ["BASE_MAINNET", "SOLANA", "solana_devnet", "SOLANA_TESTNET"]) {
      const body = { currency, accountInfo: info, cryptoNetwork };
      expect(await api.call("POST", "/customers/external-accounts", body, invalid)).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT", details: { field: "cryptoNetwork" } },
      });
    }
    const accepted = await World.odd().created("/customers/external-accounts", {
      currency,
      accountInfo: info,
      cryptoNetwork: "SOLANA_MAINNET",
    });
    expect(accepted["cryptoNetwork"]).toBe("SOLANA_MAINNET");
  });

  it("is checked in linear time", async () => {
    const own = World.odd();
    const started = performance.now();
    for (const { info, currency } of accountExamples) {
      for (const field of Object.keys(info)) {
        if (field === "accountType" || typeof info[field] !== "string") continue;
        const accountInfo = { ...info, [field]: `${info[field].slice(0, 6)}${"A1".repeat(50_000)}!` };
        await own.call("POST", path, { currency, accountInfo }, invalid);
      }
    }
    // A search with backtracking over 100,000 characters would take minutes for one field.
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  it("that is refused is not stored", async () => {
    const { info, currency } = exampleOf("USD_ACCOUNT");
    const own = new World();
    await own.call("POST", path, { currency, accountInfo: without(info, "beneficiary") }, invalid);
    expect(await own.read(path)).toEqual({ data: [] });
  });
});

describe("the digits of the sandbox", () => {
  /** The field with the digits, if it is not the account number. */
  const carriers: Record<string, string> = {
    AED_ACCOUNT: "iban",
    DKK_ACCOUNT: "iban",
    EUR_ACCOUNT: "iban",
    BRL_ACCOUNT: "pixKey",
    MXN_ACCOUNT: "clabeNumber",
    INR_ACCOUNT: "vpa",
    LIGHTNING: "lightningAddress",
    ...Object.fromEntries(
      ["BWP", "HTG", "KES", "MWK", "RWF", "TZS", "UGX", "XAF", "XOF", "ZMW"].map((code) => [
        `${code}_ACCOUNT`,
        "phoneNumber",
      ]),
    ),
    ...Object.fromEntries(
      accountExamples.filter(({ kind }) => kind.endsWith("_WALLET")).map(({ kind }) => [kind, "address"]),
    ),
  };
  const currencies = [...new Set(accountExamples.map(({ currency }) => currency))];
  const bank = new World({ platform: { currencies } });
  const accountOf = new Map<string, string>();

  beforeAll(async () => {
    const { data } = (await bank.read("/platform/internal-accounts")) as { data: Json[] };
    for (const account of data) {
      const { code } = (account["balance"] as { currency: { code: string } }).currency;
      accountOf.set(code, String(account["id"]));
      await bank.created(`/sandbox/internal-accounts/${String(account["id"])}/fund`, { amount: 100_000 });
    }
  });

  it.each(accountExamples)(
    "of the kind $kind are those of its primary identifier [SBX-05, SBX-06, SBX-07, SBX-08, SBX-18, OP-43]",
    async ({ kind, info, currency }) => {
      const field = carriers[kind] ?? "accountNumber";
      const ending = (digits: string) => ({
        currency,
        accountInfo: { ...info, [field]: String(info[field]).replace(/000(?=@|$)/, digits) },
      });
      const transferOut = async (digits: string) => {
        const { id } = await bank.created(path, ending(digits));
        return bank.created("/transfer-out", {
          source: { accountId: accountOf.get(currency) },
          destination: { accountId: id },
          amount: 100,
        });
      };
      expect(ending("002").accountInfo[field]).not.toBe(info[field]);
      expect(await bank.created(path, ending("102"))).toMatchObject({
        beneficiaryVerificationStatus: "NOT_MATCHED",
      });
      expect(await bank.post(path, ending("105"))).toMatchObject({
        status: 400,
        body: { code: "INVALID_BANK_ACCOUNT" },
      });
      expect(await bank.post(path, ending("109"))).toMatchObject({ status: 500 });
      expect(await transferOut("000")).toMatchObject({ status: "COMPLETED" });
      expect(await transferOut("002")).toMatchObject({ status: "FAILED" });
      expect(await transferOut("003")).toMatchObject({ status: "FAILED" });
    },
  );
});
