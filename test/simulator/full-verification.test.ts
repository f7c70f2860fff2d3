import { describe, expect, it } from "vitest";
import { issueTypes } from "../../src/simulator/domain/records/customers";
import { business, individual, ownerInfo } from "../support/parts";
import type { Json } from "../support/parts";
import { createSimulator, id, World } from "../support/world";

const company = {
  legalName: "Analytical Engines GmbH",
  registrationNumber: "HRB 5523041",
  country: "DE",
  taxId: "DE123456789",
  incorporatedOn: "2020-01-31",
  entityType: "LLC",
};

/** The types of the issues, each with the field or the documents that answer it. */
const issuesOf = (verification: Json) =>
  (verification["errors"] as Json[]).map(({ type, field, acceptedDocumentTypes }) =>
    [type, field ?? (acceptedDocumentTypes as string[] | undefined)?.[0]].filter(Boolean).join(" "),
  );

class Applicant {
  readonly api: World;
  customerId = "";

  constructor(options: ConstructorParameters<typeof World>[0] = { customers: { fullVerification: true } }) {
    this.api = new World(options);
  }

  async create(body: Json): Promise<this> {
    this.customerId = id(await this.api.created("/customers", body));
    return this;
  }

  async submit(): Promise<Json> {
    return this.api.created("/verifications", { customerId: this.customerId });
  }

  async customer(): Promise<Json> {
    return this.api.read(`/customers/${this.customerId}`);
  }

  async owner(ownershipPercentage: number, more: Json = {}): Promise<string> {
    const { customerId } = this;
    const owner = { customerId, roles: ["UBO"], ownershipPercentage, personalInfo: ownerInfo, ...more };
    return id(await this.api.created("/beneficial-owners", owner));
  }

  async upload(documentType: string, documentHolder = this.customerId): Promise<string> {
    const body = new FormData();
    body.append("file", new File([new Uint8Array(10)], "a.pdf", { type: "application/pdf" }));
    for (const [name, value] of Object.entries({ documentType, country: "DE", documentHolder }))
      body.append(name, value);
    return id((await this.api.send<Json>("POST", "/documents", { body })).body);
  }
}

