import { customer as shown, individual } from "../../models/sample-parts";
import { idOf, page, sample } from "../wire";
import type { WireCase } from "../wire";

const customer = idOf("Customer");
const owner = idOf("BeneficialOwner");
const verification = idOf("Verification");
const document = { id: "Document:0 1+é", encoded: "Document%3A0%201%2B%C3%A9" };

/** The service decides these fields. A request sends the others, so a new field of the sample is in the cases, too. */
const { id, createdAt, updatedAt, isDeleted, platformCustomerId, region, ...kept } = shown;
const shared = { ...kept, umaAddress: "$grace@example.com", phoneNumber: "+15550100" };
const person = {
  customerType: "INDIVIDUAL",
  ...shared,
  ...individual,
} as const;
const business = {
  customerType: "BUSINESS",
  kybStatus: "PENDING",
  businessInfo: { registrationNumber: "HRB 001" },
} as const;
const created = { platformCustomerId, region };
const personalInfo = {
  firstName: "Ada",
  lastName: "Lovelace",
  birthDate: "1990-01-01",
  nationality: "GB",
  address: kept.address,
  idType: "SSN",
  identifier: "123-45-6789",
} as const;
const ownerFields = ["createdAt", "customerId", "id", "kycStatus", "personalInfo", "roles"];
const verificationFields = ["createdAt", "customerId", "errors", "id", "verificationStatus"];
const documentFields = ["country", "createdAt", "documentHolder", "documentType", "fileName", "id"];
const pdf = new File(["%PDF"], "scan.pdf", { type: "application/pdf" });

/** What the documents say of these operations: see `witness.ts`. */
export const customersTable = `
customers.create                    POST   /customers                                       -       201 400 401 409 500 501
customers.retrieve                  GET    /customers/{customerId}                          -       200 401 404 500
customers.update                    PATCH  /customers/{customerId}                          -       200 400 401 404 500
customers.list                      GET    /customers                                       paged   200 400 401 500
verifications.create                POST   /verifications                                   -       200 400 401 404 500
verifications.retrieve              GET    /verifications/{verificationId}                  -       200 401 404 500
verifications.list                  GET    /verifications                                   paged   200 400 401 500
beneficialOwners.create             POST   /beneficial-owners                               -       201 400 401 404 500
beneficialOwners.retrieve           GET    /beneficial-owners/{beneficialOwnerId}           -       200 401 404 500
beneficialOwners.update             PATCH  /beneficial-owners/{beneficialOwnerId}           -       200 400 401 404 500
beneficialOwners.list               GET    /beneficial-owners                               paged   200 400 401 500
documents.upload                    POST   /documents                                       -       201 400 401 404 500
documents.list                      GET    /documents                                       paged   200 400 401 500
documents.retrieve                  GET    /documents/{documentId}                          -       200 401 404 500
documents.delete                    DELETE /documents/{documentId}                          -       204 401 404 409 500
`;

