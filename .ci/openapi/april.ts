import type { AsOf, Body } from "./compare";
import type { Alternatives, Field, Fields } from "./fields";

/** How a field of ours stood in the contract of April 2026, where it differed. */
interface Mark {
  /** `later`: it had no such field. `optional` and `required`: it said so. A list: the values that it did not have. */
  readonly was: "later" | "optional" | "required" | readonly string[];
  /** The resources of the client where this holds. Default: everywhere. */
  readonly of?: readonly string[];
  /** Holds for this alternative alone. As one object, April did not require it. */
  readonly isOfAlternative?: true;
}

const PAYMENTS = ["transactions", "transfers", "sandbox"];
const INCOMING = ["sandbox.receiveUma", "transactions.approve", "transactions.reject"];
const UMA_SOURCE = ["UMA_ADDRESS"];
const SMS = ["SMS_OTP"];

/**
 * Fields that our document has from the specification or from a later contract, or promises with the specification. The
 * rest is as in April. The names are those that `npm run contract:diff` prints.
 */
export const APRIL: Readonly<Record<string, Mark | readonly Mark[]>> = {
  "AccountDestination.paymentRail": { was: "later", of: PAYMENTS },
  "AccountSource.sourceType": { was: UMA_SOURCE, of: ["quotes"] },
  "AccountSourceParams.sourceType": { was: UMA_SOURCE },
  "AddressParams.city": { was: "optional" },
  "AddressParams.state": { was: "optional" },
  "AedPaymentAccountInfo.paymentRails": { was: ["PIX"] },
  "AuthMethod.type": { was: SMS },
  "BeneficialOwnerCreateParams.ownershipPercentage": { was: "required" },
  "BulkImportError.error": { was: "later" },
  "BusinessCustomerCreateParams.businessInfo.legalName": { was: "required", isOfAlternative: true },
  "BusinessCustomerCreateParams.phoneNumber": { was: "later" },
  "BusinessCustomerUpdateParams.phoneNumber": { was: "later" },
  "BusinessCustomer.id": { was: "optional" },
  "ChallengedCredential.otpEncryptionTargetBundle": { was: "later" },
  "ChallengedCredential.type": { was: SMS },
  "CodeVerifyParams.clientPublicKey": { was: "required" },
  "CodeVerifyParams.encryptedOtpBundle": { was: "later" },
  "CodeVerifyParams.otp": { was: "required", isOfAlternative: true },
  "CodeVerifyParams.type": { was: SMS },
  "CreatedApiToken.clientSecret": { was: "optional" },
  "Currency.code": { was: "optional" },
  "Currency.decimals": { was: "optional" },
  "Currency.name": { was: "optional" },
  "Currency.symbol": { was: "optional" },
  "EmailOtpCredentialCreateParams.type": { was: SMS },
  "IndividualCustomer.id": { was: "optional" },
  "KycLink.kycUrl": { was: "optional" },
  "PasskeyChallenge.credentialId": { was: "later" },
  "PasskeyVerifyParams.clientPublicKey": { was: "required" },
  "RateDetails.counterpartyFixedFee": { was: "later", of: INCOMING },
  "RateDetails.counterpartyMultiplier": { was: "later", of: INCOMING },
  "RealtimeFundingSource.cryptoNetwork": { was: "later", of: PAYMENTS },
  "Session.type": { was: SMS },
  "SignedRetryChallenge.type": [
    { was: "later", of: ["internalAccounts"] },
    { was: SMS, of: ["auth"] },
  ],
  "TransferInParams.amount": { was: "optional" },
  "TransferOutParams.amount": { was: "optional" },
  "UmaAddressSourceParams.umaAddress": { was: "later", of: ["quotes"] },
  "UmaSource.umaAddress": { was: "later", of: ["quotes"] },
  "UsdAccountInfo.platformAccountId": { was: "later" },
  "UsdAccountInfoParams.platformAccountId": { was: "later" },
  "UsdPaymentAccountInfo.platformAccountId": { was: "later" },
  "Verification.kybStatus": { was: "later" },
  "discoveries.list.data": { was: "optional" },
  "umaProviders.list.data": { was: "optional" },
  "umaProviders.list.hasMore": { was: "optional" },
};

