import { base64 } from "@scure/base";
import type { PersonalInfo } from "../../../models/onboarding";
import { BULK_CUSTOMERS } from "../../../operations/customers";
import { BENEFICIAL_OWNERS, DOCUMENTS, VERIFICATIONS } from "../../../operations/onboarding";
import { utf8Text } from "../../crypto/encoding";
import { enumOf, nonEmptyText, wordOf } from "../../domain/format";
import * as records from "../../domain/onboarding";
import type { Upload } from "../../domain/onboarding";
import { requireGiven, invalidField, invalidInput, Problem } from "../../domain/problem";
import type { ProblemBody } from "../../domain/problem";
import { ownerRoles, verificationStatuses } from "../../domain/records/customers";
import type { BeneficialOwnerRecord, ImportRow, VerificationRecord } from "../../domain/records/customers";
import type { World } from "../../domain/world";
import { MOST_FILE_BYTES, parseCsv } from "../body";
import { checkContract, newBusinessInfo, newOwnerInfo, ownerInfo } from "../contract";
import { ignored, openObject, readFields, requiredField, requiring } from "../fields";
import type { Field, Values } from "../fields";
import * as format from "../formats";
import { serveList, unchanged } from "../pagination";
import type { SimRequest } from "../route";
import { retrieve, serve } from "../serve";
import { newCustomer } from "./customers";
import { decoded } from "../../runtime/decoded";
import { words } from "../../runtime/words";

/** The columns of the file: the fields of `POST /customers`, those of an object behind a dot. */
const columns = Object.entries<Field<unknown>>(newCustomer).flatMap(([name, { fields, isIgnored }]) => {
  if (fields) return Object.keys(fields).map((child) => `${name}.${child}`);
  return isIgnored || name === "businessInfo" ? [] : [name];
});

/** The file of a form, which may not be empty. */
function fileOf({ form }: SimRequest, expected: string): File {
  const file = form?.get("file");
  if (!(file instanceof File)) throw invalidInput(`file: expected ${expected}`, { field: "file" });
  if (file.size > 0 && file.size <= MOST_FILE_BYTES) return file;
  throw invalidField("file", `1 to ${MOST_FILE_BYTES} bytes`);
}

function textOf(bytes: ArrayBuffer): string {
  const text = decoded(() => utf8Text(bytes));
  if (text === undefined) throw invalidInput("file: expected text in UTF-8", { field: "file" });
  return text;
}

function readHeader(cells: readonly string[]): string[] {
  const names = cells.map((cell) => cell.trim());
  const unknown = names.find((name) => !columns.includes(name) && !/^businessInfo\.\w+$/.test(name));
  if (unknown !== undefined) {
    const expected = `${columns.join(", ")}, businessInfo.…`;
    throw invalidInput(`file: unknown column ${JSON.stringify(unknown)}: expected some of ${expected}`, {
      field: "file",
      expected,
    });
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidInput(`file: the column ${twice} occurs twice`, { field: "file" });
  return names;
}

const lists: readonly string[] = words(
  "currencies businessInfo.countriesOfOperation businessInfo.expectedRecipientJurisdictions",
);

/** A row as the body of `POST /customers`. An empty cell is an absent field. Semicolons separate the items of a list. */
function bodyOf(header: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const objects: Record<string, Record<string, unknown>> = {};
  for (const [index, name] of header.entries()) {
    const value = cells[index]?.trim() ?? "";
    if (value === "") continue;
    const [parent = "", child] = name.split(".");
    const read = lists.includes(name) ? value.split(";").map((code) => code.trim()) : value;
    if (child !== undefined) body[parent] = objects[parent] = { ...objects[parent], [child]: read };
    else body[name] = read;
  }
  return body;
}

/** What `read` returns, or what `instead` makes of the problem. */
function reading<T>(read: () => T, instead: (problem: ProblemBody) => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Problem) return instead(error.body);
    throw error;
  }
}

