/** Calls every method of the client against the simulator. Each response is recognised and has the shape of its model. */
import { PaymentsClient } from "payments-sdk";
import type { InternalAccount, Signer } from "payments-sdk";
import { sandboxSigner } from "payments-sdk/wallet";
import { beforeAll, describe, expect, it } from "vitest";
import { methodNames } from "../resources/methods";
import { operationOf, OPERATIONS } from "../resources/witness";
import { createSimulator } from "../support/simulator";
import { misspeller } from "../support/misspeller";

const simulator = createSimulator({
  seed: "every operation",
  approval: { mode: "manual" },
  webhooks: { fetch: () => Promise.resolve(new Response("received")) },
  requests: { unknownFields: "reject" },
});
const misspelt = misspeller(simulator);
const called = new Set<string>();
const reached = new Set<string | undefined>();
const payments = new PaymentsClient({
  ...simulator.clientOptions(),
  fetch: misspelt.fetch,
  validation: "strict",
  hooks: {
    onRequest({ operation, method, url }) {
      called.add(operation);
      reached.add(operationOf(`${method} ${url.replace(/^.*?\/\d{4}-\d\d-\d\d/, "")}`));
    },
  },
});
const signer: Signer = sandboxSigner();
const clientPublicKey = `04${"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"}${"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"}`;
const ada = { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" } as const;
const usdAccount = {
  accountType: "USD_ACCOUNT",
  accountNumber: "123456000",
  routingNumber: "021000021",
  beneficiary: ada,
} as const;
const pdf = new File(["%PDF-1.7"], "passport.pdf", { type: "application/pdf" });

describe("each method of the client is served by the simulator", () => {
  let customerId: string;
  let umaAddress: string;
  let usd: InternalAccount;
  let wallet: InternalAccount;
  let bankId: string;

  beforeAll(async () => {
    const customer = await payments.customers.create({
      customerType: "INDIVIDUAL",
      platformCustomerId: "ada",
      region: "US",
      currencies: ["USD", "EUR"],
      fullName: "Ada Lovelace",
      email: "ada@example.com",
    });
    customerId = customer.id;
    umaAddress = customer.umaAddress;
    const accounts = await payments.internalAccounts.list({ customerId }).toArray();
    const find = (type: string, code: string) =>
      accounts.find((account) => account.type === type && account.balance.currency.code === code);
    usd = find("INTERNAL_FIAT", "USD") ?? expect.fail("no USD account");
    wallet = (await payments.internalAccounts.findWallet(customerId)) ?? expect.fail("no wallet");
    await payments.sandbox.fund(usd.id, { amount: 1_000_000 });
    const bank = await payments.externalAccounts.create({
      customerId,
      currency: "USD",
      accountInfo: usdAccount,
    });
    bankId = bank.id;
  });

  it("customers", async () => {
    expect(await payments.customers.retrieve(customerId)).toMatchObject({ platformCustomerId: "ada" });
    await payments.customers.update(customerId, { customerType: "INDIVIDUAL", nationality: "GB" });
    expect((await payments.customers.list({ platformCustomerId: "ada" })).data).toHaveLength(1);
    const link = await payments.customers.kycLink({
      platformCustomerId: "ada",
      redirectUri: "https://app.example/done",
    });
    expect(link.customerId).toBe(customerId);
    const { id } = await payments.customers.create({
      customerType: "INDIVIDUAL",
      platformCustomerId: "gone",
    });
    expect(await payments.customers.delete(id)).toMatchObject({ id, isDeleted: true });
  });

  it("an import of customers", async () => {
    const csv =
      "platformCustomerId,customerType,fullName,birthDate,nationality,region\nbulk-1,INDIVIDUAL,Grace Hopper,1906-12-09,US,US\n";
    const { jobId } = await payments.customers.bulk.upload(csv);
    expect((await payments.customers.bulk.retrieve(jobId)).id).toBe(jobId);
    await simulator.clock.advance("1h");
    expect(await payments.customers.bulk.waitFor(jobId)).toMatchObject({ status: "COMPLETED" });
  });

  it("accounts", async () => {
    expect((await payments.externalAccounts.retrieve(bankId)).customerId).toBe(customerId);
    expect(await payments.externalAccounts.list({ customerId }).toArray()).toHaveLength(1);
    const { id } = await payments.externalAccounts.create({
      customerId,
      currency: "USD",
      accountInfo: usdAccount,
    });
    await payments.externalAccounts.delete(id);
    const own = await payments.platform.externalAccounts.create({ currency: "USD", accountInfo: usdAccount });
    expect((await payments.platform.externalAccounts.retrieve(own.id)).id).toBe(own.id);
    expect((await payments.platform.externalAccounts.list()).data.length).toBeGreaterThan(0);
    await payments.platform.externalAccounts.delete(own.id);
    expect((await payments.platform.internalAccounts.list({ currency: "USD" })).data).toHaveLength(1);
  });

  it("verifications, owners and documents", async () => {
    const business = await payments.customers.create({
      customerType: "BUSINESS",
      businessInfo: { legalName: "Lovelace Ltd", registrationNumber: "1" },
    });
    const owner = await payments.beneficialOwners.create({
      customerId: business.id,
      roles: ["UBO"],
      ownershipPercentage: 50,
      personalInfo: {
        firstName: "Ada",
        lastName: "Lovelace",
        birthDate: "1990-01-01",
        nationality: "GB",
        idType: "SSN",
        identifier: "123-45-6789",
        address: { line1: "1 Main St", city: "Springfield", state: "IL", postalCode: "62701", country: "US" },
      },
    });
    expect((await payments.beneficialOwners.retrieve(owner.id)).id).toBe(owner.id);
    await payments.beneficialOwners.update(owner.id, { ownershipPercentage: 60 });
    expect((await payments.beneficialOwners.list({ customerId: business.id })).data).toHaveLength(1);
    const document = { documentHolder: owner.id, documentType: "PASSPORT", country: "GB" } as const;
    const { id } = await payments.documents.upload({ ...document, file: pdf });
    expect((await payments.documents.retrieve(id)).fileName).toBe("passport.pdf");
    expect(
      await payments.documents.replace(id, { ...document, file: pdf, fileName: "new.pdf" }),
    ).toMatchObject({ fileName: "new.pdf" });
    expect((await payments.documents.list({ documentHolder: owner.id })).data).toHaveLength(1);
    await payments.documents.delete(id);
    const verification = await payments.verifications.create({ customerId: business.id });
    expect((await payments.verifications.retrieve(verification.id)).customerId).toBe(business.id);
    expect((await payments.verifications.list({ customerId: business.id })).data.length).toBeGreaterThan(0);
  });

  it("payments", async () => {
    await payments.receivers.lookupExternalAccount(bankId, { customerId });
    await payments.receivers.lookupUma(umaAddress, { customerId });
    const euro = await payments.externalAccounts.create({
      customerId,
      currency: "EUR",
      accountInfo: {
        accountType: "EUR_ACCOUNT",
        iban: "DE89370400440532013000",
        beneficiary: {
          ...ada,
          address: { line1: "1 Main St", city: "Berlin", state: "BE", postalCode: "10115", country: "DE" },
        },
      },
    });
    const quote = await payments.quotes.create({
      source: { sourceType: "ACCOUNT", accountId: usd.id },
      destination: { destinationType: "ACCOUNT", accountId: euro.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000,
    });
    await payments.quotes.execute(quote.id);
    expect(await payments.quotes.waitFor(quote.id)).toMatchObject({ status: "COMPLETED" });
    const out = await payments.transfers.out({
      source: { accountId: usd.id },
      destination: { accountId: bankId },
      amount: 100,
    });
    await payments.transfers.in({
      source: { accountId: bankId },
      destination: { accountId: usd.id },
      amount: 100,
    });
    expect((await payments.transactions.retrieve(out.id)).id).toBe(out.id);
    expect((await payments.transactions.waitFor(out.id)).status).toBe("COMPLETED");
    expect((await payments.transactions.list({ customerId })).data.length).toBeGreaterThan(2);
    const funding = await payments.quotes.create({
      source: { sourceType: "REALTIME_FUNDING", currency: "EUR", customerId },
      destination: { destinationType: "ACCOUNT", accountId: usd.id },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1000,
    });
    await payments.sandbox.send({ quoteId: funding.id, currencyCode: "EUR", currencyAmount: 1000 });
    const receive = () =>
      payments.sandbox.receiveUma({
        senderUmaAddress: "$bob@sandbox.payments.test",
        customerId,
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: 500,
      });
    const [first, second] = [await receive(), await receive()];
    expect(await payments.transactions.approve(first.id)).toMatchObject({ status: "COMPLETED" });
    expect(await payments.transactions.reject(second.id, { reason: "unknown sender" })).toMatchObject({
      status: "REJECTED",
    });
  });

  it("embedded wallets", async () => {
    const accountId = wallet.id;
    const credential = await payments.auth.credentials.create({ type: "EMAIL_OTP", accountId }, { signer });
    await payments.auth.credentials.challenge(credential.id);
    const proof = { type: "EMAIL_OTP", otp: "000000", clientPublicKey } as const;
    const session = await payments.auth.credentials.verify(credential.id, proof);
    expect((await payments.auth.credentials.list({ accountId })).data).toHaveLength(1);
    expect((await payments.auth.sessions.list({ accountId })).data).toHaveLength(1);
    await payments.internalAccounts.export(accountId, { clientPublicKey }, { signer });
    const oidcToken = simulator.issueOidcToken({ email: "ada@example.com" });
    const second = await payments.auth.credentials.create(
      { type: "OAUTH", accountId, oidcToken },
      { signer },
    );
    await payments.auth.credentials.revoke(second.id, { signer });
    await payments.auth.sessions.revoke(session.id, { signer });
  });

  it("the platform", async () => {
    const { webhookEndpoint } = await payments.config.update({
      webhookEndpoint: "https://platform.example/webhooks",
    });
    expect((await payments.config.retrieve()).webhookEndpoint).toBe(webhookEndpoint);
    expect(
      (await payments.exchangeRates.list({ sourceCurrency: "USD", destinationCurrency: ["EUR", "MXN"] })).data
        .length,
    ).toBeGreaterThan(1);
    expect((await payments.discoveries.list({ currency: "NGN" })).data.length).toBeGreaterThan(0);
    expect((await payments.umaProviders.list({})).data.length).toBeGreaterThan(0);
    const crypto =
      (await payments.internalAccounts.list({ customerId, type: "INTERNAL_CRYPTO" })).data[0] ??
      expect.fail("no USDC account");
    const fee = await payments.crypto.estimateWithdrawalFee({
      internalAccountId: crypto.id,
      currency: "USDC",
      cryptoNetwork: "SOLANA_MAINNET",
      amount: 10_000_000,
      destinationAddress: "7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU",
    });
    expect(fee.netAmount).toBe(10_000_000 - fee.totalFee);
    const invitation = await payments.invitations.create({ inviterUma: umaAddress, firstName: "Bob" });
    expect((await payments.invitations.retrieve(invitation.code)).status).toBe("PENDING");
    await payments.invitations.cancel(invitation.code);
    const { code } = await payments.invitations.create({ inviterUma: umaAddress });
    const bob = await payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Bob" });
    expect((await payments.invitations.claim(code, { inviteeUma: bob.umaAddress })).status).toBe("CLAIMED");
    const token = await payments.tokens.create({ name: "reports", permissions: ["VIEW"] });
    expect((await payments.tokens.retrieve(token.id)).name).toBe("reports");
    expect((await payments.tokens.list({ name: "reports" })).data).toHaveLength(1);
    await payments.tokens.delete(token.id);
  });

  it("a test of the platform's webhook", async () => {
    const tested = await payments.sandbox.webhooks.test();
    expect(tested).toMatchObject({ response_status: 200 });
  });

  it("each refuses a misspelt field or parameter without any effect", () => {
    const forms = ["POST /documents", "PUT /documents/{documentId}", "POST /customers/bulk/csv"];
    const hasJson = (operation: string) => !/^(?:GET|DELETE)/.test(operation) && !forms.includes(operation);
    const names = OPERATIONS.map(
      (operation) => [operation, hasJson(operation) ? ["limitt", "descripton"] : ["limitt"]] as const,
    );
    expect(Object.fromEntries(misspelt.refused)).toEqual(Object.fromEntries(names));
    expect(misspelt.changed).toEqual([]);
  });

  it("includes every method", () => {
    const helpers = [
      "quotes.waitFor",
      "transactions.waitFor",
      "customers.bulk.waitFor",
      "internalAccounts.findWallet",
      "customers.findOrCreate",
    ];
    const missing = methodNames(payments).filter((name) => !called.has(name) && !helpers.includes(name));
    expect(missing).toEqual([]);
    expect([...reached].sort()).toEqual([...OPERATIONS].sort());
  });
});
