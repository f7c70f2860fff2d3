import { expectTypeOf, test } from "vitest";
import type {
  AccountInfo,
  AccountInfoParams,
  Currency,
  Customer,
  Destination,
  ExternalAccount,
  IncomingTransaction,
  OutgoingTransaction,
  PaymentInstruction,
  PaymentsError,
  PaymentsErrorCode,
  PaymentsErrorCodes,
  Quote,
  ServiceErrorCode,
  ServiceErrorCodes,
  Session,
  Source,
  Transaction,
  Unlisted,
  VerificationIssue,
} from "payments-sdk";
import type { WebhookEvent, WebhookEventType } from "payments-sdk/webhooks";
import type { BankAccountType } from "../../src/models/account-fields";
import { exactInteger, model, nullishString, string } from "../../src/models/schema";
import type { Schema } from "../../src/models/schema";

type BusinessCustomer = Extract<Customer, { customerType: "BUSINESS" }>;
type IndividualCustomer = Extract<Customer, { customerType: "INDIVIDUAL" }>;
type PaymentAccountInfo = PaymentInstruction["accountOrWalletInfo"];

test("the kind of an account determines its fields [ACC-18] [ACC-19]", () => {
  const read = (info: AccountInfo) => {
    if (info.accountType === "USD_ACCOUNT") {
      expectTypeOf(info.accountNumber).toEqualTypeOf<string>();
      expectTypeOf(info.routingNumber).toEqualTypeOf<string>();
      // @ts-expect-error an account in US dollars has no IBAN
      void info.iban;
    }
    if (info.accountType === "AED_ACCOUNT") expectTypeOf(info.iban).toEqualTypeOf<string>();
    if (info.accountType === "BRL_ACCOUNT") expectTypeOf(info.pixKey).toEqualTypeOf<string>();
    if (info.accountType === "SPARK_WALLET") expectTypeOf(info.address).toEqualTypeOf<string>();
    // @ts-expect-error the kind is not known yet
    void info.accountNumber;
  };
  expectTypeOf(read).toBeFunction();
});

test("responses of the newest service may lack twelve fields, which requests need [C20]", () => {
  type Of<Kind extends AccountInfo["accountType"]> = Extract<AccountInfo, { accountType: Kind }>;
  type Text = string | null | undefined;
  expectTypeOf<
    Of<"COP_ACCOUNT" | "EGP_ACCOUNT" | "GHS_ACCOUNT" | "PKR_ACCOUNT" | "BDT_ACCOUNT">["accountNumber"]
  >().toEqualTypeOf<Text>();
  expectTypeOf<Of<"GHS_ACCOUNT" | "PKR_ACCOUNT">["phoneNumber"]>().toEqualTypeOf<Text>();
  expectTypeOf<Of<"BDT_ACCOUNT">["phoneNumber" | "branchCode"]>().toEqualTypeOf<Text>();
  expectTypeOf<Of<"COP_ACCOUNT">["bankAccountType"]>().toEqualTypeOf<BankAccountType | null | undefined>();
  expectTypeOf<Of<"INR_ACCOUNT">["vpa"]>().toEqualTypeOf<Text>();
  expectTypeOf<Of<"SGD_ACCOUNT">["bankName"]>().toEqualTypeOf<Text>();
  expectTypeOf<Of<"COP_ACCOUNT" | "GHS_ACCOUNT">["bankName"]>().toEqualTypeOf<string>();
  expectTypeOf<Extract<AccountInfoParams, { accountType: "INR_ACCOUNT" }>["vpa"]>().toEqualTypeOf<string>();
});

