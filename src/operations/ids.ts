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

/** Characters that a person cannot see: controls, a byte-order mark, zero-width and line-breaking characters, a no-break space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u;

/** Names the first invisible character of an id, or returns `undefined`. An id that looks equal would not be found. */
export function invisibleIn(id: string): string | undefined {
  const [found] = INVISIBLE.exec(id) ?? [];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0) as number;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return `contains the invisible character ${name} at position ${id.indexOf(found) + 1}`;
}
