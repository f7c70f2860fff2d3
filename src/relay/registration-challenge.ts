import { base64urlnopad } from "@scure/base";

/** A challenge for one passkey registration. */
export interface RegistrationChallenge {
  /** Base64url, for `navigator.credentials.create`. */
  challenge: string;
  /** ISO 8601 date-time in UTC, by the relay's clock. */
  expiresAt: string;
  /** The time until then, in milliseconds. The clock of a page may differ from the relay's. */
  lifetimeMs: number;
}

/** Separates these codes from other uses of the same secret. */
const PURPOSE = "payments-sdk wallet relay: passkey registration\n";
const EXPIRY_BYTES = 8;
const NONCE_BYTES = 16;
const HEAD_BYTES = EXPIRY_BYTES + NONCE_BYTES;
/** HMAC-SHA256. */
const CODE_BYTES = 32;

function decoded(challenge: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const bytes = Uint8Array.from(base64urlnopad.decode(challenge));
    return bytes.length === HEAD_BYTES + CODE_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The challenges of passkey registrations, which the platform's backend issues. The relay
 * stores nothing. A challenge carries its expiry, random bytes, and an HMAC-SHA256 (RFC 2104) over both and the account.
 * Every instance with the same secret can check it.
 */
export class RegistrationChallenges {
  readonly #secret: Uint8Array<ArrayBuffer>;
  readonly #lifetimeMs: number;
  readonly #now: () => number;
  #key: Promise<CryptoKey> | undefined;

  constructor(secret: Uint8Array<ArrayBuffer>, lifetimeMs: number, now: () => number) {
    this.#secret = secret;
    this.#lifetimeMs = lifetimeMs;
    this.#now = now;
  }

  /** Makes a challenge for one account. */
  async issue(accountId: string): Promise<RegistrationChallenge> {
    const expiresAt = this.#now() + this.#lifetimeMs;
    const head = new Uint8Array(HEAD_BYTES);
    new DataView(head.buffer).setBigUint64(0, BigInt(expiresAt));
    crypto.getRandomValues(head.subarray(EXPIRY_BYTES));
    const code = await crypto.subtle.sign("HMAC", await this.#hmac(), message(head, accountId));
    return {
      challenge: base64urlnopad.encode(Uint8Array.of(...head, ...new Uint8Array(code))),
      expiresAt: new Date(expiresAt).toISOString(),
      lifetimeMs: this.#lifetimeMs,
    };
  }

  /** Whether a challenge was issued with this secret for this account, and has not expired. */
  async accepts(challenge: string, accountId: string): Promise<boolean> {
    const bytes = decoded(challenge);
    if (bytes === undefined) return false;
    const head = bytes.subarray(0, HEAD_BYTES);
    const code = bytes.subarray(HEAD_BYTES);
    // Compares in constant time.
    const isOurs = await crypto.subtle.verify("HMAC", await this.#hmac(), code, message(head, accountId));
    return isOurs && this.#now() < Number(new DataView(bytes.buffer).getBigUint64(0));
  }

  #hmac(): Promise<CryptoKey> {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    this.#key ??= crypto.subtle.importKey("raw", this.#secret, algorithm, false, ["sign", "verify"]);
    return this.#key;
  }
}

/** The parts before the account have fixed lengths, so two inputs never give the same bytes. */
function message(head: Uint8Array, accountId: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return Uint8Array.of(...encoder.encode(PURPOSE), ...head, ...encoder.encode(accountId));
}