/** Statuses that an operation did not have. */
const WITHOUT_STATUS: Readonly<Record<string, readonly string[]>> = {
  "auth.credentials.verify": ["202", "429"],
  "customers.bulk.upload": ["400"],
  "customers.kycLink": ["400"],
  "umaProviders.list": ["400"],
};

/** Header parameters that an operation did not have. */
const WITHOUT_HEADER: Readonly<Record<string, string>> = {
  "auth.credentials.verify": "header parameter Service-Wallet-Signature",
};

/** Operations that it did not have. */
const LATER = ["auth.sessions.refresh"];

/** Optional fields of April that our types leave out, by their path in the body. */
const LEFT_OUT: Readonly<Record<string, { sent?: string[]; received?: string[] }>> = {
  "config.update": {
    sent: [
      "supportedCurrencies[].providerRequiredCounterpartyCustomerFields",
      "supportedCurrencies[].providerRequiredCustomerFields",
    ],
  },
  "tokens.list": { received: ["data[].clientSecret"] },
  "tokens.retrieve": { received: ["clientSecret"] },
};

/** Operations with the response of another one. The specification says more of them. */
const WITH_RESPONSE_OF: Readonly<Record<string, string>> = { "transfers.in": "transfers.out" };

/** The rows of the table that no field has used. */
export const unused = new Set(Object.keys(APRIL));

function markOf({ home }: Field, id: string, how: Alternatives): Mark | undefined {
  const name = `${home.schema || id}.${home.path}`;
  const marks = [APRIL[name] ?? []].flat();
  const mark = marks.find(({ of = [id] }) => of.some((part) => `${id}.`.startsWith(`${part}.`)));
  if (!mark || (how === "joined" && mark.isOfAlternative)) return undefined;
  unused.delete(name);
  return mark;
}

function fieldsOfApril(
  fields: Fields,
  id: string,
  how: Alternatives,
  leftOut: readonly string[] = [],
): Fields {
  const later = [...fields]
    .filter(([, field]) => markOf(field, id, how)?.was === "later")
    .map(([path]) => path);
  const isLater = (path: string) =>
    later.some((one) => path === one || path.startsWith(`${one}.`) || path.startsWith(`${one}[`));
  const own = [...fields].flatMap(([path, field]): [string, Field][] => {
    if (isLater(path)) return [];
    const was = markOf(field, id, how)?.was;
    if (was === undefined) return [[path, field]];
    if (was === "optional" || was === "required")
      return [[path, { ...field, isRequired: was === "required" }]];
    return [[path, { ...field, values: field.values.filter((value) => !was.includes(value)) }]];
  });
  const others = leftOut.map((path): [string, Field] => [
    path,
    { home: { schema: "", path }, isRequired: false, values: [] },
  ]);
  return new Map([...own, ...others]);
}

const bodyOfApril = ({ joined, apart }: Body, id: string, leftOut?: readonly string[]): Body => ({
  joined: fieldsOfApril(joined, id, "joined", leftOut),
  apart: fieldsOfApril(apart, id, "apart"),
});

/** What the contract of April said of one of our operations. */
export const asOfApril: AsOf = (facts, find) => {
  const { id = "", sent, statuses, parameters } = facts;
  if (LATER.includes(id)) return undefined;
  const { received } = find(WITH_RESPONSE_OF[id] ?? id) ?? facts;
  const leftOut = LEFT_OUT[id];
  return {
    ...facts,
    statuses: statuses.filter((status) => !WITHOUT_STATUS[id]?.includes(status)),
    parameters: new Map([...parameters].filter(([label]) => label !== WITHOUT_HEADER[id])),
    sent: bodyOfApril(sent, id, leftOut?.sent),
    received: new Map(
      [...received].map(([status, body]) => [status, bodyOfApril(body, id, leftOut?.received)]),
    ),
  };
};
