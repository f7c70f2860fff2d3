import { traced } from "../core/call-site";
import type { AuthMethod } from "../models/auth-method";
import type { CurrencyAmount } from "../models/currency";
import type { AuthMethodId, InternalAccountId, QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import { assemble } from "./assemble";
import type { WalletContext } from "./context";
import { WalletCredentials } from "./credentials";
import { executeQuote } from "./execute-quote";
import type { ExecuteQuoteOptions } from "./execute-quote";
import { exportMnemonic } from "./export-mnemonic";
import {
  readBalance,
  WalletExternalAccounts,
  WalletQuotes,
  WalletReceivers,
  WalletTransactions,
} from "./money";
import type { WalletOptions } from "./options";
import { pay, pendingPayments } from "./pay";
import type { PayParams, PendingPayment } from "./pay";
import { WalletSessions } from "./sessions";
import { findCredential, isAutofill, prepareSignIn, signIn } from "./sign-in";
import type { PasskeySignIn, PreparedSignIn, SignInParams } from "./sign-in";
import { signOut } from "./sign-out";
import type { WalletState, WalletStateWatch } from "./state";
import { WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/**
 * An embedded wallet, as its owner uses it: credentials, sessions, and the actions that a session signs. The keys stay on
 * this device.
 *
 * @example
 * ```ts
 * // In a page; in a backend, a script or a test it is { client: payments, accountId }.
 * const wallet = new Wallet({ relay: "/wallet", accountId });
 *
 * await wallet.credentials.register({ type: "EMAIL_OTP" });
 * await wallet.signIn({ type: "EMAIL_OTP", otp });
 * await wallet.executeQuote(quote);
 * ```
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
  /** What went out of the wallet and came into it. */
  readonly transactions: WalletTransactions;
  /** Offers at a fixed rate for payments out of the wallet. */
  readonly quotes: WalletQuotes;
  /** What a receiver can be paid in. */
  readonly receivers: WalletReceivers;
  /** Bank accounts and wallets that the customer has elsewhere. */
  readonly externalAccounts: WalletExternalAccounts;
  /**
   * Calls a listener once after each change of {@link state}, also for changes of other tabs that share the store. Returns the
   * function that ends the subscription. The method is bound, so you can pass it to a framework.
   *
   * @example
   * ```ts
   * import { useSyncExternalStore } from "react";
   *
   * const state = useSyncExternalStore(wallet.subscribe, () => wallet.state, () => wallet.state);
   * ```
   */
  readonly subscribe: (listener: () => unknown) => () => void = (listener) => this.#state.subscribe(listener);
  readonly #context: WalletContext;
  readonly #state: WalletStateWatch;

  /**
   * Checks the options. Nothing is sent and nothing of the platform is touched.
   *
   * @throws {ConfigurationError} when an option is missing or invalid.
   * @throws {InvalidRequestError} when `accountId` is not the id of an internal account.
   */
  constructor(options: WalletOptions) {
    const { context, state } = assemble(options);
    this.#context = context;
    this.#state = state;
    this.accountId = context.accountId;
    this.environment = context.environment;
    this.credentials = new WalletCredentials(this.#context);
    this.sessions = new WalletSessions(this.#context);
    this.transactions = new WalletTransactions(this.#context);
    this.quotes = new WalletQuotes(this.#context);
    this.receivers = new WalletReceivers(this.#context);
    this.externalAccounts = new WalletExternalAccounts(this.#context);
  }

  /**
   * Whether a customer is signed in on this device. A frozen object that stays the same until something changes. With a `store` it is
   * `restoring` until `wallet.restore()` has read it.
   *
   * @example
   * ```ts
   * const stop = wallet.subscribe(() => console.log(wallet.state.status));
   * ```
   */
  get state(): WalletState {
    return this.#state.current;
  }

  /** The session that signs: the newest that this device has, or `undefined` when nobody is signed in. */
  get session(): WalletSession | undefined {
    return this.#context.sessionManager.active().at(-1);
  }

  /**
   * Takes back the sessions that the store kept, for example after a reload, and resolves to the one that signs. Actions do
   * this by themselves when they find no session.
   *
   * @example
   * ```ts
   * const session = await wallet.restore();
   * ```
   */
  async restore(): Promise<WalletSession | undefined> {
    return traced(this.restore, async () => {
      await this.#context.sessionManager.restore();
      return this.session;
    });
  }

  /**
   * The service's time in milliseconds since the epoch: quotes, challenges and sessions expire by it. Before the first response
   * it is the device's, corrected by what that was off when the session was stored.
   *
   * @example
   * ```ts
   * const leftMs = Date.parse(quote.expiresAt) - wallet.serviceTime();
   * ```
   */
  serviceTime(): number {
    return this.#context.clock.now();
  }

  /**
   * Reads the balance, an integer in the smallest unit of its currency. With a `client` and without `customerId` it looks
   * through the wallets of all customers.
   *
   * @throws {InvalidRequestError} when the account is not an embedded wallet of the customer.
   *
   * @example
   * ```ts
   * const { amount, currency } = await wallet.balance();
   * console.log(formatAmount(amount, currency));
   * ```
   * @see GET /customers/internal-accounts
   */
  async balance(options?: WalletRequestOptions): Promise<CurrencyAmount> {
    return traced(this.balance, async () =>
      readBalance(this.#context, new WalletCall("wallet.balance", options)),
    );
  }

  /**
   * Mails a new code for an EMAIL_OTP sign-in. The code of the registration serves the first sign-in; every later one
   * needs a new code.
   *
   * @example
   * ```ts
   * await wallet.requestCode();                             // then the customer reads the mail
   * await wallet.signIn({ type: "EMAIL_OTP", otp });
   * ```
   *
   * @param credentialId default: the wallet's EMAIL_OTP credential.
   * @returns the credential, whose `nickname` is the address the code went to.
   * @throws {CredentialNotFoundError} when the wallet has none.
   * @throws {RateLimitError} when too many codes were asked for.
   * @see POST /auth/credentials/{id}/challenge
   */
  async requestCode(credentialId?: AuthMethodId, options?: WalletRequestOptions): Promise<AuthMethod> {
    return traced(this.requestCode, async () => {
      const call = new WalletCall("wallet.requestCode", options);
      const id = credentialId ?? (await findCredential(this.#context, call, "EMAIL_OTP")).id;
      return this.#context.api.auth.credentials.challenge(id, undefined, call.request());
    });
  }

  /**
   * Does everything before the gesture of a passkey sign-in. Safari forgets the gesture at the first wait.
   *
   * @example
   * ```ts
   * const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
   * button.onclick = () => wallet.signIn(prepared);
   * ```
   *
   * @throws {ConfigurationError} when the wallet has no passkey ceremony.
   * @throws {CredentialNotFoundError} when the wallet has no passkey.
   * @see POST /auth/credentials/{id}/challenge
   */
  async prepareSignIn(params: PasskeySignIn, options?: WalletRequestOptions): Promise<PreparedSignIn> {
    return traced(this.prepareSignIn, async () =>
      prepareSignIn(this.#context, new WalletCall("wallet.prepareSignIn", options), params),
    );
  }

  /**
   * Signs in with a credential: proves control of it, opens the session's signing key with a fresh key pair, and keeps the
   * session. Sessions opened before stay usable.
   *
   * With `mediation: "conditional"` the browser offers the passkey in the autofill of a field. The call waits until the customer
   * picks it, and does not change the state before that.
   *
   * @example
   * ```ts
   * const session = await wallet.signIn({ type: "EMAIL_OTP", otp });
   * ```
   *
   * @throws {CredentialNotFoundError} when the wallet has no credential of the type.
   * @throws {AuthenticationError} when the service does not accept the proof (see `reason`).
   * @throws {ChallengeExpiredError} when a prepared sign-in has become too old.
   * @throws {InvalidRequestError} when a parameter is invalid, an OpenID token is too old, or a magic value of the sandbox is
   * used in production.
   * @throws {MalformedBundleError} when the session key cannot be read. `outcome` is `"executed"`: the proof is used up.
   * @throws {DecryptionError} when the session key cannot be opened. `outcome` is `"executed"`.
   * @throws {CredentialMismatchError} when `credentialId` belongs to another wallet. `outcome` is `"executed"`.
   * @see POST /auth/credentials/{id}/verify
   */
  async signIn(params: SignInParams, options?: WalletRequestOptions): Promise<WalletSession> {
    return traced(this.signIn, async () => {
      const run = async () => signIn(this.#context, new WalletCall("wallet.signIn", options), params);
      return isAutofill(params) ? run() : this.#state.during(run);
    });
  }

  /**
   * Signs out: ends every session that this device has, each by its own signature, and wipes their keys, here and in the
   * store. The keys are wiped in any case; the error of a session that could not be ended at the service is thrown
   * afterwards, and that session ends at its `expiresAt`. A session that signs in meanwhile stays.
   *
   * @example
   * ```ts
   * await wallet.signOut();
   * ```
   * @see DELETE /auth/sessions/{id}
   */
  async signOut(options?: WalletRequestOptions): Promise<void> {
    return traced(this.signOut, async () => signOut(this.#context, options));
  }

  /**
   * Signs a quote whose source is this wallet, and executes it; that cannot be undone. It is sent with an idempotency key,
   * yours or a fresh one, the same on every automatic retry. After an error with `outcome: "unknown"`, call again with the
   * error's `idempotencyKey`.
   *
   * @example
   * ```ts
   * const quote = await wallet.quotes.create({
   *   destination: { destinationType: "ACCOUNT", accountId: bankAccount.id },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000_000, // 10 USDC
   * });
   * const executed = await wallet.executeQuote(quote);
   * ```
   *
   * @param quote the quote that the customer confirmed. With its id, the wallet signs what the service returns for the id now.
   * @throws {InvalidRequestError} when the quote has nothing to sign, no source or another account as its source, or has expired. Also
   * when it was executed before; then `outcome` is `"executed"`.
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {ConflictError} when the quote was executed before under another key, or has expired.
   * @see POST /quotes/{quoteId}/execute
   */
  async executeQuote(quote: Quote | QuoteId, options: ExecuteQuoteOptions = {}): Promise<Quote> {
    return traced(this.executeQuote, async () => {
      const call = new WalletCall("wallet.executeQuote", options, true);
      return executeQuote(this.#context, call, quote, call.idempotencyKey);
    });
  }

  /**
   * Makes a whole payment out of the wallet: asks for a quote, shows it to `confirm`, signs it and executes it. Only what `confirm`
   * was shown is ever signed for the payment. Before it is sent, the session store keeps it with a digest of its payload, amounts and
   * destination. After a reload, {@link pending} returns it.
   *
   * @example
   * ```ts
   * const paid = await wallet.pay({
   *   destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000_000, // 10 USDC
   *   confirm: (quote) => ask(quote),
   * });
   * ```
   *
   * @returns the executed quote; `undefined` when `confirm` did not resolve to `true`, and nothing was sent.
   * @throws {InvalidRequestError} when a parameter is invalid, the quote cannot be signed, or it expired before it was confirmed.
   * @throws {BadRequestError} when the two sides, the currencies or the data of the sender do not fit.
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {ConflictError} when the quote expired on its way to the service.
   */
  async pay(params: PayParams, options?: WalletRequestOptions): Promise<Quote | undefined> {
    return traced(this.pay, async () => pay(this.#context, new WalletCall("wallet.pay", options), params));
  }

  /**
   * Returns the payments that {@link pay} began and whose outcome it could not tell: the response was lost or said `PENDING`, or the
   * page was closed. Settled payments are returned once. Unsettled payments stay until you finish them or they expire. A stored payment
   * that names no quote is left out, with one warning unless the service says 404. It is forgotten once the quote has expired.
   *
   * @example
   * ```ts
   * for (const payment of await wallet.pending()) {
   *   if (payment.outcome === "unknown" && (await ask(payment.quote))) await payment.finish();
   * }
   * ```
   * @see GET /quotes/{quoteId}
   */
  async pending(options?: WalletRequestOptions): Promise<PendingPayment[]> {
    return traced(this.pending, async () =>
      pendingPayments(this.#context, new WalletCall("wallet.pending", options)),
    );
  }

  /**
   * Exports the wallet's recovery phrase. It arrives sealed to a key pair of this call, and is opened only after the issuer's
   * signature has been checked. **Warning**: whoever knows the phrase owns the wallet.
   *
   * @example
   * ```ts
   * const phrase = await wallet.exportMnemonic();
   * ```
   *
   * @returns the words, separated as the service wrote them.
   * @throws {ConfigurationError} when there is neither `trustedIssuerKeys` nor `allowUnpinnedIssuer` in production.
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {SignatureVerificationError} when the issuer is not trusted or its signature is invalid. `outcome` is `"executed"`.
   * @throws {MalformedBundleError} when the export cannot be read. `outcome` is `"executed"`.
   * @throws {DecryptionError} when the export cannot be opened. `outcome` is `"executed"`.
   * @see POST /internal-accounts/{id}/export
   */
  async exportMnemonic(options?: WalletRequestOptions): Promise<string> {
    return traced(this.exportMnemonic, async () =>
      exportMnemonic(this.#context, new WalletCall("wallet.exportMnemonic", options)),
    );
  }
}
