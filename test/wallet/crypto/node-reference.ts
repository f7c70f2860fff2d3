/**
 * A second implementation of the formats, on `node:crypto` alone. The tests compare the package with it.
 * The HPKE part is itself held against RFC 9180, appendix A.3.1, in `node-reference.test.ts`.
 */
import {
  createCipheriv,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  ECDH,
  sign,
  verify,
} from "node:crypto";
import type { KeyObject } from "node:crypto";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

export const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export const scalarHex = (scalar: bigint): string => scalar.toString(16).padStart(64, "0");

export function publicKeyOf(privateKeyHex: string, form: "compressed" | "uncompressed"): string {
  const ecdh = createECDH("prime256v1");
  ecdh.setPrivateKey(privateKeyHex, "hex");
  return ecdh.getPublicKey("hex", form);
}

const base64url = (hex: string): string => Buffer.from(hex, "hex").toString("base64url");

export function nodePrivateKey(privateKeyHex: string): KeyObject {
  const point = publicKeyOf(privateKeyHex, "uncompressed");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: base64url(privateKeyHex),
    x: base64url(point.slice(2, 66)),
    y: base64url(point.slice(66)),
  };
  return createPrivateKey({ key: jwk, format: "jwk" });
}

/** Throws if the point is not on the curve. */
export function nodePublicKey(pointHex: string): KeyObject {
  const uncompressed = pointHex.startsWith("04") ? pointHex : expand(pointHex);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: base64url(uncompressed.slice(2, 66)),
    y: base64url(uncompressed.slice(66)),
  };
  return createPublicKey({ key: jwk, format: "jwk" });
}

function expand(compressedHex: string): string {
  return String(ECDH.convertKey(compressedHex, "prime256v1", "hex", "hex", "uncompressed"));
}

export const nodeSign = (privateKey: KeyObject, message: string | Uint8Array): Buffer =>
  sign("sha256", typeof message === "string" ? Buffer.from(message, "utf8") : message, privateKey);

export const nodeVerify = (
  publicKeyHex: string,
  message: string | Uint8Array,
  signature: Uint8Array,
  dsaEncoding: "der" | "ieee-p1363" = "der",
): boolean =>
  verify(
    "sha256",
    typeof message === "string" ? Buffer.from(message, "utf8") : message,
    { key: nodePublicKey(publicKeyHex), dsaEncoding },
    signature,
  );

/** Minimal DER of a signature, written out by hand. */
export function derOf(r: bigint, s: bigint): string {
  const integer = (value: bigint): string => {
    const digits = value.toString(16);
    const even = digits.length % 2 === 0 ? digits : `0${digits}`;
    const positive = Number.parseInt(even.slice(0, 2), 16) < 0x80 ? even : `00${even}`;
    return `02${lengthOf(positive)}${positive}`;
  };
  const lengthOf = (hex: string): string => (hex.length / 2).toString(16).padStart(2, "0");
  const body = integer(r) + integer(s);
  return `30${lengthOf(body)}${body}`;
}

/** r and s of a DER signature. */
export function integersOf(der: Uint8Array): { r: bigint; s: bigint } {
  const hex = Buffer.from(der).toString("hex");
  const rDigits = 2 * Number.parseInt(hex.slice(6, 8), 16);
  return { r: BigInt(`0x${hex.slice(8, 8 + rDigits)}`), s: BigInt(`0x${hex.slice(12 + rDigits)}`) };
}

// --- HPKE, RFC 9180: base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 -------------------------------------------------

const hmac = (key: Buffer, ...parts: Uint8Array[]): Buffer =>
  parts.reduce((mac, part) => mac.update(part), createHmac("sha256", key)).digest();
const ascii = (text: string): Buffer => Buffer.from(text, "latin1");
const i2osp = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);

function labeledExtract(suite: Buffer, salt: Buffer, label: string, keyMaterial: Buffer): Buffer {
  return hmac(salt, ascii("HPKE-v1"), suite, ascii(label), keyMaterial);
}

