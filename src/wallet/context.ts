import type { PaymentsClient } from "../client";
import type { CoreConfig, Signer } from "../core/types";
import type { Authorization, SessionSource } from "./authorization";
import type { WalletExportOptions } from "./crypto";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { PaymentLog } from "./payment-log";
import type { WalletEnvironment } from "./sandbox";
import type { ServiceClock } from "./service-clock";
import type { SessionManager } from "./session-manager";
import type { WalletCall } from "./wallet-call";

/** The part of the client that a wallet uses. Through a relay the same methods are called, without the API's credentials. */
export type WalletApi = Pick<
  PaymentsClient,
  "auth" | "externalAccounts" | "internalAccounts" | "quotes" | "receivers" | "transactions"
>;

/** For whom passkeys are made. */
export interface RelyingParty {
  /** A domain: the page's own or a parent of it. Default: the page's own. */
  id?: string | undefined;
  /** Shown in the browser's dialog. Default: the page's host name. */
  name?: string | undefined;
}

/** The options of a wallet that all its parts share, checked, with their defaults. */
export interface WalletSettings {
  readonly accountId: string;
  readonly environment: WalletEnvironment;
  readonly api: WalletApi;
  /** Whether calls go through a relay, which adds the customer by itself. */
  readonly isRelayed: boolean;
  /** The owner of the wallet, where the wallet was told. */
  readonly customerId: string | undefined;
  readonly executeSignature: "stamp" | "der";
  readonly exportOptions: WalletExportOptions;
  readonly relyingParty: RelyingParty;
  readonly clock: ServiceClock;
  readonly log: CoreConfig["log"];
  /**
   * Checks the age of an OpenID token.
   *
   * @throws {InvalidRequestError} when it is too old for the service
   */
  readonly requireFreshToken: (token: string, operation: string) => void;
  /**
   * The passkeys that the wallet was given.
   *
   * @throws {ConfigurationError} when the wallet was given none
   */
  readonly passkeys: () => PasskeyCeremony;
  /** Fetches the challenge of a passkey registration. */
  readonly registrationChallenge: (call: WalletCall) => Promise<string>;
}

/** What the parts of a wallet share. */
export interface WalletContext extends WalletSettings {
  readonly sessionManager: SessionManager;
  readonly payments: PaymentLog;
  readonly authorization: Authorization;
}

/** A signer that asks for the session only when there is something to sign: a first credential needs none. */
export function signerOf(session: SessionSource): Signer {
  return { stamp: async (payload, operation) => (await session()).stamp(payload, operation) };
}
