import type { CryptoWalletKinds, FiatAccountKinds } from "./account-fields";
import type { BusinessBeneficiary, IndividualBeneficiary } from "./account-info";
import type { AddressParams } from "./address";

/**
 * A standard with check digits, or with more rules than a pattern has. `TAX_ID` is a Brazilian CPF or CNPJ, and `PIX` depends on the
 * type of the key.
 */
export type TextStandard = "ABA" | "BIC" | "CLABE" | "COUNTRY" | "DATE" | "EMAIL" | "IBAN" | "PIX" | "TAX_ID";

/** The format of a text field. */
export interface TextFormat {
  /** In words, for example `9 digits`. */
  expected: string;
  /** Anchored at both ends and without nested repetition, so a check takes linear time. */
  pattern: RegExp;
  example: string;
  /** The values, if the field is a choice. */
  options?: readonly string[] | undefined;
  /** The pattern has only the form. The standard has the check digits. */
  standard?: TextStandard | undefined;
}

type OptionalKey<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T];
type Formats<Name extends PropertyKey> = { readonly [Field in Name]: TextFormat };

/** The fields of a kind of account, as data. */
export interface AccountKindData<Fields = Record<string, string>, Needs extends PropertyKey = string> {
  /** The payment rails of a bank account. Empty for blockchain wallets. */
  rails: readonly string[];
  required: Formats<Exclude<keyof Fields, OptionalKey<Fields>>>;
  optional: Formats<OptionalKey<Fields>>;
  /** The fields that a person needs as beneficiary, besides the name. */
  needs: { readonly [Need in Needs]: true };
}

/** The data of each kind of account. The compiler compares it with the types. */
export type AccountKindTable = {
  readonly [Kind in keyof FiatAccountKinds]: AccountKindData<
    FiatAccountKinds[Kind]["fields"],
    FiatAccountKinds[Kind]["needs"]
  >;
} & { readonly [Kind in keyof CryptoWalletKinds]: AccountKindData<{ address: string }, never> } & {
  readonly LIGHTNING: AccountKindData<
    { invoice?: string; bolt12?: string; lightningAddress?: string },
    never
  >;
};

const range = (min: number, max: number) => (min === max ? String(min) : `${min} to ${max}`);

const upTo = (max: number, example: string): TextFormat => ({
  expected: `a text of 1 to ${max} characters`,
  pattern: new RegExp(`^(?=.*\\S).{1,${max}}$`, "su"),
  example,
});

const digits = (min: number, max: number, example: string): TextFormat => ({
  expected: `${range(min, max)} digits`,
  pattern: new RegExp(`^[0-9]{${min},${max}}$`),
  example,
});

const phone = (example: string, country = "", min = 6, max = 14): TextFormat => ({
  expected: `a phone number: +${country}, then ${range(min, max)} digits`,
  pattern: new RegExp(`^\\+${country}[0-9]{${min},${max}}$`),
  example,
});

const choice = (example: string, ...others: string[]): TextFormat => {
  const options = [example, ...others];
  return {
    expected: `one of ${options.join(", ")}`,
    pattern: new RegExp(`^(?:${options.join("|")})$`),
    example,
    options,
  };
};

const anyText = (example: string): TextFormat => ({
  expected: "a non-empty string",
  pattern: /^.*\S.*$/su,
  example,
});

const iban = (example: string): TextFormat => ({
  expected: "an IBAN of 15 to 34 characters without blanks",
  pattern: /^[A-Z]{2}[0-9]{2}[A-Za-z0-9]{11,30}$/,
  example,
  standard: "IBAN",
});

/**
 * The kinds of account, with the formats of their fields. A function, so that programs that do not call it leave the table out.
 */
