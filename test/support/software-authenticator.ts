import { p256 } from "@noble/curves/nist.js";
import { concatBytes, randomBytes } from "@noble/hashes/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { base64urlnopad } from "@scure/base";

/** The page that uses the authenticator. */
export interface SoftwareAuthenticatorOptions {
  /** The page's origin, for example `https://wallet.example`. */
  origin: string;
  /** The relying party's id. Default: the host of `origin`. */
  rpId?: string;
  /** Whether it reports that it verified its user (a PIN, a finger). Default `true`. */
  verifiesUser?: boolean;
}

/** The relying party's options for registering a passkey. Challenges and ids are base64url. */
export interface CreatePasskeyRequest {
  challenge: string;
  /** The owner of the passkey. Every assertion returns `id` as its user handle. */
  user?: { id: string; name?: string; displayName?: string };
  /** Default: none. */
  excludeCredentials?: readonly { id: string }[];
}

/** The relying party's options for a sign-in. */
export interface GetPasskeyRequest {
  challenge: string;
  /** Default: any passkey of this relying party. */
  allowCredentials?: readonly { id: string }[];
}

/** The relevant fields of WebAuthn's RegistrationResponseJSON. */
export interface RegistrationResponse {
  id: string;
  rawId: string;
  type: "public-key";
  authenticatorAttachment: "platform";
  clientExtensionResults: Record<string, never>;
  response: {
    clientDataJSON: string;
    attestationObject: string;
    authenticatorData: string;
    transports: "internal"[];
  };
}

/** The relevant fields of WebAuthn's AuthenticationResponseJSON. */
export interface AuthenticationResponse {
  id: string;
  rawId: string;
  type: "public-key";
  authenticatorAttachment: "platform";
  clientExtensionResults: Record<string, never>;
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string };
}

interface Passkey {
  id: string;
  userHandle: string | undefined;
  privateKey: Uint8Array;
  counter: number;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredentialData = 0x40;

const base64url = (bytes: Uint8Array): string => base64urlnopad.encode(bytes);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * An authenticator in software, including the browser's part. It makes passkeys on P-256 with "none" attestations (WebAuthn
 * Level 3, sections 6.5 and 8.7). A relying party can check its assertions. It replaces a device in tests and examples, and
 * protects nothing. It runs on every runtime.
 */
export class SoftwareAuthenticator {
  /** The origin of the page. A test may change it. */
  origin: string;
  /** The origin of a page that frames the page. A test may set it. */
  topOrigin: string | undefined;
  readonly rpId: string;
  readonly #flags: number;
  readonly #passkeys = new Map<string, Passkey>();

  constructor({
    origin,
    rpId = new URL(origin).hostname,
    verifiesUser = true,
  }: SoftwareAuthenticatorOptions) {
    this.origin = origin;
    this.rpId = rpId;
    this.#flags = userPresent | (verifiesUser ? userVerified : 0);
  }

  /** Makes and stores a passkey. It replaces that of the same user. Responds like `navigator.credentials.create`, in JSON. */
  create({ challenge, user, excludeCredentials = [] }: CreatePasskeyRequest): RegistrationResponse {
    if (excludeCredentials.some(({ id }) => this.#passkeys.has(id)))
      throw new DOMException("the authenticator has an excluded passkey", "InvalidStateError");
    for (const { id, userHandle } of this.#passkeys.values())
      if (userHandle !== undefined && userHandle === user?.id) this.#passkeys.delete(id);
    const privateKey = p256.utils.randomSecretKey();
    const rawId = randomBytes(16);
    const passkey = { id: base64url(rawId), userHandle: user?.id, privateKey, counter: 0 };
    this.#passkeys.set(passkey.id, passkey);
    const authenticatorData = concatBytes(
      this.#authenticatorData(passkey, hasCredentialData),
      new Uint8Array(16),
      Uint8Array.of(0, rawId.length),
      rawId,
      coseKey(p256.getPublicKey(privateKey, false)),
    );
    const attestation = new Map<string, CborValue>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", authenticatorData],
    ]);
    return {
      ...this.#envelope(passkey),
      response: {
        clientDataJSON: base64url(this.#clientData("webauthn.create", challenge)),
        attestationObject: base64url(cbor(attestation)),
        authenticatorData: base64url(authenticatorData),
        transports: ["internal"],
      },
    };
  }

  /** Signs a challenge with a stored passkey. Responds like `navigator.credentials.get`, in JSON. */
  get({ challenge, allowCredentials }: GetPasskeyRequest): AuthenticationResponse {
    const ids = allowCredentials?.map(({ id }) => id) ?? [...this.#passkeys.keys()];
    const passkey = ids.map((id) => this.#passkeys.get(id)).findLast((known) => known !== undefined);
    if (!passkey) throw new Error("the authenticator has no such passkey");
    passkey.counter += 1;
    const clientData = this.#clientData("webauthn.get", challenge);
    const authenticatorData = this.#authenticatorData(passkey, 0);
    const signed = concatBytes(authenticatorData, sha256(clientData));
    const signature = p256.sign(signed, passkey.privateKey, { format: "der" });
    return {
      ...this.#envelope(passkey),
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        ...(passkey.userHandle === undefined ? {} : { userHandle: passkey.userHandle }),
      },
    };
  }

  /** Sets a passkey's signature counter, to act as a cloned device. */
  setCounter(credentialId: string, counter: number): void {
    const passkey = this.#passkeys.get(credentialId);
    if (!passkey) throw new Error("the authenticator has no such passkey");
    passkey.counter = counter;
  }

  #envelope({ id }: Passkey) {
    return {
      id,
      rawId: id,
      type: "public-key",
      authenticatorAttachment: "platform",
      clientExtensionResults: {},
    } as const;
  }

  #clientData(type: "webauthn.create" | "webauthn.get", challenge: string): Uint8Array {
    const { origin, topOrigin } = this;
    const crossOrigin = topOrigin !== undefined;
    return utf8(JSON.stringify({ type, challenge, origin, crossOrigin, topOrigin }));
  }

  #authenticatorData({ counter }: Passkey, flags: number): Uint8Array {
    const bytes = new Uint8Array(5);
    bytes[0] = this.#flags | flags;
    new DataView(bytes.buffer).setUint32(1, counter);
    return concatBytes(sha256(utf8(this.rpId)), bytes);
  }
}

/** The public key as COSE_Key: EC2 on P-256 for ES256 (RFC 9053, sections 2.1 and 7.1). */
function coseKey(point: Uint8Array): Uint8Array {
  return cbor(
    new Map<number, CborValue>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, point.slice(1, 33)],
      [-3, point.slice(33)],
    ]),
  );
}

type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>;

/** The part of CBOR (RFC 8949) that attestations need: integers, byte strings, text strings, maps. */
function cbor(value: CborValue): Uint8Array {
  if (typeof value === "number") return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === "string") {
    const bytes = utf8(value);
    return concatBytes(cborHead(3, bytes.length), bytes);
  }
  if (value instanceof Uint8Array) return concatBytes(cborHead(2, value.length), value);
  const fields = [...value].flatMap(([name, field]) => [cbor(name), cbor(field)]);
  return concatBytes(cborHead(5, value.size), ...fields);
}

function cborHead(majorType: number, size: number): Uint8Array {
  if (size < 24) return Uint8Array.of((majorType << 5) | size);
  if (size < 0x100) return Uint8Array.of((majorType << 5) | 24, size);
  return Uint8Array.of((majorType << 5) | 25, size >> 8, size & 0xff);
}
