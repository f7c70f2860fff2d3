import type { IncomingTransaction } from "../../../models/transaction";
import type { SimulatorEnvironment, SimulatorToken } from "./tokens";

/** Options of a {@link Simulator}. All have defaults. */
export interface SimulatorOptions {
  /** `"sandbox"` accepts the magic values only, `"production"` checks signatures, passkeys, codes and tokens. Default `"sandbox"`. */
  environment?: SimulatorEnvironment | undefined;
  /** Decides every identifier, code and key: the same seed repeats a run. Default `"payments-simulator"`. */
  seed?: string | number | undefined;
  /** The time at which the clock stands until `clock.advance` moves it. Default: the clock follows the real time. */
  now?: Date | string | number | undefined;
  /** The wait before every response, in real time: milliseconds, or a string such as `"2s"`. Default 0. */
  latency?: number | string | undefined;
  /** The base address, with the version segment. Default `https://api.payments.test/2025-10-13`. */
  baseUrl?: string | undefined;
  /**
   * The API tokens that exist at the start. `clientOptions()` uses the first one of the simulator's environment.
   * `POST /tokens` adds more. Default: one from the seed.
   */
  tokens?: readonly SimulatorToken[] | undefined;
  /** How much of the past the simulator keeps. */
  keep?: SimulatorKeep | undefined;
  /** The platform: its id, currencies and UMA domain. */
  platform?: SimulatorPlatformOptions | undefined;
  /** New customers. */
  customers?: SimulatorCustomerOptions | undefined;
  /** Quotes, their fees, and exchange rates. */
  quotes?: SimulatorQuoteOptions | undefined;
  /** How long payments take. */
  delays?: SimulatorDelays | undefined;
  /** Who approves incoming UMA payments. */
  approval?: SimulatorApprovalOptions | undefined;
  /** Embedded wallets: sessions, passkeys and identity tokens. */
  wallet?: SimulatorWalletOptions | undefined;
  /** How the simulator delivers its events to your endpoint. */
  webhooks?: SimulatorWebhookOptions | undefined;
  /** Limits, idempotency keys and the request log. */
  requests?: SimulatorRequestOptions | undefined;
}

/** The platform: the business that calls the API. */
export interface SimulatorPlatformOptions {
  /** The platform's own id, the `customerId` of transactions without a customer. Default: from the seed. */
  id?: string | undefined;
  /** The currencies of the platform's internal accounts. Default USD, EUR, GBP, BRL, MXN, BTC, USDC. */
  currencies?: readonly string[] | undefined;
  /** The domain of generated UMA addresses and of the sandbox's magic addresses. Default `sandbox.payments.test`. */
  umaDomain?: string | undefined;
}

/** New customers. */
export interface SimulatorCustomerOptions {
  /** Sets of currencies that one customer cannot combine: 400 with `details`. Default: none. */
  incompatibleCurrencies?: readonly (readonly string[])[] | undefined;
  /** Currencies for which a customer needs a region. Default: none. */
  regionRequired?: readonly string[] | undefined;
  /**
   * KYC and KYB look at data, documents, owners and their shares. Without it, the sandbox asks for a few fields, and the last three
   * digits decide. Default: `true` in production, `false` in sandbox.
   */
  fullVerification?: boolean | undefined;
  /** Only customers whose KYC or KYB is APPROVED pay and receive: others get 403 USER_NOT_READY. Default `false`. */
  approvedOnly?: boolean | undefined;
}

/** What the service charges on a quote. Fees are part of `totalSendingAmount`. */
export interface SimulatorFees {
  /** A fixed fee, in the smallest unit of the sending currency. Default 0. */
  fixed?: number | undefined;
  /** A share of the sending amount, from 0 to 0.99999999. Default 0.005. */
  rate?: number | undefined;
}

/** Quotes and exchange rates. */
export interface SimulatorQuoteOptions {
  /** What quotes cost. Default: 0.5 %. */
  fees?: SimulatorFees | undefined;
  /** How long you can execute a quote: milliseconds, or a string such as `"90s"`. Default 5 min. */
  lifetime?: number | string | undefined;
  /** The names that a receiver lookup asks for. `senderCustomerInfo` must then contain them. Default: none. */
  requiredPayerDataFields?: readonly string[] | undefined;
  /** The destination countries, ISO 3166-1 alpha-2, for which a quote needs `purposeOfPayment`. Default: none. */
  purposeRequiredCountries?: readonly string[] | undefined;
}

/** How long payments take: milliseconds, or a string such as `"30s"`. */
export interface SimulatorDelays {
  /** From the execution of a quote until it completes, unless the sandbox's magic values say otherwise. Default 0. */
  payout?: number | string | undefined;
}

