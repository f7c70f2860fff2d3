import type {
  BoundPasskeyVerifyParams,
  CredentialVerifyParams,
  SealedCodeVerifyParams,
  Session,
  SessionRefreshParams,
} from "../models/auth";
import { CREDENTIALS } from "./auth";
import { publicKey } from "./parameter-kinds";
import { given, group, one, operation } from "./operation";
import type { Operation } from "./operation";

/*
 * The operations of the newest sign-in. The client has no methods for them, so the root entry does not load them.
 */

type VerifyParams = CredentialVerifyParams | SealedCodeVerifyParams | BoundPasskeyVerifyParams;

/** In its newest form, a sealed code needs the signature of the new session key. */
export const verifyCredentialNewest: Operation<
  VerifyParams,
  Session,
  "auth.credentials.verify",
  "POST /auth/credentials/{id}/verify"
> = {
  ...CREDENTIALS.verify,
  signed: { recovery: "none", mayActUnsigned: true },
  body: given<VerifyParams>(),
};

export const NEWEST_SESSIONS = group("auth.sessions", {
  refresh: operation("POST /auth/sessions/{id}/refresh", {
    id: "Session",
    signed: { recovery: "none" },
    body: given<SessionRefreshParams>({ clientPublicKey: publicKey }),
    since: "August 2026",
    result: one<Session>({ kind: "Session", fields: ["id", "accountId", "expiresAt"] }),
  }),
});

/** The newest form of operations, and those that only the newest service has. */
export const NEWEST = [verifyCredentialNewest, NEWEST_SESSIONS.refresh] as const;
