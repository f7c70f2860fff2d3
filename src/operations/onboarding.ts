import type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerUpdateParams,
} from "../models/beneficial-owner";
import type {
  DocumentListParams,
  DocumentReplaceParams,
  DocumentUploadParams,
  UploadedDocument,
} from "../models/document";
import type { Verification, VerificationCreateParams, VerificationListParams } from "../models/verification";
import { anything, numberFrom } from "../options/kinds";
import { BENEFICIAL_OWNER, DOCUMENT, VERIFICATION } from "./always";
import { idOf, optional, PAGING } from "./parameter-kinds";
import { filters, given, nothing, one, operation, pageOf } from "./operation";

/** In percent. */
const ownershipPercentage = /* @__PURE__ */ optional(/* @__PURE__ */ numberFrom("a number", 0, 100));

export const createVerification = operation("verifications.create", "POST /verifications", {
  body: given<VerificationCreateParams>({ customerId: idOf("Customer") }),
  result: one<Verification>(VERIFICATION, { customerId: "customerId" }),
});

export const retrieveVerification = operation(
  "verifications.retrieve",
  "GET /verifications/{verificationId}",
  { id: "Verification", result: one<Verification>(VERIFICATION, { id: "{verificationId}" }) },
);

export const listVerifications = operation("verifications.list", "GET /verifications", {
  query: filters<VerificationListParams>({
    ...PAGING,
    customerId: optional(idOf("Customer")),
    verificationStatus: anything,
  }),
  result: pageOf<Verification>(),
});

export const createBeneficialOwner = operation("beneficialOwners.create", "POST /beneficial-owners", {
  body: given<BeneficialOwnerCreateParams>({ customerId: idOf("Customer"), ownershipPercentage }),
  result: one<BeneficialOwner>(BENEFICIAL_OWNER, { customerId: "customerId" }),
});

export const retrieveBeneficialOwner = operation(
  "beneficialOwners.retrieve",
  "GET /beneficial-owners/{beneficialOwnerId}",
  { id: "BeneficialOwner", result: one<BeneficialOwner>(BENEFICIAL_OWNER, { id: "{beneficialOwnerId}" }) },
);

export const updateBeneficialOwner = operation(
  "beneficialOwners.update",
  "PATCH /beneficial-owners/{beneficialOwnerId}",
  {
    id: "BeneficialOwner",
    body: given<BeneficialOwnerUpdateParams>({ ownershipPercentage }),
    result: one<BeneficialOwner>(BENEFICIAL_OWNER, { id: "{beneficialOwnerId}" }),
  },
);

export const listBeneficialOwners = operation("beneficialOwners.list", "GET /beneficial-owners", {
  query: filters<BeneficialOwnerListParams>({ ...PAGING, customerId: idOf("Customer") }),
  result: pageOf<BeneficialOwner>(),
});

export const uploadDocument = operation("documents.upload", "POST /documents", {
  form: given<DocumentUploadParams>({ documentHolder: idOf("Customer", "BeneficialOwner") }),
  result: one<UploadedDocument>(DOCUMENT, { documentHolder: "documentHolder" }),
});

export const listDocuments = operation("documents.list", "GET /documents", {
  query: filters<DocumentListParams>({
    ...PAGING,
    documentHolder: optional(idOf("Customer", "BeneficialOwner")),
  }),
  result: pageOf<UploadedDocument>(),
});

export const retrieveDocument = operation("documents.retrieve", "GET /documents/{documentId}", {
  id: "document",
  result: one<UploadedDocument>(DOCUMENT, { id: "{documentId}" }),
});

export const replaceDocument = operation("documents.replace", "PUT /documents/{documentId}", {
  id: "document",
  form: given<DocumentReplaceParams>(),
  result: one<UploadedDocument>(DOCUMENT, { id: "{documentId}" }),
});

export const deleteDocument = operation("documents.delete", "DELETE /documents/{documentId}", {
  id: "document",
  result: nothing,
});

/** Every operation of this file. */
export const ONBOARDING = [
  createVerification,
  retrieveVerification,
  listVerifications,
  createBeneficialOwner,
  retrieveBeneficialOwner,
  updateBeneficialOwner,
  listBeneficialOwners,
  uploadDocument,
  listDocuments,
  retrieveDocument,
  replaceDocument,
  deleteDocument,
] as const;
