import { base64 } from "@scure/base";
import {
  addDocument,
  bulkImportView,
  createBeneficialOwner,
  replaceDocument,
  startBulkImport,
  updateBeneficialOwner,
  verify,
} from "../../domain/onboarding";
import type { Upload } from "../../domain/onboarding";
import { invalidInput, Problem } from "../../domain/problem";
import { ownerRoles, verificationStatuses } from "../../domain/records/onboarding";
import type { ImportRow } from "../../domain/records/onboarding";
import type { World } from "../../domain/world";
import type { RouteResponse } from "../../runtime/wire";
import { parseCsv } from "../body";
import { address, country, date, email, freeText, numberFrom, oneOf, setOf, text } from "../formats";
import { paginate } from "../pagination";
import { bodyReader, object, queryReader, Reader } from "../reader";
import { accepted, created, noContent, ok, parameter, route } from "../route";
import type { Call, Route, SimRequest } from "../route";
import { readNewCustomer } from "./customers";

/** The columns of the file: the fields of `POST /customers`, those of an object behind a dot. */
const columns = [
  "platformCustomerId",
  "customerType",
  "region",
  "currencies",
  "email",
  "umaAddress",
  "kycStatus",
  "kybStatus",
  "fullName",
  "birthDate",
  "nationality",
  "address.line1",
  "address.line2",
  "address.city",
  "address.state",
  "address.postalCode",
  "address.country",
];

const isColumn = (name: string): boolean => columns.includes(name) || /^businessInfo\.\w+$/.test(name);

async function readFile(world: World, { request }: Call): Promise<string> {
  const file = request.form?.get("file");
  if (!(file instanceof File)) throw invalidInput("file: expected a CSV file", { field: "file" });
  const limit = world.options.maxDocumentBytes;
  if (file.size === 0 || file.size > limit) {
    throw invalidInput(`file: expected 1 to ${String(limit)} bytes`, { field: "file" });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
  } catch {
    throw invalidInput("file: expected text in UTF-8", { field: "file" });
  }
}

