/** A document as the service answers it (the contract's Document). */
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
