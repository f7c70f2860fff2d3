import { untidyJson } from "../crypto/payload";
import type { VirtualClock } from "../runtime/clock";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import type { CredentialType } from "./credentials";
import { unauthorized } from "./problem";
import type { SessionRecord } from "./sessions";
import { Store } from "./store";
import type { WalletSignatures } from "./wallet-signatures";

/** An action that the owner of a wallet has to sign: plain data, so that a snapshot can save it. */
export interface SignedAction {
  /** One of the actions that were defined. */
  action: string;
  accountId: string;
  /** The `type` of the SignedRetryChallenge (OP-11). */
  type: CredentialType;
  /** What the text to be signed says about the action. */
  intent: Readonly<Record<string, string>>;
  /** What carrying out needs. */
  data: unknown;
}

/** How an action is carried out. */
export interface ActionDefinition<Data, Result> {
  /** Which of the wallet's active sessions may sign. Default: each. */
  mayBeSignedBy?: (session: SessionRecord, data: Data) => boolean;
  /** Carries the action out, once the signature is there. It checks again what may have changed since the initial request. */
  perform: (data: Data) => Result | Promise<Result>;
}

/** The initial request of a signed action, waiting for the signed request. */
interface Challenge {
  /** Milliseconds since 1970-01-01 UTC; the instant itself is too late. */
  expiresAtMs: number;
  /** Set by the success that consumes the challenge: a `requestId` serves once. */
  used: boolean;
  /** What the signed request must repeat: method, path and body bytes. */
  fingerprint: string;
  payloadToSign: string;
  action: SignedAction;
}

/** The body of the response to an initial request (specification, "SignedRetryChallenge"). */
export interface SignedRetryChallengeView {
  type: CredentialType;
  payloadToSign: string;
  requestId: string;
  expiresAt: string;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  signatures: WalletSignatures;
  lifetimeMs: number;
  /** How many challenges are kept. */
  limit: number;
}

/** The signed-retry pattern of the specification: an initial request gets a challenge, the signed request is carried out. */
export class SignedRequests<Result> extends Store<Challenge> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #signatures: WalletSignatures;
  readonly #lifetimeMs: number;
  readonly #limit: number;
  readonly #definitions = new Map<string, ActionDefinition<unknown, Result>>();

  constructor({ state, clock, random, signatures, lifetimeMs, limit }: Collaborators) {
    super("SignedRequest", state);
    this.#clock = clock;
    this.#random = random;
    this.#signatures = signatures;
    this.#lifetimeMs = lifetimeMs;
    this.#limit = limit;
  }

  /**
   * Says how an action is carried out. Returns what makes one of its data.
   */
  define<Data>(
    action: string,
    definition: ActionDefinition<Data, Result>,
  ): (details: Omit<SignedAction, "action" | "data"> & { data: Data }) => SignedAction {
    // The data of an action are what its own definition's caller put in.
    this.#definitions.set(action, definition as ActionDefinition<unknown, Result>);
    return (details) => ({ action, ...details });
  }

  /** The initial request: it gets a challenge of its own. */
  begin(fingerprint: string, action: SignedAction): SignedRetryChallengeView {
    const requestId = this.#random.id("Request");
    const expiresAtMs = this.#clock.now() + this.#lifetimeMs;
    const expiresAt = this.#clock.iso(expiresAtMs);
    const payloadToSign = untidyJson({
      requestId,
      action: action.action,
      ...action.intent,
      accountId: action.accountId,
      request: fingerprint,
      expiresAt,
    });
    this.set(requestId, { expiresAtMs, used: false, fingerprint, payloadToSign, action });
    this.forgetOldest(this.#limit);
    return { type: action.type, payloadToSign, requestId, expiresAt };
  }

  /**
   * The signed request. Only a success consumes the challenge (OP-10); two signed requests at once have one effect.
   *
   * @throws {Problem} when the request is refused: 401 when the challenge or the signature is wrong.
   */
  async complete(fingerprint: string, requestId: string, signature: string): Promise<Result> {
    const challenge = this.#open(fingerprint, requestId);
    const { accountId, action, data } = challenge.action;
    const definition = this.#definitions.get(action);
    if (!definition) throw new Error(`the action ${action} is not defined`);
    const mayBeSignedBy = (session: SessionRecord) => definition.mayBeSignedBy?.(session, data) ?? true;
    await this.#signatures.check(signature, { accountId, payload: challenge.payloadToSign, mayBeSignedBy });
    this.#open(fingerprint, requestId);
    challenge.used = true;
    try {
      return await definition.perform(data);
    } catch (error) {
      challenge.used = false;
      throw error;
    }
  }

  /** The open challenge that this request repeats. Whatever is wrong with the id gives 401 (OP-10). */
  #open(fingerprint: string, requestId: string): Challenge {
    const challenge = this.find(requestId);
    if (!challenge) throw unauthorized("Unknown Request-Id");
    if (challenge.used) throw unauthorized("The Request-Id was used before");
    if (this.#clock.now() >= challenge.expiresAtMs) throw unauthorized("The challenge has expired");
    if (challenge.fingerprint !== fingerprint) {
      throw unauthorized(
        "The Request-Id belongs to another request: method, path and body must be those of the initial request",
      );
    }
    return challenge;
  }
}