/** Who approves an incoming UMA payment. */
export interface SimulatorApprovalOptions {
  /**
   * Who approves: the service (`"automatic"`), you with `approve` or `reject` (`"manual"`), or your endpoint (`"webhook"`). Its
   * response to INCOMING_PAYMENT.PENDING decides: 403 rejects, 202 leaves it to you, and another 2xx approves. 422 fails the
   * payment with MISSING_MANDATORY_PAYEE_DATA, other responses with PAYMENT_APPROVAL_WEBHOOK_ERROR.
   * Default: `"webhook"` with an endpoint, `"automatic"` without.
   */
  mode?: "automatic" | "manual" | "webhook" | undefined;
  /**
   * Decides instead of `mode`: `true` approves, `false` rejects. An error fails the payment with
   * PAYMENT_APPROVAL_WEBHOOK_ERROR, a late decision with PAYMENT_APPROVAL_TIMED_OUT. Until a promise settles, the
   * payment is PENDING. Default: none.
   */
  decide?: ((transaction: IncomingTransaction) => boolean | Promise<boolean>) | undefined;
  /**
   * How long a payment waits, before it fails with PAYMENT_APPROVAL_TIMED_OUT. Milliseconds,
   * or a string such as `"30s"`. Default: 5 s for `decide` and the endpoint, no limit with the mode `"manual"`.
   */
  timeout?: number | string | undefined;
}

/** Bytes with a buffer of their own. TypeScript knows `Uint8Array<ArrayBuffer>` from 5.7 on only. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** What a passkey is checked against: the challenge and the site that it was used for. */
interface WebAuthnExpectation {
  expectedChallenge: string;
  expectedOrigin: string[];
  expectedRPID: string;
  requireUserVerification: boolean;
}

/** What the check of a passkey gets from the browser (WebAuthn, section 5.8.1): all of it in base64url. */
interface WebAuthnResponse<Response> {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: Record<string, never>;
  response: Response;
}

/**
 * What checks passkeys: the two functions of `@simplewebauthn/server` (14 or later) that the simulator calls. The package itself fits.
 *
 * @example
 * ```ts
 * import * as verifier from "@simplewebauthn/server";
 * import { Simulator } from "payments-sdk/simulator";
 *
 * const simulator = new Simulator({ environment: "production", wallet: { webAuthn: { verifier } } });
 * ```
 */
export interface WebAuthnVerifier {
  /** Checks a registration (WebAuthn, section 7.1). */
  verifyRegistrationResponse(
    options: WebAuthnExpectation & {
      response: WebAuthnResponse<{ clientDataJSON: string; attestationObject: string }>;
    },
  ): Promise<{
    verified: boolean;
    registrationInfo?: { credential: { id: string; publicKey: Bytes; counter: number } } | undefined;
  }>;
  /** Checks an assertion (WebAuthn, section 7.2). */
  verifyAuthenticationResponse(
    options: WebAuthnExpectation & {
      expectedTopOrigin: string[];
      response: WebAuthnResponse<{
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string;
      }>;
      credential: { id: string; publicKey: Bytes; counter: number };
    },
  ): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>;
}

/** The site that passkeys belong to, and the package that checks them. Used in production only. */
export interface SimulatorWebAuthn {
  /** The package `@simplewebauthn/server`: without it, a passkey gets a 500. Default: none. */
  verifier?: WebAuthnVerifier | undefined;
  /** The relying party's id: a domain (WebAuthn, section 5.1.2). Default `"localhost"`. */
  rpId?: string | undefined;
  /** The accepted origins, such as `https://wallet.example`. Default: every origin with the host `rpId` or a subdomain of it. */
  origins?: readonly string[] | undefined;
  /** Other origins that may frame the wallet's page, such as `https://shop.example`. Default: none. */
  topOrigins?: readonly string[] | undefined;
}

/** The claims of an OIDC token (OpenID Connect Core, section 2). */
export interface OidcClaims {
  /** The issuer. */
  iss: string;
  /** The owner's id at the issuer. */
  sub: string;
  /** The time of issue, in seconds since 1970-01-01 UTC. */
  iat: number;
  /** The owner's e-mail address, which becomes the nickname of the credential. */
  email?: string | undefined;
  /** The claim that binds the token to a held session key. */
  nonce?: string | undefined;
}

/**
 * Checks the signature of an OIDC token and returns its claims. Throws when the token is not genuine. The simulator
 * checks the issuer and the age.
 */
export type OidcTokenVerifier = (token: string) => OidcClaims | Promise<OidcClaims>;

