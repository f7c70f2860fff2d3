import { commonConfig } from "../config/client-options";
import type { PaymentsClient } from "../client";
import type { ApiError } from "../core/api-errors";
import { base64url } from "../core/base64";
import { totalTimeoutOf } from "../core/client-secrets";
import { HttpCore } from "../core/http-core";
import type { CoreConfig, Signer } from "../core/types";
import { sessionSchema } from "../models/auth";
import type { Session } from "../models/auth";
import type { Operation } from "../operations/operation";
import { Auth } from "../resources/auth";
import { declaredCall } from "../resources/declared-call";
import { ExternalAccounts, InternalAccounts } from "../resources/accounts";
import { Quotes } from "../resources/quotes";
import { Receivers } from "../resources/receivers";
import { Transactions } from "../resources/transactions";
import { statesOwner } from "./absence";
import type { WalletRelayOptions } from "./options";
import { relayAddress } from "./relay-address";
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

/** Reaches the service, and knows its time after the first response. */
export interface Connection {
  readonly api: WalletApi;
  readonly openSession: OpenSession;
  /** Fetches the challenge of a passkey registration. */
  readonly registrationChallenge: (call: WalletCall) => Promise<IssuedChallenge>;
  readonly serviceTime: (isCertain?: boolean) => number | undefined;
  /** How long a call may take, if it has no `totalTimeout` of its own. In milliseconds. */
  readonly totalTimeoutMs: number;
}

/** The connection of a wallet in a backend. */
export function direct(client: PaymentsClient): Connection {
  return {
    api: client,
    serviceTime: (isCertain) => client.serviceTime(isCertain),
    totalTimeoutMs: totalTimeoutOf(client),
    registrationChallenge: async () => ({ challenge: randomChallenge() }),
    openSession: (operation, { id, params, requestId }, { headers, signer, ...options }) => {
      const { method, path } = operation;
      return client.request<Session>(method, path, {
        ...options,
        // The name of the operation, as through a relay. That of a raw call is its address.
        signer: signer && { stamp: (payload) => signer.stamp(payload, operation.name) },
        path: { id },
        body: params,
        headers: { ...headers, "request-id": requestId },
        expect: { kind: "Session", fields: ["accountId", "expiresAt"] },
      });
    },
  };
}

/** The connection of a wallet in a page. */
export function relayed(options: WalletRelayOptions, onCallEnd: CoreConfig["onCallEnd"]): Connection {
  const isOwner = (error: ApiError) => statesOwner({ accountId: options.accountId, isRelayed: true }, error);
  let address: string | undefined;
  const core = new HttpCore({
    ...commonConfig(options),
    onCallEnd,
    isOwner,
    // Not before the first request: during server rendering, the page has no address yet.
    get baseUrl() {
      return (address ??= relayAddress(options.relay, globalThis.location?.href));
    },
  });
  return {
    api: {
      auth: new Auth(core),
      externalAccounts: new ExternalAccounts(core),
      internalAccounts: new InternalAccounts(core),
      quotes: new Quotes(core),
      receivers: new Receivers(core),
      transactions: new Transactions(core),
    },
    serviceTime: (isCertain) => core.clock.known(isCertain),
    totalTimeoutMs: core.config.totalTimeout,
    openSession: (operation, given, options) => {
      const headers = { "request-id": given.requestId };
      return core.request(declaredCall(operation, sessionSchema, { ...given, headers }), options);
    },
    registrationChallenge: (call) =>
      core.request<IssuedChallenge>(
        {
          operation: { name: "wallet.registrationChallenge", method: "POST" },
          path: "/registration-challenge",
          body: { accountId: options.accountId },
          response: { form: "object", fields: ["challenge"] },
        },
        call.request(),
      ),
  };
}

/** The usual number of random bytes in WebAuthn servers (WebAuthn Level 3, section 13.4.3: at least 16). */
function randomChallenge(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}
