import { afterEach, describe, expect, it, vi } from "vitest";
import { isExpired } from "payments-sdk";
import { business, individual, ownerInfo } from "../support/parts";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { id, items, World } from "../support/world";
import { expectQuoteRefusal } from "./refusals";

const attestation = { credentialId: "AAAA", clientDataJson: "e30", attestationObject: "oA" };

describe("the contract where the specification is silent", () => {
  it.each<[string, Json]>([
    ["businessInfo.legalName", { legalName: {} }],
    ["businessInfo.legalName", { registrationNumber: "5523041" }],
    ["businessInfo.incorporatedOn", { legalName: "Acme", incorporatedOn: "not a date" }],
    ["businessInfo.entityType", { legalName: "Acme", entityType: "GUILD" }],
    ["businessInfo.countriesOfOperation[0]", { legalName: "Acme", countriesOfOperation: ["Mars"] }],
  ])("refuses a business with a wrong %s [CUS-04]", async (field, businessInfo) => {
    const body = { ...business, businessInfo };
    const refused = await new World().post("/customers", body);
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_INPUT", details: { field } } });
  });

  it("checks the change of a business, and needs no name there [CUS-04]", async () => {
    const api = new World();
    const path = `/customers/${id(await api.created("/customers", business))}`;
    const change = (businessInfo: Json) => api.patch(path, { customerType: "BUSINESS", businessInfo });
    expect(await change({ entityType: "LLC" })).toMatchObject({ status: 200 });
    expect(await change({ entityType: "GUILD" })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "businessInfo.entityType" } },
    });
  });

  it("refuses a change after which the details of a business have no name [CUS-04]", async () => {
    const api = new World();
    const path = `/customers/${id(await api.created("/customers", { customerType: "BUSINESS" }))}`;
    const change = (businessInfo: Json) => api.patch(path, { customerType: "BUSINESS", businessInfo });
    expect(await change({ registrationNumber: "7" })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "businessInfo.legalName" } },
    });
    expect(await api.read(path)).not.toHaveProperty("businessInfo");
    expect(await change({ registrationNumber: "7", legalName: "Acme" })).toMatchObject({ status: 200 });
  });

  it.each<[string, Json]>([
    ["idType", { idType: "NOPE" }],
    ...["birthDate", "nationality", "address", "idType", "identifier"].map((name): [string, Json] => [
      name,
      { [name]: undefined },
    ]),
    ["phoneNumber", { phoneNumber: "12025550123" }],
  ])("refuses an owner with a wrong %s [BEN-05]", async (name, change) => {
    const create = async (api: World) =>
      api.post("/beneficial-owners", {
        customerId: id(await api.created("/customers", business)),
        roles: ["DIRECTOR"],
        ownershipPercentage: 0,
        personalInfo: { ...ownerInfo, ...change },
      });
    expect(await create(new World())).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: `personalInfo.${name}` } },
    });
  });

  it("requires the type of a changed customer [CUS-21]", async () => {
    const change = async (api: World) =>
      api.patch(`/customers/${id(await api.created("/customers", individual))}`, { fullName: "Ada" });
    expect(await change(new World())).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "customerType" } },
    });
  });

  it.each<[string, { source?: Json; destination?: Json }]>([
    ["source.sourceType", { source: { sourceType: "ACOUNT" } }],
    ["destination.destinationType", { destination: { destinationType: "ACOUNT" } }],
    ["destination.paymentRail", { destination: { paymentRail: "PIGEON" } }],
  ])("refuses a quote with a wrong %s [OP-45]", async (field, change) => {
    const create = async (service: World) => {
      const [payer, payee] = [
        await service.fundedCustomer({ USD: 1 }),
        await service.fundedCustomer({ EUR: 1 }),
      ];
      const source = { sourceType: "UMA_ADDRESS", umaAddress: payer.umaAddress, currency: "USD" };
      const destination = { destinationType: "UMA_ADDRESS", umaAddress: payee.umaAddress, currency: "EUR" };
      const body = {
        ...{ lockedCurrencySide: "SENDING", lockedCurrencyAmount: 100 },
        source: { ...source, ...change.source },
        destination: { ...destination, ...change.destination },
      };
      return service.call("POST", "/quotes", body, invalid);
    };
    expect(await create(new World())).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field } },
    });
  });

  it("refuses a rail that the payee's account does not have [ACC-25]", async () => {
    const create = async (service: World, paymentRail: string) => {
      const payer = await service.fundedCustomer({ USD: 1 });
      const bank = await service.external("EUR");
      const body = service.quoteBody(payer.accounts["USD"] ?? "", bank, 100);
      const destination = { destinationType: "ACCOUNT", accountId: bank, paymentRail };
      return service.call("POST", "/quotes", { ...body, destination });
    };
    expect(await create(new World(), "ACH")).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "destination.paymentRail" } },
    });
    expect(await create(new World(), "SEPA")).toMatchObject({ status: 201 });
  });

  it.each<[string, Json]>([
    ["nickname", { nickname: undefined }],
    ["attestation.transports[0]", { attestation: { ...attestation, transports: ["pigeon"] } }],
  ])("refuses a passkey with a wrong %s [CRD-08, OP-17]", async (field, change) => {
    const register = async (api: World) => {
      const customer = await api.created("/customers", individual);
      const [wallet] = items(
        await api.read(`/customers/internal-accounts?customerId=${id(customer)}&type=EMBEDDED_WALLET`),
      );
      const passkey = {
        type: "PASSKEY",
        accountId: wallet?.["id"],
        nickname: "Phone",
        challenge: "Y2hhbGxlbmdl",
      };
      return api.post("/auth/credentials", { ...passkey, attestation, ...change });
    };
    expect(await register(new World())).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field } },
    });
  });

  it("checks the rows of a bulk import, with lists in a cell", async () => {
    const api = new World();
    const file =
      "customerType,businessInfo.legalName,businessInfo.entityType,businessInfo.countriesOfOperation\r\n" +
      "BUSINESS,Acme,LLC,US;GB\r\nBUSINESS,Guild of Acme,GUILD,US\r\n";
    const form = new FormData();
    form.set("file", new File([file], "customers.csv"));
    const job = await api.send<Json>("POST", "/customers/bulk/csv", { body: form });
    await api.simulator.clock.advance("1s");
    expect(await api.read(`/customers/bulk/jobs/${String(job.body["jobId"])}`)).toMatchObject({
      progress: { successful: 1, failed: 1 },
      errors: [{ correlationId: "3", code: "INVALID_INPUT", details: { field: "businessInfo.entityType" } }],
    });
    expect(items(await api.read("/customers"))).toMatchObject([
      { businessInfo: { countriesOfOperation: ["US", "GB"] } },
    ]);
  });

  it("refuses a transfer out without an amount, which an option reads as the whole balance [TRF-06]", async () => {
    const transfer = async (service: World, path: string) => {
      const payer = await service.fundedCustomer({ USD: 1234 });
      const source = { accountId: payer.accounts["USD"] };
      const destination = { accountId: await service.external("USD") };
      const out = path === "/transfer-out";
      const body = out ? { source, destination } : { source: destination, destination: source };
      const response = await service.call("POST", path, body, invalid);
      return { response, balance: await service.balance(source.accountId ?? "") };
    };
    const whole = { requests: { missingAmount: "whole-balance" } } as const;
    const missing = { status: 400, body: { code: "INVALID_INPUT", details: { field: "amount" } } };
    expect(await transfer(new World(), "/transfer-out")).toMatchObject({
      response: missing,
      balance: 1234,
    });
    expect(await transfer(new World(whole), "/transfer-in")).toMatchObject({ response: missing });
    expect(await transfer(new World(whole), "/transfer-out")).toMatchObject({
      response: { status: 201, body: { sentAmount: { amount: 1234 } } },
      balance: 0,
    });
  });
});