test("all 42 kinds of account are known [ACC-18]", () => {
  // One line per known kind. A missing or new kind breaks the equality.
  type Known = Exclude<AccountInfo["accountType"], Unlisted>;
  expectTypeOf<Known>().toEqualTypeOf<
    | "AED_ACCOUNT"
    | "BDT_ACCOUNT"
    | "BRL_ACCOUNT"
    | "BWP_ACCOUNT"
    | "CAD_ACCOUNT"
    | "COP_ACCOUNT"
    | "DKK_ACCOUNT"
    | "EGP_ACCOUNT"
    | "EUR_ACCOUNT"
    | "GBP_ACCOUNT"
    | "GHS_ACCOUNT"
    | "GTQ_ACCOUNT"
    | "HKD_ACCOUNT"
    | "HTG_ACCOUNT"
    | "IDR_ACCOUNT"
    | "INR_ACCOUNT"
    | "JMD_ACCOUNT"
    | "KES_ACCOUNT"
    | "MWK_ACCOUNT"
    | "MXN_ACCOUNT"
    | "MYR_ACCOUNT"
    | "NGN_ACCOUNT"
    | "PHP_ACCOUNT"
    | "PKR_ACCOUNT"
    | "RWF_ACCOUNT"
    | "SGD_ACCOUNT"
    | "THB_ACCOUNT"
    | "TZS_ACCOUNT"
    | "UGX_ACCOUNT"
    | "USD_ACCOUNT"
    | "VND_ACCOUNT"
    | "XAF_ACCOUNT"
    | "XOF_ACCOUNT"
    | "ZAR_ACCOUNT"
    | "ZMW_ACCOUNT"
    | "SPARK_WALLET"
    | "LIGHTNING"
    | "SOLANA_WALLET"
    | "TRON_WALLET"
    | "POLYGON_WALLET"
    | "BASE_WALLET"
    | "ETHEREUM_WALLET"
  >();
});

test("all 44 kinds of payment instruction are known [QUO-10] [QUO-11]", () => {
  type Account = Exclude<AccountInfo["accountType"], Unlisted>;
  type Known = Exclude<PaymentAccountInfo["accountType"], Unlisted>;
  expectTypeOf<Known>().toEqualTypeOf<Account | "ARS_ACCOUNT" | "EMBEDDED_WALLET">();
});

test("a payment instruction has the fields of the account, and each wallet has its assets [QUO-10] [QUO-11]", () => {
  type Instruction = Exclude<PaymentAccountInfo, { accountType: Unlisted }>;
  type RequiredOf<Model> = {
    [Field in keyof Model]-?: object extends Pick<Model, Field> ? never : Field;
  }[keyof Model];
  /** The required fields of a kind of instruction. */
  type Fields<Kind> = RequiredOf<Extract<Instruction, { accountType: Kind }>>;
  type OfAccount<Kind> = RequiredOf<Extract<AccountInfo, { accountType: Kind }>>;
  type CryptoPaymentInfo = Extract<Instruction, { address: string }>;
  type Special = "BRL_ACCOUNT" | "COP_ACCOUNT" | "ARS_ACCOUNT" | "LIGHTNING" | "EMBEDDED_WALLET";
  type Different = {
    [Kind in Exclude<Instruction["accountType"], Special>]: [Fields<Kind>, OfAccount<Kind>] extends [
      OfAccount<Kind>,
      Fields<Kind>,
    ]
      ? never
      : Kind;
  }[Exclude<Instruction["accountType"], Special>];
  expectTypeOf<Different>().toBeNever();
  expectTypeOf<Fields<"BRL_ACCOUNT">>().toEqualTypeOf<"accountType" | "qrCode">();
  expectTypeOf<Fields<"COP_ACCOUNT">>().toEqualTypeOf<"accountType" | "paymentUrl">();
  expectTypeOf<Fields<"ARS_ACCOUNT">>().toEqualTypeOf<"accountType" | "accountNumber">();
  expectTypeOf<Fields<"LIGHTNING">>().toEqualTypeOf<"accountType" | "invoice">();
  expectTypeOf<Fields<"EMBEDDED_WALLET">>().toEqualTypeOf<"accountType" | "payloadToSign">();
  /** The listed values of an extensible set. */
  type Listed<Value> = Value extends string ? (string extends Value ? never : Value) : never;
  type Assets<Kind> = Listed<Extract<CryptoPaymentInfo, { accountType: Kind }>["assetType"]>;
  expectTypeOf<Assets<"SPARK_WALLET">>().toEqualTypeOf<"BTC" | "USDB">();
  expectTypeOf<Assets<"SOLANA_WALLET">>().toEqualTypeOf<"USDC" | "USDT">();
  expectTypeOf<Assets<"TRON_WALLET">>().toEqualTypeOf<"USDT">();
  expectTypeOf<Assets<"BASE_WALLET">>().toEqualTypeOf<"USDC">();
});

