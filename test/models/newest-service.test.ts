import { isApiError, PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { authMethod } from "./sample-parts";
import { samples } from "./samples";

/** Makes a call to a service newer than this package. Returns the client's reports. */
async function reading(
  body: unknown,
  call: (payments: PaymentsClient) => PromiseLike<unknown>,
  status = 200,
) {
  const reported: string[] = [];
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    clientId: "id",
    clientSecret: "74f1c9",
    fetch: async () => Response.json(body, { status }),
    logger: {
      debug: () => {},
      info: () => {},
      warn: (line) => reported.push(line),
      error: (line) => reported.push(line),
    },
    hooks: { onResponseMismatch: ({ issues }) => reported.push(...issues.map(({ path }) => path)) },
  });
  const result = await call(payments);
  return { result, reported };
}

const response = (name: string) => samples[name]!.response;
const page = (...data: unknown[]) => ({ data, hasMore: false });
const { rateDetails: _, ...incoming } = response("IncomingTransaction");
const outgoing = response("OutgoingTransaction");
const { cryptoNetwork: __, ...account } = response("ExternalAccount");
const customer = response("IndividualCustomer");
const { encryptedSessionSigningKey: ___, ...session } = response("Session");
const credential = authMethod;
const kinds = ["SWIFT_ACCOUNT", "SLV_ACCOUNT", "CNY_ACCOUNT", "PLASMA_WALLET"];

/** Rows of the service in August 2026. They have new values, and lack fields that this package knows from April. */
const pages: [string, unknown[], (payments: PaymentsClient) => PromiseLike<unknown>][] = [
  [
    "incoming transactions without rate details or a reference",
    [incoming, { ...incoming, reconciliationInstructions: {}, failureReason: "COMPLIANCE_REJECTED" }],
    (payments) => payments.transactions.list(),
  ],
  [
    "outgoing transactions that wait for an authorization, or failed for a new reason",
    [
      { ...outgoing, status: "PENDING_AUTHORIZATION" },
      { ...outgoing, status: "FAILED", failureReason: "SCA_NOT_COMPLETED" },
    ],
    (payments) => payments.transactions.list(),
  ],
  [
    "external accounts of new kinds and states, without a network",
    kinds.flatMap((accountType) =>
      ["UNVERIFIED", "PENDING_OWNERSHIP_VERIFICATION"].map((status) => ({
        ...account,
        status,
        accountInfo: { accountType, paymentRails: ["SWIFT", "RTGS", "CIPS"] },
      })),
    ),
    (payments) => payments.externalAccounts.list(),
  ],
  [
    "customers whose check is on hold",
    [
      { ...customer, kycStatus: "HOLD", contactVerification: { email: "PENDING" } },
      { ...response("BusinessCustomer"), kybStatus: "HOLD" },
    ],
    (payments) => payments.customers.list(),
  ],
  [
    "credentials by text message",
    [{ ...credential, type: "SMS_OTP", credentialId: "c" }],
    (payments) => payments.auth.credentials.list({ accountId: "InternalAccount:1" }),
  ],
  [
    "sessions without a sealed key",
    [{ ...session, type: "SMS_OTP" }],
    (payments) => payments.auth.sessions.list({ accountId: "InternalAccount:1" }),
  ],
];

describe("a service newer than this package", () => {
  it.each(pages)("returns every row of %s unchanged, without a warning", async (_name, rows, list) => {
    const { result, reported } = await reading(page(...rows), list);
    expect(result).toMatchObject({ data: rows });
    expect(reported).toEqual([]);
  });

  it("returns a quote that waits for an authorization", async () => {
    const quote = { ...response("Quote"), status: "PENDING_AUTHORIZATION" };
    const { result, reported } = await reading(quote, (payments) => payments.quotes.retrieve("Quote:1"));
    expect(result).toEqual(quote);
    expect(reported).toEqual([]);
  });

  it("signs in without a sealed key in the request", async () => {
    const { result, reported } = await reading(session, (payments) =>
      payments.auth.credentials.verify("AuthMethod:1", {
        type: "EMAIL_OTP",
        otp: "000000",
        clientPublicKey: `04${"0".repeat(128)}`,
      }),
    );
    expect(result).toEqual(session);
    expect(reported).toEqual([]);
  });

  it.each([
    [400, "TRANSACTION_SIZE_LIMIT_EXCEEDED", "BadRequestError"],
    [403, "END_USER_TERMS_NOT_ACCEPTED", "PermissionDeniedError"],
    [409, "A_CODE_OF_TOMORROW", "ConflictError"],
    [424, "EMAIL_OTP_CREDENTIAL_SYNC_FAILED", "ApiError"],
  ])("passes a new error code on with a %i", async (status, code, name) => {
    const body = { status, code, message: "Refused" };
    const create = (payments: PaymentsClient) => payments.customers.create({ customerType: "INDIVIDUAL" });
    const error = await reading(body, create, status).catch((thrown: unknown) => thrown);
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ name, code, status, outcome: "not-executed", advice: "fix" });
  });
});
