import { ownerOf } from "../../domain/customers";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { requireEnabled, requireSendable } from "../../domain/platform";
import { invalidInput } from "../../domain/problem";
import type { ExternalAccountRecord, InternalAccountRecord } from "../../domain/records/accounts";
import { incomingView, outgoingView } from "../../domain/transactions";
import { transferIn, transferOut } from "../../domain/transfers";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { amount as amountFormat, text } from "../formats";
import { bodyReader, object } from "../reader";
import type { Reader } from "../reader";
import { created, route } from "../route";
import type { Call, Route } from "../route";

type Operation = "POST /transfer-in" | "POST /transfer-out";

/** @throws {Problem} when it is an account of the other kind: 400; when there is none: 404 */
function externalSide(world: World, operation: Operation, party: Reader): ExternalAccountRecord {
  const id = party.required("accountId", text);
  if (world.internalAccounts.has(id)) throw party.invalid("accountId", "the id of an external account");
  requireExternalAccount(operation, world.externalAccounts.find(id), party.name("accountId"));
  const account = world.externalAccounts.get(id);
  requireCustomer(operation, ownerOf(world, account), party.name("accountId"));
  return account;
}

/** @throws {Problem} when it is an account of the other kind: 400; when there is none: 404 */
function internalSide(world: World, operation: Operation, party: Reader): InternalAccountRecord {
  const id = party.required("accountId", text);
  if (world.externalAccounts.has(id)) throw party.invalid("accountId", "the id of an internal account");
  const account = world.internalAccounts.get(id);
  requireCustomer(operation, ownerOf(world, account), party.name("accountId"));
  return account;
}

/** A customer's bank account serves that customer and the platform. The platform's accounts serve everybody. */
function requireSameOwner(
  internal: InternalAccountRecord,
  external: ExternalAccountRecord,
  party: Reader,
): void {
  const owners = [internal.customerId, external.customerId];
  if (owners.includes(null) || internal.customerId === external.customerId) return;
  throw party.invalid("accountId", "an external account of the customer who owns the internal account");
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

function pull(world: World, call: Call): RouteResponse {
  const { source, destination, amount } = readTransfer(call);
  const external = externalSide(world, "POST /transfer-in", source);
  const internal = internalSide(world, "POST /transfer-in", destination);
  requireSameOwner(internal, external, source);
  requireSameCurrency(external, internal);
  requireEnabled(world, "INCOMING", internal.currency, "source.accountId");
  return created(incomingView(world, transferIn(world, { internal, external, amount })));
}

function push(world: World, call: Call): RouteResponse {
  const { source, destination, amount } = readTransfer(call);
  const internal = internalSide(world, "POST /transfer-out", source);
  const external = externalSide(world, "POST /transfer-out", destination);
  requireSameOwner(internal, external, destination);
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
  requireSendable(world, internal.currency, amount, fields);
  return created(outgoingView(world, transferOut(world, { internal, external, amount })));
}

/** Same-currency transfers (specification, "Transfers and transactions"). */
export const transferRoutes: Route[] = [
  route("POST", "/transfer-in", "TRANSACT", pull, { keyed: true }),
  route("POST", "/transfer-out", "TRANSACT", push, { keyed: true }),
];
