import { findCurrency } from "../domain/currencies";
import { customerView, setCheckStatus } from "../domain/customers";
import { externalAccountView, balanceOf } from "../domain/accounts";
import { enumOf, parse } from "../domain/format";
import { askForReceiver } from "../domain/incoming-payments";
import { bookAccount, post } from "../domain/ledger";
import { setVerificationStatus } from "../domain/onboarding";
import { requireEligibleParties } from "../domain/parties";
import { badRequest, invalidField } from "../domain/problem";
import { payQuote, quoteView } from "../domain/quotes";
import { externalAccountStatuses } from "../domain/records/accounts";
import type { InternalAccountRecord } from "../domain/records/accounts";
import { checkStatuses, issueTypes, verificationStatuses } from "../domain/records/customers";
import type { VerificationRecord } from "../domain/records/customers";
import type { VerificationIssue } from "../../models/onboarding";
import { seedWorld } from "../domain/seed";
import type { SeededRecords } from "../domain/seed";
import { setTransactionStatus } from "../domain/settlement";
import { transactionView } from "../domain/transactions";
import type { World } from "../domain/world";
import { readSeedOptions } from "../runtime/options/seed";
import type { SeedOptions } from "../runtime/options/seed";
import type { ServedWorld } from "./route";

/** Control calls: the `Simulator` and the admin API share them. No operation of the service does this. */

export function seedHost(host: ServedWorld, options: SeedOptions): SeededRecords {
  const request = readSeedOptions(options);
  host.scheduler.runDue();
  return seedWorld(host.world, request);
}

/** Issues as a control call gives them. Their resource is the customer by default. */
function readIssues(given: readonly VerificationIssue[], { customerId }: VerificationRecord) {
  return given.map((issue, index): VerificationIssue => {
    const type = parse(issue.type, `errors[${index}].type`, enumOf(issueTypes));
    return { resourceId: customerId, reason: `Set by a test: ${type}`, ...issue, type };
  });
}

/** Sets the status of a verification, with issues or with those that are found. */
export function putVerification(
  world: World,
  id: string,
  status: string,
  errors?: readonly VerificationIssue[],
): VerificationRecord {
  const verification = world.verifications.get(id);
  const known = parse(status, "status", enumOf(verificationStatuses));
  setVerificationStatus(world, verification, known, errors && readIssues(errors, verification));
  return verification;
}

/** Sets the status of a record by its id, and shows the record. Only payments have a reason. */
export const putStatus = {
  transactions(world: World, id: string, status: string, failureReason?: string) {
    setTransactionStatus(world, id, status, failureReason);
    return transactionView(world, world.transactions.get(id));
  },
  /** Of a quote with its transaction. */
  quotes(world: World, id: string, status: string, failureReason?: string) {
    const quote = world.quotes.get(id);
    setTransactionStatus(world, quote.transactionId, status, failureReason);
    return quoteView(world, quote);
  },
  /** The outcome of a customer's check. */
  customers(world: World, id: string, status: string) {
    const customer = world.customers.get(id);
    setCheckStatus(world, customer, parse(status, "status", enumOf(checkStatuses)));
    return customerView(world, customer);
  },
  verifications: (world: World, id: string, status: string) => putVerification(world, id, status),
  "external-accounts"(world: World, id: string, status: string) {
    const account = world.externalAccounts.get(id);
    account.status = parse(status, "status", enumOf(externalAccountStatuses));
    return externalAccountView(account);
  },
};

/** Pays a quote by its instructions, as `POST /sandbox/send` does. */
export function payByInstructions(world: World, quoteId: string, currency?: string, amount?: number) {
  const quote = world.quotes.get(quoteId);
  requireEligibleParties(world, quote);
  const transaction = payQuote(world, quote, currency, amount);
  return { transaction, approved: askForReceiver(world, transaction) };
}

export function addFunds(world: World, { id, currency }: InternalAccountRecord, amount: number): void {
  if (balanceOf(world, id) + amount > Number.MAX_SAFE_INTEGER) {
    throw badRequest("AMOUNT_OUT_OF_RANGE", "amount: the balance would leave the safe integers", {
      field: "amount",
    });
  }
  post(world, {
    memo: `sandbox funding of ${id}`,
    postings: [
      { account: bookAccount.funding(currency), currency, amount: -amount },
      { account: id, currency, amount },
    ],
  });
}

/** Sets whole units of a currency for one US dollar: a decimal such as `"0.95"`, for the quotes from now on. */
export function setRate(world: World, code: string, perUsd: string): void {
  const definition = findCurrency(code);
  if (!definition || code === "USD")
    throw invalidField("currency", "the code of a supported currency, but not USD");
  if (typeof perUsd !== "string" || !/^\d{1,12}(\.\d{1,12})?$/.test(perUsd) || Number(perUsd) === 0)
    throw invalidField("perUsd", 'a decimal above 0, such as "0.95"');
  world.setRates.set(code, perUsd);
}
