import { describe, expect, it } from "vitest";
import { business, individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, World } from "../support/world";

const badInput = (field: string) => ({
  status: 400,
  body: { status: 400, code: expect.any(String), message: expect.any(String), details: { field } },
});

describe("creating a customer", () => {
  it("responds with 201 with the customer, the same as a later read [CUS-01, CUS-15, CUS-16, OP-23]", async () => {
    const api = new World();
    const response = await api.post("/customers", {
      ...individual,
      platformCustomerId: "ada-1",
      umaAddress: "$ada@x.test",
    });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      ...individual,
      id: expect.stringMatching(/^Customer:[0-9a-f-]{36}$/),
      platformCustomerId: "ada-1",
      umaAddress: "$ada@x.test",
      kycStatus: "UNVERIFIED",
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
      isDeleted: false,
    });
    const body = response.body as Json;
    expect(await api.read(`/customers/${id(body)}`)).toEqual(body);
  });

  it("ignores read-only fields in the body [CUS-01]", async () => {
    const api = new World();
    const customer = await api.created("/customers", {
      customerType: "INDIVIDUAL",
      id: "Customer:mine",
      createdAt: "2000-01-01T00:00:00Z",
      updatedAt: "2000-01-01T00:00:00Z",
      isDeleted: true,
    });
    expect(customer).toMatchObject({ createdAt: "2026-04-27T09:00:00.000Z", isDeleted: false });
    expect(customer["id"]).not.toBe("Customer:mine");
  });

  it("generates platformCustomerId and umaAddress by default [CUS-02, CUS-05]", async () => {
    const api = new World({ platform: { umaDomain: "pay.test" } });
    const [first, second] = [
      await api.created("/customers", individual),
      await api.created("/customers", individual),
    ];
    expect(first["platformCustomerId"]).toEqual(expect.any(String));
    expect(first["umaAddress"]).toMatch(/^\$[a-z0-9]+@pay\.test$/);
    expect(second["platformCustomerId"]).not.toBe(first["platformCustomerId"]);
    expect(second["umaAddress"]).not.toBe(first["umaAddress"]);
  });

  it("refuses a duplicate platformCustomerId or umaAddress with 409 [CUS-02, CUS-05, OP-36]", async () => {
    const api = new World();
    await api.created("/customers", { ...individual, platformCustomerId: "a", umaAddress: "$a@x.test" });
    expect(await api.post("/customers", { ...individual, platformCustomerId: "a" })).toMatchObject({
      status: 409,
      body: { code: "CONFLICT" },
    });
    expect(await api.post("/customers", { ...individual, umaAddress: "$a@x.test" })).toMatchObject({
      status: 409,
      body: { code: "UMA_ADDRESS_EXISTS" },
    });
    expect(await api.read("/customers")).toMatchObject({ totalCount: 1 });
  });

  it("accepts businesses with additional fields in businessInfo [CUS-03, CUS-04, OP-31, OP-32]", async () => {
    const api = new World();
    const businessInfo = { ...business.businessInfo, favouriteColour: "blue" };
    const customer = await api.created("/customers", { ...business, businessInfo });
    expect(customer).toMatchObject({
      customerType: "BUSINESS",
      kycStatus: "UNVERIFIED",
      kybStatus: "UNVERIFIED",
      businessInfo,
    });
  });

  it("ignores the kybStatus of an individual, who has only a kycStatus [CUS-13, OP-32, OP-35]", async () => {
    const api = new World();
    const customer = await api.created("/customers", { ...individual, kybStatus: "APPROVED" });
    expect(customer).toMatchObject({ kycStatus: "UNVERIFIED" });
    const change = { customerType: "INDIVIDUAL", kybStatus: "REJECTED" };
    const changed = await api.patch(`/customers/${id(customer)}`, change);
    expect(changed).toMatchObject({ status: 200, body: { kycStatus: "UNVERIFIED" } });
    expect(changed.body).not.toHaveProperty("kybStatus");
    expect(api.simulator.events.ofType("CUSTOMER.KYC_REJECTED")).toEqual([]);
  });

  it.each([
    ["customerType", { customerType: undefined }],
    ["customerType", { customerType: "PERSON" }],
    ["umaAddress", { umaAddress: "ada@x.test" }],
    ["region", { region: "USA" }],
    ["region", { region: "us" }],
    ["currencies[0]", { currencies: ["XXZ"] }],
    ["currencies", { currencies: [] }],
    ["currencies", { currencies: "USD" }],
    ["email", { email: "abc" }],
    ["kycStatus", { kycStatus: "MAYBE" }],
    ["fullName", { fullName: 7 }],
    ["birthDate", { birthDate: "1990-1-1" }],
    ["birthDate", { birthDate: "1990-02-30" }],
    ["nationality", { nationality: "U" }],
    ["address.line1", { address: { ...individual.address, line1: undefined } }],
    ["address.city", { address: { ...individual.address, city: undefined } }],
    ["address.state", { address: { ...individual.address, state: undefined } }],
    ["address.postalCode", { address: { ...individual.address, postalCode: undefined } }],
    ["address.country", { address: { ...individual.address, country: undefined } }],
    ["address.country", { address: { ...individual.address, country: "USA" } }],
    ["address", { address: "1 Main Street" }],
    [
      "businessInfo.registrationNumber",
      { customerType: "BUSINESS", businessInfo: { registrationNumber: 5 } },
    ],
  ])(
    "refuses a wrong %s with its name [CUS-03, CUS-05, CUS-12, CUS-13, CUS-14, GEN-07, GEN-08, GEN-09, GEN-11]",
    async (field, change) => {
      const api = new World();
      expect(await api.post("/customers", { ...individual, ...change })).toMatchObject(badInput(field));
      expect(await api.read("/customers")).toMatchObject({ totalCount: 0 });
    },
  );

  it("accepts an address without line2, and keeps line2 [GEN-11]", async () => {
    const api = new World();
    const address = { ...individual.address, line2: "Floor 3" };
    expect((await api.created("/customers", individual))["address"]).toEqual(individual.address);
    expect((await api.created("/customers", { ...individual, address }))["address"]).toEqual(address);
  });

  it.each(["UNVERIFIED", "PENDING", "APPROVED", "REJECTED"])(
    "stores kycStatus %s [CUS-13, OP-34]",
    async (kycStatus) => {
      const api = new World();
      expect((await api.created("/customers", { ...individual, kycStatus }))["kycStatus"]).toBe(kycStatus);
    },
  );

  it.each(
    Object.entries({
      ...{
        AE: "AED",
        BR: "BRL",
        CA: "CAD",
        DE: "EUR",
        DK: "DKK",
        ES: "EUR",
        FR: "EUR",
        GB: "GBP",
        IN: "INR",
      },
      ...{
        IT: "EUR",
        KE: "KES",
        MX: "MXN",
        NG: "NGN",
        NL: "EUR",
        PH: "PHP",
        US: "USD",
        ZA: "ZAR",
        JP: "USD",
      },
    }),
  )("gives a customer in %s the currency %s by default [CUS-09, OP-37]", async (region, currency) => {
    const customer = await new World().created("/customers", { customerType: "INDIVIDUAL", region });
    expect(customer["currencies"]).toEqual([currency]);
  });

  it("refuses configured combinations of currencies with details, on create and on patch [CUS-11, ERR-07, OP-37]", async () => {
    const api = new World({ customers: { incompatibleCurrencies: [["USD", "BRL"]] } });
    const refusal = {
      status: 400,
      body: { details: { field: "currencies", incompatibleCurrencies: ["USD", "BRL"] } },
    };
    expect(await api.post("/customers", { ...individual, currencies: ["USD", "EUR", "BRL"] })).toMatchObject(
      refusal,
    );
    const customer = await api.created("/customers", individual);
    const path = `/customers/${id(customer)}`;
    expect(await api.patch(path, { customerType: "INDIVIDUAL", currencies: ["BRL", "USD"] })).toMatchObject(
      refusal,
    );
    expect(await api.read(path)).toEqual(customer);
  });

  it("requires a region if the configured rule needs one [CUS-07, OP-37]", async () => {
    const api = new World({ customers: { regionRequired: ["BRL"] } });
    const request = { customerType: "INDIVIDUAL", currencies: ["BRL"] };
    expect(await api.post("/customers", request)).toMatchObject(badInput("region"));
    expect(await api.post("/customers", { ...request, region: "BR" })).toMatchObject({ status: 201 });
  });

  it("opens a fiat account for each currency, a crypto account and a wallet [ACC-02, ACC-07, OP-38]", async () => {
    const api = new World();
    const customer = await api.created("/customers", { ...individual, currencies: ["USD", "EUR"] });
    const accounts = items(await api.read(`/customers/internal-accounts?customerId=${id(customer)}`));
    const kinds = accounts.map(({ type, balance }) => [
      type,
      (balance as { currency: Json }).currency["code"],
    ]);
    expect(kinds.toSorted()).toEqual([
      ["EMBEDDED_WALLET", "USDC"],
      ["INTERNAL_CRYPTO", "USDC"],
      ["INTERNAL_FIAT", "EUR"],
      ["INTERNAL_FIAT", "USD"],
    ]);
  });
});