describe("a payment to the payer's own UMA address", () => {
  it("is named by a transaction of the account that it credits [OP-68, TRX-17]", async () => {
    const service = new World();
    const payer = await service.fundedCustomer({ EUR: 10_000, USD: 1 });
    const quote = await service.quote({
      ...service.quoteBody(payer.accounts["EUR"] ?? "", "", 1000),
      destination: { destinationType: "UMA_ADDRESS", umaAddress: payer.umaAddress, currency: "USD" },
    });
    await service.call("POST", `/quotes/${quote.id}/execute`);
    const usd = payer.accounts["USD"] ?? "";
    const credited = (await service.balance(usd)) - 1;
    expect(credited).toBeGreaterThan(0);
    const { body } = await service.call<Json>("GET", `/transactions?receiverAccountIdentifier=${usd}`);
    expect(items(body)).toMatchObject([
      { type: "INCOMING", status: "COMPLETED", receivedAmount: { amount: credited } },
    ]);
  });
});

describe("the world around a simulator", () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it("moves a rate for the quotes from then on, and keeps it in a snapshot", async () => {
    const service = new World();
    const source = await service.platformAccount("USD");
    await service.call("POST", `/sandbox/internal-accounts/${source}/fund`, { amount: 100_000 });
    const receives = async () =>
      (await service.quote(service.quoteBody(source, await service.external("EUR"), 10_000)))
        .totalReceivingAmount;
    const before = await receives();
    service.simulator.setRate("EUR", "1.84");
    expect(await receives()).toBe(2 * before);
    const saved = service.simulator.snapshot();
    service.simulator.reset();
    expect(saved.world["setRates"]).toEqual([["EUR", "1.84"]]);
    expect(() => {
      service.simulator.setRate("EUR", "0");
    }).toThrow(/perUsd: expected a decimal above 0/);
    expect(() => {
      service.simulator.setRate("USD", "2");
    }).toThrow(/currency: expected the code of a supported currency, but not USD/);
  });

  it("has a clock of its own, which decides whether a quote has expired", async () => {
    const service = new World();
    const source = await service.platformAccount("USD");
    const quote = await service.quote(service.quoteBody(source, await service.external("EUR"), 100));
    expect(isExpired(quote, service.simulator.clock.now())).toBe(false);
    await service.simulator.clock.advance("5m");
    expect(isExpired(quote, service.simulator.clock.now())).toBe(true);
  });

  it("needs no timer for a wait of 0", async () => {
    const api = new World({ latency: 0 });
    api.simulator.faults.add({ kind: "delay", delay: 0 });
    vi.useFakeTimers();
    expect(await api.post("/customers", individual)).toMatchObject({ status: 201 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("warns once when the program runs in production", async () => {
    vi.resetModules();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { Simulator } = await import("payments-sdk/simulator");
    new Simulator();
    expect(warn).not.toHaveBeenCalled();
    vi.stubEnv("NODE_ENV", "production");
    new Simulator();
    new Simulator();
    expect(warn.mock.calls).toEqual([
      ["payments-sdk simulator: NODE_ENV is production, and the simulator pays nobody"],
    ]);
    warn.mockRestore();
  });

  it("names the value of a wrong choice", () => {
    expect(() => new World({ environment: "prod" as "production" })).toThrow(
      '`environment` must be "sandbox" or "production", got "prod"',
    );
  });
});

describe("a real-time source", () => {
  it("has a network with a payment account of the contract: Bitcoin has none [OP-60]", async () => {
    const service = new World();
    const source = { sourceType: "REALTIME_FUNDING", currency: "BTC", cryptoNetwork: "BITCOIN_TESTNET" };
    const body = { ...service.quoteBody("", await service.platformAccount("USD"), 100_000), source };
    await expectQuoteRefusal(service, body, "INVALID_INPUT", "source.cryptoNetwork");
  });

  it("is no UMA address, also with one beside it [OP-45]", async () => {
    const service = new World();
    const { umaAddress } = await service.fundedCustomer({ EUR: 1 });
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const body = { ...service.quoteBody("", await service.platformAccount("EUR"), 100), source };
    const sent = { ...body, source: { ...source, umaAddress } };
    expect(await service.call("POST", "/quotes", sent, invalid)).toMatchObject({
      status: 201,
      body: { source },
    });
  });
});