export function accountKindTable(): AccountKindTable {
  const bankName = upTo(255, "First Bank");
  const accountNumber = upTo(34, "1234567890");
  const bank = { bankName, accountNumber };
  const swiftCode: TextFormat = {
    expected: "a BIC of 8 or 11 characters",
    pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
    example: "DEUTDEFF",
    standard: "BIC",
  };
  const swiftBank = { ...bank, swiftCode };
  const branchCode = digits(5, 5, "12345");
  const bankAccountType = choice("CHECKING", "SAVINGS");
  const provider = upTo(255, "M-PESA");

  const transfer = ["BANK_TRANSFER"];
  const sepa = ["SEPA", "SEPA_INSTANT"];
  const transferOrMobile = ["BANK_TRANSFER", "MOBILE_MONEY"];

  const kind = <Required extends object, Optional extends object = object, Needs extends object = object>(
    rails: readonly string[],
    required: Required,
    optional = {} as Optional,
    needs = {} as Needs,
  ) => ({ rails, required, optional, needs });
  const mobile = (number: TextFormat) => kind(["MOBILE_MONEY"], { phoneNumber: number, provider });
  const inRegion = (number: string, region: TextFormat) =>
    kind(["MOBILE_MONEY"], { region, provider, phoneNumber: phone(number) });
  const wallet = (example: string) => kind([], { address: anyText(example) });

  return {
    AED_ACCOUNT: kind(
      transfer,
      {
        iban: { ...iban("AE070331234567890123456"), expected: "AE and 21 digits", pattern: /^AE[0-9]{21}$/ },
      },
      { swiftCode },
    ),
    BDT_ACCOUNT: kind(
      transferOrMobile,
      { ...bank, branchCode, phoneNumber: phone("+8801712345678") },
      { swiftCode },
    ),
    BRL_ACCOUNT: kind(["PIX"], {
      pixKeyType: choice("CPF", "CNPJ", "EMAIL", "PHONE", "RANDOM"),
      pixKey: { ...upTo(77, "52998224725"), standard: "PIX" },
      taxId: { ...digits(11, 14, "52998224725"), standard: "TAX_ID" },
    }),
    BWP_ACCOUNT: mobile(phone("+26771234567")),
    CAD_ACCOUNT: kind(transfer, {
      bankCode: digits(3, 3, "001"),
      branchCode,
      accountNumber: digits(7, 12, "1234567"),
    }),
    COP_ACCOUNT: kind(
      transfer,
      { ...bank, bankAccountType },
      {},
      { documentType: true, documentNumber: true },
    ),
    DKK_ACCOUNT: kind(sepa, { iban: iban("DK5000400440116243") }, { swiftCode }),
    EGP_ACCOUNT: kind(
      transfer,
      bank,
      { iban: iban("EG380019000500000000263180002"), swiftCode },
      { phoneNumber: true, countryOfResidence: true, address: true },
    ),
    EUR_ACCOUNT: kind(sepa, { iban: iban("DE89370400440532013000") }, { swiftCode }, { address: true }),
    GBP_ACCOUNT: kind(["FASTER_PAYMENTS"], {
      sortCode: digits(6, 6, "203015"),
      accountNumber: digits(8, 8, "12345678"),
    }),
    GHS_ACCOUNT: kind(transferOrMobile, { ...bank, phoneNumber: phone("+233241234567") }),
    GTQ_ACCOUNT: kind(
      transfer,
      { ...bank, bankAccountType },
      {},
      { phoneNumber: true, countryOfResidence: true },
    ),
    HKD_ACCOUNT: kind(transfer, swiftBank),
    HTG_ACCOUNT: kind(["MOBILE_MONEY"], { phoneNumber: phone("+50934567890") }),
    IDR_ACCOUNT: kind(transfer, { ...swiftBank, phoneNumber: phone("+628123456789", "62", 9, 12) }),
    INR_ACCOUNT: kind(["UPI"], {
      vpa: {
        expected: "a virtual payment address name@provider",
        pattern: /^(?=.{3,255}$)[a-zA-Z0-9.\-_]+@[a-zA-Z0-9]+$/,
        example: "ada@okbank",
      },
    }),
    JMD_ACCOUNT: kind(
      transfer,
      { ...bank, branchCode, bankAccountType },
      {},
      { phoneNumber: true, address: true },
    ),
    KES_ACCOUNT: mobile(phone("+254712345678", "254", 9, 9)),
    MWK_ACCOUNT: mobile(phone("+265991234567")),
    MXN_ACCOUNT: kind(["SPEI"], {
      clabeNumber: { ...digits(18, 18, "002010077777777771"), standard: "CLABE" },
    }),
    MYR_ACCOUNT: kind(transfer, swiftBank),
    NGN_ACCOUNT: kind(transfer, { ...bank, accountNumber: digits(10, 10, "0123456789") }),
    PHP_ACCOUNT: kind(transfer, { ...bank, accountNumber: digits(8, 16, "1234567890") }),
    PKR_ACCOUNT: kind(
      transferOrMobile,
      { ...bank, phoneNumber: phone("+923001234567") },
      { iban: iban("PK36SCBL0000001123456702") },
    ),
    RWF_ACCOUNT: mobile(phone("+250712345678", "250", 9, 9)),
    SGD_ACCOUNT: kind(["PAYNOW", "FAST", "BANK_TRANSFER"], swiftBank),
    THB_ACCOUNT: kind(transfer, swiftBank),
    TZS_ACCOUNT: mobile(phone("+255712345678", "255", 9, 9)),
    UGX_ACCOUNT: mobile(phone("+256712345678")),
    USD_ACCOUNT: kind(
      ["ACH", "WIRE", "RTP", "FEDNOW"],
      { accountNumber, routingNumber: { ...digits(9, 9, "021000021"), standard: "ABA" } },
      { bankAccountType, bankName, platformAccountId: anyText("payee-1") },
    ),
    VND_ACCOUNT: kind(transfer, swiftBank),
    XAF_ACCOUNT: inRegion("+237671234567", choice("CM", "CG")),
    XOF_ACCOUNT: inRegion("+221771234567", choice("BJ", "CI", "SN", "TG")),
    ZAR_ACCOUNT: kind(transfer, { ...bank, accountNumber: digits(9, 13, "123456789") }),
    ZMW_ACCOUNT: mobile(phone("+260971234567", "260", 9, 9)),
    BASE_WALLET: wallet("0x52908400098527886E0F7030069857D2E4169EE7"),
    ETHEREUM_WALLET: wallet("0x52908400098527886E0F7030069857D2E4169EE7"),
    POLYGON_WALLET: wallet("0x52908400098527886E0F7030069857D2E4169EE7"),
    SOLANA_WALLET: wallet("7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV"),
    SPARK_WALLET: wallet("spark1pgssyuuuhnrrdjswal5c3s3rafw9w3y5dd4cjy3duxlf7hjzkp0rqx6dj6mrhu"),
    TRON_WALLET: wallet("TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"),
    // Exactly one of the three, which the fields alone cannot say.
    LIGHTNING: kind(
      [],
      {},
      {
        lightningAddress: anyText("ada@ln.example"),
        invoice: anyText("lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqf"),
        bolt12: anyText(
          "lno1pqps7sjqpgtyzm3qv4uxzmtsd3jjqer9wd3hy6tsw35k7msjzfpy7nz5yqcnygrfdej82um5wf5k2uckyypwa3eyt44h6txtxquqh7lz5djge4afgfjn7k4rgrkuag0jsd5xvxg",
        ),
      },
    ),
  };
}

