import { describe, expect, it } from "vitest";
import { minimalAccounts } from "../support/account-examples";
import { individual, usdAccount } from "../support/parts";
import type { Json } from "../support/parts";
import { invalid } from "../support/exchanges";
import { id, items, World } from "../support/world";

const code = (account: Json): unknown => (account["balance"] as { currency: Json }).currency["code"];

async function withCustomer(options = {}) {
  const api = new World(options);
  const customer = await api.created("/customers", { ...individual, currencies: ["USD", "EUR"] });
  return { api, customerId: id(customer) };
}

describe("internal accounts", () => {
  it("exist for the platform from the start, one per configured currency [ACC-01, ACC-04, ACC-05, ACC-08, GEN-10]", async () => {
    const api = new World({ platform: { currencies: ["USD", "BTC"] } });
    const response = await api.read("/platform/internal-accounts");
    expect(Object.keys(response)).toEqual(["data"]);
    expect(items(response)).toEqual([
      {
        id: expect.stringMatching(/^InternalAccount:/),
        type: "INTERNAL_FIAT",
        balance: { amount: 0, currency: { code: "USD", name: expect.any(String), symbol: "$", decimals: 2 } },
        fundingPaymentInstructions: [
          {
            accountOrWalletInfo: expect.objectContaining({ accountType: "USD_ACCOUNT" }),
            instructionsNotes: expect.any(String),
            isPlatformAccount: true,
          },
        ],
        createdAt: "2026-04-27T09:00:00.000Z",
        updatedAt: "2026-04-27T09:00:00.000Z",
      },
      expect.objectContaining({
        type: "INTERNAL_CRYPTO",
        balance: { amount: 0, currency: expect.objectContaining({ code: "BTC" }) },
      }),
    ]);
  });

  it("of the platform are filtered by currency and type [ACC-08]", async () => {
    const api = new World();
    expect(items(await api.read("/platform/internal-accounts?currency=EUR")).map(code)).toEqual(["EUR"]);
    expect(items(await api.read("/platform/internal-accounts?type=INTERNAL_CRYPTO")).map(code)).toEqual([
      "BTC",
      "USDC",
    ]);
    expect(items(await api.read("/platform/internal-accounts?type=INTERNAL_FIAT&currency=BTC"))).toEqual([]);
    expect(await api.get("/platform/internal-accounts?type=SAVINGS")).toMatchObject({ status: 400 });
  });

  it("of customers have filters and pages, without the platform's accounts [ACC-02, ACC-04, ACC-06, ACC-07]", async () => {
    const { api, customerId } = await withCustomer();
    const other = await api.created("/customers", { ...individual, currencies: ["EUR"] });
    const list = async (query: string) => items(await api.read(`/customers/internal-accounts?${query}`));
    const all = await list("");
    expect(all).toHaveLength(7);
    expect(all.every((account) => account["customerId"] !== undefined)).toBe(true);
    expect(
      all
        .flatMap((account) => account["fundingPaymentInstructions"] as Json[])
        .some((entry) => entry["isPlatformAccount"]),
    ).toBe(false);
    expect(
      (await list(`customerId=${customerId}`)).every((account) => account["customerId"] === customerId),
    ).toBe(true);
    expect((await list("currency=EUR")).map(({ customerId: owner }) => owner).toSorted()).toEqual(
      [customerId, id(other)].toSorted(),
    );
    expect(await list("type=EMBEDDED_WALLET")).toHaveLength(2);
    expect(await list(`type=EMBEDDED_WALLET&customerId=${customerId}`)).toMatchObject([
      { customerId, type: "EMBEDDED_WALLET" },
    ]);
    expect(await api.read("/customers/internal-accounts?limit=3")).toMatchObject({
      hasMore: true,
      totalCount: 7,
    });
    expect(await list("customerId=Customer:nobody")).toEqual([]);
  });
});

