import { badRequest, invalidInput, notFound } from "../problem";
import { reader } from "../read";
import { ok, parameter, route } from "../route";
import type { Context, Reply, Route } from "../route";
import { receivePayment } from "../state/incoming-payments";
import { internalAccountBody } from "../state/internal-accounts";
import { bookAccount } from "../state/ledger";
import { payQuote } from "../state/quotes";
import { incomingTransactionBody, outgoingTransactionBody } from "../state/transactions";
import { customerByUmaAddress, depositAccount } from "../state/uma";
import type { World } from "../world";
import type { CustomerRecord } from "../state/customers";

/** The most that one call funds (contract, SandboxFundRequest). */
const MAX_FUND_AMOUNT = 100_000_000_000;

function fund(context: Context): Reply {
  const { world, request } = context;
  const account = world.internalAccount(parameter(context, "accountId"));
  const amount = reader(request.body).amount("amount", MAX_FUND_AMOUNT);
  const { id, currency } = account;
  if (world.ledger.balance(id) + amount > Number.MAX_SAFE_INTEGER) {
    throw badRequest("AMOUNT_OUT_OF_RANGE", "amount: the balance would leave the safe integers", {
      field: "amount",
    });
  }
  world.ledger.post({
    at: world.clock.iso(),
    memo: `sandbox funding of ${id}`,
    legs: [
      { account: bookAccount.funding(currency), currency, amount: -amount },
      { account: id, currency, amount },
    ],
  });
  return ok(internalAccountBody(world, account));
}

function send({ world, request }: Context): Reply {
  const body = reader(request.body);
  const quoteId = body.string("quoteId");
  const currency = body.currency("currencyCode");
  const amount = body.optionalAmount("currencyAmount");
  const transaction = payQuote(world, world.quote(quoteId), currency, amount);
  return ok(outgoingTransactionBody(world, transaction));
}

/** The specification names the receiver by address, the contract by address or customer. */
function receiverOf(
  world: World,
  umaAddress: string | undefined,
  customerId: string | undefined,
): CustomerRecord {
  if (umaAddress !== undefined) {
    const customer = customerByUmaAddress(world, umaAddress);
    if (!customer) throw notFound("Customer", umaAddress);
    return customer;
  }
  if (customerId === undefined) {
    throw invalidInput("receiverUmaAddress is required", { field: "receiverUmaAddress" });
  }
  return world.customer(customerId);
}

async function receive({ world, request }: Context): Promise<Reply> {
  const body = reader(request.body);
  const senderUmaAddress = body.umaAddress("senderUmaAddress");
  const receiverUmaAddress = body.optionalUmaAddress("receiverUmaAddress");
  const customerId = body.optionalString("customerId");
  const currency = body.currency("receivingCurrencyCode");
  const amount = body.amount("receivingCurrencyAmount");
  const customer = receiverOf(world, receiverUmaAddress, customerId);
  const deposit = depositAccount(world, customer.id, currency);
  if (!deposit) {
    throw body.refuse(
      "receivingCurrencyCode",
      "a currency that the receiver has an account in",
      "INVALID_CURRENCY",
    );
  }
  const transaction = await receivePayment(world, {
    senderUmaAddress,
    customerId: customer.id,
    deposit,
    amount,
  });
  return ok(incomingTransactionBody(world, transaction));
}

/** Sandbox endpoints (specification, Sandbox endpoints); production has none of them (OP-66). */
export const sandboxRoutes: Route[] = [
  route("POST", "/sandbox/internal-accounts/{accountId}/fund", fund, { sandboxOnly: true }),
  route("POST", "/sandbox/send", send, { sandboxOnly: true }),
  route("POST", "/sandbox/uma/receive", receive, { sandboxOnly: true }),
];
