import type { Domain } from "../../domain/domain";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import type { ExternalAccountRecord } from "../../domain/external-accounts";
import type { InternalAccountRecord } from "../../domain/internal-accounts";
import { invalidInput } from "../../domain/problem";
import type { RouteResponse } from "../../runtime/wire";
import { amount as amountFormat, text } from "../formats";
import { bodyReader, object } from "../reader";
import type { Reader } from "../reader";
import { created, route } from "../route";
import type { Call, Route } from "../route";

type Operation = "POST /transfer-in" | "POST /transfer-out";

type Needs = Pick<
  Domain,
  "accounts" | "customers" | "externalAccounts" | "platform" | "transactions" | "transfers"
>;

/** @throws {Problem} when the request is refused: 400 for an account of the other kind, 404 for none. */
function externalSide(
  { accounts, customers, externalAccounts }: Needs,
  operation: Operation,
  party: Reader,
): ExternalAccountRecord {
  const id = party.required("accountId", text);
  if (accounts.has(id)) throw party.invalid("accountId", "the id of an external account");
  requireExternalAccount(operation, externalAccounts.find(id), party.name("accountId"));
  const account = externalAccounts.get(id);
  requireCustomer(operation, customers.ownerOf(account), party.name("accountId"));
  return account;
}

/** @throws {Problem} when the request is refused: 400 for an account of the other kind, 404 for none. */
function internalSide(
  { accounts, customers, externalAccounts }: Needs,
  operation: Operation,
  party: Reader,
): InternalAccountRecord {
  const id = party.required("accountId", text);
  if (externalAccounts.has(id)) throw party.invalid("accountId", "the id of an internal account");
  const account = accounts.get(id);
  requireCustomer(operation, customers.ownerOf(account), party.name("accountId"));
  return account;
}

function requireSameCurrency(left: { currency: string }, right: { currency: string }): void {
  if (left.currency === right.currency) return;
  throw invalidInput("Both accounts of a transfer have the same currency: another one needs a quote", {
    source: left.currency,
    destination: right.currency,
  });
}

function readTransfer({ request }: Call) {
  const body = bodyReader(request.body);
  return {
    source: body.required("source", object),
    destination: body.required("destination", object),
    amount: body.required("amount", amountFormat),
  };
}

function transferIn(needs: Needs, call: Call): RouteResponse {
  const { source, destination, amount } = readTransfer(call);
  const external = externalSide(needs, "POST /transfer-in", source);
  const internal = internalSide(needs, "POST /transfer-in", destination);
  requireSameCurrency(external, internal);
  needs.platform.requireEnabled("INCOMING", internal.currency, "source.accountId");
  return created(needs.transactions.incomingView(needs.transfers.in({ internal, external, amount })));
}

function transferOut(needs: Needs, call: Call): RouteResponse {
  const { source, destination, amount } = readTransfer(call);
  const internal = internalSide(needs, "POST /transfer-out", source);
  const external = externalSide(needs, "POST /transfer-out", destination);
  requireSameCurrency(internal, external);
  if (internal.type === "EMBEDDED_WALLET") {
    throw invalidInput(
      "Money leaves an embedded wallet with its owner's signature: create and execute a quote",
      {
        field: "source.accountId",
      },
    );
  }
  const fields = { currency: "source.accountId", amount: "amount" };
  needs.platform.requireSendable(internal.currency, amount, fields);
  return created(needs.transactions.outgoingView(needs.transfers.out({ internal, external, amount })));
}

/** Same-currency transfers (specification, "Transfers and transactions"). */
export const transferRoutes = (needs: Needs): Route[] => [
  route("POST", "/transfer-in", (call) => transferIn(needs, call), { keyed: true }),
  route("POST", "/transfer-out", (call) => transferOut(needs, call), { keyed: true }),
];