describe("a full verification", () => {
  it("takes a business from nothing to APPROVED, through three refusals", async () => {
    const applicant = await new Applicant().create({
      ...business,
      region: "DE",
      businessInfo: { legalName: "A" },
    });
    const { api } = applicant;

    const first = await applicant.submit();
    expect(first).toMatchObject({ verificationStatus: "RESOLVE_ERRORS", kybStatus: "UNVERIFIED" });
    expect(issuesOf(first)).toEqual([
      "MISSING_FIELD businessInfo.registrationNumber",
      "MISSING_FIELD businessInfo.country",
      "MISSING_FIELD businessInfo.taxId",
      "MISSING_FIELD businessInfo.incorporatedOn",
      "MISSING_FIELD businessInfo.entityType",
      "MISSING_BENEFICIAL_OWNER",
      "MISSING_LEGAL_PRESENCE_DOCUMENT CERTIFICATE_OF_INCORPORATION",
      "MISSING_COMPANY_DETAILS_DOCUMENT GOOD_STANDING_CERTIFICATE",
      "MISSING_CONTROL_STRUCTURE_DOCUMENT ARTICLES_OF_ASSOCIATION",
      "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT SHAREHOLDER_REGISTER",
      "MISSING_PROOF_OF_ADDRESS_DOCUMENT PROOF_OF_ADDRESS",
    ]);

    await api.patch(`/customers/${applicant.customerId}`, {
      customerType: "BUSINESS",
      businessInfo: company,
    });
    const ada = await applicant.owner(60);
    const grace = await applicant.owner(60);
    const second = await applicant.submit();
    expect(second["id"]).toBe(first["id"]);
    expect(issuesOf(second)).toEqual([
      "INVALID_FIELD ownershipPercentage",
      "MISSING_LEGAL_PRESENCE_DOCUMENT CERTIFICATE_OF_INCORPORATION",
      "MISSING_COMPANY_DETAILS_DOCUMENT GOOD_STANDING_CERTIFICATE",
      "MISSING_CONTROL_STRUCTURE_DOCUMENT ARTICLES_OF_ASSOCIATION",
      "MISSING_OWNERSHIP_STRUCTURE_DOCUMENT SHAREHOLDER_REGISTER",
      "MISSING_PROOF_OF_ADDRESS_DOCUMENT PROOF_OF_ADDRESS",
      "MISSING_IDENTITY_DOCUMENT PASSPORT",
      "MISSING_IDENTITY_DOCUMENT PASSPORT",
    ]);

    await api.patch(`/beneficial-owners/${grace}`, { ownershipPercentage: 40 });
    for (const type of ["CERTIFICATE_OF_INCORPORATION", "GOOD_STANDING_CERTIFICATE"])
      await applicant.upload(type);
    for (const type of ["ARTICLES_OF_ASSOCIATION", "SHAREHOLDER_REGISTER", "UTILITY_BILL"])
      await applicant.upload(type);
    await applicant.upload("PASSPORT", ada);
    const third = await applicant.submit();
    expect(third["errors"]).toEqual([
      {
        resourceId: grace,
        type: "MISSING_IDENTITY_DOCUMENT",
        acceptedDocumentTypes: ["PASSPORT", "DRIVERS_LICENSE", "NATIONAL_ID"],
        reason: expect.stringContaining("PASSPORT"),
      },
    ]);

    await applicant.upload("NATIONAL_ID", grace);
    expect(await applicant.submit()).toMatchObject({
      id: first["id"],
      verificationStatus: "APPROVED",
      kybStatus: "APPROVED",
      errors: [],
    });
    expect(await applicant.customer()).toMatchObject({ kybStatus: "APPROVED" });
    expect(api.simulator.events.list.map(({ type }) => type)).toEqual([
      "VERIFICATION.RESOLVE_ERRORS",
      "VERIFICATION.RESOLVE_ERRORS",
      "VERIFICATION.RESOLVE_ERRORS",
      "CUSTOMER.KYB_APPROVED",
      "VERIFICATION.APPROVED",
    ]);
  });

  it.each([
    ["001", "IN_PROGRESS", "PENDING"],
    ["002", "REJECTED", "REJECTED"],
    ["003", "APPROVED", "APPROVED"],
  ])("follows an owner whose name ends in %s", async (suffix, verificationStatus, kybStatus) => {
    const applicant = await new Applicant().create({ ...business, businessInfo: company });
    await applicant.upload("BUSINESS_LICENSE");
    await applicant.owner(100, { personalInfo: { ...ownerInfo, lastName: `Hopper${suffix}` } });
    expect(await applicant.submit()).toMatchObject({ verificationStatus, kybStatus });
  });

  it("needs an owner of 25 percent, or a control person", async () => {
    const applicant = await new Applicant().create({ ...business, businessInfo: company });
    await applicant.upload("BUSINESS_LICENSE");
    await applicant.owner(24);
    expect(issuesOf(await applicant.submit())).toEqual(["MISSING_BENEFICIAL_OWNER"]);
    await applicant.owner(0, { roles: ["CONTROL_PERSON"] });
    expect(await applicant.submit()).toMatchObject({ verificationStatus: "APPROVED" });
  });

  it("is how production works, and asks a person for papers outside of the US", async () => {
    const applicant = await new Applicant({ environment: "production" }).create({
      ...individual,
      region: "DE",
      currencies: ["EUR"],
    });
    expect(issuesOf(await applicant.submit())).toEqual(["MISSING_IDENTITY_DOCUMENT PASSPORT"]);
    await applicant.upload("DRIVERS_LICENSE");
    expect(await applicant.submit()).toMatchObject({ verificationStatus: "APPROVED" });
  });
});

