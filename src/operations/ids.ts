/** The kinds of ids that have a prefix, for example `Quote:…`. */
export const ID_KINDS = [
  "Customer",
  "InternalAccount",
  "ExternalAccount",
  "Quote",
  "Transaction",
  "AuthMethod",
  "Session",
  "BeneficialOwner",
  "Verification",
  "Lookup",
] as const;

/** A kind of id, by its prefix. */
export type IdKind = (typeof ID_KINDS)[number];

/** The kind of an id, or `undefined` without a known prefix. */
export function kindOfId(id: string): IdKind | undefined {
  return ID_KINDS.find((kind) => id.startsWith(`${kind}:`));
}

/** Whether an id plainly belongs to another resource. An id without a known prefix does not. */
export function isIdOfAnother(expected: IdKind, id: string): boolean {
  const kind = kindOfId(id);
  return kind !== undefined && kind !== expected;
}
