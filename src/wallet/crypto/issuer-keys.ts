import { ConfigurationError } from "../../core/errors";

const UNCOMPRESSED_POINT = /^04[0-9a-f]{128}$/i;

/** Signed values of the service, and the options that name their issuers. */
const ISSUER_OPTIONS = { "wallet export": "trustedIssuerKeys", "code target": "codeIssuerKeys" } as const;

/** A kind of signed value. Each kind has its own issuer. */
export type SignedKind = keyof typeof ISSUER_OPTIONS;

/**
 * Checks the trusted keys: by default their form, because the code that knows the curve loads late.
 *
 * @throws {ConfigurationError} when they are not a list of valid keys
 */
export function requireIssuerKeys(
  kind: SignedKind,
  keys: readonly string[] | null | undefined,
  isValid = (key: string) => UNCOMPRESSED_POINT.test(key),
): void {
  if (keys == null) return;
  // Without types, a single key would be read character by character.
  if (!Array.isArray(keys) || !keys.every((key: unknown) => typeof key === "string")) {
    throw new ConfigurationError(ISSUER_OPTIONS[kind], "must be an array of strings");
  }
  const invalid = keys.findIndex((key) => !isValid(key));
  if (invalid >= 0) {
    throw new ConfigurationError(
      ISSUER_OPTIONS[kind],
      `must hold uncompressed P-256 points of 130 hexadecimal digits; the key at index ${invalid} is invalid`,
    );
  }
}
