import { describe, expect, it } from "vitest";
import { business, individual } from "../support/parts";
import type { Json } from "../support/parts";
import { id, items, World } from "../support/world";

async function verified(api: World, customer: Json): Promise<Json> {
  return api.created("/verifications", { customerId: id(customer) });
}

const businessWith = (registrationNumber?: string) => ({
  ...business,
  businessInfo: {
    legalName: "Analytical Engines Inc.",
    ...(registrationNumber ? { registrationNumber } : {}),
  },
});

describe("verifications", () => {
  it("approve a complete individual and update the customer [VER-01, VER-02, VER-04, VER-06, OP-33]", async () => {
    const api = new World();
    const customer = await api.created("/customers", individual);
    const response = await api.post("/verifications", { customerId: id(customer) });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^Verification:/),
      customerId: id(customer),
      verificationStatus: "APPROVED",
      errors: [],
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
    });
    expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ kycStatus: "APPROVED" });
    expect(await api.read(`/verifications/${id(response.body as Json)}`)).toEqual(response.body);
  });

  it("list missing fields, and continue after they are supplied [VER-04, VER-05, OP-33]", async () => {
    const api = new World();
    const customer = await api.created("/customers", {
      customerType: "INDIVIDUAL",
      fullName: "Ada Lovelace",
    });
    const first = await verified(api, customer);
    expect(first["verificationStatus"]).toBe("RESOLVE_ERRORS");
    expect(first["errors"]).toEqual(
      ["birthDate", "nationality", "address"].map((field) => ({
        resourceId: id(customer),
        type: "MISSING_FIELD",
        field,
        reason: expect.stringContaining(field),
      })),
    );
    expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ kycStatus: "UNVERIFIED" });
    const { birthDate, nationality, address } = individual;
    await api.patch(`/customers/${id(customer)}`, {
      customerType: "INDIVIDUAL",
      birthDate,
      nationality,
      address,
    });
    expect(await verified(api, customer)).toMatchObject({
      id: id(first),
      verificationStatus: "APPROVED",
      errors: [],
    });
    expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ kycStatus: "APPROVED" });
  });

  it.each([
    ["5523001", "PENDING", "IN_PROGRESS"],
    ["5523002", "REJECTED", "REJECTED"],
    ["5523041", "APPROVED", "APPROVED"],
    ["55-23 002", "REJECTED", "REJECTED"],
  ])(
    "set a business with the number %s to kybStatus %s [SBX-30, SBX-31, SBX-32, VER-01, VER-06, OP-32]",
    async (number, kybStatus, verificationStatus) => {
      const api = new World();
      const customer = await api.created("/customers", businessWith(number));
      expect(await verified(api, customer)).toMatchObject({ verificationStatus, kybStatus });
      expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ kybStatus, kycStatus: kybStatus });
    },
  );

  it("require the legal name of a business, which the contract requires [VER-05, OP-33]", async () => {
    const api = new World();
    const customer = await api.created("/customers", { customerType: "BUSINESS" });
    const change = (businessInfo: Json) =>
      api.patch(`/customers/${id(customer)}`, { customerType: "BUSINESS", businessInfo });
    await change({ legalName: "", registrationNumber: "7" });
    expect(await verified(api, customer)).toMatchObject({
      verificationStatus: "RESOLVE_ERRORS",
      errors: [{ type: "MISSING_FIELD", field: "businessInfo.legalName" }],
    });
    await change({ legalName: "Analytical Engines Inc." });
    expect(await verified(api, customer)).toMatchObject({ verificationStatus: "APPROVED" });
  });

  it("require the registration number of a business [VER-05, OP-33]", async () => {
    const api = new World();
    const customer = await api.created("/customers", businessWith());
    expect(await verified(api, customer)).toMatchObject({
      verificationStatus: "RESOLVE_ERRORS",
      errors: [{ type: "MISSING_FIELD", field: "businessInfo.registrationNumber" }],
    });
    await api.patch(`/customers/${id(customer)}`, {
      customerType: "BUSINESS",
      businessInfo: { registrationNumber: "7" },
    });
    expect(await verified(api, customer)).toMatchObject({ verificationStatus: "APPROVED" });
    expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({
      businessInfo: { legalName: "Analytical Engines Inc.", registrationNumber: "7" },
    });
  });

  it("overwrite a kycStatus that was sent [CUS-13, OP-34]", async () => {
    const api = new World();
    const customer = await api.created("/customers", { ...individual, kycStatus: "REJECTED" });
    await verified(api, customer);
    expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ kycStatus: "APPROVED" });
  });

  it.each([
    ["RESOLVE_ERRORS", "UNVERIFIED"],
    ["PENDING_MANUAL_REVIEW", "PENDING"],
    ["IN_PROGRESS", "PENDING"],
    ["APPROVED", "APPROVED"],
    ["REJECTED", "REJECTED"],
    ["READY_FOR_VERIFICATION", "UNVERIFIED"],
  ] as const)(
    "can be set to %s, which sets the customer to %s [VER-03, VER-04, VER-06]",
    async (status, kycStatus) => {
      const api = new World();
      const customer = await api.created("/customers", { customerType: "INDIVIDUAL" });
      const verification = await verified(api, customer);
      api.simulator.setVerificationStatus(id(verification), status);
      const after = await api.read(`/verifications/${id(verification)}`);
      expect(after["verificationStatus"]).toBe(status);
      const errors = after["errors"] as unknown[];
      if (status === "APPROVED" || status === "IN_PROGRESS") expect(errors).toEqual([]);
      if (status === "RESOLVE_ERRORS") expect(errors.length).toBeGreaterThan(0);
      expect(await api.read(`/customers/${id(customer)}`)).toMatchObject({ kycStatus });
    },
  );

  it("are listed by customer and status, in pages [VER-03]", async () => {
    const api = new World();
    const ada = await api.created("/customers", individual);
    const grace = await api.created("/customers", { customerType: "INDIVIDUAL" });
    const approved = await verified(api, ada);
    const open = await verified(api, grace);
    const list = async (query: string) => items(await api.read(`/verifications?${query}`)).map(id);
    expect(await list(`customerId=${id(ada)}`)).toEqual([id(approved)]);
    expect(await list("verificationStatus=RESOLVE_ERRORS")).toEqual([id(open)]);
    expect(await api.read("/verifications?limit=1")).toMatchObject({ hasMore: true, totalCount: 2 });
  });

  it("need an existing customer [VER-01]", async () => {
    const api = new World();
    expect(await api.post("/verifications", {})).toMatchObject({
      status: 400,
      body: { details: { field: "customerId" } },
    });
    expect(await api.post("/verifications", { customerId: "Customer:x" })).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND" },
    });
    const deleted = id(await api.created("/customers", individual));
    api.simulator.markDeleted(deleted);
    expect(await api.post("/verifications", { customerId: deleted })).toMatchObject({ status: 404 });
    expect(await api.get("/verifications/Verification:x")).toMatchObject({ status: 404 });
    expect(await api.read("/verifications")).toMatchObject({ totalCount: 0 });
  });
});

