import {
  createCipheriv,
  createDecipheriv,
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

/**
 * A second implementation of the client side of an embedded wallet, with `node:crypto` only. Tests check the simulator
 * against it.
 */
export interface ClientKey {
  /** Uncompressed, 130 hexadecimal digits. */
  publicKey: string;
  /** The scalar, 32 bytes. */
  privateKey: Buffer;
}

const curve = "prime256v1";

export function createClientKey(): ClientKey {
  const ecdh = createECDH(curve);
  const publicKey = ecdh.generateKeys("hex");
  return { publicKey, privateKey: leftPad(ecdh.getPrivateKey()) };
}

/** Node omits the leading zeros of a scalar. */
function leftPad(scalar: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]);
}

function publicKeyOf(privateKey: Buffer): Buffer {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(privateKey);
  return ecdh.getPublicKey();
}

function jwkOf(point: Buffer) {
  return {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
}

export function privateKeyObject(privateKey: Buffer): KeyObject {
  const jwk = { ...jwkOf(publicKeyOf(privateKey)), d: privateKey.toString("base64url") };
  return createPrivateKey({ key: jwk, format: "jwk" });
}

const hmac = (key: Buffer, data: Buffer): Buffer => createHmac("sha256", key).update(data).digest();

/** RFC 9180, section 4: LabeledExtract and LabeledExpand (one block is enough here). */
function labeledExtract(suite: Buffer, salt: Buffer, label: string, material: Buffer): Buffer {
  return hmac(salt, Buffer.concat([Buffer.from("HPKE-v1"), suite, Buffer.from(label), material]));
}

function labeledExpand(suite: Buffer, key: Buffer, label: string, info: Buffer, length: number): Buffer {
  const labeledInfo = Buffer.concat([
    Buffer.from([0, length]),
    Buffer.from("HPKE-v1"),
    suite,
    Buffer.from(label),
    info,
    Buffer.from([1]),
  ]);
  return hmac(key, labeledInfo).subarray(0, length);
}

const kemSuite = Buffer.from("4b454d0010", "hex");
const hpkeSuite = Buffer.from("48504b45001000010002", "hex");
const none = Buffer.alloc(0);

/** The key schedule of HPKE base mode with DHKEM(P-256, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM. */
function keySchedule(dh: Buffer, encapsulated: Buffer, recipientPublic: Buffer) {
  const kemContext = Buffer.concat([encapsulated, recipientPublic]);
  const eaePrk = labeledExtract(kemSuite, none, "eae_prk", dh);
  const sharedSecret = labeledExpand(kemSuite, eaePrk, "shared_secret", kemContext, 32);
  const context = Buffer.concat([
    Buffer.from([0]),
    labeledExtract(hpkeSuite, none, "psk_id_hash", none),
    labeledExtract(hpkeSuite, none, "info_hash", Buffer.from("turnkey_hpke")),
  ]);
  const secret = labeledExtract(hpkeSuite, sharedSecret, "secret", none);
  const key = labeledExpand(hpkeSuite, secret, "key", context, 32);
  return { key, nonce: labeledExpand(hpkeSuite, secret, "base_nonce", context, 12) };
}

/** Opens a sealed message. */
export function openSealed(recipient: ClientKey, encapsulated: Buffer, ciphertext: Buffer): Buffer {
  const recipientPublic = Buffer.from(recipient.publicKey, "hex");
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(recipient.privateKey);
  const { key, nonce } = keySchedule(ecdh.computeSecret(encapsulated), encapsulated, recipientPublic);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce);
  decipher.setAAD(Buffer.concat([encapsulated, recipientPublic]));
  decipher.setAuthTag(ciphertext.subarray(-16));
  return Buffer.concat([decipher.update(ciphertext.subarray(0, -16)), decipher.final()]);
}

/** Seals a message to a public key: the `encryptedOtpBundle` of the newest sign-in. */
export function sealTo(recipientPublicKey: string, plaintext: string): string {
  const recipientPublic = Buffer.from(recipientPublicKey, "hex");
  const ecdh = createECDH(curve);
  const encapsulated = ecdh.generateKeys();
  const { key, nonce } = keySchedule(ecdh.computeSecret(recipientPublic), encapsulated, recipientPublic);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.concat([encapsulated, recipientPublic]));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return JSON.stringify({
    encappedPublic: encapsulated.toString("hex"),
    ciphertext: ciphertext.toString("hex"),
  });
}