describe("external accounts", () => {
  const path = "/platform/external-accounts";

  it("of the platform are created with customerId null [ACC-09, ACC-10, ACC-11, ACC-12, ACC-13, ACC-22]", async () => {
    const api = new World();
    const request = usdAccount();
    const info = request["accountInfo"] as Json;
    const response = await api.post(path, {
      ...request,
      platformAccountId: "top",
      accountInfo: { ...info, platformAccountId: "inner" },
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^ExternalAccount:/),
      customerId: null,
      status: "ACTIVE",
      currency: "USD",
      platformAccountId: "top",
      defaultUmaDepositAccount: false,
      beneficiaryVerificationStatus: "MATCHED",
      beneficiaryVerifiedData: { fullName: "Charles Babbage" },
      accountInfo: { ...info, platformAccountId: "inner", paymentRails: ["ACH", "WIRE", "RTP", "FEDNOW"] },
    });
    expect(await api.read(`${path}/${id(response.body as Json)}`)).toEqual(response.body);
    expect(await api.read(path)).toEqual({ data: [response.body] });
    expect(await api.read("/customers/external-accounts")).toMatchObject({ data: [] });
  });

  it("of customers are created on their own path and listed with filters [ACC-11, ACC-23, OP-39]", async () => {
    const { api, customerId } = await withCustomer();
    const other = await api.created("/customers", individual);
    const first = await api.created("/customers/external-accounts", { ...usdAccount(), customerId });
    const second = await api.created("/customers/external-accounts", { ...usdAccount(), customerId });
    const third = await api.created("/customers/external-accounts", {
      currency: "BRL",
      customerId: id(other),
      accountInfo: {
        accountType: "BRL_ACCOUNT",
        pixKey: "12345678901",
        pixKeyType: "CPF",
        taxId: "12345678901",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper" },
      },
    });
    expect(first["customerId"]).toBe(customerId);
    expect(second).toMatchObject({ customerId });
    const list = async (query: string) =>
      items(await api.read(`/customers/external-accounts?${query}`)).map(id);
    expect(await list("")).toHaveLength(3);
    expect(await list(`customerId=${customerId}`)).toHaveLength(2);
    expect(await list("currency=BRL")).toEqual([id(third)]);
    expect(await list(`currency=BRL&customerId=${customerId}`)).toEqual([]);
    expect(await api.read("/customers/external-accounts?limit=1")).toMatchObject({
      hasMore: true,
      totalCount: 3,
    });
    expect(await api.read(path)).toEqual({ data: [] });
  });

  it("of the platform belong to no customer, whatever the request says [ACC-22, OP-39]", async () => {
    const { api, customerId } = await withCustomer();
    const fields = { customerId, defaultUmaDepositAccount: true, cryptoNetwork: "SOLANA" };
    const { body } = await api.post(path, { ...usdAccount(), ...fields }, invalid);
    expect(body).toMatchObject({ customerId: null, defaultUmaDepositAccount: false });
    expect(await api.read("/customers/external-accounts")).toMatchObject({ totalCount: 0 });
    const strict = new World({ requests: { unknownFields: "reject" } });
    expect(await strict.post(path, { ...usdAccount(), customerId: "Customer:1" }, invalid)).toMatchObject({
      status: 400,
      body: { details: { field: "customerId" } },
    });
  });

  it("keep only the newest default for UMA deposits for each customer [ACC-13, OP-40]", async () => {
    const { api, customerId } = await withCustomer();
    const other = id(await api.created("/customers", individual));
    const create = (owner: string) =>
      api.created("/customers/external-accounts", {
        ...usdAccount(),
        customerId: owner,
        defaultUmaDepositAccount: true,
      });
    const [first, foreign, second] = [
      await create(customerId),
      await create(other),
      await create(customerId),
    ];
    const isDefault = async (account: Json) =>
      (await api.read(`/customers/external-accounts/${id(account)}`))["defaultUmaDepositAccount"];
    expect([await isDefault(first), await isDefault(second), await isDefault(foreign)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it("of a kind of the option are kept as sent [ACC-18, GEN-13]", async () => {
    const api = World.odd({ requests: { accountKinds: ["MOON_ACCOUNT"] } });
    const accountInfo = { accountType: "MOON_ACCOUNT", crater: 7, nested: { deep: [true, null] } };
    expect((await api.post(path, { currency: "USD", accountInfo })).body).toMatchObject({ accountInfo });
  });

  it.each([
    ["US_ACCOUNT", "USD_ACCOUNT"],
    ["IBAN", undefined],
    ["constructor", undefined],
  ])("of the unknown kind %s are refused with the nearest kind [ACC-18]", async (accountType, nearest) => {
    const api = new World({ requests: { unknownFields: "reject", accountKinds: ["MOON_ACCOUNT"] } });
    const accountInfo = { accountType, accountNumber: "1" };
    const response = await api.post(path, { currency: "USD", accountInfo });
    expect(response).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    const { details } = response.body as { details: Json };
    expect([details["field"], details["nearest"]]).toEqual(["accountInfo.accountType", nearest]);
    expect(await api.read(path)).toMatchObject({ data: [] });
  });

  it.each(["BRL", "AED", "MXN", "KES"] as const)(
    "of %s are returned as sent, with their rails [ACC-20, ACC-21]",
    async (currency) => {
      const accountInfo = minimalAccounts[`${currency}_ACCOUNT`];
      const response = await new World().post(path, { currency, accountInfo });
      expect(response).toMatchObject({
        status: 201,
        body: { accountInfo: { ...accountInfo, paymentRails: expect.any(Array) } },
      });
      expect(response.body).not.toHaveProperty("cryptoNetwork");
    },
  );

  it("of wallets have the given network, or the test network of the chain [ACC-17]", async () => {
    const api = World.odd({ requests: { accountKinds: ["constructor_WALLET"] } });
    const create = async (accountType: string, currency = "USDC", cryptoNetwork?: string) => {
      const identifier =
        accountType === "LIGHTNING" ? { lightningAddress: "ada@ln.test" } : { address: "abc123" };
      const response = await api.post("/customers/external-accounts", {
        currency,
        accountInfo: { accountType, ...identifier },
        cryptoNetwork,
      });
      return (response.body as Json)["cryptoNetwork"];
    };
    expect(await create("SOLANA_WALLET")).toBe("SOLANA_DEVNET");
    expect(await create("SPARK_WALLET", "BTC")).toBe("SPARK_TESTNET");
    expect(await create("LIGHTNING", "BTC")).toBe("LIGHTNING_REGTEST");
    expect(await create("BASE_WALLET", "USDC", "BASE_MAINNET")).toBe("BASE_MAINNET");
    expect(await create("constructor_WALLET")).toBe("constructor_TESTNET");
    expect(
      (await api.post(path, { ...usdAccount(), cryptoNetwork: "BASE_MAINNET" })).body,
    ).not.toHaveProperty("cryptoNetwork");
  });

  const usd = usdAccount()["accountInfo"] as Json;
  const person = usd["beneficiary"] as Json;
  it.each<[string, Json]>([
    ["currency", { currency: undefined }],
    ["currency", { currency: "XXZ" }],
    ["accountInfo", { accountInfo: undefined }],
    ["accountInfo.accountType", { accountInfo: { accountNumber: "1" } }],
    ["accountInfo.accountNumber", { accountInfo: { ...usd, accountNumber: undefined } }],
    ["accountInfo.accountNumber", { accountInfo: { ...usd, accountNumber: 12345678 } }],
    ["accountInfo.routingNumber", { accountInfo: { ...usd, routingNumber: undefined } }],
    ["accountInfo.pixKey", { accountInfo: { accountType: "BRL_ACCOUNT", pixKeyType: "CPF" } }],
    ["accountInfo.iban", { accountInfo: { accountType: "AED_ACCOUNT", swiftCode: "BOMLAEAD" } }],
    ["accountInfo.address", { accountInfo: { accountType: "SPARK_WALLET" } }],
    [
      "accountInfo.beneficiary.birthDate",
      { accountInfo: { ...usd, beneficiary: { ...person, birthDate: "1.1.1990" } } },
    ],
    [
      "accountInfo.beneficiary.nationality",
      { accountInfo: { ...usd, beneficiary: { ...person, nationality: "USA" } } },
    ],
    [
      "accountInfo.beneficiary.address.city",
      {
        accountInfo: {
          ...usd,
          beneficiary: { ...person, address: { ...individual.address, city: undefined } },
        },
      },
    ],
    ["customerId", { customerId: "Customer:nobody" }],
    ["defaultUmaDepositAccount", { defaultUmaDepositAccount: "yes" }],
    ["defaultUmaDepositAccount", { defaultUmaDepositAccount: true }],
  ])(
    "refuse a wrong %s with its name, and store nothing [ACC-18, ACC-19, ACC-20, ACC-21, ACC-22, GEN-11, OP-44]",
    async (field, change) => {
      const api = new World();
      expect(await api.post("/customers/external-accounts", { ...usdAccount(), ...change })).toMatchObject({
        status: 400,
        body: { details: { field } },
      });
      expect(await api.read(path)).toEqual({ data: [] });
    },
  );

  it("cannot be created for deleted customers [CUS-16]", async () => {
    const { api, customerId } = await withCustomer();
    api.simulator.markDeleted(customerId);
    expect(await api.post("/customers/external-accounts", { ...usdAccount(), customerId })).toMatchObject({
      status: 400,
    });
  });

  it.each(["PENDING", "ACTIVE", "UNDER_REVIEW", "INACTIVE"] as const)(
    "can be set to %s [ACC-10]",
    async (status) => {
      const api = new World();
      const account = await api.created(path, usdAccount());
      api.simulator.setExternalAccountStatus(id(account), status);
      expect(await api.read(`${path}/${id(account)}`)).toMatchObject({ status });
    },
  );

  it("are found and deleted on the path of their owner only [OP-39]", async () => {
    const { api, customerId } = await withCustomer();
    const ofCustomer = id(await api.created("/customers/external-accounts", { ...usdAccount(), customerId }));
    const ofPlatform = id(await api.created(path, usdAccount()));
    for (const foreign of [`${path}/${ofCustomer}`, `/customers/external-accounts/${ofPlatform}`]) {
      const unknown = { status: 404, body: { code: "REFERENCE_NOT_FOUND" } };
      expect(await api.get(foreign)).toMatchObject(unknown);
      expect(await api.delete(foreign)).toMatchObject(unknown);
    }
    expect(await api.read(`${path}/${ofPlatform}`)).toMatchObject({ customerId: null });
    expect(await api.read(`/customers/external-accounts/${ofCustomer}`)).toMatchObject({ customerId });
    expect((await api.delete(`${path}/${ofPlatform}`)).status).toBe(204);
  });

  it("are unknown after a deletion", async () => {
    const { api, customerId } = await withCustomer();
    const account = await api.created("/customers/external-accounts", { ...usdAccount(), customerId });
    const accountPath = `/customers/external-accounts/${id(account)}`;
    expect(await api.delete(accountPath)).toMatchObject({ status: 204, body: undefined });
    expect(await api.get(accountPath)).toMatchObject({ status: 404, body: { code: "REFERENCE_NOT_FOUND" } });
    expect(await api.delete(accountPath)).toMatchObject({ status: 404 });
    expect(await api.read("/customers/external-accounts")).toMatchObject({ totalCount: 0 });
  });
});
