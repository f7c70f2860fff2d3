import { invalidInput } from "../problem";
import { reader } from "../read";
import type { ObjectReader } from "../read";
import { created, route } from "../route";
import type { Context, Reply, Route } from "../route";
import type { ExternalAccountRecord } from "../state/external-accounts";
import type { InternalAccountRecord } from "../state/internal-accounts";
import { requireUsable } from "../state/parties";
import { incomingTransactionBody, outgoingTransactionBody } from "../state/transactions";
import { transferIn, transferOut } from "../state/transfers";
import type { World } from "../world";

/** @throws {Problem} 400 for an account of the other kind, 404 for none. */
function externalSide(world: World, party: ObjectReader): ExternalAccountRecord {
  const id = party.string("accountId");
  if (world.internalAccounts.has(id)) throw party.refuse("accountId", "the id of an external account");
  const account = world.externalAccount(id);
  requireUsable(account, (expected, code) => party.refuse("accountId", expected, code));
  return account;
}

/** @throws {Problem} 400 for an account of the other kind, 404 for none. */
function internalSide(world: World, party: ObjectReader): InternalAccountRecord {
  const id = party.string("accountId");
  if (world.externalAccounts.has(id)) throw party.refuse("accountId", "the id of an internal account");
  return world.internalAccount(id);
}

function requireSameCurrency(left: { currency: string }, right: { currency: string }): void {
  if (left.currency === right.currency) return;
  throw invalidInput("Both accounts of a transfer have the same currency: another one needs a quote", {
    source: left.currency,
    destination: right.currency,
  });
}

function createTransferIn({ world, request }: Context): Reply {
  const body = reader(request.body);
  const source = body.object("source");
  const destination = body.object("destination");
  const amount = body.amount("amount");
  const external = externalSide(world, source);
  const internal = internalSide(world, destination);
  requireSameCurrency(external, internal);
  return created(incomingTransactionBody(world, transferIn(world, { internal, external, amount })));
}

function createTransferOut({ world, request }: Context): Reply {
  const body = reader(request.body);
  const source = body.object("source");
  const destination = body.object("destination");
  const amount = body.amount("amount");
  const internal = internalSide(world, source);
  const external = externalSide(world, destination);
  requireSameCurrency(internal, external);
  if (internal.type === "EMBEDDED_WALLET") {
    throw invalidInput(
      "Money leaves an embedded wallet with its owner's signature: create and execute a quote",
      {
        field: "source.accountId",
      },
    );
  }
  return created(outgoingTransactionBody(world, transferOut(world, { internal, external, amount })));
}

/** Same-currency transfers (specification, Transfers and transactions). */
export const transferRoutes: Route[] = [
  route("POST", "/transfer-in", createTransferIn, { keyed: true }),
  route("POST", "/transfer-out", createTransferOut, { keyed: true }),
];
