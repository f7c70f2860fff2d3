import { expectTypeOf, test } from "vitest";
import type {
  ApiToken,
  AuthMethod,
  BulkImportAccepted,
  BulkImportJob,
  CreatedApiToken,
  Customer,
  Discovery,
  ExchangeRate,
  IncomingTransaction,
  InternalAccount,
  KycLink,
  Page,
  PasskeyAuthChallenge,
  PaymentsClient,
  PaymentsError,
  PlatformConfig,
  Quote,
  Session,
  SignedRetryChallenge,
  Signer,
  Transaction,
  UmaInvitation,
  UmaProvider,
  UploadedDocument,
  WalletExport,
  WebhookTest,
  WithdrawalFeeEstimate,
} from "payments-sdk";

declare const payments: PaymentsClient;
declare const signer: Signer;
const clientPublicKey = "04";

// The bodies are compiled but never run. A wrong call is a compile error.
const compiled = (calls: () => unknown) => expectTypeOf(calls).toBeFunction();

test("every call returns a native promise of its model [CUS-15] [QUO-15] [TRF-02] [TRF-04]", () => {
  compiled(() => {
    expectTypeOf(payments.customers.create({ customerType: "INDIVIDUAL" })).toEqualTypeOf<
      Promise<Customer>
    >();
    expectTypeOf(payments.quotes.retrieve("Quote:1")).toEqualTypeOf<Promise<Quote>>();
    expectTypeOf(payments.transfers.in).returns.toEqualTypeOf<Promise<IncomingTransaction>>();
    expectTypeOf(payments.transfers.out).returns.toEqualTypeOf<Promise<Transaction>>();
    expectTypeOf(payments.documents.upload).returns.toEqualTypeOf<Promise<UploadedDocument>>();
    expectTypeOf(payments.internalAccounts.findWallet("Customer:1")).toEqualTypeOf<
      Promise<InternalAccount | undefined>
    >();
  });
});

test("operations that only the contract describes also return their models", () => {
  expectTypeOf(payments.config.retrieve).returns.toEqualTypeOf<Promise<PlatformConfig>>();
  expectTypeOf(payments.config.update).returns.toEqualTypeOf<Promise<PlatformConfig>>();
  expectTypeOf(payments.exchangeRates.list).returns.resolves.toEqualTypeOf<Page<ExchangeRate>>();
  expectTypeOf(payments.discoveries.list).returns.resolves.toEqualTypeOf<Page<Discovery>>();
  expectTypeOf(payments.customers.delete).returns.toEqualTypeOf<Promise<Customer>>();
  expectTypeOf(payments.customers.kycLink).returns.toEqualTypeOf<Promise<KycLink>>();
  expectTypeOf(payments.customers.bulk.upload).returns.toEqualTypeOf<Promise<BulkImportAccepted>>();
  expectTypeOf(payments.customers.bulk.retrieve).returns.toEqualTypeOf<Promise<BulkImportJob>>();
  expectTypeOf(payments.customers.bulk.waitFor).returns.toEqualTypeOf<Promise<BulkImportJob>>();
  expectTypeOf(payments.documents.replace).returns.toEqualTypeOf<Promise<UploadedDocument>>();
  expectTypeOf(payments.crypto.estimateWithdrawalFee).returns.toEqualTypeOf<Promise<WithdrawalFeeEstimate>>();
  expectTypeOf(payments.sandbox.webhooks.test).returns.toEqualTypeOf<Promise<WebhookTest>>();
  expectTypeOf(payments.invitations.create).returns.toEqualTypeOf<Promise<UmaInvitation>>();
  expectTypeOf(payments.invitations.retrieve).returns.toEqualTypeOf<Promise<UmaInvitation>>();
  expectTypeOf(payments.invitations.claim).returns.toEqualTypeOf<Promise<UmaInvitation>>();
  expectTypeOf(payments.invitations.cancel).returns.toEqualTypeOf<Promise<UmaInvitation>>();
  expectTypeOf(payments.umaProviders.list).returns.resolves.toEqualTypeOf<Page<UmaProvider>>();
  expectTypeOf(payments.tokens.create).returns.toEqualTypeOf<Promise<CreatedApiToken>>();
  expectTypeOf(payments.tokens.list).returns.resolves.toEqualTypeOf<Page<ApiToken>>();
  expectTypeOf(payments.tokens.retrieve).returns.toEqualTypeOf<Promise<ApiToken>>();
  expectTypeOf(payments.tokens.delete).returns.toEqualTypeOf<Promise<void>>();
});

test("new operations take their parameters", () => {
  compiled(async () => {
    const { clientSecret } = await payments.tokens.create({ name: "reports", permissions: ["VIEW"] });
    expectTypeOf(clientSecret).toBeString();
    const { supportedCurrencies } = await payments.config.retrieve();
    void payments.config.update({ supportedCurrencies: supportedCurrencies ?? [] });
    const destinationCurrency = ["EUR", "MXN"] as const;
    void payments.exchangeRates.list({ destinationCurrency });
    void payments.exchangeRates.list({ destinationCurrency: "EUR" });
    void payments.customers.bulk.upload(new Blob(["a"]));
    void payments.customers.bulk.waitFor("Job:1", {
      onProgress: ({ progress }) => expectTypeOf(progress.processed).toBeNumber(),
    });
    void payments.invitations.create({ inviterUma: "$ada@example.com", expiresAt: new Date() });
    // @ts-expect-error only a new token has a secret
    void (await payments.tokens.retrieve("Token:1")).clientSecret;
    const replacement = { file: new Blob(), documentType: "PASSPORT", country: "GB" };
    // @ts-expect-error the holder of a document stays the same
    void payments.documents.replace("Document:1", { ...replacement, documentHolder: "Customer:1" });
    // @ts-expect-error lists without paging take no cursor
    void payments.discoveries.list({ cursor: "1" });
    // @ts-expect-error the customer is named by the platform's own identifier
    void payments.customers.kycLink({ customerId: "Customer:1" });
  });
});