describe("updating a customer", () => {
  const patches: [string, Json][] = [
    ["currencies", { currencies: ["EUR"] }],
    ["email", { email: "new@example.com" }],
    ["umaAddress", { umaAddress: "$new@x.test" }],
    ["kycStatus", { kycStatus: "APPROVED" }],
    ["fullName", { fullName: "Ada King" }],
    ["birthDate", { birthDate: "1991-01-01" }],
    ["nationality", { nationality: "GB" }],
    ["address", { address: { ...individual.address, city: "Chicago" } }],
  ];

  it.each(patches)("changes only %s and updatedAt [CUS-01, CUS-21]", async (_, change) => {
    const api = World.odd();
    const before = await api.created("/customers", individual);
    await api.simulator.clock.advance("1m");
    const response = await api.patch(`/customers/${id(before)}`, { customerType: "INDIVIDUAL", ...change });
    const after = { ...before, ...change, updatedAt: "2026-04-27T09:01:00.000Z" };
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual(after);
    expect(await api.read(`/customers/${id(before)}`)).toEqual(after);
  });

  it.each([
    [individual, "BUSINESS"],
    [business, "INDIVIDUAL"],
  ])("accepts only the customer's own type [CUS-21]", async (created, other) => {
    const api = new World();
    const before = await api.created("/customers", created);
    const path = `/customers/${id(before)}`;
    const refused = await api.patch(path, { customerType: other, email: "new@example.com" });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT", details: { field: "customerType" } },
    });
    expect(await api.read(path)).toEqual(before);
    expect(await api.patch(path, { customerType: created.customerType })).toMatchObject({ status: 200 });
  });

  it("replaces the currencies, and opens accounts for new ones [CUS-22, OP-38]", async () => {
    const api = new World();
    const customer = await api.created("/customers", { ...individual, currencies: ["USD", "EUR"] });
    const path = `/customers/${id(customer)}`;
    await api.patch(path, { customerType: "INDIVIDUAL", currencies: ["USD"] });
    expect((await api.read(path))["currencies"]).toEqual(["USD"]);
    await api.patch(path, { customerType: "INDIVIDUAL", currencies: ["USD", "GBP", "EUR"] });
    const listed = await api.read(
      `/customers/internal-accounts?customerId=${id(customer)}&type=INTERNAL_FIAT`,
    );
    const codes = items(listed).map(({ balance }) => (balance as { currency: Json }).currency["code"]);
    expect(codes.toSorted()).toEqual(["EUR", "GBP", "USD"]);
  });

  it("refuses another region, and ignores unlisted fields [CUS-08, OP-35]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    const path = `/customers/${id(customer)}`;
    expect(await api.patch(path, { customerType: "INDIVIDUAL", region: "GB" })).toMatchObject(
      badInput("region"),
    );
    const response = await api.patch(path, {
      customerType: "INDIVIDUAL",
      region: "US",
      platformCustomerId: "other",
      isDeleted: true,
    });
    expect(response).toMatchObject({ status: 200 });
    expect(await api.read(path)).toEqual(customer);
  });

  it("cannot add a region to a customer created without one [CUS-08, OP-35]", async () => {
    const api = new World();
    const { region: _, ...regionless } = individual;
    const customer = await api.created("/customers", regionless);
    const path = `/customers/${id(customer)}`;
    expect(await api.patch(path, { customerType: "INDIVIDUAL", region: "US" })).toMatchObject(
      badInput("region"),
    );
    expect(await api.read(path)).toEqual(customer);
    expect(customer).not.toHaveProperty("region");
  });

  it("refuses a wrong value and changes nothing, even if other fields are valid [CUS-21]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    const path = `/customers/${id(customer)}`;
    const patch = { customerType: "INDIVIDUAL", fullName: "Somebody Else", email: "nonsense" };
    expect(await api.patch(path, patch)).toMatchObject(badInput("email"));
    expect(await api.read(path)).toEqual(customer);
  });

  it("changes the UMA address and frees the old one [CUS-06]", async () => {
    const api = new World();
    const first = await api.created("/customers", { ...individual, umaAddress: "$a@x.test" });
    const second = await api.created("/customers", { ...individual, umaAddress: "$b@x.test" });
    const patch = (customer: Json, umaAddress: string) =>
      api.patch(`/customers/${id(customer)}`, { customerType: "INDIVIDUAL", umaAddress });
    expect(await patch(second, "$a@x.test")).toMatchObject({
      status: 409,
      body: { code: "UMA_ADDRESS_EXISTS" },
    });
    expect(await patch(first, "$a@x.test")).toMatchObject({ status: 200 });
    expect(await patch(first, "$c@x.test")).toMatchObject({ status: 200 });
    expect(await patch(second, "$a@x.test")).toMatchObject({ status: 200 });
  });

  it("says how ids begin, to a call with an id of your own", async () => {
    const api = new World();
    expect(await api.get("/customers/user-4711")).toMatchObject({
      status: 404,
      body: { message: 'No Customer has the id user-4711. Its ids begin with "Customer:"' },
    });
  });

  it("responds with 404 for an unknown and for a deleted customer [CUS-16]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    api.simulator.markDeleted(id(customer));
    for (const path of ["/customers/Customer:nobody", `/customers/${id(customer)}`]) {
      expect(await api.patch(path, { customerType: "INDIVIDUAL" })).toMatchObject({
        status: 404,
        body: { code: "USER_NOT_FOUND" },
      });
    }
  });
});