/** The compressed form of an uncompressed point: the public key of a session that the client holds. */
export function compressKey(publicKey: string): string {
  return String(ECDH.convertKey(publicKey, curve, "hex", "hex", "compressed"));
}

const base58Alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** Base58check without a version byte. */
export function decodeBase58Check(text: string): Buffer {
  let number = 0n;
  for (const character of text) {
    const digit = base58Alphabet.indexOf(character);
    if (digit < 0) throw new Error("not base58");
    number = number * 58n + BigInt(digit);
  }
  const digits = number.toString(16);
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
  const payload = bytes.subarray(0, -4);
  const checksum = createHash("sha256").update(createHash("sha256").update(payload).digest()).digest();
  if (!checksum.subarray(0, 4).equals(bytes.subarray(-4))) throw new Error("wrong base58 checksum");
  return payload;
}

/** The session's private key from an `encryptedSessionSigningKey`. */
export function openSessionBundle(bundle: string, recipient: ClientKey): Buffer {
  const payload = decodeBase58Check(bundle);
  const encapsulated = ECDH.convertKey(payload.subarray(0, 33), curve, undefined, undefined, "uncompressed");
  if (typeof encapsulated === "string") throw new Error("expected bytes");
  return openSealed(recipient, encapsulated, payload.subarray(33));
}

/** The forms of a stamp (OP-03). */
export interface StampForm {
  members?: readonly ("publicKey" | "scheme" | "signature")[];
  alphabet?: "base64" | "base64url";
  compressed?: boolean;
  signature?: "der" | "ieee-p1363";
}

export function signPayload(
  privateKey: Buffer,
  payload: string,
  form: StampForm["signature"] = "der",
): Buffer {
  return sign("sha256", Buffer.from(payload), { key: privateKeyObject(privateKey), dsaEncoding: form });
}

/** An API-key stamp over the exact payload. */
export function stamp(privateKey: Buffer, payload: string, form: StampForm = {}): string {
  const { members = ["publicKey", "scheme", "signature"], alphabet = "base64url", compressed = true } = form;
  const point = publicKeyOf(privateKey);
  const publicKey = ECDH.convertKey(
    point,
    curve,
    undefined,
    "hex",
    compressed ? "compressed" : "uncompressed",
  );
  const content = {
    publicKey: String(publicKey),
    scheme: "SIGNATURE_SCHEME_TK_API_P256",
    signature: signPayload(privateKey, payload, form.signature).toString("hex"),
  };
  const text = JSON.stringify(Object.fromEntries(members.map((member) => [member, content[member]])));
  return Buffer.from(text).toString(alphabet);
}

/** The outer layer of `encryptedWalletCredentials`. */
export interface ExportBundle {
  version: string;
  data: string;
  dataSignature: string;
  enclaveQuorumPublic: string;
}

/** The inner layer, from `data`. */
export interface ExportData {
  encappedPublic: string;
  ciphertext: string;
  organizationId: string;
}

export function readExport(text: string): { bundle: ExportBundle; data: ExportData } {
  const bundle: ExportBundle = JSON.parse(text);
  return { bundle, data: JSON.parse(Buffer.from(bundle.data, "hex").toString()) };
}

export function openExport({ encappedPublic, ciphertext }: ExportData, recipient: ClientKey): string {
  return openSealed(recipient, Buffer.from(encappedPublic, "hex"), Buffer.from(ciphertext, "hex")).toString();
}

/** Whether the issuer's signature over the data bytes is valid. */
export function isSignedBy(issuerPublicKey: string, { data, dataSignature }: ExportBundle): boolean {
  const key = createPublicKey({ key: jwkOf(Buffer.from(issuerPublicKey, "hex")), format: "jwk" });
  return verify("sha256", Buffer.from(data, "hex"), key, Buffer.from(dataSignature, "hex"));
}