function readCustomer(world: World, header: readonly string[], cells: readonly string[]) {
  if (cells.length !== header.length) {
    throw invalidInput(`expected ${String(header.length)} fields, got ${String(cells.length)}`);
  }
  const customer = readFields(newCustomer, bodyOf(header, cells));
  checkContract(newBusinessInfo, customer.businessInfo, "businessInfo");
  return customer;
}

function readRows(world: World, text: string): ImportRow[] {
  const [first = [], ...rest] = parseCsv(text);
  const header = readHeader(first);
  if (rest.length === 0) throw invalidInput("file: expected rows below the header", { field: "file" });
  const identifier = header.indexOf("platformCustomerId");
  return rest.map((cells, index) => {
    const row = index + 2;
    return {
      row,
      correlationId: cells[identifier]?.trim() || String(row),
      content: reading<ImportRow["content"]>(
        () => ({ customer: readCustomer(world, header, cells) }),
        (problem) => ({ problem }),
      ),
    };
  });
}

/** An unusable file is an import of one row that failed, because the contract has no 400 here. */
const rowsOf = (world: World, bytes: ArrayBuffer): ImportRow[] =>
  reading(
    () => readRows(world, textOf(bytes)),
    (problem) => [{ row: 1, correlationId: "1", content: { problem } }],
  );

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: "application/pdf",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
};

/** The declared type, or else the type of the name's ending. A part without a type is octet-stream (RFC 7578). */
function mediaTypeOf(file: File): string {
  const [declared = ""] = file.type.toLowerCase().split(";");
  if (declared !== "" && declared !== "application/octet-stream") return declared;
  const ending = /\.(\w+)$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(mediaTypes, ending) ? (mediaTypes[ending] ?? "") : declared;
}

const document = {
  // The types of the contract, DocumentType.
  documentType: requiredField(
    wordOf(
      "PASSPORT DRIVERS_LICENSE NATIONAL_ID PROOF_OF_ADDRESS BANK_STATEMENT TAX_RETURN",
      "CERTIFICATE_OF_INCORPORATION ARTICLES_OF_INCORPORATION ARTICLES_OF_ASSOCIATION",
      "STATE_REGISTRY_EXCERPT GOOD_STANDING_CERTIFICATE INFORMATION_STATEMENT INCUMBENCY_CERTIFICATE",
      "BUSINESS_LICENSE SHAREHOLDER_REGISTER POWER_OF_ATTORNEY UTILITY_BILL SELFIE OTHER",
    ),
  ),
  country: requiredField(format.country),
  side: enumOf(["FRONT", "BACK"]),
  documentNumber: format.freeText,
  // `readUpload` reads the file.
  file: ignored,
  fileName: ignored,
};

/** A document. Keeps form fields that are not in the contract (OP-65). */
async function readUpload(
  world: World,
  request: SimRequest,
  known: Values<typeof document>,
): Promise<Upload> {
  const file = fileOf(request, "a file");
  const mediaType = mediaTypeOf(file);
  if (!Object.values(mediaTypes).includes(mediaType)) {
    throw invalidInput("file: expected a PDF, JPEG or PNG", {
      field: "file",
      expected: "application/pdf, image/jpeg, image/png",
    });
  }
  const sent = [...(request.form ?? [])].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const content = base64.encode(new Uint8Array(await file.arrayBuffer()));
  return { ...Object.fromEntries(sent), ...known, file: { mediaType, content }, fileName: file.name };
}

const roleSet = format.setOf(enumOf(ownerRoles));

const personalInfo = {
  firstName: nonEmptyText,
  lastName: nonEmptyText,
  middleName: format.freeText,
  idType: format.freeText,
  identifier: format.freeText,
  phoneNumber: format.freeText,
  birthDate: format.date,
  nationality: format.country,
  countryOfIssuance: format.country,
  email: format.email,
  address: format.address,
};