test("awaiting a list returns a page, and iterating it returns its rows [PAG-05]", () => {
  compiled(async () => {
    const page = await payments.transactions.list();
    expectTypeOf(page).toEqualTypeOf<Page<Transaction>>();
    for await (const transaction of payments.transactions.list()) {
      expectTypeOf(transaction).toEqualTypeOf<Transaction>();
    }
    for await (const account of payments.platform.internalAccounts.list()) {
      expectTypeOf(account).toEqualTypeOf<InternalAccount>();
    }
  });
});

test("a signed call without a signer may resolve to a challenge [SRY-02] [SRY-12]", () => {
  compiled(() => {
    const otp = { type: "EMAIL_OTP", accountId: "InternalAccount:1" } as const;
    expectTypeOf(payments.auth.credentials.create(otp)).toEqualTypeOf<
      Promise<AuthMethod | SignedRetryChallenge>
    >();
    expectTypeOf(payments.auth.credentials.create(otp, { signer })).toEqualTypeOf<Promise<AuthMethod>>();
    expectTypeOf(payments.internalAccounts.export("InternalAccount:1", { clientPublicKey })).toEqualTypeOf<
      Promise<WalletExport | SignedRetryChallenge>
    >();
    expectTypeOf(
      payments.internalAccounts.export("InternalAccount:1", { clientPublicKey }, { signer }),
    ).toEqualTypeOf<Promise<WalletExport>>();
    expectTypeOf(payments.auth.sessions.revoke("Session:1")).toEqualTypeOf<
      Promise<SignedRetryChallenge | undefined>
    >();
    expectTypeOf(payments.auth.sessions.revoke("Session:1", { signer })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(payments.auth.credentials.revoke("AuthMethod:1", { signer })).toEqualTypeOf<Promise<void>>();
  });
});

test("the parameters of a challenge depend on the type of the credential [CRD-14] [CRD-15]", () => {
  compiled(() => {
    const { challenge } = payments.auth.credentials;
    expectTypeOf(challenge("AuthMethod:1", { clientPublicKey })).toEqualTypeOf<
      Promise<PasskeyAuthChallenge>
    >();
    expectTypeOf(challenge("AuthMethod:1")).toEqualTypeOf<Promise<AuthMethod>>();
    expectTypeOf(challenge("AuthMethod:1", {})).toEqualTypeOf<Promise<AuthMethod>>();
    expectTypeOf(challenge("AuthMethod:1", {}, { timeout: 1 })).toEqualTypeOf<Promise<AuthMethod>>();
  });
});

test("signing in with a passkey needs the challenge's requestId [CRD-18] [CRD-20] [CRD-21]", () => {
  compiled(() => {
    const { verify } = payments.auth.credentials;
    const assertion = { credentialId: "a", clientDataJson: "b", authenticatorData: "c", signature: "d" };
    const passkey = { type: "PASSKEY", assertion, clientPublicKey } as const;
    expectTypeOf(verify("AuthMethod:1", passkey, { requestId: "1" })).toEqualTypeOf<Promise<Session>>();
    expectTypeOf(verify("AuthMethod:1", { type: "EMAIL_OTP", otp: "000000", clientPublicKey })).toEqualTypeOf<
      Promise<Session>
    >();
    // @ts-expect-error the requestId is missing
    void verify("AuthMethod:1", passkey);
    // @ts-expect-error a one-time password has no assertion
    void verify("AuthMethod:1", { type: "EMAIL_OTP", assertion, clientPublicKey });
  });
});

test("wrong calls do not compile [QUO-25] [SES-07] [TRF-03]", () => {
  compiled(() => {
    // @ts-expect-error the account is required
    void payments.auth.sessions.list();
    // @ts-expect-error the signature is a property, not an argument
    void payments.quotes.execute("Quote:1", "signature");
    // @ts-expect-error a quote cannot be cancelled
    void payments.quotes.cancel("Quote:1");
    // @ts-expect-error an id comes first
    void payments.customers.update({ customerType: "INDIVIDUAL" });
    // @ts-expect-error lists without paging take no cursor
    void payments.platform.internalAccounts.list({ cursor: "1" });
    // @ts-expect-error money leaves an internal account
    void payments.transfers.out({ amount: 1 });
  });
});

test("options of a call are the last argument and accept undefined [GEN-13]", () => {
  compiled(() => {
    const signal: AbortSignal | undefined = undefined;
    void payments.quotes.execute("Quote:1", {}, { signal, timeout: undefined });
    // @ts-expect-error a misspelt column must not become a fresh key
    void payments.quotes.execute("Quote:1", {}, { idempotencyKey: undefined });
    void payments.quotes.waitFor("Quote:1", { until: (quote) => quote.status === "PROCESSING", signal });
  });
  expectTypeOf<PaymentsError>().toExtend<Error>();
});
