import type { VirtualClock } from "../runtime/clock";
import { present } from "../runtime/present";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { BeneficialOwners } from "./beneficial-owners";
import type { Customers } from "./customers";
import { requireCustomer } from "./eligibility";
import type { Operation } from "./eligibility";
import { Store } from "./store";

/** A document as the service shows it (contract, Document). */
export interface DocumentBody {
  id: `Document:${string}`;
  documentHolder?: string;
  documentType?: string;
  side?: string;
  country?: string;
  documentNumber?: string;
  fileName: string;
  createdAt: string;
  updatedAt: string;
  /** Form fields that the contract does not know are passed through (OP-65). */
  [field: string]: unknown;
}

export interface DocumentRecord {
  body: DocumentBody;
  mediaType: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a form brings. */
export interface Upload {
  fields: Record<string, string>;
  file: Pick<DocumentRecord, "mediaType" | "bytes">;
  fileName: string;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  customers: Customers;
  beneficialOwners: BeneficialOwners;
}

/** The documents of customers and beneficial owners. */
export class Documents extends Store<DocumentRecord, "documentHolder"> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #customers: Customers;
  readonly #beneficialOwners: BeneficialOwners;

  constructor({ state, clock, random, customers, beneficialOwners }: Collaborators) {
    super("Document", state, { documentHolder: ({ body }) => body.documentHolder });
    this.#clock = clock;
    this.#random = random;
    this.#customers = customers;
    this.#beneficialOwners = beneficialOwners;
  }

  /** @throws {Problem} when the request is refused: 404 when the holder is neither a customer nor a beneficial owner. */
  add({ fields, file, fileName }: Upload): DocumentBody {
    this.#requireHolder("POST /documents", fields["documentHolder"]);
    const at = this.#clock.iso();
    const id = this.#random.id("Document");
    const body: DocumentBody = { ...fields, id, fileName, createdAt: at, updatedAt: at };
    this.set(id, { body, ...file });
    return body;
  }

  /**
   * The replacement keeps id, holder and creation.
   *
   * @throws {Problem} when the request is refused: 404 when the holder was deleted.
   */
  replace(document: DocumentRecord, { fields, file, fileName }: Upload): DocumentBody {
    const { id, documentHolder, createdAt } = document.body;
    this.#requireHolder("PUT /documents/{documentId}", documentHolder);
    const kept = present({ documentHolder, id, createdAt });
    const body: DocumentBody = { ...fields, ...kept, fileName, updatedAt: this.#clock.iso() };
    this.set(id, { body, ...file });
    return body;
  }

  protected override createdAt({ body }: DocumentRecord): string {
    return body.createdAt;
  }

  #requireHolder(operation: Operation, holder: string | undefined): void {
    if (holder === undefined) return;
    const owner = holder.startsWith("BeneficialOwner:") ? this.#beneficialOwners.get(holder) : undefined;
    requireCustomer(operation, this.#customers.get(owner?.customerId ?? holder));
  }
}