const owner = {
  customerId: requiredField(nonEmptyText),
  roles: requiredField(roleSet),
  ownershipPercentage: format.percentage,
  personalInfo: requiredField(openObject(requiring(personalInfo, ["firstName", "lastName"]))),
};

const ownerChanges = {
  roles: roleSet,
  ownershipPercentage: owner.ownershipPercentage,
  personalInfo: openObject(personalInfo),
};

/** Bulk imports, documents, beneficial owners and verifications. */
export const onboardingRoutes = [
  serve(BULK_CUSTOMERS.upload, { status: 202, fields: { file: ignored } }, async (world, { request }) => {
    const bytes = await fileOf(request, "a CSV file").arrayBuffer();
    const { id, status } = records.startBulkImport(world, rowsOf(world, bytes));
    return { jobId: id, status };
  }),
  retrieve(BULK_CUSTOMERS.retrieve, (world, id) => records.bulkImportView(world.bulkImports.get(id))),
  serve(
    DOCUMENTS.upload,
    { status: 201, refusals: [404], fields: { ...document, documentHolder: requiredField(nonEmptyText) } },
    async (world, { request, sent }) =>
      records.documentView(records.storeDocument(world, await readUpload(world, request, sent))),
  ),
  serveList(DOCUMENTS.list, { documentHolder: nonEmptyText }, ({ documents: table }, where) => ({
    table,
    where,
    view: records.documentView,
  })),
  retrieve(DOCUMENTS.retrieve, (world, id) => records.documentView(world.documents.get(id))),
  serve(DOCUMENTS.replace, { fields: document }, async (world, { params, request, sent }) => {
    const upload = await readUpload(world, request, sent);
    // Another request may have deleted it meanwhile.
    const current = world.documents.get(params.documentId);
    return records.documentView(records.storeDocument(world, upload, current));
  }),
  serve(DOCUMENTS.delete, { unmodelled: [409] }, (world, { params }) =>
    world.documents.delete(world.documents.get(params.documentId).id),
  ),
  serve(BENEFICIAL_OWNERS.create, { status: 201, refusals: [404], fields: owner }, (world, { sent }) => {
    checkContract(newOwnerInfo, sent.personalInfo, "personalInfo");
    // Only an owner needs a share. For other roles it is 0 by default.
    const share = sent.roles.includes("UBO")
      ? requireGiven(sent.ownershipPercentage, "ownershipPercentage", owner.ownershipPercentage.expected)
      : (sent.ownershipPercentage ?? 0);
    const personalInfo = sent.personalInfo as PersonalInfo;
    return records.addBeneficialOwner(world, { ...sent, personalInfo, ownershipPercentage: share });
  }),
  serveList(
    BENEFICIAL_OWNERS.list,
    { customerId: requiredField(nonEmptyText) },
    ({ beneficialOwners: table }, where) => ({ table, where, view: unchanged<BeneficialOwnerRecord> }),
  ),
  retrieve(BENEFICIAL_OWNERS.retrieve, (world, id) => world.beneficialOwners.get(id)),
  serve(BENEFICIAL_OWNERS.update, { fields: ownerChanges }, (world, { params, sent }) => {
    const current = world.beneficialOwners.get(params.beneficialOwnerId);
    checkContract(ownerInfo, sent.personalInfo, "personalInfo");
    return records.changeBeneficialOwner(world, current, sent);
  }),
  // The contract has 200, although it may create one.
  serve(
    VERIFICATIONS.create,
    { refusals: [404], fields: { customerId: requiredField(nonEmptyText) } },
    (world, { sent }) => records.runVerification(world, sent.customerId),
  ),
  serveList(
    VERIFICATIONS.list,
    { customerId: nonEmptyText, verificationStatus: enumOf(verificationStatuses) },
    ({ verifications: table }, where) => ({ table, where, view: unchanged<VerificationRecord> }),
  ),
  retrieve(VERIFICATIONS.retrieve, (world, id) => world.verifications.get(id)),
];