const country: TextFormat = {
  expected: "ISO 3166-1 alpha-2, two letters",
  pattern: /^[A-Z]{2}$/,
  example: "US",
  standard: "COUNTRY",
};

const birthDate: TextFormat = {
  expected: "a date, YYYY-MM-DD",
  pattern: /^\d{4}-\d{2}-\d{2}$/,
  example: "1990-12-10",
  standard: "DATE",
};

const email = (example: string): TextFormat => ({ ...anyText(example), standard: "EMAIL" });

/** The fields of an address. */
export function addressFormats(): Formats<keyof AddressParams> {
  return {
    line1: anyText("1 Main St"),
    line2: anyText("Apt 4"),
    city: anyText("Springfield"),
    state: anyText("IL"),
    postalCode: anyText("62701"),
    country,
  };
}

/** The only value of a field. */
const only = (value: string): TextFormat => ({ ...choice(value), expected: value });

/** The text fields of a beneficiary who is a person. The address is apart. */
export function individualFormats(): Formats<Exclude<keyof IndividualBeneficiary, "address">> {
  return {
    beneficiaryType: only("INDIVIDUAL"),
    fullName: anyText("Ada Lovelace"),
    birthDate,
    nationality: country,
    email: email("ada@example.com"),
    phoneNumber: phone("+14155550123"),
    countryOfResidence: country,
    documentType: anyText("PASSPORT"),
    documentNumber: anyText("1020304050"),
    registrationNumber: anyText("HRB 12345"),
  };
}

/** The text fields of a beneficiary that is a business. The address is apart. */
export function businessFormats(): Formats<Exclude<keyof BusinessBeneficiary, "address">> {
  return {
    beneficiaryType: only("BUSINESS"),
    legalName: anyText("Analytical Engines Inc."),
    registrationNumber: anyText("HRB 12345"),
    taxId: anyText("12-3456789"),
    email: email("pay@example.com"),
    phoneNumber: phone("+14155550123"),
    countryOfResidence: country,
  };
}
