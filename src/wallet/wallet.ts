import { traced } from "../core/call-site";
import type { AuthMethod } from "../models/auth";
import type { CurrencyAmount } from "../models/currency";
import type { AuthMethodId, InternalAccountId, QuoteId } from "../models/ids";
import type { Quote } from "../models/quote";
import { WalletCredentials } from "./credentials";
import type { ExecuteQuoteOptions } from "./execute-quote";
import { isAutofill, isUnderGesture } from "./gesture";
import type { WalletOptions } from "./options";
import { WalletParts } from "./parts";
import type { PasskeyRegistration } from "./passkey-registration";
import type { PayParams } from "./pay";
import type { PendingPayment, WalletPayments } from "./payment-watch";
import { WalletSessions } from "./sessions";
import type { CodeType, PasskeySignIn, PreparedSignIn, SignInParams } from "./sign-in-params";
import type { WalletListener, WalletState } from "./state";
import type { WalletRequestOptions } from "./wallet-call";
import { WalletPart } from "./wallet-part";
import {
  WalletExternalAccounts,
  WalletQuotes,
  WalletReceivers,
  WalletTransactions,
} from "./wallet-resources";
import type { WalletSession } from "./wallet-session";

/**
 * An embedded wallet and the actions of its owner: sign in, pay, manage credentials. The keys stay on this device.
 *
 * @example
 * ```ts
 * // In a page; in a backend, a script or a test it is { client: payments, accountId }.
 * const wallet = new Wallet({ relay: "/wallet", accountId });
 * await wallet.credentials.register({ type: "EMAIL_OTP" });
 * await wallet.signIn({ type: "EMAIL_OTP", otp });
 * await wallet.executeQuote(quote);
 * ```
 */
export class Wallet extends WalletPart {
  /** The id of the embedded wallet: an internal account of type `EMBEDDED_WALLET`. */
  readonly accountId: InternalAccountId;
  /** The environment from your options. In `"sandbox"`, magic values replace codes, tokens and signatures. */
  readonly environment: "production" | "sandbox";
  /** The credentials that the customer signs in with. */
  readonly credentials: WalletCredentials;
  /** The customer's sessions, on this device and on others. */
  readonly sessions: WalletSessions;
  /** Payments into and out of the wallet. */
  readonly transactions: WalletTransactions;
  /** Quotes at a fixed rate for payments out of the wallet. */
  readonly quotes: WalletQuotes;
  /** Looks up receivers and the currencies that they accept. */
  readonly receivers: WalletReceivers;
  /** The customer's bank accounts and wallets elsewhere. */
  readonly externalAccounts: WalletExternalAccounts;
  /**
   * Calls a listener with the new values, once after each change of {@link state} or {@link payments}, also in other tabs that
   * share the store. Returns the function that ends the subscription. The method is bound, so you can pass it to a framework.
   *
   * @example
   * ```ts
   * import { useSyncExternalStore } from "react";
   *
   * const state = useSyncExternalStore(wallet.subscribe, () => wallet.state, () => wallet.state);
   * ```
   */
  readonly subscribe: (listener: WalletListener) => () => void = (listener) =>
    this.shell.state.subscribe(listener);

  /**
   * Checks the options. It sends nothing and uses no platform API.
   *
   * @throws {ConfigurationError} when an option is missing or invalid.
   * @throws {InvalidRequestError} when `accountId` is not the id of an internal account.
   */
  constructor(options: WalletOptions) {
    const parts = new WalletParts(options);
    super(parts);
    this.accountId = parts.shell.accountId;
    this.environment = parts.shell.environment;
    this.credentials = new WalletCredentials(parts);
    this.sessions = new WalletSessions(parts);
    this.transactions = new WalletTransactions(parts);
    this.quotes = new WalletQuotes(parts);
    this.receivers = new WalletReceivers(parts);
    this.externalAccounts = new WalletExternalAccounts(parts);
  }

  /**
   * Whether a customer is signed in on this device. The object is frozen and stays the same until something changes. With a
   * `store`, the status is `restoring` until `wallet.restore()` has read it.
   */
  get state(): WalletState {
    return this.shell.state.current;
  }

  /**
   * The payments of this wallet: the stored ones and the one in progress. The object is frozen and stays the same until
   * something changes. {@link pending} reads the stored ones.
   */
  get payments(): WalletPayments {
    return this.shell.watch.current;
  }

