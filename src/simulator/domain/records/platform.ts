import type { PlatformConfig, PlatformCurrencyParams } from "../../../models/platform";
import type { CounterpartyField } from "../../../models/receiver";
import type { TransactionType } from "../../../models/transaction";
import type { ConfiguredToken } from "../../runtime/options/tokens";
import type { Kept } from "./kept";

/** The facts that one side of a payment may require about the other, each with the value of a sandbox sender. */
export const senderFacts = {
  FULL_NAME: "Sandbox Sender",
  BIRTH_DATE: "1990-01-01",
  NATIONALITY: "US",
  PHONE_NUMBER: "+15550100",
  EMAIL: "sender@payments.test",
  POSTAL_ADDRESS: "1 Sandbox Street, Springfield, IL 62701, US",
  TAX_ID: "000-00-0000",
  REGISTRATION_NUMBER: "0000000",
  USER_TYPE: "INDIVIDUAL",
  COUNTRY_OF_RESIDENCE: "US",
  ACCOUNT_IDENTIFIER: "sandbox-sender",
  FI_LEGAL_ENTITY_NAME: "Sandbox Institution",
  FI_ADDRESS: "2 Sandbox Street, Springfield, IL 62701, US",
  PURPOSE_OF_PAYMENT: "OTHER",
  ULTIMATE_INSTITUTION_COUNTRY: "US",
  IDENTIFIER: "sandbox-sender",
  BUSINESS_TYPE: "OTHER",
  COMPANY_LEGAL_NAME: "Sandbox Company",
} satisfies Record<Kept<CounterpartyField>["name"], string>;

// `Object.keys` forgets that the names are those of the object.
export const customerInfoFields = Object.keys(senderFacts) as (keyof typeof senderFacts)[];

export const transactionTypes: readonly TransactionType[] = ["INCOMING", "OUTGOING"];

/** The platform's rules for one currency (contract, PlatformCurrencyConfig). */
export interface CurrencyConfig extends Kept<PlatformCurrencyParams> {
  requiredCounterpartyFields: Kept<CounterpartyField>[];
}

/** The platform's configuration, without the endpoint of its webhooks (contract, PlatformConfig). */
export interface PlatformRecord extends Omit<
  Required<Kept<PlatformConfig>>,
  "proxyUmaSubdomain" | "webhookEndpoint"
> {
  supportedCurrencies: CurrencyConfig[];
}

/** An API token as the service keeps it. */
export interface ApiTokenRecord extends ConfiguredToken {
  id: `Token:${string}`;
  createdAt: string;
  updatedAt: string;
}

export const tokenKeys = {
  clientId: ({ clientId }: ApiTokenRecord) => clientId,
  environment: ({ environment }: ApiTokenRecord) => environment,
  name: ({ name }: ApiTokenRecord) => name,
};
