import type { PaymentsClient } from "../client";
import type { CoreConfig, Signer } from "../core/types";
import type { Session } from "../models/auth";
import type { Operation } from "../operations/operation";
import type { WalletExportOptions } from "./crypto";
import type { WalletBaseOptions } from "./options";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { ServiceClock } from "./service-clock";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";

/** The client methods that a wallet uses. Calls through a relay use the same methods, without API credentials. */
export type WalletApi = Pick<
  PaymentsClient,
  "auth" | "externalAccounts" | "internalAccounts" | "quotes" | "receivers" | "transactions"
>;

/** A challenge of a passkey registration. */
export interface IssuedChallenge {
  /** In base64url. */
  readonly challenge: string;
  /** How long it counts, in milliseconds, if the issuer says it. */
  readonly lifetimeMs?: number | undefined;
}

/** Opens a session by an operation of the newest sign-in, which the client has no method for. */
export type OpenSession = <Params>(
  operation: Operation<Params, Session>,
  /** `requestId`: that of the challenge, for a passkey. */
  given: { readonly id: string; readonly params: Params; readonly requestId?: string | undefined },
  options: WalletRequestOptions & { signer?: Signer },
) => Promise<Session>;

/** Options of a wallet that have a default. */
type Defaulted =
  | "accountId"
  | "allowUnrecordedPayments"
  | "environment"
  | "executeSignature"
  | "relyingParty"
  | "sessionKeys"
  | "store";

/** The checked options that the parts of a wallet share, with defaults. */
export interface WalletSettings
  extends
    Readonly<Required<{ [Name in Defaulted]: NonNullable<WalletBaseOptions[Name]> }>>,
    Readonly<Pick<WalletBaseOptions, "checkPayload" | "codeIssuerKeys" | "onSessionRequired">> {
  readonly api: WalletApi;
  /** Whether calls go through a relay. The relay adds the customer. */
  readonly isRelayed: boolean;
  /** The owner of the wallet, if the options name one. */
  readonly customerId: string | undefined;
  /** Whether the store may have sessions of an earlier visit. */
  readonly hasStore: boolean;
  /** How long before its end a session counts as expiring. */
  readonly expiryNoticeMs: number;
  /** How long after the sign-in the wallet refreshes automatically. */
  readonly autoRefreshMs: number;
  readonly exportOptions: WalletExportOptions;
  readonly openSession: OpenSession;
  readonly clock: ServiceClock;
  readonly log: CoreConfig["log"];
  /**
   * Checks the age of an OpenID token.
   *
   * @throws {InvalidRequestError} when it is too old for the service
   */
  readonly requireFreshToken: (token: string, operation: string) => void;
  /**
   * The passkey ceremony from the options.
   *
   * @throws {ConfigurationError} when the wallet has none
   */
  readonly passkeys: () => PasskeyCeremony;
  /** Fetches the challenge of a passkey registration. */
  readonly registrationChallenge: (call: WalletCall) => Promise<IssuedChallenge>;
}