export const customerCases: readonly WireCase[] = [
  {
    name: "customers.create",
    title: "a person",
    call: (payments) => payments.customers.create({ ...person, ...created }),
    request: "POST /customers",
    body: { ...person, ...created },
    status: 201,
    response: sample("IndividualCustomer"),
    missing: ["customerType"],
  },
  {
    name: "customers.create",
    title: "a business",
    call: (payments) => payments.customers.create(business),
    request: "POST /customers",
    body: business,
    status: 201,
    response: sample("BusinessCustomer"),
    missing: ["customerType"],
  },
  {
    name: "customers.retrieve",
    call: (payments) => payments.customers.retrieve(customer.id),
    request: `GET /customers/${customer.encoded}`,
    response: sample("IndividualCustomer", { id: customer.id }),
    missing: ["customerType"],
  },
  {
    name: "customers.update",
    title: "a person",
    call: (payments) => payments.customers.update(customer.id, person),
    request: `PATCH /customers/${customer.encoded}`,
    body: person,
    response: sample("IndividualCustomer", { id: customer.id }),
    missing: ["customerType"],
  },
  {
    name: "customers.update",
    title: "a business",
    call: (payments) => payments.customers.update(customer.id, business),
    request: `PATCH /customers/${customer.encoded}`,
    body: business,
    response: sample("BusinessCustomer", { id: customer.id }),
    missing: ["customerType"],
  },
  {
    name: "customers.list",
    title: "with every filter",
    call: (payments) =>
      payments.customers.list({
        platformCustomerId: "ada 1",
        customerType: "BUSINESS",
        createdAfter: new Date("2026-01-01T00:00:00Z"),
        createdBefore: "2026-02-01T00:00:00Z",
        updatedAfter: new Date("2026-03-01T00:00:00Z"),
        updatedBefore: "2026-04-01T00:00:00Z",
        region: "US",
        currency: "USD",
        umaAddress: "$ada@example.com",
        isIncludingDeleted: true,
        limit: 2,
        cursor: "c/1",
      }),
    request:
      "GET /customers?platformCustomerId=ada+1&customerType=BUSINESS&createdAfter=2026-01-01T00%3A00%3A00.000Z" +
      "&createdBefore=2026-02-01T00%3A00%3A00Z&updatedAfter=2026-03-01T00%3A00%3A00.000Z" +
      "&updatedBefore=2026-04-01T00%3A00%3A00Z&region=US&currency=USD&umaAddress=%24ada%40example.com" +
      "&isIncludingDeleted=true&limit=2&cursor=c%2F1",
    response: page(sample("IndividualCustomer"), sample("BusinessCustomer")),
    missing: ["customerType", "hasMore"],
  },
  {
    name: "customers.list",
    title: "without a filter",
    call: (payments) => payments.customers.list(),
    request: "GET /customers",
    response: page(),
    missing: ["customerType", "hasMore"],
  },
  {
    name: "beneficialOwners.create",
    call: (payments) =>
      payments.beneficialOwners.create({
        customerId: "Customer:1",
        roles: ["UBO", "DIRECTOR"],
        ownershipPercentage: 51.5,
        personalInfo,
      }),
    request: "POST /beneficial-owners",
    body: { customerId: "Customer:1", roles: ["UBO", "DIRECTOR"], ownershipPercentage: 51.5, personalInfo },
    status: 201,
    response: sample("BeneficialOwner"),
    missing: ownerFields,
  },
  {
    name: "beneficialOwners.retrieve",
    call: (payments) => payments.beneficialOwners.retrieve(owner.id),
    request: `GET /beneficial-owners/${owner.encoded}`,
    response: sample("BeneficialOwner", { id: owner.id }),
    missing: ownerFields,
  },
  {
    name: "beneficialOwners.update",
    call: (payments) =>
      payments.beneficialOwners.update(owner.id, {
        roles: ["TRUSTEE"],
        ownershipPercentage: 25,
        personalInfo: { lastName: "King" },
      }),
    request: `PATCH /beneficial-owners/${owner.encoded}`,
    body: { roles: ["TRUSTEE"], ownershipPercentage: 25, personalInfo: { lastName: "King" } },
    response: sample("BeneficialOwner", { id: owner.id }),
    missing: ownerFields,
  },
  {
    name: "beneficialOwners.list",
    call: (payments) => payments.beneficialOwners.list({ customerId: "Customer:1", limit: 3, cursor: "c1" }),
    request: "GET /beneficial-owners?customerId=Customer%3A1&limit=3&cursor=c1",
    response: page(sample("BeneficialOwner")),
    missing: [...ownerFields, "hasMore"],
  },
  {
    name: "verifications.create",
    call: (payments) => payments.verifications.create({ customerId: "Customer:1" }),
    request: "POST /verifications",
    body: { customerId: "Customer:1" },
    response: sample("Verification"),
    missing: verificationFields,
  },
  {
    name: "verifications.retrieve",
    call: (payments) => payments.verifications.retrieve(verification.id),
    request: `GET /verifications/${verification.encoded}`,
    response: sample("Verification", { id: verification.id }),
    missing: verificationFields,
  },
  {
    name: "verifications.list",
    call: (payments) =>
      payments.verifications.list({
        customerId: "Customer:1",
        verificationStatus: "IN_PROGRESS",
        limit: 100,
        cursor: "c1",
      }),
    request: "GET /verifications?customerId=Customer%3A1&verificationStatus=IN_PROGRESS&limit=100&cursor=c1",
    response: page(sample("Verification")),
    missing: [...verificationFields, "hasMore"],
  },
  {
    name: "documents.upload",
    call: (payments) =>
      payments.documents.upload({
        documentHolder: "Customer:1",
        documentType: "PASSPORT",
        country: "GB",
        side: "FRONT",
        documentNumber: "X 1",
        file: pdf,
      }),
    request: "POST /documents",
    form: [
      ["documentHolder", "Customer:1"],
      ["documentType", "PASSPORT"],
      ["country", "GB"],
      ["side", "FRONT"],
      ["documentNumber", "X 1"],
      ["file", "scan.pdf (application/pdf) %PDF"],
    ],
    status: 201,
    response: sample("Document"),
    missing: documentFields,
  },
  {
    name: "documents.retrieve",
    call: (payments) => payments.documents.retrieve(document.id),
    request: `GET /documents/${document.encoded}`,
    response: sample("Document", { id: document.id }),
    missing: documentFields,
  },
  {
    name: "documents.list",
    call: (payments) =>
      payments.documents.list({ documentHolder: "BeneficialOwner:1", limit: 5, cursor: "c1" }),
    request: "GET /documents?documentHolder=BeneficialOwner%3A1&limit=5&cursor=c1",
    response: page(sample("Document")),
    missing: [...documentFields, "hasMore"],
  },
  {
    name: "documents.delete",
    call: (payments) => payments.documents.delete(document.id),
    request: `DELETE /documents/${document.encoded}`,
    response: undefined,
    missing: [],
  },
];