  /** The session that signs: the newest on this device. `undefined` when nobody is signed in. */
  get session(): WalletSession | undefined {
    return this.shell.sessionManager.active().at(-1);
  }

  /**
   * Restores the sessions in the store, for example after a reload. Resolves to the session that signs. With a session, it also
   * loads every part of the package that a payment, a refresh or a sign-out needs.
   *
   * @example
   * ```ts
   * const session = await wallet.restore();
   * ```
   *
   * @throws {ConnectionError} when a part of the package cannot be loaded (`PART_NOT_LOADED`). Reload the page.
   */
  async restore(): Promise<WalletSession | undefined> {
    return traced(async () => {
      await this.shell.sessionManager.restore();
      const { session } = this;
      if (session !== undefined) await this.parts.loadAll();
      return session;
    });
  }

  /**
   * The service's time in milliseconds since the epoch. Quotes, challenges and sessions expire by this clock. Before the
   * first response, it is the device's time plus the offset stored with the session.
   *
   * @example
   * ```ts
   * const leftMs = Date.parse(quote.expiresAt) - wallet.serviceTime();
   * ```
   */
  serviceTime(): number {
    return this.shell.clock.now();
  }

  /**
   * Sends a new code by email or SMS. The code from registration works for the first sign-in. Each later sign-in needs a new
   * code.
   *
   * @example
   * ```ts
   * await wallet.requestCode();                             // then the customer reads the mail
   * await wallet.signIn({ type: "EMAIL_OTP", otp });
   * ```
   *
   * @param credential its id, or its type if the wallet has one of it. Default: `"EMAIL_OTP"`.
   * @returns the credential. Its `nickname` is the address or the phone number that received the code.
   * @throws {CredentialNotFoundError} when the wallet has none.
   * @throws {ConfigurationError} when this wallet could not use the code: `sessionKeys: "held"` needs `codeIssuerKeys`. No code
   * was sent.
   * @throws {CryptoUnavailableError} when the page has no WebCrypto. No code was sent.
   * @throws {RateLimitError} when you request too many codes.
   * @see POST /auth/credentials/{id}/challenge
   */
  async requestCode(
    credential?: AuthMethodId | CodeType,
    options?: WalletRequestOptions,
  ): Promise<AuthMethod> {
    return this.call("wallet.requestCode", options, ({ actions, context }, call) =>
      actions.requestCode(context, call, credential),
    );
  }

  /**
   * Prepares a passkey sign-in before the user gesture. Safari forgets the gesture at the first wait, so call this early.
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
    return this.call("wallet.prepareSignIn", options, ({ actions, context }, call) =>
      actions.prepareSignIn(context, call, params),
    );
  }

  /**
   * Signs in with a credential and keeps the new session. Earlier sessions stay usable.
   * With `mediation: "conditional"`, the browser offers the passkey in the autofill of a field. The call waits until the
   * customer picks it. Until then, the state does not change.
   *
   * @example
   * ```ts
   * const session = await wallet.signIn({ type: "EMAIL_OTP", otp });
   * ```
   *
   * @throws {CredentialNotFoundError} when the wallet has no credential of the type.
   * @throws {AuthenticationError} when the service does not accept the proof (see `reason`).
   * @throws {ChallengeExpiredError} when a prepared sign-in has become too old.
   * @throws {RateLimitError} when a limit refuses it. A sign-in with a passkey does not wait: `retryAfter` says how long it takes.
   * @throws {InvalidRequestError} when a parameter is invalid, an OpenID token is too old, or production gets a magic value.
   * @throws {MalformedBundleError} when the session key cannot be read. `outcome` is `"executed"`: the proof is used up.
   * @throws {DecryptionError} when the session key cannot be opened. `outcome` is `"executed"`.
   * @throws {CredentialMismatchError} when `credentialId` belongs to another wallet. `outcome` is `"executed"`.
   * @see POST /auth/credentials/{id}/verify
   */
  async signIn(params: SignInParams, options?: WalletRequestOptions): Promise<WalletSession> {
    // A click never waits for a limit or a second try.
    const given = isUnderGesture(params) ? { maxRetries: 0, ...options } : options;
    return this.call(
      "wallet.signIn",
      given,
      ({ actions, context }, call) => actions.signIn(context, call, params),
      { isSignIn: !isAutofill(params) },
    );
  }

