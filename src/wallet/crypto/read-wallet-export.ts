import { ConfigurationError } from "../../core/errors";
import { bytesOfHex, jsonObject, decodedText } from "./bytes";
import { MalformedBundleError } from "./errors";
import { TAG_BYTES } from "./hpke";
import type { Opener } from "./hpke";
import { hasTrustedKeys, requireIssuerList } from "./issuer-keys";
import { readEnvelope, readIssuer, readSignedData, uncompressedPointOfHex } from "./signed-envelope";

const KIND = "wallet export";

/** Options of `openWalletExport`: the checks of a wallet export. */
export interface WalletExportOptions {
  /**
   * The environment of the export. `"sandbox"` accepts an export without a signature if `dataSignature` and
   * `enclaveQuorumPublic` are both empty. Every other export is verified in both environments.
   */
  environment: "production" | "sandbox";
  /**
   * Public keys of trusted issuers: uncompressed P-256 points, 130 hexadecimal digits. The export must name one of them.
   * Required in production, unless {@link allowUnpinnedIssuer} is true.
   */
  trustedIssuerKeys?: readonly string[] | undefined;
  /**
   * Accepts any issuer in production if {@link trustedIssuerKeys} is empty.
   *
   * **Warning**: an export carries its own issuer key. Without a trusted key, an attacker who can alter the response can
   * replace the whole export.
   */
  allowUnpinnedIssuer?: boolean | undefined;
  /** The organization of the wallet, compared exactly. If absent, it is not checked. */
  organizationId?: string | undefined;
}

/** Verifies and opens a wallet export. See `openWalletExport`. */
export async function readWalletExport(
  encryptedWalletCredentials: string,
  keyPair: Opener,
  options: WalletExportOptions,
): Promise<string> {
  requireIssuerPolicy(options);
  requireIssuerList(KIND, options.trustedIssuerKeys);
  const envelope = readEnvelope(KIND, encryptedWalletCredentials);
  const isUnsigned = envelope.dataSignature === "" && envelope.enclaveQuorumPublic === "";
  const isBypassed = options.environment === "sandbox" && isUnsigned;
  const issuer = isBypassed
    ? undefined
    : readIssuer(KIND, envelope.enclaveQuorumPublic, options.trustedIssuerKeys);
  const data = readSignedData(KIND, envelope, issuer);

  const { encapsulatedKey, ciphertext } = readSealedMnemonic(data, options.organizationId);
  const plaintext = await keyPair.open(encapsulatedKey, ciphertext);
  try {
    const mnemonic = decodedText(plaintext);
    if (mnemonic === undefined || mnemonic === "") {
      throw new MalformedBundleError(KIND, "mnemonic");
    }
    return mnemonic;
  } finally {
    plaintext.fill(0);
  }
}

/**
 * Checks that an export could be opened. The wallet does so before it requests one.
 *
 * @throws {ConfigurationError} when production has neither `trustedIssuerKeys` nor `allowUnpinnedIssuer`.
 */
export function requireIssuerPolicy(options: WalletExportOptions): void {
  const { environment, trustedIssuerKeys, allowUnpinnedIssuer }: Partial<WalletExportOptions> = options ?? {};
  if (environment === "sandbox" || hasTrustedKeys(trustedIssuerKeys) || allowUnpinnedIssuer === true) return;
  throw new ConfigurationError(
    "trustedIssuerKeys",
    "is required to open a wallet export in production: pass the issuer's public key, or set `allowUnpinnedIssuer`",
  );
}

interface SealedMnemonic {
  encapsulatedKey: Uint8Array;
  ciphertext: Uint8Array;
}

function readSealedMnemonic(data: Uint8Array, expectedOrganizationId: string | undefined): SealedMnemonic {
  const fields = jsonObject(decodedText(data) ?? "");
  if (fields === undefined) {
    throw new MalformedBundleError(KIND, "data");
  }
  const { organizationId, encappedPublic, ciphertext } = fields;
  const isExpected = expectedOrganizationId === undefined || organizationId === expectedOrganizationId;
  if (typeof organizationId !== "string" || organizationId === "" || !isExpected) {
    throw new MalformedBundleError(KIND, "organization");
  }
  const point = uncompressedPointOfHex(encappedPublic);
  if (point === undefined) {
    throw new MalformedBundleError(KIND, "point");
  }
  const sealed = bytesOfHex(ciphertext);
  if (sealed === undefined || sealed.length < TAG_BYTES) {
    throw new MalformedBundleError(KIND, "ciphertext");
  }
  return { encapsulatedKey: point, ciphertext: sealed };
}
