import { Wallet } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { clientOf, createSimulator } from "../support/world";

/** A customer, a funded wallet, a receiver in another currency and a signed payment use most of the names on the wire. */
async function mainPath() {
  const simulator = createSimulator({ requests: { logSecrets: true } });
  const payments = clientOf(simulator);
  const customer = await payments.customers.create({
    customerType: "INDIVIDUAL",
    email: "ada@example.com",
    region: "US",
  });
  const account = (await payments.internalAccounts.findWallet(customer.id))!;
  await payments.sandbox.fund(account.id, { amount: 50_000_000 });
  const receiver = await payments.externalAccounts.create({
    customerId: customer.id,
    currency: "EUR",
    accountInfo: {
      accountType: "EUR_ACCOUNT",
      iban: "DE89370400440532013000",
      beneficiary: {
        beneficiaryType: "INDIVIDUAL",
        fullName: "Konrad Zuse",
        birthDate: "1910-06-22",
        nationality: "DE",
        address: {
          line1: "Unter den Linden 1",
          city: "Berlin",
          state: "BE",
          postalCode: "10117",
          country: "DE",
        },
      },
    },
  });
  const quote = await payments.quotes.create({
    source: { sourceType: "ACCOUNT", accountId: account.id },
    destination: { destinationType: "ACCOUNT", accountId: receiver.id },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 20_000_000,
  });
  const wallet = new Wallet({ client: payments, accountId: account.id, environment: "sandbox" });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  await wallet.signIn({ type: "EMAIL_OTP", otp: "000000" });
  const paid = await wallet.executeQuote(quote);
  return { simulator, quote, paid };
}

describe("the names on the wire", () => {
  it("match the specification, with `service` instead of the service's name [GEN-12]", async () => {
    const { simulator, paid } = await mainPath();
    const traffic = JSON.stringify(simulator.requests).toLowerCase();
    const execute = simulator.requests.find(({ route }) => route === "POST /quotes/{quoteId}/execute")!;
    expect(execute.headers).toHaveProperty("service-wallet-signature");
    const branded = [...traffic.matchAll(/[a-z-]*wallet-signature/g)].map(([name]) => name);
    expect(new Set(branded)).toEqual(new Set(["service-wallet-signature"]));
    expect(Object.keys(paid.rateDetails ?? {}).sort()).toEqual([
      "counterpartyFixedFee",
      "counterpartyMultiplier",
      "serviceApiFixedFee",
      "serviceApiMultiplier",
      "serviceApiVariableFeeAmount",
      "serviceApiVariableFeeRate",
    ]);
    const feeNames = [...JSON.stringify(simulator.requests).matchAll(/"(\w+Api\w+)"/g)].map(
      ([, name]) => name,
    );
    expect(feeNames.length).toBeGreaterThan(0);
    expect(feeNames.filter((name) => !name!.startsWith("serviceApi"))).toEqual([]);
  });
});

describe("counterpartyInformation", () => {
  it("is filled from the beneficiary, under the specification's keys [QUO-13]", async () => {
    const { quote } = await mainPath();
    expect(quote.counterpartyInformation).toMatchObject({
      FULL_NAME: "Konrad Zuse",
      BIRTH_DATE: "1910-06-22",
      NATIONALITY: "DE",
    });
  });
});

describe("the simulator in this process", () => {
  it("needs no network, and has controls [SBX-44]", async () => {
    const network = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("the network is off"));
    const { simulator, paid } = await mainPath();
    expect(paid.status).toBe("COMPLETED");
    expect(network).not.toHaveBeenCalled();

    const before = simulator.clock.now();
    await simulator.clock.advance("6m");
    expect(simulator.clock.now() - before).toBe(360_000);
    expect(simulator.outbox.last()?.to).toBe("ada@example.com");
    expect(simulator.events.list.map(({ type }) => type)).toContain("INTERNAL_ACCOUNT.BALANCE_UPDATED");
    simulator.setTransactionStatus(paid.transactionId!, "FAILED");
    const payments = clientOf(simulator);
    expect((await payments.transactions.retrieve(paid.transactionId!)).status).toBe("FAILED");
    simulator.reset();
    expect((await payments.customers.list()).totalCount).toBe(0);
    expect(simulator.requests.length).toBe(1);
  });

  it("repeats a run with the same seed [SBX-44] [GEN-15]", async () => {
    const ids = async (seed: string) => {
      const payments = clientOf(createSimulator({ seed }));
      return (await payments.customers.create({ customerType: "INDIVIDUAL" })).id;
    };
    expect(await ids("one")).toBe(await ids("one"));
    expect(await ids("one")).not.toBe(await ids("two"));
  });
});
