import type { PaymentsClient } from "../client";
import type { RequestOptions, Signer } from "../core/types";
import type { Authorization, SessionSource } from "./authorization";
import type { PasskeyCeremony } from "./passkey-ceremony";
import type { WalletEnvironment } from "./sandbox";
import type { ServiceClock } from "./service-clock";
import type { SessionKeeper } from "./session-keeper";

/** The part of the client that a wallet uses. Through a relay the same methods are called, without the API's credentials. */
export type WalletApi = Pick<PaymentsClient, "auth" | "internalAccounts" | "quotes">;

/** Options of a wallet's calls. Deadlines and retries hold for each request that a call makes. */
export type WalletRequestOptions = Omit<RequestOptions, "idempotencyKey" | "signer">;

/** For whom passkeys are made. */
export interface RelyingParty {
  /** A domain: the page's own or a parent of it. Default: the page's own. */
  id?: string | undefined;
  /** Shown in the browser's dialog. Default: the page's host name. */
  name?: string | undefined;
}

/** What the parts of a wallet share. */
export interface WalletContext {
  readonly accountId: string;
  readonly environment: WalletEnvironment;
  readonly api: WalletApi;
  readonly keeper: SessionKeeper;
  readonly authorization: Authorization;
  readonly relyingParty: RelyingParty;
  readonly clock: ServiceClock;
  /** @throws InvalidRequestError when an OpenID token is too old to be taken */
  readonly requireFreshToken: (token: string, operation: string) => void;
  /** @throws ConfigurationError when the wallet was given none */
  readonly passkeys: () => PasskeyCeremony;
  /** @throws ConfigurationError when the wallet was given no source of challenges */
  readonly registrationChallenge: () => string | Promise<string>;
}

/** A signer that asks for the session only when there is something to sign: a first credential needs none. */
export function signerOf(session: SessionSource): Signer {
  return { stamp: async (payload, operation) => (await session()).stamp(payload, operation) };
}
