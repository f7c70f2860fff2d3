import type {
  AuthMethod,
  CredentialCreateParams,
  CredentialListParams,
  CredentialVerifyParams,
  PasskeyAuthChallenge,
} from "../models/auth-method";
import type { Session, SessionListParams } from "../models/session";
import { AUTH_METHOD } from "./always";
import { text } from "../options/kinds";
import { idOf, optional, publicKey } from "./parameter-kinds";
import { filters, given, allRowsOf, nothing, one, operation } from "./operation";

export const createCredential = operation("auth.credentials.create", "POST /auth/credentials", {
  // A wallet's first credential needs no signature.
  signed: { recovery: "find-created", mayActUnsigned: true },
  body: given<CredentialCreateParams>({ accountId: idOf("InternalAccount") }),
  result: one<AuthMethod>(AUTH_METHOD, { accountId: "accountId" }),
});

export const listCredentials = operation("auth.credentials.list", "GET /auth/credentials", {
  query: filters<CredentialListParams>({ accountId: idOf("InternalAccount") }),
  result: allRowsOf<AuthMethod>(),
});

export const challengeCredential = operation(
  "auth.credentials.challenge",
  "POST /auth/credentials/{id}/challenge",
  {
    id: "AuthMethod",
    body: given<{ clientPublicKey?: string | undefined }>({ clientPublicKey: optional(publicKey) }),
    isBodyOptional: true,
    result: one<AuthMethod>(AUTH_METHOD, { id: "{id}" }),
  },
);

/** The result of `auth.credentials.challenge` for a passkey. */
export const passkeyChallenge = /* @__PURE__ */ one<PasskeyAuthChallenge>(
  { kind: "AuthMethod", fields: ["challenge", "requestId"] },
  { id: "{id}" },
);

export const verifyCredential = operation("auth.credentials.verify", "POST /auth/credentials/{id}/verify", {
  id: "AuthMethod",
  body: given<CredentialVerifyParams>({
    clientPublicKey: publicKey,
    otp: optional(text),
    oidcToken: optional(text),
  }),
  headers: { "Request-Id": null },
  result: one<Session>({ kind: "Session", fields: ["id", "accountId", "expiresAt"] }),
});

export const revokeCredential = operation("auth.credentials.revoke", "DELETE /auth/credentials/{id}", {
  id: "AuthMethod",
  signed: { recovery: "ask-again" },
  result: nothing,
});

export const listSessions = operation("auth.sessions.list", "GET /auth/sessions", {
  query: filters<SessionListParams>({ accountId: idOf("InternalAccount") }),
  result: allRowsOf<Session>(),
});

export const revokeSession = operation("auth.sessions.revoke", "DELETE /auth/sessions/{id}", {
  id: "Session",
  signed: { recovery: "ask-again" },
  result: nothing,
});

/** Every operation of this file. */
export const AUTH = [
  createCredential,
  listCredentials,
  challengeCredential,
  verifyCredential,
  revokeCredential,
  listSessions,
  revokeSession,
] as const;
