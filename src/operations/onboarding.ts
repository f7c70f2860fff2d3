import type {
  BeneficialOwner,
  BeneficialOwnerCreateParams,
  BeneficialOwnerListParams,
  BeneficialOwnerUpdateParams,
  DocumentListParams,
  DocumentReplaceParams,
  DocumentUploadParams,
  UploadedDocument,
  Verification,
  VerificationCreateParams,
  VerificationListParams,
} from "../models/onboarding";
import { anything, numberFrom } from "../options/kinds";
import { BENEFICIAL_OWNER, DOCUMENT, SAME_ID, VERIFICATION } from "./always";
import { idOf, optional, PAGING } from "./parameter-kinds";
import { filters, given, nothing, group, one, operation, pageOf } from "./operation";

/** In percent. */
const ownershipPercentage = /* @__PURE__ */ optional(/* @__PURE__ */ numberFrom("a number", 0, 100));

export const VERIFICATIONS = group("verifications", {
  create: operation("POST /verifications", {
    body: given<VerificationCreateParams>({ customerId: idOf("Customer") }),
    result: one<Verification>(VERIFICATION, { customerId: "customerId" }),
  }),
  retrieve: operation("GET /verifications/{verificationId}", {
    id: "Verification",
    result: one<Verification>(VERIFICATION, SAME_ID),
  }),
  list: operation("GET /verifications", {
    query: filters<VerificationListParams>({
      ...PAGING,
      customerId: optional(idOf("Customer")),
      verificationStatus: anything,
    }),
    result: pageOf<Verification>(),
  }),
});

export const BENEFICIAL_OWNERS = group("beneficialOwners", {
  create: operation("POST /beneficial-owners", {
    body: given<BeneficialOwnerCreateParams>({ customerId: idOf("Customer"), ownershipPercentage }),
    result: one<BeneficialOwner>(BENEFICIAL_OWNER, { customerId: "customerId" }),
  }),
  retrieve: operation("GET /beneficial-owners/{beneficialOwnerId}", {
    id: "BeneficialOwner",
    result: one<BeneficialOwner>(BENEFICIAL_OWNER, SAME_ID),
  }),
  update: operation("PATCH /beneficial-owners/{beneficialOwnerId}", {
    id: "BeneficialOwner",
    body: given<BeneficialOwnerUpdateParams>({ ownershipPercentage }),
    result: one<BeneficialOwner>(BENEFICIAL_OWNER, SAME_ID),
  }),
  list: operation("GET /beneficial-owners", {
    query: filters<BeneficialOwnerListParams>({ ...PAGING, customerId: idOf("Customer") }),
    result: pageOf<BeneficialOwner>(),
  }),
});

export const DOCUMENTS = group("documents", {
  upload: operation("POST /documents", {
    form: given<DocumentUploadParams>({ documentHolder: idOf("Customer", "BeneficialOwner") }),
    result: one<UploadedDocument>(DOCUMENT, { documentHolder: "documentHolder" }),
  }),
  list: operation("GET /documents", {
    query: filters<DocumentListParams>({
      ...PAGING,
      documentHolder: optional(idOf("Customer", "BeneficialOwner")),
    }),
    result: pageOf<UploadedDocument>(),
  }),
  retrieve: operation("GET /documents/{documentId}", {
    id: "document",
    result: one<UploadedDocument>(DOCUMENT, SAME_ID),
  }),
  replace: operation("PUT /documents/{documentId}", {
    id: "document",
    form: given<DocumentReplaceParams>(),
    result: one<UploadedDocument>(DOCUMENT, SAME_ID),
  }),
  delete: operation("DELETE /documents/{documentId}", {
    id: "document",
    result: nothing,
  }),
});

export const ONBOARDING_GROUPS = [VERIFICATIONS, BENEFICIAL_OWNERS, DOCUMENTS];
