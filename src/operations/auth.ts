import type {
  AuthMethod,
  CredentialCreateParams,
  CredentialListParams,
  CredentialVerifyParams,
  PasskeyAuthChallenge,
  Session,
  SessionListParams,
} from "../models/auth";
import { AUTH_METHOD, SAME_ID } from "./always";
import { text } from "../options/kinds";
import { idOf, optional, publicKey } from "./parameter-kinds";
import { filters, given, allRowsOf, nothing, group, one, operation } from "./operation";

/** The result of `auth.credentials.challenge` for a passkey. */
export const passkeyChallenge = /* @__PURE__ */ one<PasskeyAuthChallenge>(
  { kind: "AuthMethod", fields: ["challenge", "requestId"] },
  SAME_ID,
);

export const CREDENTIALS = group("auth.credentials", {
  create: operation("POST /auth/credentials", {
    // A wallet's first credential needs no signature.
    signed: { recovery: "find-created", mayActUnsigned: true },
    body: given<CredentialCreateParams>({ accountId: idOf("InternalAccount") }),
    result: one<AuthMethod>(AUTH_METHOD, { accountId: "accountId" }),
  }),
  list: operation("GET /auth/credentials", {
    query: filters<CredentialListParams>({ accountId: idOf("InternalAccount") }),
    result: allRowsOf<AuthMethod>(),
  }),
  challenge: operation("POST /auth/credentials/{id}/challenge", {
    id: "AuthMethod",
    body: given<{ clientPublicKey?: string | undefined }>({ clientPublicKey: optional(publicKey) }),
    isBodyOptional: true,
    result: one<AuthMethod>(AUTH_METHOD, SAME_ID),
  }),
  verify: operation("POST /auth/credentials/{id}/verify", {
    id: "AuthMethod",
    body: given<CredentialVerifyParams>({
      clientPublicKey: publicKey,
      otp: optional(text),
      oidcToken: optional(text),
    }),
    headers: { "Request-Id": null },
    result: one<Session>({ kind: "Session", fields: ["id", "accountId", "expiresAt"], mayAskToSign: true }),
  }),
  revoke: operation("DELETE /auth/credentials/{id}", {
    id: "AuthMethod",
    signed: { recovery: "ask-again" },
    result: nothing,
  }),
});

export const SESSIONS = group("auth.sessions", {
  list: operation("GET /auth/sessions", {
    query: filters<SessionListParams>({ accountId: idOf("InternalAccount") }),
    result: allRowsOf<Session>(),
  }),
  revoke: operation("DELETE /auth/sessions/{id}", {
    id: "Session",
    signed: { recovery: "ask-again" },
    result: nothing,
  }),
});

export const AUTH_GROUPS = [CREDENTIALS, SESSIONS];
