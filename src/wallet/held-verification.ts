import type { PaymentsClient } from "../client";
import type { HttpCore } from "../core/http-core";
import type { Signer } from "../core/types";
import type { AuthMethodType, PasskeyAssertion } from "../models/auth-method";
import { sessionSchema } from "../models/session";
import type { Session } from "../models/session";
import { verifyCredential } from "../operations/auth";
import { given } from "../operations/operation";
import type { Operation } from "../operations/operation";
import { declaredCall } from "../resources/declared-call";
import type { WalletRequestOptions } from "./wallet-call";

/** The newest forms of POST /auth/credentials/{id}/verify. They belong to the wallet alone. */
export interface HeldVerification {
  type: AuthMethodType;
  /** A one-time code, sealed with its session key. The session key signs the challenge. */
  encryptedOtpBundle?: string;
  /** The challenge has taken the public key. */
  assertion?: PasskeyAssertion;
}

/** Options of a verification. */
export interface HeldVerificationOptions extends WalletRequestOptions {
  /** The session key, for a sealed code. */
  signer?: Signer;
  /** The `requestId` of the challenge, for a passkey. */
  requestId?: string;
}

/** Verifies a credential in a newest form. */
export type VerifyHeld = (
  credentialId: string,
  params: HeldVerification,
  options: HeldVerificationOptions,
) => Promise<Session>;

/** The verification through a client. */
export function verifyByClient(client: PaymentsClient): VerifyHeld {
  return (id, body, { requestId, headers, ...options }) =>
    client.request<Session>("POST", "/auth/credentials/{id}/verify", {
      ...options,
      path: { id },
      body,
      headers: { ...headers, ...(requestId !== undefined && { "request-id": requestId }) },
      expect: { kind: "Session", fields: ["accountId", "expiresAt"] },
    });
}

/** The verification through a relay. */
export function verifyByRelay(core: HttpCore): VerifyHeld {
  const operation: Operation<HeldVerification, Session> = {
    ...verifyCredential,
    signed: { recovery: "none", mayActUnsigned: true },
    body: given<HeldVerification>(),
  };
  return (id, params, { requestId, ...options }) => {
    const headers = { "request-id": requestId };
    return core.request(declaredCall(operation, sessionSchema, { id, params, headers }), options);
  };
}
