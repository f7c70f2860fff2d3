import { SANDBOX, SANDBOX_WEBHOOKS } from "../../../operations/sandbox";
import { customerWithUmaAddress, ownerOf } from "../../domain/customers";
import { requireActive, requireCustomer } from "../../domain/eligibility";
import { nonEmptyText } from "../../domain/format";
import { receiveUmaPayment } from "../../domain/incoming-payments";
import { internalAccountView } from "../../domain/accounts";
import { depositAccount } from "../../domain/parties";
import { requireEnabled, webhookUrl } from "../../domain/platform";
import { badRequest, requireGiven, invalidField, notFound } from "../../domain/problem";
import type { CustomerRecord } from "../../domain/records/customers";
import { incomingView, outgoingView } from "../../domain/transactions";
import { emit } from "../../domain/world";
import type { World } from "../../domain/world";
import { addFunds, payByInstructions } from "../controls";
import { requiredField } from "../fields";
import * as format from "../formats";
import { serve } from "../serve";

/** The maximum amount of one call (contract, SandboxFundRequest). */
const MAX_FUND_AMOUNT = 100_000_000_000;

/** The specification names the receiver by address, the contract by address or customer. */
function receiverOf(
  world: World,
  { receiverUmaAddress: address, customerId }: { receiverUmaAddress?: string; customerId?: string },
): CustomerRecord {
  if (address === undefined) return world.customers.get(requireGiven(customerId, "receiverUmaAddress"));
  const customer = customerWithUmaAddress(world, address);
  if (!customer) throw notFound("Customer", address);
  if ((customerId ?? customer.id) !== customer.id)
    throw invalidField("customerId", "the customer who has the receiverUmaAddress");
  return customer;
}

/** Sandbox endpoints (specification, "Sandbox endpoints"). Production refuses them (OP-66). */
export const sandboxRoutes = [
  serve(
    SANDBOX.fund,
    {
      permission: "TRANSACT",
      refusals: [403],
      fields: { amount: requiredField(format.amountUpTo(MAX_FUND_AMOUNT)) },
    },
    (world, { params, sent }) => {
      const account = world.internalAccounts.get(params.accountId);
      requireCustomer(ownerOf(world, account));
      addFunds(world, account, sent.amount);
      return internalAccountView(world, account);
    },
  ),
  serve(
    SANDBOX.send,
    {
      permission: "TRANSACT",
      refusals: [403, 404],
      fields: {
        quoteId: requiredField(nonEmptyText),
        currencyCode: requiredField(format.currency),
        currencyAmount: format.positiveAmount,
      },
    },
    async (world, { sent: { quoteId, currencyCode, currencyAmount } }) => {
      const { transaction, approved } = payByInstructions(world, quoteId, currencyCode, currencyAmount);
      await approved;
      return outgoingView(world, transaction);
    },
  ),
  serve(
    SANDBOX.receiveUma,
    {
      permission: "TRANSACT",
      refusals: [403, 404],
      fields: {
        senderUmaAddress: requiredField(format.umaAddress),
        receiverUmaAddress: format.umaAddress,
        customerId: nonEmptyText,
        receivingCurrencyCode: requiredField(format.currency),
        receivingCurrencyAmount: requiredField(format.positiveAmount),
      },
    },
    async (world, { sent }) => {
      const { senderUmaAddress, receivingCurrencyCode: code, receivingCurrencyAmount } = sent;
      const customer = receiverOf(world, sent);
      requireCustomer(customer);
      const { id: customerId } = customer;
      const deposit = depositAccount(world, customerId, code);
      if (deposit?.external) requireActive(deposit.external);
      if (!deposit) {
        const expected = "a currency that the receiver has an account in";
        throw invalidField("receivingCurrencyCode", expected, "INVALID_CURRENCY");
      }
      requireEnabled(world, "INCOMING", code, "receivingCurrencyCode");
      const payment = { senderUmaAddress, amount: receivingCurrencyAmount };
      const transaction = await receiveUmaPayment(world, customerId, deposit, payment);
      return incomingView(world, transaction);
    },
  ),
  // Sends a TEST event to the platform's endpoint, once, and returns the endpoint's response (contract, TestWebhookResponse).
  serve(SANDBOX_WEBHOOKS.test, {}, async (world) => {
    const url = webhookUrl(world);
    if (url === undefined) throw badRequest("WEBHOOK_ENDPOINT_NOT_SET", "No webhook endpoint is set");
    const event = emit(world, "TEST", () => undefined);
    const result = event && (await world.outside.test(event));
    if (result?.kind !== "response") {
      const reason = result?.error ?? "the simulator was stopped";
      throw badRequest("WEBHOOK_DELIVERY_ERROR", `The webhook endpoint did not respond: ${reason}`);
    }
    return { url, response_status: result.status, response_body: result.body };
  }),
];
