import { isApiError } from "../core/api-errors";
import { refuse } from "../core/errors";
import type { RequestOptions } from "../core/types";
import type { AuthMethod } from "../models/auth-method";
import type { AuthMethodId, InternalAccountId, QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import { findPayloadToSign } from "../resources/quotes";
import { Authorization } from "./authorization";
import { signerOf } from "./context";
import type { WalletContext, WalletRequestOptions } from "./context";
import { WalletCredentials } from "./credentials";
import { generateClientKeyPair, openWalletExport } from "./crypto";
import type { WalletExportOptions } from "./crypto";
import { requireIssuerPolicy } from "./crypto/wallet-export";
import { SessionExpiredError } from "./errors";
import { resolveWalletOptions } from "./options";
import type { WalletOptions } from "./options";
import { SessionKeeper } from "./session-keeper";
import { WalletSessions } from "./sessions";
import { findCredential, prepareSignIn, signIn } from "./sign-in";
import type { PasskeySignIn, PreparedSignIn, SignInParams } from "./sign-in";
import type { WalletSession } from "./wallet-session";

/** Options of {@link Wallet.executeQuote}. */
export type ExecuteQuoteOptions = Omit<RequestOptions, "signer">;

/**
 * An embedded wallet, as its owner uses it: credentials, sessions, and the actions that a session signs. The keys stay on
 * this device.
 *
 *     const wallet = new Wallet({ relay: "/wallet", accountId });      // in a page
 *     const wallet = new Wallet({ client: payments, accountId });      // in a backend, a script, a test
 *
 *     await wallet.credentials.register({ type: "EMAIL_OTP" });
 *     await wallet.signIn({ type: "EMAIL_OTP", otp });
 *     await wallet.executeQuote(quote);
 *
 * @throws ConfigurationError when an option is missing or malformed
 */
export class Wallet {
  /** The embedded wallet: an internal account of the type `EMBEDDED_WALLET`. */
  readonly accountId: InternalAccountId;
  /** `"sandbox"`: magic values stand for codes, tokens, passkeys and signatures. Never guessed. */
  readonly environment: "production" | "sandbox";
  /** What the customer can sign in with. */
  readonly credentials: WalletCredentials;
  /** Where the customer is signed in, on this device and on others. */
  readonly sessions: WalletSessions;
  readonly #context: WalletContext;
  readonly #executeSignature: "stamp" | "der";
  readonly #exportOptions: WalletExportOptions;

  constructor(options: WalletOptions) {
    const resolved = resolveWalletOptions(options);
    const { accountId, environment, store, clock, log } = resolved;
    const keeper = new SessionKeeper({ accountId, environment, store, clock, log });
    const authorization = new Authorization({
      keeper,
      onSessionRequired: options.onSessionRequired,
      isKnown: (session) => this.#isKnown(session),
    });
    this.accountId = accountId;
    this.environment = environment;
    this.#context = { ...resolved, keeper, authorization };
    this.#executeSignature = resolved.executeSignature;
    const { trustedIssuerKeys, allowUnpinnedIssuer, organizationId } = options;
    this.#exportOptions = { environment, trustedIssuerKeys, allowUnpinnedIssuer, organizationId };
    this.credentials = new WalletCredentials(this.#context);
    this.sessions = new WalletSessions(this.#context);
  }

  /** The session that signs: the newest that this device holds, or `undefined` when nobody is signed in. */
  get session(): WalletSession | undefined {
    return this.#context.keeper.active().at(-1);
  }

  /**
   * Takes back the sessions that the store kept, for example after a reload, and resolves to the one that signs. Actions do
   * this by themselves when they find no session.
   */
  async restore(): Promise<WalletSession | undefined> {
    await this.#context.keeper.restore();
    return this.session;
  }

  /**
   * Mails a new code for an EMAIL_OTP sign-in. The code of the registration serves the first sign-in; every later one
   * needs a new code.
   *
   *     await wallet.requestCode();                             // then the customer reads the mail
   *     await wallet.signIn({ type: "EMAIL_OTP", otp });
   *
   * @param credentialId default: the wallet's EMAIL_OTP credential
   * @returns the credential, whose `nickname` is the address the code went to
   * @throws CredentialNotFoundError when the wallet has none
   * @throws RateLimitError when too many codes were asked for
   * @see Specification, POST /auth/credentials/{id}/challenge
   */
  async requestCode(credentialId?: AuthMethodId, options: WalletRequestOptions = {}): Promise<AuthMethod> {
    const id =
      credentialId ?? (await findCredential(this.#context, "wallet.requestCode", "EMAIL_OTP", options)).id;
    return this.#context.api.auth.credentials.challenge(id, undefined, options);
  }

  /**
   * Everything of a passkey sign-in that comes before the gesture. Browsers show the passkey dialog only in answer to one, and
   * Safari forgets it at the first wait:
   *
   *     const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
   *     button.onclick = () => wallet.signIn(prepared);
   *
   * @throws ConfigurationError when the wallet has no passkey ceremony
   * @throws CredentialNotFoundError when the wallet has no passkey
   * @see Specification, POST /auth/credentials/{id}/challenge
   */
  prepareSignIn(params: PasskeySignIn, options: WalletRequestOptions = {}): Promise<PreparedSignIn> {
    return prepareSignIn(this.#context, params, options);
  }

  /**
   * Signs in with a credential: proves control of it, opens the session's signing key with a fresh key pair, and keeps the
   * session. Sessions opened before stay usable.
   *
   * @throws CredentialNotFoundError when the wallet has no credential of the type
   * @throws AuthenticationError when the proof is not accepted (see `reason`)
   * @throws ChallengeExpiredError when a prepared sign-in has become too old
   * @throws InvalidRequestError for an OpenID token that is too old, or a magic value of the sandbox in production
   * @throws MalformedBundleError, DecryptionError when the session key cannot be opened
   * @see Specification, POST /auth/credentials/{id}/verify
   */
  signIn(params: SignInParams, options: WalletRequestOptions = {}): Promise<WalletSession> {
    return signIn(this.#context, params, options);
  }

  /**
   * Signs out: ends every session that this device holds, each by its own signature, and wipes their keys, here and in the
   * store. The keys are wiped in any case; the error of a session that could not be ended at the service is thrown
   * afterwards, and that session ends at its `expiresAt`.
   *
   * @see Specification, DELETE /auth/sessions/{id}
   */
  async signOut(options: WalletRequestOptions = {}): Promise<void> {
    const { keeper } = this.#context;
    await keeper.restore();
    const endings = await Promise.allSettled(keeper.active().map((session) => this.#end(session, options)));
    await keeper.forget(() => true);
    for (const ending of endings) {
      if (ending.status === "rejected") throw ending.reason;
    }
  }

  /**
   * Signs a quote whose source is this wallet, and executes it; that cannot be undone. Sent with an idempotency key, yours
   * or a fresh one, the same on every automatic retry: after an error with `outcome: "unknown"`, call again with the
   * error's `idempotencyKey`.
   *
   * @param quote a quote, or its id
   * @throws InvalidRequestError when the quote has nothing to sign, or another account as its source
   * @throws SessionRequiredError, SessionExpiredError when nobody is signed in
   * @throws ConflictError when the quote was executed before under another key, or has expired
   * @see Specification, POST /quotes/{quoteId}/execute
   */
  async executeQuote(quote: Quote | QuoteId, options: ExecuteQuoteOptions = {}): Promise<Quote> {
    const operation = "wallet.executeQuote";
    const { api, authorization, accountId } = this.#context;
    const { idempotencyKey: _, ...reading } = options;
    const known = typeof quote === "string" ? await api.quotes.retrieve(quote, reading) : quote;
    const payload = findPayloadToSign(known);
    const source: unknown = "accountId" in known.source ? known.source.accountId : undefined;
    if (payload === undefined || (typeof source === "string" && source !== accountId)) {
      const message =
        payload === undefined
          ? "has no `payloadToSign`: only quotes whose source is an embedded wallet are signed"
          : "has another account as its source";
      refuse("quote", message, operation);
    }
    return authorization.run({ operation }, async (session) => {
      const signer = await session();
      const signature =
        this.#executeSignature === "der"
          ? await signer.signDer(payload, operation)
          : await signer.stamp(payload, operation);
      return api.quotes.execute(known.id, { signature }, options);
    });
  }

  /**
   * Exports the wallet's recovery phrase. It arrives sealed to a key pair of this call, and is opened only after the issuer's
   * signature has been checked. **Warning**: whoever knows the phrase owns the wallet.
   *
   * @returns the words, separated as the service wrote them
   * @throws ConfigurationError in production without `trustedIssuerKeys` or `allowUnpinnedIssuer`
   * @throws SessionRequiredError, SessionExpiredError when nobody is signed in
   * @throws SignatureVerificationError when the issuer is not trusted or its signature does not hold
   * @throws MalformedBundleError, DecryptionError when the export cannot be opened
   * @see Specification, POST /internal-accounts/{id}/export
   */
  async exportMnemonic(options: WalletRequestOptions = {}): Promise<string> {
    const { api, authorization, accountId } = this.#context;
    // Before anything is exported: an export that cannot be checked would only be thrown away.
    requireIssuerPolicy(this.#exportOptions);
    return authorization.run({ operation: "wallet.exportMnemonic" }, async (session) => {
      const keyPair = await generateClientKeyPair();
      const params = { clientPublicKey: keyPair.publicKey };
      const signer = signerOf(session);
      const sealed = await api.internalAccounts.export(accountId, params, { ...options, signer });
      return openWalletExport(sealed.encryptedWalletCredentials, keyPair, this.#exportOptions);
    });
  }

  /** Whether the service still has the session; when it does not say, nothing is concluded. */
  async #isKnown(session: WalletSession): Promise<boolean> {
    try {
      const { data } = await this.sessions.list();
      return data.some(({ id }) => id === session.id);
    } catch {
      return true;
    }
  }

  /** Self-logout of one session. That it had ended already is what was wanted. */
  async #end(session: WalletSession, options: WalletRequestOptions): Promise<void> {
    try {
      await this.#context.api.auth.sessions.revoke(session.id, { ...options, signer: session });
    } catch (error) {
      if (error instanceof SessionExpiredError) return;
      const status = isApiError(error) ? error.status : undefined;
      if (status === 404 || (status === 401 && !(await this.#isKnown(session)))) return;
      throw error;
    }
  }
}
