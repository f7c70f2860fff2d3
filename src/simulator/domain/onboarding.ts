import type {
  BeneficialOwnerUpdateParams,
  VerificationIssue,
  VerificationStatus,
} from "../../models/onboarding";
import { present } from "../runtime/present";
import { testSuffix } from "./account-kinds";
import { addCustomer, setCheckStatus } from "./customers";
import { issueOf, missingData, openIssues } from "./due-diligence";
import { requireCustomer } from "./eligibility";
import { invalidField, Problem } from "./problem";
import type {
  CheckStatus,
  CustomerRecord,
  BeneficialOwnerRecord,
  BulkImportRecord,
  DocumentRecord,
  ImportRow,
  VerificationRecord,
} from "./records/customers";
import { emit, later, newRecord } from "./world";
import type { World } from "./world";

/** The customer's status that a verification stands for. What waits for the platform is pending, unless nothing was checked yet. */
function checkStatusOf(status: VerificationStatus, { kycStatus }: CustomerRecord): CheckStatus {
  if (status === "APPROVED" || status === "REJECTED") return status;
  const waits = status === "RESOLVE_ERRORS" || status === "READY_FOR_VERIFICATION";
  return waits && kycStatus === "UNVERIFIED" ? "UNVERIFIED" : "PENDING";
}

/** The issues of a status that a control call sets without any. */
function issuesOf(world: World, customer: CustomerRecord, status: VerificationStatus): VerificationIssue[] {
  if (status === "REJECTED")
    return [issueOf(customer.id, "APPLICANT_REJECTED", "The applicant was rejected")];
  if (status !== "RESOLVE_ERRORS") return [];
  const found = issuesFor(world, customer);
  return found.length > 0
    ? found
    : [issueOf(customer.id, "MISSING_IDENTITY_DOCUMENT", "An identity document is needed")];
}

const issuesFor = (world: World, customer: CustomerRecord): VerificationIssue[] =>
  world.options.fullVerification ? openIssues(world, customer) : missingData(customer);

/** Brings a verification to a status: its errors, the customer's own status and the events follow. */
export function setVerificationStatus(
  world: World,
  verification: VerificationRecord,
  status: VerificationStatus,
  errors?: readonly VerificationIssue[],
): void {
  const customer = world.customers.get(verification.customerId);
  verification.verificationStatus = status;
  verification.errors = errors ? [...errors] : issuesOf(world, customer, status);
  verification.updatedAt = world.clock.iso();
  setCheckStatus(world, customer, checkStatusOf(status, customer));
  if (customer.customerType === "BUSINESS") verification.kybStatus = customer.kycStatus;
  emit(world, `VERIFICATION.${status}`, () => verification);
}

/** Runs KYC or KYB. The sandbox's test values decide, once no data is missing. Waiting ones are submitted again (OP-33). */
export function runVerification(world: World, customerId: string): VerificationRecord {
  const customer = world.customers.get(customerId);
  requireCustomer(customer);
  const waiting = world.verifications
    .by("customerId", customerId)
    .find(
      ({ verificationStatus: status }) => status === "RESOLVE_ERRORS" || status === "READY_FOR_VERIFICATION",
    );
  const verification: VerificationRecord = waiting ?? {
    ...newRecord(world, "Verification"),
    customerId: customer.id,
    verificationStatus: "READY_FOR_VERIFICATION",
    errors: [],
  };
  if (!waiting) world.verifications.add(verification);
  const issues = issuesFor(world, customer);
  if (issues.length > 0) setVerificationStatus(world, verification, "RESOLVE_ERRORS", issues);
  else decide(world, verification, customer);
  return verification;
}

/** The outcome of a check that finds everything: that of the test value, and with `fullVerification` that of the owners. */
function decide(world: World, verification: VerificationRecord, customer: CustomerRecord): void {
  const isBusiness = customer.customerType === "BUSINESS";
  const outcome = checkOutcome(world, isBusiness && customer.businessInfo?.["registrationNumber"]);
  const owners = world.options.fullVerification ? world.beneficialOwners.by("customerId", customer.id) : [];
  const rejected = owners.filter(({ kycStatus }) => kycStatus === "REJECTED");
  const isOpen = outcome === "PENDING" || owners.some(({ kycStatus }) => kycStatus === "PENDING");
  if (outcome === "REJECTED") setVerificationStatus(world, verification, "REJECTED");
  else if (rejected.length > 0)
    setVerificationStatus(
      world,
      verification,
      "REJECTED",
      rejected.map(({ id }) => issueOf(id, "APPLICANT_REJECTED", "The owner was rejected")),
    );
  else setVerificationStatus(world, verification, isOpen ? "IN_PROGRESS" : "APPROVED");
}

