import { ConfigurationError } from "../../core/errors";

const UNCOMPRESSED_POINT = /^04[0-9a-f]{128}$/i;

/** Signed values of the service, and the options that name their issuers. */
const ISSUER_OPTIONS = { "wallet export": "trustedIssuerKeys", "code target": "codeIssuerKeys" } as const;

/** A kind of signed value. Each kind has its own issuer. */
export type SignedKind = keyof typeof ISSUER_OPTIONS;

/**
 * Checks that the trusted keys are a list. Without types, a single key would be read character by character.
 *
 * @throws {ConfigurationError} when they are not a list of strings
 */
export function requireIssuerList(
  kind: SignedKind,
  keys: unknown,
): asserts keys is readonly string[] | null | undefined {
  if (keys == null) return;
  if (!Array.isArray(keys) || !keys.every((key: unknown) => typeof key === "string")) {
    throw new ConfigurationError(ISSUER_OPTIONS[kind], "must be an array of strings");
  }
}

/**
 * Checks the form of the trusted keys. {@link requireIssuerPoints} checks that they are on the curve.
 *
 * @throws {ConfigurationError} when they are not a list of uncompressed points in hexadecimal
 */
export function requireIssuerKeys(kind: SignedKind, keys: readonly string[] | null | undefined): void {
  requireIssuerList(kind, keys);
  requireEvery(kind, keys ?? [], (key) => UNCOMPRESSED_POINT.test(key));
}

/** Checks each key. */
export function requireEvery(
  kind: SignedKind,
  keys: readonly string[],
  isValid: (key: string) => boolean,
): void {
  const invalid = keys.findIndex((key) => !isValid(key));
  if (invalid >= 0) {
    throw new ConfigurationError(
      ISSUER_OPTIONS[kind],
      `must hold uncompressed P-256 points of 130 hexadecimal digits; the key at index ${invalid} is invalid`,
    );
  }
}

/** Whether a list names at least one issuer. */
export function hasTrustedKeys(keys: readonly string[] | null | undefined): keys is readonly string[] {
  return (keys?.length ?? 0) > 0;
}
