import type { PaymentsClient } from "../client";
import type { HttpCore } from "../core/http-core";
import type { Signer } from "../core/types";
import { sessionSchema } from "../models/auth";
import type { Session } from "../models/auth";
import { splitHttp } from "../operations/operation";
import type { Operation } from "../operations/operation";
import { declaredCall } from "../resources/declared-call";
import type { WalletRequestOptions } from "./wallet-call";

/** The arguments of a newest operation. */
export interface NewestArguments<Params> {
  readonly id: string;
  readonly params: Params;
  /** The `requestId` of the challenge, for a passkey. */
  readonly requestId?: string | undefined;
}

/** Options of a newest operation. */
export interface NewestOptions extends WalletRequestOptions {
  signer?: Signer;
}

/** Opens a session by an operation that the client has no method for. */
export type OpenSession = <Params>(
  operation: Operation<Params, Session>,
  given: NewestArguments<Params>,
  options: NewestOptions,
) => Promise<Session>;

/** Opens sessions through a client. */
export function openByClient(client: PaymentsClient): OpenSession {
  return (operation, { id, params, requestId }, { headers, ...options }) => {
    const { method, template } = splitHttp(operation);
    return client.request<Session>(method, template, {
      ...options,
      path: { id },
      body: params,
      headers: { ...headers, ...(requestId !== undefined && { "request-id": requestId }) },
      expect: { kind: "Session", fields: ["accountId", "expiresAt"] },
    });
  };
}

/** Opens sessions through a relay. */
export function openByRelay(core: HttpCore): OpenSession {
  return (operation, { requestId, ...given }, options) =>
    core.request(
      declaredCall(operation, sessionSchema, { ...given, headers: { "request-id": requestId } }),
      options,
    );
}