  /**
   * Opens the wallet with a passkey, whatever happened before: registers one if the wallet has none, continues a registration
   * that was interrupted, and signs in. A signed-in customer gets the passkey, and keeps the session. Call it again after any
   * error.
   *
   * @example
   * ```ts
   * button.onclick = () => wallet.registerOrSignIn({ type: "PASSKEY", nickname: "My phone" });
   * ```
   *
   * @throws {SessionRequiredError} when the wallet has another credential and no passkey, and nobody is signed in. An account of
   * the newest service begins with an e-mail credential: call `wallet.requestCode()` and sign in with the code, then call again.
   * @throws {PasskeyError} when the browser creates or returns no passkey.
   * @see POST /auth/credentials
   * @see POST /auth/credentials/{id}/verify
   */
  async registerOrSignIn(
    params: PasskeyRegistration,
    options?: WalletRequestOptions,
  ): Promise<WalletSession> {
    return this.call(
      "wallet.registerOrSignIn",
      options,
      ({ actions, context }, call) => actions.registerOrSignIn(context, call, params),
      { isSignIn: true },
    );
  }

  /**
   * Replaces the session with a new one, which the current session signs. The customer does nothing. The earlier session stays
   * usable until its end. After that end, only a sign-in helps. The option `autoRefreshFor` refreshes automatically.
   *
   * @example
   * ```ts
   * if (wallet.state.status === "expiring") await wallet.refresh();
   * ```
   *
   * @throws {SessionRequiredError} when nobody is signed in.
   * @throws {SessionExpiredError} when the session has ended.
   * @throws {RefreshLostError} when the response is lost. The earlier session still signs.
   * @throws {NotFoundError} when the service has no refresh.
   * @see POST /auth/sessions/{id}/refresh
   */
  async refresh(options?: WalletRequestOptions): Promise<WalletSession> {
    return this.call("wallet.refresh", options, ({ actions, context }, call) =>
      actions.refresh(context, call),
    );
  }

  /**
   * Signs out: revokes every session of this device and wipes the keys, in memory and in the store. Each session signs its
   * own revocation. The keys are wiped even if a revocation fails. The call then throws that error. A session that signs in
   * during the call stays. Waits for a sign-out of another tab, if there is one.
   *
   * @example
   * ```ts
   * await wallet.signOut();
   * ```
   * @throws {TimeoutError} when the sign-out of another tab does not end in time.
   * @throws {SessionRequiredError} when another tab was signing out, too, and the service still has the session.
   * @throws {StoreUnavailableError} when the store may still have a session.
   * @see DELETE /auth/sessions/{id}
   */
  async signOut(options?: WalletRequestOptions): Promise<void> {
    return traced(async () => {
      // Without a wait if they are there: the customer may close the page.
      const { actions, context } =
        this.parts.loaded ?? (await this.parts.load({ operation: "wallet.signOut" }));
      return actions.signOut(context, options);
    });
  }

  /**
   * Reads the balance, an integer in the smallest unit of its currency. If you pass a `client` without `customerId`, the call
   * searches the wallets of all customers.
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
    return this.call("wallet.balance", options, ({ actions, context }, call) =>
      actions.readBalance(context, call),
    );
  }

  /**
   * Signs and executes a quote that pays from this wallet. You cannot undo this. The request carries an idempotency key:
   * yours or a new one. Automatic retries repeat it. After an error with `outcome: "unknown"`, call again with the error's
   * `idempotencyKey`.
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
   * @param quote the quote that the customer confirmed. If you pass an id, the wallet retrieves the quote and signs that.
   * @throws {InvalidRequestError} when the quote cannot be signed, or was executed (`outcome` is then `"executed"`).
   * @throws {SessionRequiredError} when nobody is signed in, or the session has ended.
   * @throws {ConflictError} when the quote was executed before under another key, or has expired.
   * @see POST /quotes/{quoteId}/execute
   */
  async executeQuote(quote: Quote | QuoteId, options: ExecuteQuoteOptions = {}): Promise<Quote> {
    return this.call(
      "wallet.executeQuote",
      options,
      ({ actions, context }, call) => actions.executeFromWallet(context, call, quote),
      { isKeyed: true },
    );
  }

