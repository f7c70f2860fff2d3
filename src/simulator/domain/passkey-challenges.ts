import { base64urlnopad } from "@scure/base";
import type { VirtualClock } from "../runtime/clock";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { ClientKey } from "./client-keys";
import type { PasskeyCredentialRecord } from "./credentials";
import { unauthorized } from "./problem";
import { Store } from "./store";

/** A WebAuthn challenge for the next verification of a passkey. */
export interface PasskeyChallengeRecord {
  requestId: string;
  /** Milliseconds since 1970-01-01 UTC; the instant itself is too late. */
  expiresAtMs: number;
  /** Set by the success that consumes the challenge. */
  used: boolean;
  credentialId: string;
  /** Base64url. */
  challenge: string;
  /** The client key that the verification has to bring again, compressed (OP-20). */
  clientPublicKey: string;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  lifetimeMs: number;
  /** How many challenges are kept. */
  limit: number;
}

/** The WebAuthn challenges that were issued. */
export class PasskeyChallenges extends Store<PasskeyChallengeRecord> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #lifetimeMs: number;
  readonly #limit: number;

  constructor({ state, clock, random, lifetimeMs, limit }: Collaborators) {
    super("PasskeyChallenge", state);
    this.#clock = clock;
    this.#random = random;
    this.#lifetimeMs = lifetimeMs;
    this.#limit = limit;
  }

  /** Issues the challenge of the next verification. */
  issue(credential: PasskeyCredentialRecord, clientKey: ClientKey): PasskeyChallengeRecord {
    const challenge: PasskeyChallengeRecord = {
      requestId: this.#random.uuid(),
      challenge: base64urlnopad.encode(this.#random.bytes(32)),
      credentialId: credential.id,
      clientPublicKey: clientKey.compressed,
      expiresAtMs: this.#clock.now() + this.#lifetimeMs,
      used: false,
    };
    this.set(challenge.requestId, challenge);
    this.forgetOldest(this.#limit);
    return challenge;
  }

  /** @throws {Problem} when the request is refused: 401 for an unknown, used or expired challenge, and for one of another credential. */
  open(credential: PasskeyCredentialRecord, requestId: string): PasskeyChallengeRecord {
    const challenge = this.find(requestId);
    if (challenge?.credentialId !== credential.id) throw unauthorized("Unknown Request-Id");
    if (challenge.used) throw unauthorized("The Request-Id was used before");
    if (this.#clock.now() >= challenge.expiresAtMs) throw unauthorized("The challenge has expired");
    return challenge;
  }
}
