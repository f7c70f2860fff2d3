import { customerWithUmaAddress, ownerOf } from "../../domain/customers";
import { requireCustomer, requireExternalAccount } from "../../domain/eligibility";
import { emit } from "../../domain/emit";
import { askForReceiver, receivePayment } from "../../domain/incoming-payments";
import { balanceOf, internalAccountView } from "../../domain/internal-accounts";
import { bookAccount, post } from "../../domain/ledger";
import { requireEligibleParties } from "../../domain/parties";
import { requireEnabled, senderInformation, webhookUrl } from "../../domain/platform";
import { badRequest, invalidInput, notFound } from "../../domain/problem";
import { payQuote } from "../../domain/quotes";
import type { CustomerRecord } from "../../domain/records/customers";
import { incomingView, outgoingView } from "../../domain/transactions";
import { depositAccount } from "../../domain/receivers";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { amount, amountUpTo, currency as currencyFormat, text, umaAddress } from "../formats";
import { bodyReader } from "../reader";
import type { Reader } from "../reader";
import { ok, parameter, route } from "../route";
import type { Call, Route } from "../route";

/** The most that one call funds (contract, SandboxFundRequest). */
const MAX_FUND_AMOUNT = 100_000_000_000;

function fund(world: World, call: Call): RouteResponse {
  const account = world.internalAccounts.get(parameter(call, "accountId"));
  requireCustomer("POST /sandbox/internal-accounts/{accountId}/fund", ownerOf(world, account));
  const funded = bodyReader(call.request.body).required("amount", amountUpTo(MAX_FUND_AMOUNT));
  const { id, currency } = account;
  if (balanceOf(world, id) + funded > Number.MAX_SAFE_INTEGER) {
    throw badRequest("AMOUNT_OUT_OF_RANGE", "amount: the balance would leave the safe integers", {
      field: "amount",
    });
  }
  call.allRead();
  post(world, {
    memo: `sandbox funding of ${id}`,
    postings: [
      { account: bookAccount.funding(currency), currency, amount: -funded },
      { account: id, currency, amount: funded },
    ],
  });
  return ok(internalAccountView(world, account));
}

async function send(world: World, { request, allRead }: Call): Promise<RouteResponse> {
  const body = bodyReader(request.body);
  const quoteId = body.required("quoteId", text);
  const currency = body.required("currencyCode", currencyFormat);
  const paid = body.optional("currencyAmount", amount);
  const quote = world.quotes.get(quoteId);
  requireEligibleParties(world, "POST /sandbox/send", quote);
  allRead();
  const transaction = payQuote(world, quote, currency, paid);
  await askForReceiver(world, transaction);
  return ok(outgoingView(world, transaction));
}

/** The specification names the receiver by address, the contract by address or customer. */
function receiverOf(world: World, body: Reader): () => CustomerRecord {
  const address = body.optional("receiverUmaAddress", umaAddress);
  const customerId = body.optional("customerId", text);
  return () => {
    if (address !== undefined) {
      const customer = customerWithUmaAddress(world, address);
      if (!customer) throw notFound("Customer", address);
      return customer;
    }
    if (customerId !== undefined) return world.customers.get(customerId);
    throw invalidInput("receiverUmaAddress is required", { field: "receiverUmaAddress" });
  };
}

async function receive(world: World, { request, allRead }: Call): Promise<RouteResponse> {
  const body = bodyReader(request.body);
  const senderUmaAddress = body.required("senderUmaAddress", umaAddress);
  const receiver = receiverOf(world, body);
  const currency = body.required("receivingCurrencyCode", currencyFormat);
  const received = body.required("receivingCurrencyAmount", amount);
  const customer = receiver();
  requireCustomer("POST /sandbox/uma/receive", customer);
  const { id: customerId } = customer;
  const deposit = depositAccount(world, customerId, currency);
  if (deposit?.external) requireExternalAccount("POST /sandbox/uma/receive", deposit.external);
  if (!deposit) {
    throw body.invalid(
      "receivingCurrencyCode",
      "a currency that the receiver has an account in",
      "INVALID_CURRENCY",
    );
  }
  requireEnabled(world, "INCOMING", currency, "receivingCurrencyCode");
  allRead();
  const transaction = await receivePayment(world, {
    senderUmaAddress,
    senderInformation: senderInformation(world, currency),
    customerId,
    deposit,
    amount: received,
  });
  return ok(incomingView(world, transaction));
}

/** Sends a TEST event to the platform's endpoint, once, and returns the endpoint's response (contract, TestWebhookResponse). */
async function testWebhook(world: World, { allRead }: Call): Promise<RouteResponse> {
  const url = webhookUrl(world);
  if (url === undefined) throw badRequest("WEBHOOK_ENDPOINT_NOT_SET", "There is no webhook endpoint");
  allRead();
  const id = emit(world, "TEST", () => undefined);
  const result = await world.outside.resultOf(id);
  if (result.kind !== "response") {
    throw badRequest("WEBHOOK_DELIVERY_ERROR", `The webhook endpoint did not respond: ${result.error}`);
  }
  return ok({ url, response_status: result.status, response_body: result.body });
}

/** Sandbox endpoints (specification, "Sandbox endpoints"); production has none of them (OP-66). */
export const sandboxRoutes: Route[] = [
  route("POST", "/sandbox/internal-accounts/{accountId}/fund", "TRANSACT", fund, { sandboxOnly: true }),
  route("POST", "/sandbox/send", "TRANSACT", send, { sandboxOnly: true }),
  route("POST", "/sandbox/uma/receive", "TRANSACT", receive, { sandboxOnly: true }),
  route("POST", "/sandbox/webhooks/test", "MANAGE", testWebhook, { sandboxOnly: true }),
];