/** Embedded wallets. */
export interface SimulatorWalletOptions {
  /**
   * The `encryptedSessionSigningKey` in sandbox: a bundle that the client key opens, or a fixed string that nothing
   * opens (`"opaque"`). Default `"sealed"`.
   */
  sessionKey?: "sealed" | "opaque" | undefined;
  /**
   * Accounts as at the newest service. Each starts with an EMAIL_OTP credential for the customer's address, and may have
   * several passkeys. Lists show the `credentialId` of a passkey, and every sign-in challenge is text. Default `false`.
   */
  newestAccounts?: boolean | undefined;
  /** How long a session lives: milliseconds, or a string such as `"15m"`. Default 15 min. */
  sessionLifetime?: number | string | undefined;
  /** The recognized OIDC issuers. Default: the simulator's own, Google and Apple. */
  oidcIssuers?: readonly string[] | undefined;
  /** Checks the signature of an OIDC token in production. Default: a check with the keys of the simulator's identity provider. */
  verifyOidcToken?: OidcTokenVerifier | undefined;
  /** The site that passkeys belong to. */
  webAuthn?: SimulatorWebAuthn | undefined;
}

/** How the simulator delivers its events to your endpoint. */
export interface SimulatorWebhookOptions {
  /**
   * Your endpoint, an http or https address. The simulator posts every event to it, signed in `X-Service-Signature`.
   * `simulator.webhooks.url` changes it. Default: none.
   */
  url?: string | undefined;
  /** Sends the deliveries. Default: the global `fetch`. */
  fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * The waits before the second and later attempts, each from the start of the attempt before, on the simulator's clock:
   * milliseconds, or strings such as `"30s"`. An empty array delivers once.
   * Default 5 s, 30 s, 2 min, 10 min, then 30 min for 7 days.
   */
  retries?: readonly (number | string)[] | undefined;
  /** How long the endpoint has to respond, in real time: milliseconds, or a string such as `"10s"`. Default 10 s. */
  timeout?: number | string | undefined;
}

/** How the simulator reads, repeats and logs requests. */
export interface SimulatorRequestOptions {
  /** The response to a used idempotency key with another body: the first response (`"replay"`), or 409 (`"reject"`). Default `"replay"`. */
  idempotencyMismatch?: "replay" | "reject" | undefined;
  /** A 4xx response under an idempotency key: the next call gets it again (`"stored"`), or acts (`"forgotten"`). A 401 is never stored. Default `"stored"`. */
  keyedRefusals?: "stored" | "forgotten" | undefined;
  /**
   * What happens to unknown body fields and query parameters: `"ignore"`, `"report"` or `"reject"`. `"report"` lists them in the request log and warns.
   * `"reject"` responds with 400 and names the nearest known field. The `businessInfo` of an individual is unknown, too. Default `"ignore"`.
   */
  unknownFields?: "ignore" | "report" | "reject" | undefined;
  /** Further kinds of external accounts, such as `"MOON_ACCOUNT"`. They are stored as sent, in any currency. Default: none. */
  accountKinds?: readonly string[] | undefined;
  /** Refuses account numbers with wrong check digits, such as those of an IBAN. Default: `true` in production, `false` in sandbox. */
  checkDigits?: boolean | undefined;
  /** `POST /transfer-out` without `amount`: 400, or a transfer of the `"whole-balance"`. Default `"rejected"`. */
  missingAmount?: "rejected" | "whole-balance" | undefined;
  /** The refusal of a payment that is larger than the balance: 400 `"amount-out-of-range"`, or 409 `"insufficient-balance"`. Default `"amount-out-of-range"`. */
  missingMoney?: "amount-out-of-range" | "insufficient-balance" | undefined;
  /** Show secrets in the request log: Authorization, signatures, one-time codes, tokens. Default `false`. */
  logSecrets?: boolean | undefined;
}

/** How much of the past the simulator keeps. `Infinity` keeps everything. Resources and balances are always kept. */
export interface SimulatorKeep {
  /**
   * The newest requests, events, deliveries, e-mails and ledger entries, of each. At times up to a quarter more. Requests with long
   * lists go earlier: the log of requests holds at most 1,000,000 values, unless it keeps everything.
   * `totals()` counts forgotten ledger entries, too. Default 10,000.
   */
  log?: number | undefined;
  /**
   * Stored responses of calls with an `Idempotency-Key`. If a response is forgotten, its repeated call acts again.
   * Default 100,000.
   */
  responses?: number | undefined;
  /** Signed requests, passkey challenges, receiver lookups and used client keys, of each. Default 10,000. */
  challenges?: number | undefined;
}
