import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { jsonObject, decodedText, utf8 } from "./bytes";
import { MalformedBundleError } from "./errors";
import { seal } from "./hpke";
import { expandPoint } from "./library-p256";
import { readEnvelope, readIssuer, readSignedData, uncompressedPointOfHex } from "./signed-envelope";

const KIND = "code target";

/** The only known version of a target bundle. */
const VERSION = "v1.0.0";

/** A one-time code and its receiver. */
export interface OneTimeCode {
  code: string;
  /** The public key of the new session, compressed. */
  publicKey: string;
  /** `otpEncryptionTargetBundle`, unchanged. */
  target: string;
  /** The trusted issuers of codes. Without one, the target's own issuer counts, which the sandbox allows. */
  issuerKeys: readonly string[] | undefined;
}

/**
 * Seals a one-time code, so that only the service's enclave reads it. Verifies the issuer's signature first. The result is the
 * `encryptedOtpBundle` of a sign-in.
 *
 * @throws {SignatureVerificationError} when the issuer is not trusted, or its signature is invalid.
 * @throws {MalformedBundleError} when the target cannot be read; `layer` is `envelope`, `version`, `data` or `point`.
 * @see POST /auth/credentials/{id}/verify
 */
export async function sealOneTimeCode({ code, publicKey, target, issuerKeys }: OneTimeCode): Promise<string> {
  const recipient = readTarget(target, issuerKeys);
  const point = expandPoint(hexToBytes(publicKey));
  const plaintext = utf8(JSON.stringify({ otp_code: code, public_key: point && bytesToHex(point) }));
  const { encapsulatedKey, ciphertext } = await seal(recipient, plaintext);
  return JSON.stringify({
    encappedPublic: bytesToHex(encapsulatedKey),
    ciphertext: bytesToHex(ciphertext),
  });
}

function readTarget(bundle: string, issuerKeys: readonly string[] | undefined): Uint8Array<ArrayBuffer> {
  const envelope = readEnvelope(KIND, bundle);
  if (envelope.version !== VERSION) throw new MalformedBundleError(KIND, "version");
  const issuer = readIssuer(KIND, envelope.enclaveQuorumPublic, issuerKeys);
  const data = readSignedData(KIND, envelope, issuer);
  const fields = jsonObject(decodedText(data) ?? "");
  if (fields === undefined) throw new MalformedBundleError(KIND, "data");
  const point = uncompressedPointOfHex(fields["targetPublic"]);
  if (point === undefined) throw new MalformedBundleError(KIND, "point");
  return point;
}
