import { afterEach, describe, expect, it, vi } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { business, individual, ownerInfo, usdAccount } from "../support/parts";
import { invalid } from "../support/exchanges";
import { serviceWithPayer, World } from "../support/world";

const odd = (unknownFields?: NonNullable<SimulatorOptions["requests"]>["unknownFields"]) =>
  World.odd({ requests: { unknownFields } });

const rejecting = () => serviceWithPayer({ requests: { unknownFields: "reject" } });

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the option requests.unknownFields", () => {
  it("ignores unknown fields by default", async () => {
    const warn = vi.spyOn(console, "warn");
    const api = odd();
    const body = { ...individual, fullNmae: "Ada" };
    expect((await api.post("/customers?dryRun=true", body)).status).toBe(201);
    expect(api.simulator.requests.at(-1)).not.toHaveProperty("unknownFields");
    expect(warn).not.toHaveBeenCalled();
  });

  it("reports unknown fields in the request log, and warns once for each operation and name", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    const api = odd("report");
    const address = { ...individual.address, postCode: "62701" };
    for (let count = 0; count < 2; count += 1) {
      await api.created("/customers?dryRun=true", { ...individual, fullNmae: "Ada", address });
      expect(api.simulator.requests.at(-1)?.unknownFields).toEqual([
        "address.postCode",
        "fullNmae",
        "dryRun",
      ]);
    }
    await api.read("/customers?limitt=5");
    expect(warn.mock.calls.map(([line]: unknown[]) => line)).toEqual([
      "payments-sdk simulator: POST /customers: Unknown field `address.postCode`. Did you mean `postalCode`?",
      "payments-sdk simulator: POST /customers: Unknown field `fullNmae`. Did you mean `fullName`?",
      "payments-sdk simulator: POST /customers: Unknown field `dryRun`.",
      "payments-sdk simulator: GET /customers: Unknown field `limitt`. Did you mean `limit`?",
    ]);
    await api.created("/customers", individual);
    expect(api.simulator.requests.at(-1)).not.toHaveProperty("unknownFields");
  });

  it("rejects unknown fields inside objects and lists, and names the nearest field", async () => {
    const { service, usdAccount: from, eurAccount: to } = await rejecting();
    const quote = service.quoteBody(from, to, 100);
    const destination = { destinationType: "ACCOUNT", accountId: to, paymentRial: "ACH" };
    expect(await service.call("POST", "/quotes", { ...quote, destination })).toMatchObject({
      status: 400,
      body: {
        code: "INVALID_INPUT",
        message: "Unknown field `destination.paymentRial`. Did you mean `paymentRail`?",
        details: { field: "destination.paymentRial", nearest: "paymentRail" },
      },
    });
    const currency = {
      currencyCode: "USD",
      minAmount: 0,
      maxAmount: 5,
      maxAmout: 5,
      requiredCounterpartyFields: [],
      enabledTransactionTypes: [],
    };
    const config = await service.call("PATCH", "/config", { supportedCurrencies: [currency] });
    expect(config).toMatchObject({
      status: 400,
      body: { details: { field: "supportedCurrencies[0].maxAmout", nearest: "maxAmount" } },
    });
    expect(service.simulator.requests.at(-1)?.unknownFields).toEqual(["supportedCurrencies[0].maxAmout"]);
    expect(await service.call("PATCH", "/config", { supportedCurrencies: "USD" })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "supportedCurrencies" } },
    });
  });

  it("rejects a misspelt required field with its nearest name before any other check", async () => {
    const api = odd("reject");
    const { customerType, ...rest } = individual;
    expect(await api.post("/customers", { ...rest, custmerType: customerType })).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "custmerType", nearest: "customerType" } },
    });
    expect(await api.get("/quotes/Quote:unknown?expand=source")).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "expand" } },
    });
    expect(await api.get("/quotes/Quote:unknown")).toMatchObject({
      status: 404,
      body: { code: "QUOTE_NOT_FOUND" },
    });
  });

  it("counts fields of another kind of customer, source, destination or credential as unknown", async () => {
    vi.spyOn(console, "warn").mockReturnValue();
    const {
      service,
      payer,
      usdAccount: from,
      eurAccount: to,
    } = await serviceWithPayer({
      requests: { unknownFields: "report" },
    });
    const unknownOf = async (path: string, body: object) => {
      await service.call("POST", path, body, invalid);
      return service.simulator.requests.at(-1)?.unknownFields;
    };
    const all = { ...individual, ...business, kybStatus: "PENDING" };
    expect(await unknownOf("/customers", { ...all, customerType: "INDIVIDUAL" })).toEqual([
      "businessInfo",
      "kybStatus",
    ]);
    expect(await unknownOf("/customers", all)).toEqual(["fullName", "birthDate", "nationality"]);
    const uma = { umaAddress: payer.umaAddress };
    const quote = { lockedCurrencySide: "SENDING", lockedCurrencyAmount: 100 };
    const source = { sourceType: "ACCOUNT", accountId: from, ...uma, cryptoNetwork: "SOLANA_DEVNET" };
    const destination = { destinationType: "ACCOUNT", accountId: to, ...uma };
    expect(await unknownOf("/quotes", { ...quote, source, destination })).toEqual([
      "source.umaAddress",
      "source.cryptoNetwork",
      "destination.umaAddress",
    ]);
    const funded = { ...source, sourceType: "REALTIME_FUNDING", currency: "USD" };
    const paid = { ...destination, destinationType: "UMA_ADDRESS", paymentRail: "SEPA" };
    expect(await unknownOf("/quotes", { ...quote, source: funded, destination: paid })).toEqual([
      "source.accountId",
      "source.umaAddress",
      "destination.accountId",
      "destination.paymentRail",
    ]);
    const credential = { type: "EMAIL_OTP", accountId: payer.wallet, nickname: "mail", oidcToken: "a.b.c" };
    expect(await unknownOf("/auth/credentials", credential)).toEqual(["nickname", "oidcToken"]);
  });

  it("ignores a field of another kind that is null, and fields beside a misspelt kind", async () => {
    const { service, usdAccount: from, eurAccount: to } = await rejecting();
    const body = service.quoteBody(from, to, 100);
    const source = { ...(body["source"] as object), umaAddress: null };
    expect(await service.call("POST", "/quotes", { ...body, source })).toMatchObject({ status: 201 });
    const misspelt = { sourceType: "UMA_ADRESS", umaAddress: "$ada@example.com" };
    expect(await service.call("POST", "/quotes", { ...body, source: misspelt }, invalid)).toMatchObject({
      status: 400,
      body: { details: { field: "source.sourceType" } },
    });
  });

  it("ignores objects with open fields", async () => {
    const api = odd("reject");
    const businessInfo = { ...business.businessInfo, favouriteColour: "blue" };
    const { id: customerId } = await api.created("/customers", { ...business, businessInfo });
    const account = usdAccount();
    const accountInfo = { ...(account["accountInfo"] as object), branch: { city: "Springfield" } };
    await api.created("/platform/external-accounts", { ...account, accountInfo });
    await api.created("/beneficial-owners", {
      customerId,
      roles: ["DIRECTOR"],
      personalInfo: { ...ownerInfo, title: "Countess" },
    });
    api.simulator.route("POST", "/reports", () => ({ status: 201 }));
    expect((await api.post("/reports?year=2026", { anything: 1 })).status).toBe(201);
  });
});