function readHeader(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  const unknown = names.find((name) => !isColumn(name));
  if (unknown !== undefined) {
    const expected = `${columns.join(", ")}, businessInfo.…`;
    throw invalidInput(`file: there is no column ${JSON.stringify(unknown)}: expected some of ${expected}`, {
      field: "file",
      expected,
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidInput(`file: the column ${twice} is there twice`, { field: "file" });
  return names;
}

/** A row as the body of `POST /customers`. An empty cell is an absent field; currencies are separated by semicolons. */
function bodyOf(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const objects: Record<string, Record<string, unknown>> = {};
  for (const [index, name] of header.entries()) {
    const value = cells[index]?.trim() ?? "";
    if (value === "") continue;
    const [parent = "", child] = name.split(".");
    if (child !== undefined) body[parent] = objects[parent] = { ...objects[parent], [child]: value };
    else body[name] = name === "currencies" ? value.split(";").map((code) => code.trim()) : value;
  }
  return body;
}

function readContent(header: readonly string[], cells: readonly string[]): ImportRow["content"] {
  try {
    if (cells.length !== header.length) {
      throw invalidInput(`expected ${String(header.length)} fields, got ${String(cells.length)}`);
    }
    return { customer: readNewCustomer(bodyReader(bodyOf(header, cells))) };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.body };
    throw error;
  }
}

function readRows(text: string): ImportRow[] {
  const [first = [], ...rest] = parseCsv(text);
  const header = readHeader(first);
  if (rest.length === 0) throw invalidInput("file: expected rows below the header", { field: "file" });
  const identifier = header.indexOf("platformCustomerId");
  return rest.map((cells, index) => {
    const row = index + 2;
    return {
      row,
      correlationId: cells[identifier]?.trim() || String(row),
      content: readContent(header, cells),
    };
  });
}

async function uploadCsv(world: World, call: Call): Promise<RouteResponse> {
  const rows = readRows(await readFile(world, call));
  call.allRead();
  const job = startBulkImport(world, rows);
  return accepted({ jobId: job.id, status: job.status });
}

function getJob(world: World, call: Call): RouteResponse {
  return ok(bulkImportView(world.bulkImports.get(parameter(call, "jobId"))));
}

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** The types of the contract, DocumentType. */
const documentTypes = [
  "PASSPORT",
  "DRIVERS_LICENSE",
  "NATIONAL_ID",
  "PROOF_OF_ADDRESS",
  "BANK_STATEMENT",
  "TAX_RETURN",
  "CERTIFICATE_OF_INCORPORATION",
  "ARTICLES_OF_INCORPORATION",
  "ARTICLES_OF_ASSOCIATION",
  "STATE_REGISTRY_EXCERPT",
  "GOOD_STANDING_CERTIFICATE",
  "INFORMATION_STATEMENT",
  "INCUMBENCY_CERTIFICATE",
  "BUSINESS_LICENSE",
  "SHAREHOLDER_REGISTER",
  "POWER_OF_ATTORNEY",
  "UTILITY_BILL",
  "SELFIE",
  "OTHER",
] as const;

/** The declared type; by the name's ending when the form declares none (a part without a type is octet-stream, RFC 7578). */
function mediaTypeOf(file: File): string {
  const [declared = ""] = file.type.toLowerCase().split(";");
  if (declared !== "" && declared !== "application/octet-stream") return declared;
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(mediaTypes, ending) ? (mediaTypes[ending] ?? "") : declared;
}

async function readUpload(world: World, request: SimRequest): Promise<Upload> {
  if (!request.form)
    throw invalidInput("Expected multipart/form-data with a file in the field file", { field: "file" });
  const file = request.form.get("file");
  if (!(file instanceof File)) throw invalidInput("file: expected a file", { field: "file" });
  const mediaType = mediaTypeOf(file);
  if (!Object.values(mediaTypes).includes(mediaType)) {
    throw invalidInput("file: expected a PDF, JPEG or PNG", {
      field: "file",
      expected: "application/pdf, image/jpeg, image/png",
    });
  }
  const limit = world.options.maxDocumentBytes;
  if (file.size === 0 || file.size > limit) {
    throw invalidInput(`file: expected 1 to ${String(limit)} bytes`, {
      field: "file",
      expected: `at most ${String(limit)} bytes`,
    });
  }
  const sent = [...request.form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = Object.fromEntries(sent);
  const known = new Reader(fields);
  known.required("documentType", oneOf(documentTypes));
  known.required("country", country);
  known.optional("side", oneOf(["FRONT", "BACK"]));
  return {
    fields,
    file: { mediaType, content: base64.encode(new Uint8Array(await file.arrayBuffer())) },
    fileName: file.name,
  };
}

async function uploadDocument(world: World, { request, allRead }: Call): Promise<RouteResponse> {
  const sent = await readUpload(world, request);
  new Reader(sent.fields).required("documentHolder", text);
  allRead();
  return created(addDocument(world, sent));
}

async function replaceFile(world: World, call: Call): Promise<RouteResponse> {
  const document = world.documents.get(parameter(call, "documentId"));
  const sent = await readUpload(world, call.request);
  call.allRead();
  return ok(replaceDocument(world, document, sent));
}

function listDocuments(world: World, { request }: Call): RouteResponse {
  return ok(
    paginate(request, world.documents, {
      where: { documentHolder: queryReader(request.query).optional("documentHolder", text) },
      view: ({ body }) => body,
    }),
  );
}

function removeDocument(world: World, call: Call): RouteResponse {
  const { id } = world.documents.get(parameter(call, "documentId"));
  call.allRead();
  world.documents.delete(id);
  return noContent();
}

const percentage = numberFrom(0, 100);
const roleSet = setOf(oneOf(ownerRoles));

/** Checks the fields that are there; `idType` and unknown fields are kept as sent. */
function readPersonalInfo(info: Reader): Record<string, unknown> {
  for (const field of ["firstName", "lastName"]) info.optional(field, text);
  for (const field of ["middleName", "idType", "identifier", "phoneNumber"]) info.optional(field, freeText);
  info.optional("birthDate", date);
  info.optional("nationality", country);
  info.optional("countryOfIssuance", country);
  info.optional("email", email);
  info.optional("address", address);
  return { ...info.raw };
}

function createOwner(world: World, { request, allRead }: Call): RouteResponse {
  const body = bodyReader(request.body);
  const customerId = body.required("customerId", text);
  const roles = body.required("roles", roleSet);
  // Only an owner's share is asked for; for other roles it is 0 unless sent.
  const ownershipPercentage = roles.includes("UBO")
    ? body.required("ownershipPercentage", percentage)
    : (body.optional("ownershipPercentage", percentage) ?? 0);
  const info = body.required("personalInfo", object);
  info.required("firstName", text);
  info.required("lastName", text);
  const personalInfo = readPersonalInfo(info);
  allRead();
  return created(createBeneficialOwner(world, { customerId, roles, ownershipPercentage, personalInfo }));
}

function updateOwner(world: World, call: Call): RouteResponse {
  const owner = world.beneficialOwners.get(parameter(call, "beneficialOwnerId"));
  const body = bodyReader(call.request.body);
  const info = body.optional("personalInfo", object);
  const changes = {
    roles: body.optional("roles", roleSet),
    ownershipPercentage: body.optional("ownershipPercentage", percentage),
    personalInfo: info && readPersonalInfo(info),
  };
  call.allRead();
  updateBeneficialOwner(world, owner, changes);
  return ok(owner);
}

function listOwners(world: World, { request }: Call): RouteResponse {
  const customerId = queryReader(request.query).required("customerId", text);
  return ok(paginate(request, world.beneficialOwners, { where: { customerId } }));
}

/** The contract has 200, although it may create one. */
function createVerification(world: World, { request, allRead }: Call): RouteResponse {
  const customerId = bodyReader(request.body).required("customerId", text);
  allRead();
  return ok(verify(world, customerId));
}

function listVerifications(world: World, { request }: Call): RouteResponse {
  const query = queryReader(request.query);
  return ok(
    paginate(request, world.verifications, {
      where: {
        customerId: query.optional("customerId", text),
        status: query.optional("verificationStatus", oneOf(verificationStatuses)),
      },
    }),
  );
}

/** Bulk imports, documents, beneficial owners and verifications. */
export const onboardingRoutes: readonly Route[] = [
  route("POST", "/customers/bulk/csv", "MANAGE", uploadCsv, { multipart: true }),
  route("GET", "/customers/bulk/jobs/{jobId}", "VIEW", getJob),
  route("POST", "/documents", "MANAGE", uploadDocument, { multipart: true }),
  route("GET", "/documents", "VIEW", listDocuments),
  route("GET", "/documents/{documentId}", "VIEW", (world, call) =>
    ok(world.documents.get(parameter(call, "documentId")).body),
  ),
  route("PUT", "/documents/{documentId}", "MANAGE", replaceFile, { multipart: true }),
  route("DELETE", "/documents/{documentId}", "MANAGE", removeDocument),
  route("POST", "/beneficial-owners", "MANAGE", createOwner),
  route("GET", "/beneficial-owners", "VIEW", listOwners),
  route("GET", "/beneficial-owners/{beneficialOwnerId}", "VIEW", (world, call) =>
    ok(world.beneficialOwners.get(parameter(call, "beneficialOwnerId"))),
  ),
  route("PATCH", "/beneficial-owners/{beneficialOwnerId}", "MANAGE", updateOwner),
  route("POST", "/verifications", "MANAGE", createVerification),
  route("GET", "/verifications", "VIEW", listVerifications),
  route("GET", "/verifications/{verificationId}", "VIEW", (world, call) =>
    ok(world.verifications.get(parameter(call, "verificationId"))),
  ),
];