describe("setVerificationStatus", () => {
  it("sets any issue of the contract, and kybStatus does not stay APPROVED", async () => {
    const applicant = await new Applicant({}).create(business);
    const { simulator } = applicant.api;
    const verification = id(await applicant.submit());
    expect(await applicant.customer()).toMatchObject({ kybStatus: "APPROVED" });
    const errors = [{ type: "EXPIRED_DOCUMENT", resourceId: "Document:1" }, { type: "APPLICANT_SANCTIONED" }];
    simulator.setVerificationStatus(verification, "RESOLVE_ERRORS", { errors });
    expect(await applicant.api.read(`/verifications/${verification}`)).toMatchObject({
      verificationStatus: "RESOLVE_ERRORS",
      kybStatus: "PENDING",
      errors: [
        { type: "EXPIRED_DOCUMENT", resourceId: "Document:1", reason: expect.any(String) },
        { type: "APPLICANT_SANCTIONED", resourceId: applicant.customerId, reason: expect.any(String) },
      ],
    });
    expect(await applicant.customer()).toMatchObject({ kybStatus: "PENDING" });
    expect(simulator.events.list.slice(-2).map(({ type }) => type)).toEqual([
      "CUSTOMER.KYB_PENDING",
      "VERIFICATION.RESOLVE_ERRORS",
    ]);
    expect(() => {
      simulator.setVerificationStatus(verification, "RESOLVE_ERRORS", { errors: [{ type: "BAD_HAIR" }] });
    }).toThrow("errors[0].type");
    expect(await applicant.submit()).toMatchObject({ id: verification, kybStatus: "APPROVED" });
  });
});

describe("every type of issue of the contract", () => {
  it.each(issueTypes)("can be set, and is gone after a resubmission: %s", async (type) => {
    const applicant = await new Applicant({}).create(business);
    const { simulator } = applicant.api;
    const verification = id(await applicant.submit());
    simulator.setVerificationStatus(verification, "RESOLVE_ERRORS", { errors: [{ type }] });
    const issues = [{ type, resourceId: applicant.customerId, reason: expect.any(String) }];
    const refused = { verificationStatus: "RESOLVE_ERRORS", kybStatus: "PENDING", errors: issues };
    expect(await applicant.api.read(`/verifications/${verification}`)).toMatchObject(refused);
    expect(await applicant.customer()).toMatchObject({ kybStatus: "PENDING" });
    expect(simulator.events.list.at(-1)).toMatchObject({ type: "VERIFICATION.RESOLVE_ERRORS" });
    expect(await applicant.submit()).toMatchObject({
      id: verification,
      verificationStatus: "APPROVED",
      kybStatus: "APPROVED",
      errors: [],
    });
    expect(await applicant.customer()).toMatchObject({ kybStatus: "APPROVED" });
    expect(simulator.events.list.slice(-2).map((event) => event.type)).toEqual([
      "CUSTOMER.KYB_APPROVED",
      "VERIFICATION.APPROVED",
    ]);
  });
});

describe("customers.approvedOnly", () => {
  it("lets nobody pay before the check approved them", async () => {
    // The contract lists a 403 for few operations, so this one is not recorded.
    const strict = createSimulator({ customers: { approvedOnly: true } }, { recorded: false });
    const applicant = await new Applicant(strict).create(individual);
    const { api, customerId } = applicant;
    const accounts = await api.read(`/customers/internal-accounts?customerId=${customerId}&currency=USD`);
    const source = { accountId: id((accounts["data"] as Json[])[0] ?? {}) };
    await api.post(`/sandbox/internal-accounts/${source.accountId}/fund`, { amount: 1000 });
    const destination = {
      accountId: id(
        await api.created("/customers/external-accounts", {
          customerId,
          currency: "USD",
          accountInfo: {
            accountType: "USD_ACCOUNT",
            accountNumber: "123456789",
            routingNumber: "021000021",
            beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
          },
        }),
      ),
    };
    const pay = () => api.post("/transfer-out", { source, destination, amount: 100 });
    expect(await pay()).toMatchObject({
      status: 403,
      body: { code: "USER_NOT_READY", details: { field: expect.any(String), kycStatus: "UNVERIFIED" } },
    });
    await applicant.submit();
    expect(await pay()).toMatchObject({ status: 201 });
  });
});
