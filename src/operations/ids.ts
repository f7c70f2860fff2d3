import { kindOf } from "../options/describe";

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

const PREFIXES: ReadonlySet<string> = /* @__PURE__ */ new Set(ID_KINDS);

/** The kind of an id, or `undefined` without a known prefix. */
export function kindOfId(id: string): IdKind | undefined {
  const prefix = id.slice(0, Math.max(0, id.indexOf(":")));
  return PREFIXES.has(prefix) ? (prefix as IdKind) : undefined;
}

/** Whether a text may be the id of a resource. An id without a known prefix may. */
export function mayBeIdOf(expected: IdKind, id = ""): boolean {
  return id !== "" && (kindOfId(id) ?? expected) === expected;
}

/** Characters that a person cannot see: controls, a byte-order mark, zero-width and line-breaking characters, a no-break space. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/u;

/** Why a value cannot be an id, or `undefined`. An id with an invisible character would not be found. */
export function problemOfText(value: unknown): string | undefined {
  if (typeof value !== "string") {
    const advice = value instanceof Promise ? "" : ". Pass the `id` of an awaited result";
    return `must be a string, got ${kindOf(value)}${advice}`;
  }
  if (value.trim() === "") return "must not be empty";
  const [found] = INVISIBLE.exec(value) ?? [];
  if (found === undefined) return undefined;
  const code = found.codePointAt(0) as number;
  const name = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return `contains the invisible character ${name} at position ${value.indexOf(found) + 1}`;
}