function labeledExpand(suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer {
  // One block of HKDF-Expand is enough: nothing here is longer than 32 bytes.
  return hmac(key, i2osp(length), ascii("HPKE-v1"), suite, ascii(label), info, Buffer.from([1])).subarray(
    0,
    length,
  );
}

export interface Schedule {
  encapsulatedKey: Buffer;
  sharedSecret: Buffer;
  key: Buffer;
  nonce: Buffer;
}

/** SetupBaseS with a given ephemeral key. `aead`: 1 for AES-128-GCM, 2 for AES-256-GCM. */
export function setupSender(
  ephemeralHex: string,
  recipientPointHex: string,
  info: Buffer,
  aead: 1 | 2,
): Schedule {
  const ephemeral = createECDH("prime256v1");
  ephemeral.setPrivateKey(ephemeralHex, "hex");
  const encapsulatedKey = ephemeral.getPublicKey();
  const recipient = Buffer.from(recipientPointHex, "hex");
  const none = Buffer.alloc(0);

  const kem = Buffer.concat([ascii("KEM"), i2osp(0x0010)]);
  const extracted = labeledExtract(kem, none, "eae_prk", ephemeral.computeSecret(recipient));
  const context = Buffer.concat([encapsulatedKey, recipient]);
  const sharedSecret = labeledExpand(kem, extracted, "shared_secret", context, 32);

  const suite = Buffer.concat([ascii("HPKE"), i2osp(0x0010), i2osp(0x0001), i2osp(aead)]);
  const schedule = Buffer.concat([
    Buffer.from([0]),
    labeledExtract(suite, none, "psk_id_hash", none),
    labeledExtract(suite, none, "info_hash", info),
  ]);
  const secret = labeledExtract(suite, sharedSecret, "secret", none);
  return {
    encapsulatedKey,
    sharedSecret,
    key: labeledExpand(suite, secret, "key", schedule, aead === 1 ? 16 : 32),
    nonce: labeledExpand(suite, secret, "base_nonce", schedule, 12),
  };
}

export function aesGcmSeal({ key, nonce }: Schedule, plaintext: Uint8Array, additionalData: Buffer): Buffer {
  const cipher = createCipheriv(key.length === 16 ? "aes-128-gcm" : "aes-256-gcm", key, nonce);
  cipher.setAAD(additionalData);
  return Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export interface Sealed {
  encapsulatedKey: Buffer;
  ciphertext: Buffer;
}

/** Seals as the service does: info `turnkey_hpke`, both public keys as additional data. */
export function seal(
  recipientPointHex: string,
  plaintext: Uint8Array,
  ephemeralHex = randomScalarHex(),
): Sealed {
  const schedule = setupSender(ephemeralHex, recipientPointHex, ascii("turnkey_hpke"), 2);
  const additionalData = Buffer.concat([schedule.encapsulatedKey, Buffer.from(recipientPointHex, "hex")]);
  return {
    encapsulatedKey: schedule.encapsulatedKey,
    ciphertext: aesGcmSeal(schedule, plaintext, additionalData),
  };
}

export function randomScalarHex(): string {
  const ecdh = createECDH("prime256v1");
  ecdh.generateKeys();
  return ecdh.getPrivateKey("hex").padStart(64, "0");
}

// --- Base58check --------------------------------------------------------------------------------------------------------

export function base58check(payload: Uint8Array): string {
  const sha256 = (bytes: Uint8Array): Buffer => createHash("sha256").update(bytes).digest();
  const bytes = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  let text = "";
  for (let rest = BigInt(`0x${bytes.toString("hex")}`); rest > 0n; rest /= 58n)
    text = ALPHABET.charAt(Number(rest % 58n)) + text;
  const leadingZeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(leadingZeros) + text;
}

/** A session bundle as the service makes it: compressed encapsulated point, ciphertext, base58check. */
export function sessionBundle(recipientPointHex: string, plaintext: Uint8Array): string {
  const { encapsulatedKey, ciphertext } = seal(recipientPointHex, plaintext);
  return base58check(Buffer.concat([compress(encapsulatedKey), ciphertext]));
}

export function compress(point: Buffer): Buffer {
  const isOdd = (point.at(-1) ?? 0) % 2 === 1;
  return Buffer.concat([Buffer.from([isOdd ? 3 : 2]), point.subarray(1, 33)]);
}

// --- Wallet export ------------------------------------------------------------------------------------------------------

export interface ExportParts {
  clientPublicKey: string;
  organizationId: string;
  /** Signs the export; without it the export is unsigned, as in sandbox. */
  issuerPrivateKey?: string | undefined;
  plaintext: Uint8Array;
  /** The last word on the fields inside `data`, before it is signed. */
  alterData?: ((fields: Record<string, unknown>) => unknown) | undefined;
}

/** `encryptedWalletCredentials` as the service makes it. */
export function walletExport(parts: ExportParts): string {
  const { encapsulatedKey, ciphertext } = seal(parts.clientPublicKey, parts.plaintext);
  const fields = {
    encappedPublic: encapsulatedKey.toString("hex"),
    ciphertext: ciphertext.toString("hex"),
    organizationId: parts.organizationId,
  };
  const altered = parts.alterData === undefined ? fields : parts.alterData(fields);
  const data = Buffer.from(JSON.stringify(altered), "utf8");
  const { issuerPrivateKey: issuer } = parts;
  return JSON.stringify({
    version: "v1.0.0",
    data: data.toString("hex"),
    dataSignature: issuer === undefined ? "" : nodeSign(nodePrivateKey(issuer), data).toString("hex"),
    enclaveQuorumPublic: issuer === undefined ? "" : publicKeyOf(issuer, "uncompressed"),
  });
}