test("codes of the package and of the service complete, and other codes are accepted [ERR-09]", () => {
  const read = (error: PaymentsError) => {
    // A switch on the codes accepts both sets and any other text.
    switch (error.code) {
      case "CHALLENGE_EXPIRED" satisfies PaymentsErrorCode:
      case "QUOTE_NOT_FOUND" satisfies ServiceErrorCode:
      case "A_NEW_CODE":
        return true;
      default:
        return false;
    }
  };
  expectTypeOf(read).returns.toEqualTypeOf<boolean>();
  expectTypeOf<PaymentsErrorCode | ServiceErrorCode>().toExtend<PaymentsError["code"]>();
  // The union keeps its values. A plain string would make both directions assignable.
  expectTypeOf<PaymentsError["code"]>().not.toEqualTypeOf<string>();
  expectTypeOf<ServiceErrorCodes["USER_NOT_FOUND"]>().toEqualTypeOf<404>();
  expectTypeOf<PaymentsErrorCodes["TIMEOUT"]>().toEqualTypeOf<"TimeoutError">();
  // @ts-expect-error the service does not have this code
  expectTypeOf<"QUOTE_LOST">().toExtend<ServiceErrorCode>();
});

test("an unknown kind of account stays readable [GEN-13]", () => {
  const read = (info: AccountInfo) => {
    const kind: string = info.accountType;
    switch (info.accountType) {
      case "USD_ACCOUNT":
        return info.accountNumber;
      case "LIGHTNING":
        return info.invoice;
      default:
        return kind;
    }
  };
  const other = (info: Extract<AccountInfo, { accountType: Unlisted }>) => info["sortingCode"];
  expectTypeOf(read).returns.toEqualTypeOf<string | null | undefined>();
  expectTypeOf(other).returns.toBeUnknown();
  expectTypeOf<Unlisted>().toExtend<string>();
});

test("the kind of a payment instruction determines its fields [QUO-10] [QUO-11] [QUO-12]", () => {
  const read = (info: PaymentAccountInfo) => {
    if (info.accountType === "USD_ACCOUNT") {
      expectTypeOf(info.accountNumber).toEqualTypeOf<string>();
      expectTypeOf(info.reference).toEqualTypeOf<string | null | undefined>();
      expectTypeOf(info.bankName).toExtend<string | null | undefined>();
    }
    if (info.accountType === "SPARK_WALLET") {
      expectTypeOf(info.address).toEqualTypeOf<string>();
      expectTypeOf(info.invoice).toEqualTypeOf<string | null | undefined>();
    }
    if (info.accountType === "EMBEDDED_WALLET") expectTypeOf(info.payloadToSign).toEqualTypeOf<string>();
    if (info.accountType === "BRL_ACCOUNT") expectTypeOf(info.qrCode).toEqualTypeOf<string>();
    if (info.accountType === "COP_ACCOUNT") expectTypeOf(info.paymentUrl).toEqualTypeOf<string>();
  };
  expectTypeOf(read).toBeFunction();
});

test("the type of a transaction determines its fields [TRX-01] [TRX-08] [TRX-13]", () => {
  const read = (transaction: Transaction) => {
    if (transaction.type === "INCOMING") {
      expectTypeOf(transaction).toEqualTypeOf<IncomingTransaction>();
      expectTypeOf(transaction.receivedAmount.amount).toEqualTypeOf<number>();
      // @ts-expect-error an incoming transaction sends nothing
      void transaction.sentAmount;
    } else if (transaction.type === "OUTGOING") {
      expectTypeOf(transaction).toEqualTypeOf<OutgoingTransaction>();
      expectTypeOf(transaction.sentAmount.currency).toEqualTypeOf<Currency>();
      // @ts-expect-error the received amount of an outgoing transaction is optional
      void transaction.receivedAmount.amount;
    } else {
      // @ts-expect-error a newer kind, such as CARD, may have no destination [C20]
      void transaction.destination.destinationType;
    }
  };
  expectTypeOf(read).toBeFunction();
});

