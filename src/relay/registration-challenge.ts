import { base64url, bytesOfBase64url } from "../core/base64";

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

const HMAC = { name: "HMAC", hash: "SHA-256" };

/**
 * The challenges of passkey registrations, which the platform's backend issues. The relay
 * stores nothing. A challenge carries its expiry, random bytes, and an HMAC-SHA256 (RFC 2104) over both and the account.
 * Every instance with the same secret can check it.
 */
export function registrationChallenges(secret: BufferSource, lifetimeMs: number, now: () => number) {
  // Imported each time, because it costs little, and a worker cannot wait for the promise of a request that has ended.
  const key = () => crypto.subtle.importKey("raw", secret, HMAC, false, ["sign", "verify"]);
  return {
    /** Makes a challenge for one account. */
    async issue(accountId: string): Promise<RegistrationChallenge> {
      const expiresAt = now() + lifetimeMs;
      const head = new Uint8Array(HEAD_BYTES);
      new DataView(head.buffer).setBigUint64(0, BigInt(expiresAt));
      crypto.getRandomValues(head.subarray(EXPIRY_BYTES));
      const code = await crypto.subtle.sign("HMAC", await key(), message(head, accountId));
      return {
        challenge: base64url(Uint8Array.of(...head, ...new Uint8Array(code))),
        expiresAt: new Date(expiresAt).toISOString(),
        lifetimeMs,
      };
    },

    /** Whether a challenge was issued with this secret for this account, and has not expired. */
    async accepts(challenge: string, accountId: string): Promise<boolean> {
      const bytes = bytesOfBase64url(challenge);
      // A challenge has one spelling.
      if (bytes === undefined || base64url(bytes) !== challenge) return false;
      const head = bytes.subarray(0, HEAD_BYTES);
      // Compares in constant time. A code of another length is invalid.
      const isOurs = await crypto.subtle.verify(
        "HMAC",
        await key(),
        bytes.subarray(HEAD_BYTES),
        message(head, accountId),
      );
      return isOurs && now() < Number(new DataView(bytes.buffer).getBigUint64(0));
    },
  };
}

/** The parts before the account have fixed lengths, so two inputs never give the same bytes. */
function message(head: Uint8Array, accountId: string): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  return Uint8Array.of(...encoder.encode(PURPOSE), ...head, ...encoder.encode(accountId));
}
