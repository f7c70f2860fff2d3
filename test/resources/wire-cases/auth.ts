import { idOf, sample } from "../wire";
import type { WireCase } from "../wire";

const credential = idOf("AuthMethod");
const session = idOf("Session");
const clientPublicKey = `04${"AB".repeat(64)}`;

const credentials = sample("AuthMethodList")["data"] as unknown[];
const credentialFields = ["accountId", "createdAt", "id", "nickname", "type", "updatedAt"];
const sessionFields = [...credentialFields, "expiresAt"];
const challenge = { payloadToSign: "{}", requestId: "r-1", expiresAt: "2026-04-27T12:05:00Z" };
const assertion = { credentialId: "a", clientDataJson: "b", authenticatorData: "c", signature: "d" };
const attestation = {
  credentialId: "a",
  clientDataJson: "b",
  attestationObject: "c",
  transports: ["usb" as const],
};
const passkey = {
  type: "PASSKEY",
  accountId: "InternalAccount:1",
  nickname: "Phone",
  challenge: "registration",
  attestation,
} as const;

/** What the documents say of these operations: see `witness.ts`. */
export const authTable = `
auth.credentials.create             POST   /auth/credentials                                signed  201 202 400 401 404 500
auth.credentials.list               GET    /auth/credentials                                -       200 400 401 500
auth.credentials.challenge          POST   /auth/credentials/{id}/challenge                 -       200 400 401 404 429 500
auth.credentials.verify             POST   /auth/credentials/{id}/verify                    -       200 202 400 401 404 429 500
auth.credentials.revoke             DELETE /auth/credentials/{id}                           signed  202 204 400 401 404 500
auth.sessions.list                  GET    /auth/sessions                                   -       200 400 401 500
auth.sessions.revoke                DELETE /auth/sessions/{id}                              signed  202 204 400 401 404 500
`;