  /**
   * Makes a payment from the wallet: requests a quote, shows it to `confirm`, signs it and executes it. The wallet signs only
   * what `confirm` was shown. Before the request, the session store keeps the payment with a digest of its payload, amounts
   * and destination. What the store cannot record is not sent. {@link pending} returns the payment, also after a reload, until
   * you {@link dismiss} it.
   *
   * @example
   * ```ts
   * const paid = await wallet.pay({
   *   destination: { destinationType: "UMA_ADDRESS", umaAddress: "$bob@example.com" },
   *   lockedCurrencySide: "SENDING",
   *   lockedCurrencyAmount: 10_000_000, // 10 USDC
   *   confirm: (quote) => ask(quote),
   * });
   * if (paid) await wallet.dismiss(paid.id); // after the customer has seen the outcome
   * ```
   *
   * @returns the executed quote, or `undefined` if `confirm` did not resolve to `true`.
   * @throws {InvalidRequestError} when a parameter is invalid, the quote differs from it or cannot be signed, or it expired
   * before confirmation.
   * @throws {BadRequestError} when the service does not accept the two sides, the currencies or the sender's data.
   * @throws {SessionRequiredError} when nobody is signed in, or the session has ended.
   * @throws {ConflictError} when the quote expired before the service received it.
   * @throws {PaymentOpenError} when an equal payment is open. Finish or dismiss it with {@link pending}.
   * @throws {StoreUnavailableError} when the session store cannot record the payment. Nothing was sent.
   */
  async pay(params: PayParams, options?: WalletRequestOptions): Promise<Quote | undefined> {
    return this.call("wallet.pay", options, ({ actions, context }, call) =>
      actions.pay(context, call, params),
    );
  }

  /**
   * Returns the payments of {@link pay} that nobody has dismissed, with their outcomes. The response may have been lost, or the
   * page was closed. Each stays in the list, in all tabs. A payment that cannot be read now has its `error`.
   *
   * @throws {StoreUnavailableError} when the session store cannot be read.
   *
   * @example
   * ```ts
   * for (const payment of await wallet.pending()) {
   *   if (payment.outcome === "unknown" && (await ask(payment.quote))) await payment.finish();
   *   if (payment.outcome === "executed") await payment.dismiss(); // after the customer has seen it
   * }
   * ```
   * @see GET /quotes/{quoteId}
   */
  async pending(options?: WalletRequestOptions): Promise<PendingPayment[]> {
    return this.call("wallet.pending", options, ({ actions, context }, call) =>
      actions.pendingPayments(context, call),
    );
  }

  /**
   * Removes a payment from {@link pending}, in all tabs. Call it when the customer has seen the outcome. An open payment is given
   * up: the same payment can then be made again, and both may be executed.
   *
   * @example
   * ```ts
   * await wallet.dismiss(quote.id);
   * ```
   *
   * @throws {StoreUnavailableError} when the store may still have it.
   */
  async dismiss(quoteId: QuoteId, options?: WalletRequestOptions): Promise<void> {
    return this.call("wallet.dismiss", options, ({ actions, context }, call) =>
      actions.dismissPayment(context, call, quoteId),
    );
  }

  /**
   * Exports the wallet's recovery phrase. The service seals it to a new key pair. The wallet checks the issuer's signature
   * before it opens the phrase. **Warning**: whoever knows the phrase owns the wallet.
   *
   * @example
   * ```ts
   * const phrase = await wallet.exportMnemonic();
   * ```
   *
   * @returns the words, with the service's separators.
   * @throws {ConfigurationError} when production has neither `trustedIssuerKeys` nor `allowUnpinnedIssuer`.
   * @throws {SessionRequiredError} when nobody is signed in, or the session has ended.
   * @throws {SignatureVerificationError} when the issuer is not trusted or its signature is invalid. `outcome` is
   * `"executed"`.
   * @throws {MalformedBundleError} when the export cannot be read. `outcome` is `"executed"`.
   * @throws {DecryptionError} when the export cannot be opened. `outcome` is `"executed"`.
   * @see POST /internal-accounts/{id}/export
   */
  async exportMnemonic(options?: WalletRequestOptions): Promise<string> {
    return this.call("wallet.exportMnemonic", options, ({ actions, context }, call) =>
      actions.exportMnemonic(context, call),
    );
  }
}
