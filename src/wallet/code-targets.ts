import { isPaymentsError } from "../core/error-guards";
import { ConfigurationError, refuse } from "../core/errors";
import { textOf } from "../core/fields";
import type { AuthMethod } from "../models/auth";
import type { AuthMethodId } from "../models/ids";
import { loadHpke } from "./crypto/load-hpke";
import { requireSubtleCrypto } from "./crypto/platform";
import type { SessionKey } from "./crypto/session-key";
import type { ConnectedContext } from "./connect";
import { SessionKeysError } from "./errors";
import type { WalletCall } from "./wallet-call";

/** The keys that one-time codes are sealed to. Each belongs to the code that was sent last. */
export class CodeTargets {
  readonly #context: ConnectedContext;
  /** Bundles by credential. */
  readonly #bundles = new Map<string, string>();
  /** The last request of each credential. */
  readonly #requests = new Map<string, Promise<unknown>>();

  constructor(context: ConnectedContext) {
    this.#context = context;
  }

  /** Keeps the target of a registration, which may have none. Returns the credential. */
  registered(credential: AuthMethod): AuthMethod {
    const bundle = textOf(credential, "otpEncryptionTargetBundle");
    if (bundle !== undefined) this.#bundles.set(credential.id, bundle);
    return credential;
  }

  /**
   * Requests a new code, and keeps its target. Returns the credential. One request after the other: the code that was sent last
   * counts.
   *
   * @throws {SessionKeysError} when the service sent no target, and codes must be sealed
   * @throws {ConfigurationError} when production has no `codeIssuerKeys`, and codes must be sealed
   * @throws {CryptoUnavailableError} when the platform has no WebCrypto
   */
  async request(call: WalletCall, id: AuthMethodId): Promise<AuthMethod> {
    const { api, sessionKeys } = this.#context;
    // Before a mail is sent.
    this.#requireUsable();
    const earlier = this.#requests.get(id);
    const send = async (): Promise<AuthMethod> => {
      await call.wait(() => earlier);
      const sending = api.auth.credentials.challenge(id, undefined, call.request());
      const credential = await sending.catch((error: unknown) => {
        // The code of a lost response has a target of its own.
        if (isPaymentsError(error) && error.outcome !== "not-executed") this.forget(id);
        throw error;
      });
      this.forget(id);
      this.registered(credential);
      if (sessionKeys === "held" && !this.#bundles.has(credential.id))
        throw new SessionKeysError("no target", { operation: call.operation, outcome: "executed" });
      return credential;
    };
    const sent = send();
    this.#requests.set(id, Promise.allSettled([earlier, sent]));
    return sent;
  }

  /** Whether this wallet can sign in with a code. */
  #requireUsable(): void {
    const { environment, sessionKeys, codeIssuerKeys } = this.#context;
    requireSubtleCrypto();
    if (sessionKeys === "held" && environment !== "sandbox" && !codeIssuerKeys?.length) {
      throw new ConfigurationError("codeIssuerKeys", "is required to seal a one-time code in production");
    }
  }

  /** Forgets the target of a credential that has none any more. */
  forget(credentialId: string): void {
    this.#bundles.delete(credentialId);
  }

  /**
   * Seals a code with the key of its session.
   *
   * @throws {ConfigurationError} when production has no `codeIssuerKeys`
   * @throws {InvalidRequestError} when this wallet has requested no code
   */
  async seal(call: WalletCall, credentialId: string, code: string, key: SessionKey): Promise<string> {
    this.#requireUsable();
    const { codeIssuerKeys: issuerKeys } = this.#context;
    const target = this.#bundles.get(credentialId);
    if (target === undefined) {
      refuse("otp", "cannot be sealed: first request a code with `requestCode`", call.operation);
    }
    return call.wait(async () => {
      const { sealOneTimeCode } = await loadHpke();
      return sealOneTimeCode({ code, publicKey: key.publicKey, target, issuerKeys });
    });
  }
}
