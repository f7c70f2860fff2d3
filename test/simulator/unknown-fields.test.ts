import { afterEach, describe, expect, it, vi } from "vitest";
import type { SimulatorRequestOptions } from "payments-sdk/simulator";
import { Api, business, individual, ownerInfo, usdAccount } from "../support/api";
import { serviceWithPayer } from "../support/money-service";

const odd = (unknownFields?: SimulatorRequestOptions["unknownFields"]) =>
  Api.odd({ requests: { unknownFields } });

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
    const {
      service,
      usdAccount: from,
      eurAccount: to,
    } = await serviceWithPayer({
      requests: { unknownFields: "reject" },
    });
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
