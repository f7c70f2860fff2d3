/** A program with the output of openapi-typescript talks to the simulator. */
import createClient from "openapi-fetch";
import { expect, expectTypeOf, it } from "vitest";
import type { components, paths } from "../../../.artifacts/openapi/openapi-typescript";
import { useService } from "./service";

const service = useService();

function connect() {
  const { url, headers } = service();
  return createClient<paths>({ baseUrl: url, headers });
}

it("creates a customer, a quote and a transfer, and reads a page", async () => {
  const client = connect();
  const { data: customer } = await client.POST("/customers", {
    body: {
      customerType: "INDIVIDUAL",
      fullName: "Ada Lovelace",
      birthDate: "1990-12-10",
      region: "US",
      currencies: ["USD", "MXN"],
    },
  });
  if (customer?.id === undefined) throw new Error("no customer");
  expectTypeOf(customer.customerType).toEqualTypeOf<"INDIVIDUAL" | "BUSINESS">();
  if (customer.customerType === "INDIVIDUAL") expect(customer.fullName).toBe("Ada Lovelace");

  const query = { customerId: customer.id, currency: "USD" };
  const { data: accounts } = await client.GET("/customers/internal-accounts", { params: { query } });
  const [account] = accounts?.data ?? [];
  if (account === undefined) throw new Error("no account");
  await client.POST("/sandbox/internal-accounts/{accountId}/fund", {
    params: { path: { accountId: account.id } },
    body: { amount: 100_000 },
  });

  const bank = {
    customerId: customer.id,
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "000123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
    },
  } satisfies components["schemas"]["ExternalAccountCreateParams"];
  const { data: own } = await client.POST("/customers/external-accounts", { body: bank });
  const { data: receiver } = await client.POST("/customers/external-accounts", {
    body: {
      customerId: customer.id,
      currency: "MXN",
      accountInfo: {
        accountType: "MXN_ACCOUNT",
        clabeNumber: "032180000118359719",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Maria Silva" },
      },
    },
  });
  if (own === undefined || receiver === undefined) throw new Error("no external account");

  const { data: quote } = await client.POST("/quotes", {
    params: { header: { "Idempotency-Key": "quote-1" } },
    body: {
      source: { sourceType: "ACCOUNT", accountId: account.id },
      destination: { destinationType: "ACCOUNT", accountId: receiver.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 10_000,
    },
  });
  expectTypeOf(quote?.totalSendingAmount).toEqualTypeOf<number | undefined>();
  expect(quote).toMatchObject({ status: "PENDING", totalSendingAmount: 10_000 });

  const { data: transfer } = await client.POST("/transfer-out", {
    params: { header: { "Idempotency-Key": "transfer-1" } },
    body: { source: { accountId: account.id }, destination: { accountId: own.id }, amount: 2_500 },
  });
  if (transfer?.type !== "OUTGOING") throw new Error("no outgoing transaction");
  expect(transfer.sentAmount.amount).toBe(2_500);

  const { data: page } = await client.GET("/transactions", {
    params: { query: { customerId: customer.id, limit: 1, sortOrder: "asc" } },
  });
  expect(page).toMatchObject({ data: [{ type: "OUTGOING" }], totalCount: expect.any(Number) as number });
});

it("gets a typed error", async () => {
  const { error, response } = await connect().GET("/quotes/{quoteId}", {
    params: { path: { quoteId: "Quote:1" } },
  });
  expect(response.status).toBe(404);
  if (error === undefined) throw new Error("no error");
  expectTypeOf(error.code).toBeString();
  expect(error).toMatchObject({ status: 404, code: "QUOTE_NOT_FOUND" });
});
