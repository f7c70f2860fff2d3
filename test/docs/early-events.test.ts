import { PaymentsClient } from "payments-sdk";
import { parseEvent } from "payments-sdk/webhooks";
import { expect, it } from "vitest";
import { createSimulator } from "../support/world";

/** The guide to webhooks explains this in "An event before the response". */
it("an event can arrive before its call's response, and names the quote and the transaction", async () => {
  const order: string[] = [];
  const simulator = createSimulator({
    webhooks: {
      url: "https://shop.example/webhooks",
      fetch: (_url, init) => {
        const event = parseEvent(JSON.parse(String(init?.body)));
        if (event.type.startsWith("OUTGOING_PAYMENT.")) {
          const { id, quoteId } = event.data as { id: string; quoteId?: string };
          order.push(`${event.type} ${id} ${quoteId ?? "-"}`);
        }
        return Promise.resolve(new Response(null, { status: 200 }));
      },
    },
  });
  const payments = new PaymentsClient(simulator.clientOptions());
  const [account] = (await payments.platform.internalAccounts.list({ currency: "USD" })).data;
  const accountId = account?.id ?? "";
  await payments.sandbox.fund(accountId, { amount: 1_000_00 });
  const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } as const;
  const bank = await payments.platform.externalAccounts.create({
    currency: "GBP",
    accountInfo: { accountType: "GBP_ACCOUNT", accountNumber: "12345678", sortCode: "123456", beneficiary },
  });
  const quote = await payments.quotes.create({
    source: { sourceType: "ACCOUNT", accountId },
    destination: { destinationType: "ACCOUNT", accountId: bank.id },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 100,
  });

  simulator.faults.add({ operation: "quotes.execute", kind: "delay", delay: 200, times: 1 });
  const { transactionId } = await payments.quotes.execute(quote.id);
  order.push("the response");

  expect(order.at(-1)).toBe("the response");
  expect(order).toContain(`OUTGOING_PAYMENT.COMPLETED ${transactionId} ${quote.id}`);
});