describe("beneficial owners", () => {
  const personalInfo = {
    firstName: "Grace",
    lastName: "Hopper",
    birthDate: "1986-12-09",
    nationality: "US",
    address: individual.address,
    idType: "SSN",
    identifier: "123-45-6789",
    email: "grace@example.com",
    phoneNumber: "+12025550123",
    countryOfIssuance: "US",
  };
  const owner = { roles: ["UBO"], ownershipPercentage: 50, personalInfo };

  async function withBusiness(api = new World()) {
    return { api, customerId: id(await api.created("/customers", business)) };
  }

  it("are created and read back [BEN-01, BEN-02, BEN-05, BEN-06]", async () => {
    const { api, customerId } = await withBusiness(World.odd());
    const info = { ...personalInfo, middleName: "Brewster", shoeSize: 38 };
    const response = await api.post("/beneficial-owners", { ...owner, customerId, personalInfo: info });
    expect(response.status).toBe(201);
    expect(response.body).toEqual({
      id: expect.stringMatching(/^BeneficialOwner:/),
      customerId,
      roles: ["UBO"],
      ownershipPercentage: 50,
      personalInfo: info,
      kycStatus: "APPROVED",
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
    });
    expect(await api.read(`/beneficial-owners/${id(response.body as Json)}`)).toEqual(response.body);
  });

  it.each([
    ["Hopper001", "PENDING"],
    ["Hopper002", "REJECTED"],
    ["Hopper003", "APPROVED"],
  ])("with the name %s get kycStatus %s in the response [BEN-06, SBX-33]", async (lastName, kycStatus) => {
    const { api, customerId } = await withBusiness();
    const created = await api.created("/beneficial-owners", {
      ...owner,
      customerId,
      personalInfo: { ...personalInfo, lastName },
    });
    expect(created["kycStatus"]).toBe(kycStatus);
  });

  it("may have all six roles [BEN-03]", async () => {
    const { api, customerId } = await withBusiness();
    const roles = ["UBO", "DIRECTOR", "COMPANY_OFFICER", "CONTROL_PERSON", "TRUSTEE", "GENERAL_PARTNER"];
    expect((await api.created("/beneficial-owners", { ...owner, customerId, roles }))["roles"]).toEqual(
      roles,
    );
  });

  it("may have shares from 0 to 100 with fractions, but only as UBO [BEN-04, LIM-03]", async () => {
    const { api, customerId } = await withBusiness(World.odd());
    for (const ownershipPercentage of [0, 100, 33.3]) {
      expect(
        (await api.post("/beneficial-owners", { ...owner, customerId, ownershipPercentage })).body,
      ).toMatchObject({ ownershipPercentage });
    }
    const director = { customerId, roles: ["DIRECTOR"], personalInfo };
    expect((await api.post("/beneficial-owners", director)).body).toMatchObject({
      ownershipPercentage: 0,
    });
  });

  it.each<[string, Json]>([
    ["customerId", { customerId: undefined }],
    ["roles", { roles: undefined }],
    ["roles", { roles: [] }],
    ["roles[1]", { roles: ["UBO", "JESTER"] }],
    ["ownershipPercentage", { ownershipPercentage: undefined }],
    ["ownershipPercentage", { ownershipPercentage: -1 }],
    ["ownershipPercentage", { ownershipPercentage: 100.5 }],
    ["ownershipPercentage", { ownershipPercentage: "50" }],
    ["personalInfo", { personalInfo: undefined }],
    ["personalInfo.lastName", { personalInfo: { ...personalInfo, lastName: undefined } }],
    ["personalInfo.birthDate", { personalInfo: { ...personalInfo, birthDate: "1986-12-9" } }],
    ["personalInfo.nationality", { personalInfo: { ...personalInfo, nationality: "USA" } }],
    ["personalInfo.countryOfIssuance", { personalInfo: { ...personalInfo, countryOfIssuance: "usa" } }],
    ["personalInfo.email", { personalInfo: { ...personalInfo, email: "grace" } }],
    [
      "personalInfo.address.line1",
      { personalInfo: { ...personalInfo, address: { ...individual.address, line1: undefined } } },
    ],
  ])(
    "refuse a wrong %s with its name, and store nothing [BEN-03, BEN-04, BEN-05, GEN-08, LIM-03]",
    async (field, change) => {
      const { api, customerId } = await withBusiness();
      const response = await api.post("/beneficial-owners", { ...owner, customerId, ...change });
      expect(response).toMatchObject({ status: 400, body: { details: { field } } });
      expect(await api.read(`/beneficial-owners?customerId=${customerId}`)).toMatchObject({ totalCount: 0 });
    },
  );

  it("must belong to an existing business [BEN-01]", async () => {
    const { api } = await withBusiness();
    const person = id(await api.created("/customers", individual));
    expect(await api.post("/beneficial-owners", { ...owner, customerId: person })).toMatchObject({
      status: 400,
    });
    expect(await api.post("/beneficial-owners", { ...owner, customerId: "Customer:x" })).toMatchObject({
      status: 404,
    });
    expect(await api.get("/beneficial-owners")).toMatchObject({
      status: 400,
      body: { details: { field: "customerId" } },
    });
  });

  it("are part of the business in responses and events, as they are at the time [CUS-03, BEN-02]", async () => {
    const { api, customerId } = await withBusiness();
    const path = `/customers/${customerId}`;
    expect(await api.read(path)).toMatchObject({ beneficialOwners: [] });
    const first = await api.created("/beneficial-owners", { ...owner, customerId });
    const second = await api.created("/beneficial-owners", { ...owner, customerId, roles: ["DIRECTOR"] });
    const shown = { beneficialOwners: [first, second] };
    expect(await api.read(path)).toMatchObject(shown);
    expect(await api.read("/customers")).toMatchObject({ data: [shown] });
    await api.created("/verifications", { customerId });
    expect(api.simulator.events.ofType("CUSTOMER.KYB_APPROVED")).toMatchObject([{ data: shown }]);
    const change = { customerType: "BUSINESS", beneficialOwners: [], email: "office@example.com" };
    expect((await api.patch(path, change)).body).toMatchObject(shown);
    expect((await api.delete(path)).body).toMatchObject(shown);
    expect(await api.created("/customers", individual)).not.toHaveProperty("beneficialOwners");
  });

  it("support partial updates with a new check, and lists by customer [BEN-06]", async () => {
    const { api, customerId } = await withBusiness();
    const created = await api.created("/beneficial-owners", { ...owner, customerId });
    await api.simulator.clock.advance("1s");
    const path = `/beneficial-owners/${id(created)}`;
    const response = await api.patch(path, {
      ownershipPercentage: 60,
      personalInfo: { lastName: "Hopper002" },
    });
    expect(response).toMatchObject({ status: 200 });
    expect(response.body).toEqual({
      ...created,
      ownershipPercentage: 60,
      personalInfo: { ...personalInfo, lastName: "Hopper002" },
      kycStatus: "REJECTED",
      updatedAt: "2026-04-27T09:00:01.000Z",
    });
    expect(await api.patch(path, { roles: ["DIRECTOR"], ownershipPercentage: 101 })).toMatchObject({
      status: 400,
    });
    expect(await api.read(`/beneficial-owners?customerId=${customerId}`)).toMatchObject({
      data: [response.body],
      totalCount: 1,
    });
  });
});