/** The sandbox's outcome of a check, by the last three digits of a name or a registration number. */
function checkOutcome(world: World, tested: unknown): "PENDING" | "REJECTED" | "APPROVED" {
  const suffix = testSuffix(world, tested);
  if (suffix === "001") return "PENDING";
  return suffix === "002" ? "REJECTED" : "APPROVED";
}

export function addBeneficialOwner(
  world: World,
  owner: Omit<BeneficialOwnerRecord, "id" | "kycStatus" | "createdAt" | "updatedAt">,
): BeneficialOwnerRecord {
  const customer = world.customers.get(owner.customerId);
  requireCustomer(customer);
  if (customer.customerType !== "BUSINESS") throw invalidField("customerId", "a business customer");
  const record: BeneficialOwnerRecord = {
    ...newRecord(world, "BeneficialOwner"),
    ...owner,
    kycStatus: checkOutcome(world, owner.personalInfo.lastName),
  };
  world.beneficialOwners.add(record);
  return record;
}

export function changeBeneficialOwner(
  world: World,
  owner: BeneficialOwnerRecord,
  { personalInfo, ...changes }: BeneficialOwnerUpdateParams,
): BeneficialOwnerRecord {
  requireCustomer(world.customers.get(owner.customerId));
  Object.assign(owner, changes);
  owner.updatedAt = world.clock.iso();
  if (personalInfo) {
    owner.personalInfo = { ...owner.personalInfo, ...personalInfo };
    owner.kycStatus = checkOutcome(world, owner.personalInfo.lastName);
  }
  return owner;
}

/** A new document. Its holder is that of the replaced one, or is sent. */
export type Upload = Omit<DocumentRecord, "id" | "createdAt" | "updatedAt" | "documentHolder"> & {
  documentHolder?: string;
};

export function documentView({ file: _, ...body }: DocumentRecord) {
  return body;
}

/** Stores an upload. A replacement keeps id, holder and creation of the old document. */
export function storeDocument(world: World, upload: Upload, old?: DocumentRecord): DocumentRecord {
  const documentHolder = old?.documentHolder ?? upload.documentHolder ?? "";
  const owner = documentHolder.startsWith("BeneficialOwner:") && world.beneficialOwners.get(documentHolder);
  requireCustomer(world.customers.get(owner ? owner.customerId : documentHolder));
  const at = world.clock.iso();
  const { id = world.random.id("Document"), createdAt = at }: Partial<DocumentRecord> = old ?? {};
  const document = { ...upload, documentHolder, id, createdAt, updatedAt: at };
  if (old) {
    // In place, so that lists keep their order.
    for (const name of Object.keys(old)) Reflect.deleteProperty(old, name);
    Object.assign(old, document);
  } else {
    world.documents.add(document);
  }
  return document;
}

/** Accepts an import of at least one row. Each row is processed when the clock has moved on. */
export function startBulkImport(world: World, rows: ImportRow[]): BulkImportRecord {
  const job: BulkImportRecord = {
    id: world.random.id("BulkCustomerImportJob"),
    status: "PENDING",
    startedAtMs: world.clock.now(),
    total: rows.length,
    processed: 0,
    rows,
    errors: [],
  };
  world.bulkImports.add(job);
  scheduleRow(world, job);
  return job;
}

/** The job as responses and events show it (contract, BulkCustomerImportJob). */
export function bulkImportView(job: BulkImportRecord) {
  const { id, status, total, processed, errors, completedAt } = job;
  const failed = errors.length;
  return present({
    id,
    status,
    progress: { total, processed, successful: processed - failed, failed },
    errors: failed === 0 ? undefined : errors,
    completedAt,
  });
}

const IMPORT_ROWS_PER_SECOND = 100;

function scheduleRow(world: World, { id, startedAtMs, processed }: BulkImportRecord): void {
  const dueMs = startedAtMs + Math.ceil(((processed + 1) * 1000) / IMPORT_ROWS_PER_SECOND);
  later(world, dueMs, "bulk-import.row", { jobId: id });
}

export function importRow(world: World, { jobId }: { jobId: string }): void {
  const job = world.bulkImports.get(jobId);
  const row = job.rows.shift();
  if (row === undefined) return;
  job.status = "PROCESSING";
  job.processed += 1;
  const { correlationId, content } = row;
  try {
    if ("problem" in content) throw new Problem(content.problem);
    addCustomer(world, content.customer);
  } catch (error) {
    // An identifier or an address may have been taken since the upload.
    if (!(error instanceof Problem)) throw error;
    const { code, message, details } = error.body;
    job.errors.push({ correlationId, code, message, details: { row: row.row, ...details } });
  }
  if (job.rows.length > 0) {
    scheduleRow(world, job);
    return;
  }
  job.status = job.errors.length < job.total ? "COMPLETED" : "FAILED";
  job.completedAt = world.clock.iso();
  emit(world, `BULK_UPLOAD.${job.status}`, () => bulkImportView(job));
}
