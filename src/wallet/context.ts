import type { PaymentsClient } from "../client";
import type { CoreConfig, Signer } from "../core/types";
import type { Authorization } from "./authorization";
import type { WalletExportOptions } from "./crypto";
import type { CodeTargets } from "./code-targets";
import type { OpenSession } from "./newest-calls";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { PasskeyRecords } from "./passkey-records";
import type { PayloadGuard } from "./payload-check";
import type { PaymentLog } from "./payment-log";
import type { PaymentWatch } from "./payment-watch";
import type { WalletEnvironment } from "./sandbox";
import type { ServiceClock } from "./service-clock";
import type { SessionManager } from "./session-manager";
import type { WalletCall } from "./wallet-call";

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

/** The relying party of the passkeys. */
export interface RelyingParty {
  /** A domain: the page's own, or a parent domain. Default: the page's own. */
  id?: string | undefined;
  /** A name for the browser's dialog. Default: the page's host name. */
  name?: string | undefined;
}

/** The checked options that the parts of a wallet share, with defaults. */
export interface WalletSettings {
  readonly accountId: string;
  readonly environment: WalletEnvironment;
  readonly api: WalletApi;
  /** Whether calls go through a relay. The relay adds the customer. */
  readonly isRelayed: boolean;
  /** The owner of the wallet, if the options name one. */
  readonly customerId: string | undefined;
  readonly executeSignature: "stamp" | "der";
  readonly exportOptions: WalletExportOptions;
  readonly sessionKeys: "held" | "sealed";
  readonly codeIssuerKeys: readonly string[] | undefined;
  /** Makes the calls of the newest sign-in. */
  readonly openSession: OpenSession;
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
   * The passkey ceremony from the options.
   *
   * @throws {ConfigurationError} when the wallet has none
   */
  readonly passkeys: () => PasskeyCeremony;
  /** Fetches the challenge of a passkey registration. */
  readonly registrationChallenge: (call: WalletCall) => Promise<IssuedChallenge>;
}

/** The state that the parts of a wallet share. */
export interface WalletContext extends WalletSettings {
  readonly sessionManager: SessionManager;
  readonly payments: PaymentLog;
  readonly watch: PaymentWatch;
  readonly passkeyRecords: PasskeyRecords;
  readonly codeTargets: CodeTargets;
  readonly payloads: PayloadGuard;
  readonly authorization: Authorization;
}

/** A signer that asks for the session only when something must be signed. A first credential needs no signature. */
export function signerOf(
  { payloads }: Pick<WalletContext, "payloads">,
  call: WalletCall,
  session: () => Promise<Signer>,
): Signer {
  return {
    stamp: async (payload, operation) => {
      const signing = await session();
      await payloads.require(call, payload, { operation: operation ?? "" });
      return signing.stamp(payload, operation);
    },
  };
}