export const authCases: readonly WireCase[] = [
  {
    name: "auth.credentials.create",
    title: "the first one, a one-time password",
    call: (payments) =>
      payments.auth.credentials.create({ type: "EMAIL_OTP", accountId: "InternalAccount:1" }),
    request: "POST /auth/credentials",
    body: { type: "EMAIL_OTP", accountId: "InternalAccount:1" },
    status: 201,
    response: credentials[0],
    missing: credentialFields,
  },
  {
    name: "auth.credentials.create",
    title: "a passkey with a signature",
    call: (payments) =>
      payments.auth.credentials.create(passkey, {
        headers: { "Service-Wallet-Signature": "stamp", "Request-Id": "r-1" },
      }),
    request: "POST /auth/credentials",
    body: passkey,
    headers: { "service-wallet-signature": "stamp", "request-id": "r-1" },
    status: 201,
    response: credentials[0],
    missing: credentialFields,
  },
  {
    name: "auth.credentials.create",
    title: "the challenge for a further one",
    call: (payments) =>
      payments.auth.credentials.create({ type: "OAUTH", accountId: "InternalAccount:1", oidcToken: "a.b.c" }),
    request: "POST /auth/credentials",
    body: { type: "OAUTH", accountId: "InternalAccount:1", oidcToken: "a.b.c" },
    status: 202,
    response: challenge,
    missing: [],
  },
  {
    name: "auth.credentials.list",
    call: (payments) => payments.auth.credentials.list({ accountId: "InternalAccount:1" }),
    request: "GET /auth/credentials?accountId=InternalAccount%3A1",
    response: { data: credentials },
    result: { data: credentials, hasMore: false },
    missing: credentialFields,
  },
  {
    name: "auth.credentials.challenge",
    title: "for a passkey",
    call: (payments) => payments.auth.credentials.challenge(credential.id, { clientPublicKey }),
    request: `POST /auth/credentials/${credential.encoded}/challenge`,
    body: { clientPublicKey },
    response: sample("PasskeyAuthChallenge", { id: credential.id }),
    missing: ["challenge", "requestId"],
  },
  {
    name: "auth.credentials.challenge",
    title: "for a one-time password",
    call: (payments) => payments.auth.credentials.challenge(credential.id),
    request: `POST /auth/credentials/${credential.encoded}/challenge`,
    response: { ...Object(credentials[0]), type: "EMAIL_OTP", id: credential.id },
    missing: credentialFields,
  },
  {
    name: "auth.credentials.challenge",
    title: "for a one-time password, with empty parameters",
    call: (payments) => payments.auth.credentials.challenge(credential.id, {}),
    request: `POST /auth/credentials/${credential.encoded}/challenge`,
    response: { ...Object(credentials[0]), type: "EMAIL_OTP", id: credential.id },
    missing: credentialFields,
  },
  {
    name: "auth.credentials.verify",
    title: "a passkey",
    call: (payments) =>
      payments.auth.credentials.verify(
        credential.id,
        { type: "PASSKEY", assertion, clientPublicKey },
        { requestId: "r-1" },
      ),
    request: `POST /auth/credentials/${credential.encoded}/verify`,
    body: { type: "PASSKEY", assertion, clientPublicKey },
    headers: { "request-id": "r-1" },
    response: sample("Session"),
    missing: sessionFields,
  },
  {
    name: "auth.credentials.verify",
    title: "a one-time password",
    call: (payments) =>
      payments.auth.credentials.verify(credential.id, { type: "EMAIL_OTP", otp: "000000", clientPublicKey }),
    request: `POST /auth/credentials/${credential.encoded}/verify`,
    body: { type: "EMAIL_OTP", otp: "000000", clientPublicKey },
    response: sample("Session"),
    missing: sessionFields,
  },
  {
    name: "auth.credentials.verify",
    title: "a one-time password, which has no use for a request id",
    call: (payments) =>
      payments.auth.credentials.verify(
        credential.id,
        { type: "EMAIL_OTP", otp: "000000", clientPublicKey },
        { requestId: "r-1" },
      ),
    request: `POST /auth/credentials/${credential.encoded}/verify`,
    body: { type: "EMAIL_OTP", otp: "000000", clientPublicKey },
    response: sample("Session"),
    missing: sessionFields,
  },
  {
    name: "auth.credentials.verify",
    title: "an identity token",
    call: (payments) =>
      payments.auth.credentials.verify(credential.id, { type: "OAUTH", oidcToken: "a.b.c", clientPublicKey }),
    request: `POST /auth/credentials/${credential.encoded}/verify`,
    body: { type: "OAUTH", oidcToken: "a.b.c", clientPublicKey },
    response: sample("Session"),
    missing: sessionFields,
  },
  {
    name: "auth.credentials.revoke",
    title: "the challenge",
    call: (payments) => payments.auth.credentials.revoke(credential.id),
    request: `DELETE /auth/credentials/${credential.encoded}`,
    status: 202,
    response: challenge,
    missing: [],
  },
  {
    name: "auth.credentials.revoke",
    title: "the signed request",
    call: (payments) =>
      payments.auth.credentials.revoke(credential.id, {
        headers: { "Service-Wallet-Signature": "stamp", "Request-Id": "r-1" },
      }),
    request: `DELETE /auth/credentials/${credential.encoded}`,
    headers: { "service-wallet-signature": "stamp", "request-id": "r-1" },
    response: undefined,
    missing: [],
  },
  {
    name: "auth.sessions.list",
    call: (payments) => payments.auth.sessions.list({ accountId: "InternalAccount:1" }),
    request: "GET /auth/sessions?accountId=InternalAccount%3A1",
    response: { data: [sample("Session")] },
    result: { data: [sample("Session")], hasMore: false },
    missing: sessionFields,
  },
  {
    name: "auth.sessions.revoke",
    title: "the challenge",
    call: (payments) => payments.auth.sessions.revoke(session.id),
    request: `DELETE /auth/sessions/${session.encoded}`,
    status: 202,
    response: challenge,
    missing: [],
  },
  {
    name: "auth.sessions.revoke",
    title: "the signed request",
    call: (payments) =>
      payments.auth.sessions.revoke(session.id, {
        headers: { "Service-Wallet-Signature": "stamp", "Request-Id": "r-1" },
      }),
    request: `DELETE /auth/sessions/${session.encoded}`,
    headers: { "service-wallet-signature": "stamp", "request-id": "r-1" },
    response: undefined,
    missing: [],
  },
];
