import type { DocumentKind, VerificationIssue, VerificationIssueType } from "../../models/onboarding";
import { present } from "../runtime/present";
import { words } from "../runtime/words";
import type { BeneficialOwnerRecord, CustomerRecord } from "./records/customers";
import type { World } from "./world";

/** What an applicant is asked for, as it is at most providers: the documents name the issues, and no list of them. */

/** Places where data are enough, because a registry can be asked. Elsewhere papers are needed, too. */
const REGISTRY_REGIONS: readonly string[] = ["US", "PR"];

/** A share that makes a person a beneficial owner (FATF recommendation 24), in percent. */
const OWNER_SHARE = 25;

const personalFields = ["fullName", "birthDate", "nationality", "address"] as const;

/** The papers of a company, by the issue that a missing one is. */
const companyPapers: readonly (readonly [VerificationIssueType, readonly DocumentKind[]])[] = [
  [
    "MISSING_LEGAL_PRESENCE_DOCUMENT",
    words("CERTIFICATE_OF_INCORPORATION ARTICLES_OF_INCORPORATION STATE_REGISTRY_EXCERPT BUSINESS_LICENSE"),
  ],
  ["MISSING_COMPANY_DETAILS_DOCUMENT", words("GOOD_STANDING_CERTIFICATE INFORMATION_STATEMENT TAX_RETURN")],
  [
    "MISSING_CONTROL_STRUCTURE_DOCUMENT",
    words("ARTICLES_OF_ASSOCIATION INCUMBENCY_CERTIFICATE POWER_OF_ATTORNEY"),
  ],
  ["MISSING_OWNERSHIP_STRUCTURE_DOCUMENT", words("SHAREHOLDER_REGISTER")],
  ["MISSING_PROOF_OF_ADDRESS_DOCUMENT", words("PROOF_OF_ADDRESS UTILITY_BILL BANK_STATEMENT")],
];

const identityPapers: readonly DocumentKind[] = words("PASSPORT DRIVERS_LICENSE NATIONAL_ID");

export const issueOf = (
  resourceId: string,
  type: VerificationIssueType,
  reason: string,
  more: { field?: string; acceptedDocumentTypes?: DocumentKind[] } = {},
): VerificationIssue => present({ resourceId, type, ...more, reason });

const missing = (resourceId: string, fields: readonly string[]): VerificationIssue[] =>
  fields.map((field) => issueOf(resourceId, "MISSING_FIELD", `${field} is missing`, { field }));

/** The fields that the sandbox asks for by default, before the last digits decide. */
export function missingData(customer: CustomerRecord): VerificationIssue[] {
  const { customerType, businessInfo = {} } = customer;
  if (customerType === "INDIVIDUAL")
    return missing(
      customer.id,
      personalFields.filter((field) => !customer[field]),
    );
  const fields = ["legalName", "registrationNumber"].filter((field) => !businessInfo[field]);
  return missing(
    customer.id,
    fields.map((field) => `businessInfo.${field}`),
  );
}

function missingPaper(
  world: World,
  holder: string,
  type: VerificationIssueType,
  accepted: readonly DocumentKind[],
): VerificationIssue[] {
  const papers = world.documents.by("documentHolder", holder);
  if (papers.some(({ documentType }) => accepted.includes(documentType))) return [];
  const reason = `One of these documents is needed: ${accepted.join(", ")}`;
  return [issueOf(holder, type, reason, { acceptedDocumentTypes: [...accepted] })];
}

const isDecisive = ({ roles, ownershipPercentage }: BeneficialOwnerRecord): boolean =>
  roles.includes("CONTROL_PERSON") || (roles.includes("UBO") && ownershipPercentage >= OWNER_SHARE);

function issuesOfOwners(customer: CustomerRecord, owners: readonly BeneficialOwnerRecord[]) {
  const issues: VerificationIssue[] = [];
  const shares = owners.reduce((sum, { ownershipPercentage }) => sum + ownershipPercentage, 0);
  const last = owners.at(-1);
  if (last && shares > 100)
    issues.push(
      issueOf(last.id, "INVALID_FIELD", `The shares of all owners add up to ${shares} percent`, {
        field: "ownershipPercentage",
      }),
    );
  if (!owners.some(isDecisive))
    issues.push(
      issueOf(
        customer.id,
        "MISSING_BENEFICIAL_OWNER",
        `An owner of at least ${OWNER_SHARE} percent is needed, or a CONTROL_PERSON`,
      ),
    );
  return issues;
}

/** Everything that KYC or KYB asks for and does not find. */
export function openIssues(world: World, customer: CustomerRecord): VerificationIssue[] {
  const { id, customerType, region, businessInfo = {} } = customer;
  const needsPapers = !REGISTRY_REGIONS.includes(region ?? "US");
  if (customerType === "INDIVIDUAL")
    return [
      ...missingData(customer),
      ...(needsPapers ? missingPaper(world, id, "MISSING_IDENTITY_DOCUMENT", identityPapers) : []),
    ];
  const owners = world.beneficialOwners.by("customerId", id);
  const more = ["country", "taxId", "incorporatedOn", "entityType"].filter((field) => !businessInfo[field]);
  return [
    ...missingData(customer),
    ...missing(
      id,
      more.map((field) => `businessInfo.${field}`),
    ),
    ...issuesOfOwners(customer, owners),
    ...(needsPapers ? companyPapers : companyPapers.slice(0, 1)).flatMap(([type, accepted]) =>
      missingPaper(world, id, type, accepted),
    ),
    ...(needsPapers ? owners.filter(isDecisive) : []).flatMap((owner) =>
      missingPaper(world, owner.id, "MISSING_IDENTITY_DOCUMENT", identityPapers),
    ),
  ];
}
