import type { CustomerRecord } from "../../domain/customers";
import type { Domain } from "../../domain/domain";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { bookAccount } from "../../domain/ledger";
import { badRequest, invalidInput, notFound } from "../../domain/problem";
import type { AttemptResult } from "../../runtime/webhook-attempt";
import type { RouteResponse } from "../../runtime/wire";
import { amount, amountUpTo, currency as currencyFormat, text, umaAddress } from "../formats";
import { bodyReader } from "../reader";
import type { Reader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

type Needs = Pick<
  Domain,
  | "accounts"
  | "clock"
  | "customers"
  | "events"
  | "incomingPayments"
  | "ledger"
  | "parties"
  | "platform"
  | "quotes"
  | "transactions"
  | "uma"
  | "webhooks"
>;

/** The most that one call funds (contract, SandboxFundRequest). */
const MAX_FUND_AMOUNT = 100_000_000_000;

function fund({ accounts, clock, customers, ledger }: Needs, call: Call): RouteResponse {
  const account = accounts.get(parameter(call, "accountId"));
  requireCustomer("POST /sandbox/internal-accounts/{accountId}/fund", customers.ownerOf(account));
  const funded = bodyReader(call.request.body).required("amount", amountUpTo(MAX_FUND_AMOUNT));
  const { id, currency } = account;
  if (ledger.balance(id) + funded > Number.MAX_SAFE_INTEGER) {
    throw badRequest("AMOUNT_OUT_OF_RANGE", "amount: the balance would leave the safe integers", {
      field: "amount",
    });
  }
  ledger.post({
    at: clock.iso(),
    memo: `sandbox funding of ${id}`,
    postings: [
      { account: bookAccount.funding(currency), currency, amount: -funded },
      { account: id, currency, amount: funded },
    ],
  });
  return ok(accounts.view(account));
}

async function send(
  { incomingPayments, parties, quotes, transactions }: Needs,
  { request }: Call,
): Promise<RouteResponse> {
  const body = bodyReader(request.body);
  const quoteId = body.required("quoteId", text);
  const currency = body.required("currencyCode", currencyFormat);
  const paid = body.optional("currencyAmount", amount);
  const quote = quotes.get(quoteId);
  parties.requireEligibleOf("POST /sandbox/send", quote);
  const transaction = quotes.pay(quote, currency, paid);
  await incomingPayments.askForReceiver(transaction);
  return ok(transactions.outgoingView(transaction));
}

/** The specification names the receiver by address, the contract by address or customer. */
function receiverOf({ customers }: Needs, body: Reader): () => CustomerRecord {
  const address = body.optional("receiverUmaAddress", umaAddress);
  const customerId = body.optional("customerId", text);
  return () => {
    if (address !== undefined) {
      const customer = customers.withUmaAddress(address);
      if (!customer) throw notFound("Customer", address);
      return customer;
    }
    if (customerId !== undefined) return customers.get(customerId);
    throw invalidInput("receiverUmaAddress is required", { field: "receiverUmaAddress" });
  };
}

async function receive(needs: Needs, { request }: Call): Promise<RouteResponse> {
  const { incomingPayments, platform, transactions, uma } = needs;
  const body = bodyReader(request.body);
  const senderUmaAddress = body.required("senderUmaAddress", umaAddress);
  const receiver = receiverOf(needs, body);
  const currency = body.required("receivingCurrencyCode", currencyFormat);
  const received = body.required("receivingCurrencyAmount", amount);
  const customer = receiver();
  requireCustomer("POST /sandbox/uma/receive", customer);
  const { id: customerId } = customer;
  const deposit = uma.depositAccount(customerId, currency);
  if (deposit?.external) requireExternalAccount("POST /sandbox/uma/receive", deposit.external);
  if (!deposit) {
    throw body.invalid(
      "receivingCurrencyCode",
      "a currency that the receiver has an account in",
      "INVALID_CURRENCY",
    );
  }
  platform.requireEnabled("INCOMING", currency, "receivingCurrencyCode");
  const transaction = await incomingPayments.receive({
    senderUmaAddress,
    senderInformation: platform.senderInformation(currency),
    customerId,
    deposit,
    amount: received,
  });
  return ok(transactions.incomingView(transaction));
}

/** Sends a TEST event to the platform's endpoint, once, and tells what the endpoint responded (contract, TestWebhookResponse). */
async function testWebhook({ events, webhooks }: Needs): Promise<RouteResponse> {
  const { url } = webhooks;
  if (url === undefined) throw badRequest("WEBHOOK_ENDPOINT_NOT_SET", "There is no webhook endpoint");
  const { id } = events.emit("TEST", undefined);
  const result = await new Promise<AttemptResult>((resolve) => {
    webhooks.onResult(id, resolve);
  });
  if (result.kind !== "response") {
    throw badRequest("WEBHOOK_DELIVERY_ERROR", `The webhook endpoint did not respond: ${result.error}`);
  }
  return ok({ url, response_status: result.status, response_body: result.body });
}

/** Sandbox endpoints (specification, "Sandbox endpoints"); production has none of them (OP-66). */
export const sandboxRoutes = (needs: Needs): Route[] => [
  route("POST", "/sandbox/internal-accounts/{accountId}/fund", (call) => fund(needs, call), {
    sandboxOnly: true,
  }),
  route("POST", "/sandbox/send", (call) => send(needs, call), { sandboxOnly: true }),
  route("POST", "/sandbox/uma/receive", (call) => receive(needs, call), { sandboxOnly: true }),
  route("POST", "/sandbox/webhooks/test", () => testWebhook(needs), { sandboxOnly: true }),
];
