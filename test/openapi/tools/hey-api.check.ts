/** A program with the output of hey-api's openapi-ts talks to the simulator. */
import { beforeAll, expect, expectTypeOf, it } from "vitest";
import * as api from "../../../.artifacts/openapi/hey-api/index";
import { client } from "../../../.artifacts/openapi/hey-api/client.gen";
import { useService } from "./service";

const service = useService();

beforeAll(() => {
  const { url: baseUrl, headers } = service();
  client.setConfig({ baseUrl, headers });
});

it("creates a customer, a quote and a transfer, and reads a page", async () => {
  const { data: customer } = await api.customersCreate({
    body: {
      customerType: "BUSINESS",
      businessInfo: { legalName: "Analytical Engines" },
      region: "US",
      currencies: ["USD", "EUR"],
    },
    throwOnError: true,
  });
  expectTypeOf(customer.customerType).toEqualTypeOf<"INDIVIDUAL" | "BUSINESS">();
  if (customer.customerType === "BUSINESS")
    expect(customer.businessInfo?.legalName).toBe("Analytical Engines");

  const { data: accounts } = await api.internalAccountsList({
    query: { customerId: customer.id, currency: "USD" },
    throwOnError: true,
  });
  const accountId = accounts.data[0]?.id ?? "";
  await api.sandboxFund({ path: { accountId }, body: { amount: 100_000 }, throwOnError: true });

  const beneficiary = { beneficiaryType: "BUSINESS", legalName: "Analytical Engines" } as const;
  const { data: own } = await api.externalAccountsCreate({
    body: {
      customerId: customer.id,
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "000123456789",
        routingNumber: "021000021",
        beneficiary,
      },
    },
    throwOnError: true,
  });
  const { data: receiver } = await api.externalAccountsCreate({
    body: {
      customerId: customer.id,
      currency: "EUR",
      accountInfo: { accountType: "EUR_ACCOUNT", iban: "DE89370400440532013000", beneficiary },
    },
    throwOnError: true,
  });

  const { data: quote } = await api.quotesCreate({
    headers: { "Idempotency-Key": "quote-1" },
    body: {
      source: { sourceType: "ACCOUNT", accountId },
      destination: { destinationType: "ACCOUNT", accountId: receiver.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 10_000,
    },
    throwOnError: true,
  });
  expectTypeOf(quote.totalSendingAmount).toBeNumber();
  expect(quote).toMatchObject({ status: "PENDING", totalSendingAmount: 10_000 });

  const { data: transfer } = await api.transfersOut({
    headers: { "Idempotency-Key": "transfer-1" },
    body: { source: { accountId }, destination: { accountId: own.id }, amount: 2_500 },
    throwOnError: true,
  });
  if (transfer.type !== "OUTGOING") throw new Error("no outgoing transaction");
  expect(transfer.sentAmount.amount).toBe(2_500);

  const { data: page } = await api.transactionsList({
    query: { customerId: customer.id, limit: 1, sortOrder: "asc" },
    throwOnError: true,
  });
  expect(page).toMatchObject({ data: [{ type: "OUTGOING" }], totalCount: expect.any(Number) as number });
});

it("gets a typed error", async () => {
  const { error, response } = await api.quotesRetrieve({ path: { quoteId: "Quote:1" } });
  expect(response?.status).toBe(404);
  if (error === undefined) throw new Error("no error");
  expectTypeOf(error.code).toBeString();
  expect(error).toMatchObject({ status: 404, code: "QUOTE_NOT_FOUND" });
});