test("the type of a customer determines its fields [CUS-03] [CUS-20]", () => {
  const read = (customer: Customer) => {
    expectTypeOf(customer.umaAddress).toEqualTypeOf<string>();
    expectTypeOf(customer.platformCustomerId).toEqualTypeOf<string>();
    if (customer.customerType === "BUSINESS") {
      expectTypeOf(customer).toEqualTypeOf<BusinessCustomer>();
      expectTypeOf(customer.businessInfo?.registrationNumber).toEqualTypeOf<string | null | undefined>();
    } else {
      expectTypeOf(customer).toEqualTypeOf<IndividualCustomer>();
      expectTypeOf(customer.fullName).toEqualTypeOf<string | null | undefined>();
    }
  };
  expectTypeOf(read).toBeFunction();
});

test("sources and destinations have a kind [ACC-24] [ACC-26]", () => {
  const read = (source: Source, destination: Destination) => {
    if (source.sourceType === "ACCOUNT") expectTypeOf(source.accountId).toExtend<string>();
    if (source.sourceType === "UMA_ADDRESS") expectTypeOf(source.umaAddress).toEqualTypeOf<string>();
    if (destination.destinationType === "UMA_ADDRESS")
      expectTypeOf(destination.umaAddress).toEqualTypeOf<string>();
  };
  expectTypeOf(read).toBeFunction();
});

test("the kind of an event determines its data, and unknown kinds are readable [EVT-02] [EVT-03]", () => {
  const read = (event: WebhookEvent) => {
    if (event.type === "INTERNAL_ACCOUNT.BALANCE_UPDATED") {
      expectTypeOf(event.data.balance.amount).toEqualTypeOf<number>();
    }
    if (event.type === "OUTGOING_PAYMENT.REFUND_FAILED") {
      expectTypeOf(event.data.sentAmount.amount).toEqualTypeOf<number>();
    }
    if (event.type === "CUSTOMER.KYB_APPROVED") expectTypeOf(event.data).toEqualTypeOf<Customer>();
    const kind: string = event.type;
    return kind;
  };
  expectTypeOf(read).returns.toEqualTypeOf<string>();
  expectTypeOf<"TEST">().toExtend<WebhookEventType>();
  // @ts-expect-error this kind does not exist
  expectTypeOf<"INCOMING_PAYMENT.REFUNDED">().toExtend<WebhookEventType>();
});

test("extensible sets accept values newer than the package [GEN-13]", () => {
  expectTypeOf<"A_NEW_STATUS">().toExtend<Quote["status"]>();
  expectTypeOf<"A_NEW_STATUS">().toExtend<ExternalAccount["status"]>();
  expectTypeOf<Quote["status"]>().toExtend<string>();
  expectTypeOf<string>().toExtend<Customer["id"]>();
});

test("optional fields may be null [GEN-13] [ACC-11]", () => {
  expectTypeOf<ExternalAccount["platformAccountId"]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<null>().toExtend<ExternalAccount["customerId"]>();
  expectTypeOf<Session["encryptedSessionSigningKey"]>().toEqualTypeOf<string | null | undefined>();
  expectTypeOf<VerificationIssue["aNewField"]>().toBeUnknown();
});

test("no model is `any`", () => {
  expectTypeOf<Quote>().not.toBeAny();
  expectTypeOf<Quote["source"]>().not.toBeAny();
  expectTypeOf<Transaction>().not.toBeAny();
  expectTypeOf<AccountInfo>().not.toBeAny();
  expectTypeOf<WebhookEvent["data"]>().not.toBeAny();
});

test("a schema that differs from its interface does not compile", () => {
  interface Model {
    id: string;
    amount: number;
    note?: string | null | undefined;
  }
  expectTypeOf(model<Model>({ id: string, amount: exactInteger, note: nullishString })).toEqualTypeOf<
    Schema<Model>
  >();
  const wrong = [
    // @ts-expect-error a field is missing
    () => model<Model>({ id: string, amount: exactInteger }),
    // @ts-expect-error a field has another type
    () => model<Model>({ id: string, amount: string, note: nullishString }),
    // @ts-expect-error an optional field is required
    () => model<Model>({ id: string, amount: exactInteger, note: string }),
    // @ts-expect-error a field was renamed
    () => model<Model>({ id: string, value: exactInteger, note: nullishString }),
  ];
  expectTypeOf(wrong).toBeArray();
});
