import { present } from "../runtime/present";
import { requireCustomer } from "./eligibility";
import type { Operation } from "./eligibility";
import type { DocumentBody, DocumentRecord } from "./records/onboarding";
import type { World } from "./world";

/** What a form brings. */
export interface Upload {
  fields: Record<string, string>;
  file: Pick<DocumentRecord, "mediaType" | "content">;
  fileName: string;
}

/** @throws {Problem} when the request is refused: 404 when the holder is neither a customer nor a beneficial owner */
export function addDocument(world: World, { fields, file, fileName }: Upload): DocumentBody {
  requireHolder(world, "POST /documents", fields["documentHolder"]);
  const createdAt = world.clock.iso();
  const id = world.random.id("Document");
  const body: DocumentBody = { ...fields, id, fileName, createdAt, updatedAt: createdAt };
  world.documents.add({ id, createdAt, body, ...file });
  return body;
}

/**
 * The replacement keeps id, holder and creation.
 *
 * @throws {Problem} when the request is refused: 404 when the holder was deleted
 */
export function replaceDocument(
  world: World,
  document: DocumentRecord,
  { fields, file, fileName }: Upload,
): DocumentBody {
  requireHolder(world, "PUT /documents/{documentId}", document.body.documentHolder);
  const { documentHolder, id, createdAt } = document.body;
  const kept = present({ documentHolder, id, createdAt });
  const body: DocumentBody = { ...fields, ...kept, fileName, updatedAt: world.clock.iso() };
  world.documents.add({ ...document, body, ...file });
  return body;
}

function requireHolder(world: World, operation: Operation, holder: string | undefined): void {
  if (holder === undefined) return;
  const owner = holder.startsWith("BeneficialOwner:") ? world.beneficialOwners.get(holder) : undefined;
  requireCustomer(operation, world.customers.get(owner?.customerId ?? holder));
}
