import { customerWithUmaAddress, ownerOf } from "../../domain/customers";
import { requireActive, requireCustomer } from "../../domain/eligibility";
import { text } from "../../domain/format";
import { receivePayment } from "../../domain/incoming-payments";
import { internalAccountView } from "../../domain/internal-accounts";
import { depositAccount } from "../../domain/receivers";
import { requireEnabled, webhookUrl } from "../../domain/platform";
import { badRequest, given, invalidField, notFound } from "../../domain/problem";
import type { CustomerRecord } from "../../domain/records/customers";
import { incomingView, outgoingView } from "../../domain/transactions";
import { emit } from "../../domain/world";
import type { World } from "../../domain/world";
import { fundAccount, payByInstructions } from "../controls";
import { required } from "../fields";
import { amount, amountUpTo, currency, umaAddress } from "../formats";
import { ok, route } from "../route";
import type { Route } from "../route";

/** The maximum amount of one call (contract, SandboxFundRequest). */
const MAX_FUND_AMOUNT = 100_000_000_000;

/** The specification names the receiver by address, the contract by address or customer. */
function receiverOf(
  world: World,
  { receiverUmaAddress: address, customerId }: { receiverUmaAddress?: string; customerId?: string },
): CustomerRecord {
  if (address === undefined) return world.customers.get(given(customerId, "receiverUmaAddress"));
  const customer = customerWithUmaAddress(world, address);
  if (!customer) throw notFound("Customer", address);
  return customer;
}

/** Sandbox endpoints (specification, "Sandbox endpoints"). Production refuses them (OP-66). */
export const routes: readonly Route[] = [
  route(
    "POST /sandbox/internal-accounts/{accountId}/fund",
    "TRANSACT",
    { sandboxOnly: true, body: { amount: required(amountUpTo(MAX_FUND_AMOUNT)) } },
    (world, { params, body }) => {
      const account = world.internalAccounts.get(params.accountId);
      requireCustomer(ownerOf(world, account));
      fundAccount(world, account, body.amount);
      return ok(internalAccountView(world, account));
    },
  ),
  route(
    "POST /sandbox/send",
    "TRANSACT",
    {
      sandboxOnly: true,
      body: { quoteId: required(text), currencyCode: required(currency), currencyAmount: amount },
    },
    async (world, { body: { quoteId, currencyCode, currencyAmount } }) => {
      const { transaction, approved } = payByInstructions(world, quoteId, currencyCode, currencyAmount);
      await approved;
      return ok(outgoingView(world, transaction));
    },
  ),
  route(
    "POST /sandbox/uma/receive",
    "TRANSACT",
    {
      sandboxOnly: true,
      body: {
        senderUmaAddress: required(umaAddress),
        receiverUmaAddress: umaAddress,
        customerId: text,
        receivingCurrencyCode: required(currency),
        receivingCurrencyAmount: required(amount),
      },
    },
    async (world, { body }) => {
      const { senderUmaAddress, receivingCurrencyCode: code, receivingCurrencyAmount } = body;
      const customer = receiverOf(world, body);
      requireCustomer(customer);
      const { id: customerId } = customer;
      const deposit = depositAccount(world, customerId, code);
      if (deposit?.external) requireActive(deposit.external);
      if (!deposit) {
        const expected = "a currency that the receiver has an account in";
        throw invalidField("receivingCurrencyCode", expected, "INVALID_CURRENCY");
      }
      requireEnabled(world, "INCOMING", code, "receivingCurrencyCode");
      const transaction = await receivePayment(world, {
        senderUmaAddress,
        customerId,
        deposit,
        amount: receivingCurrencyAmount,
      });
      return ok(incomingView(world, transaction));
    },
  ),
  // Sends a TEST event to the platform's endpoint, once, and returns the endpoint's response (contract, TestWebhookResponse).
  route("POST /sandbox/webhooks/test", "MANAGE", { sandboxOnly: true }, async (world) => {
    const url = webhookUrl(world);
    if (url === undefined) throw badRequest("WEBHOOK_ENDPOINT_NOT_SET", "No webhook endpoint is set");
    const event = emit(world, "TEST", () => undefined);
    const result = event && (await world.outside.test(event));
    if (result?.kind !== "response") {
      throw badRequest("WEBHOOK_DELIVERY_ERROR", `The webhook endpoint did not respond: ${result?.error}`);
    }
    return ok({ url, response_status: result.status, response_body: result.body });
  }),
];
