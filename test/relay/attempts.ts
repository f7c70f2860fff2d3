import { quoteBody } from "../support/parts";
import { clientPublicKey, pageOrigin } from "./support";
import type { Customer, Platform } from "./support";

/** The operations that the relay forwards. */
export const listed = [
  "GET /auth/credentials",
  "POST /auth/credentials",
  "POST /auth/credentials/{id}/challenge",
  "POST /auth/credentials/{id}/verify",
  "DELETE /auth/credentials/{id}",
  "GET /auth/sessions",
  "DELETE /auth/sessions/{id}",
  "POST /auth/sessions/{id}/refresh",
  "POST /internal-accounts/{id}/export",
  "GET /customers/internal-accounts",
  "GET /customers/external-accounts",
  "GET /transactions",
  "GET /receiver/uma/{receiverUmaAddress}",
  "GET /receiver/external-account/{accountId}",
  "POST /quotes",
  "GET /quotes/{quoteId}",
  "POST /quotes/{quoteId}/execute",
];

/** Whatever a customer owns. */
export interface Belongings extends Customer {
  credentialId: string;
  sessionId: string;
  quoteId: string;
  bankId: string;
}

export async function belongings(platform: Platform, customer: Customer): Promise<Belongings> {
  await platform.fund(customer);
  const credential = await platform.registerEmail(customer);
  const session = await platform.wallet(customer).signIn({ type: "EMAIL_OTP", otp: platform.code() });
  const quote = await platform.quote(customer);
  const bankId = "accountId" in quote.destination ? String(quote.destination.accountId) : "";
  return { ...customer, credentialId: credential.id, sessionId: session.id, quoteId: quote.id, bankId };
}

export type Attempt = (
  victim: Belongings,
  user: Belongings,
) => readonly [method: string, path: string, body?: unknown];
const uri = encodeURIComponent;

const heldPublicKey = `02${"ab".repeat(32)}`;
const assertion = {
  credentialId: "passkey",
  clientDataJson: Buffer.from(JSON.stringify({ type: "webauthn.get", origin: pageOrigin })).toString(
    "base64url",
  ),
  authenticatorData: "AA",
  signature: "AA",
};
const verification =
  (body: object): Attempt =>
  ({ credentialId }) => ["POST", `/auth/credentials/${credentialId}/verify`, body];

/** Every place in which an identifier can stand, with the bodies of both flows. */
export const attempts: Record<string, Attempt> = {
  "a wallet's challenge": ({ accountId }) => ["POST", "/registration-challenge", { accountId }],
  "a wallet's credentials": ({ accountId }) => ["GET", `/auth/credentials?accountId=${uri(accountId)}`],
  "a credential for a wallet": ({ accountId }) => [
    "POST",
    "/auth/credentials",
    { type: "EMAIL_OTP", accountId },
  ],
  "a phone for a wallet": ({ accountId }) => ["POST", "/auth/credentials", { type: "SMS_OTP", accountId }],
  "an identity for a wallet": ({ accountId }) => [
    "POST",
    "/auth/credentials",
    { type: "OAUTH", accountId, oidcToken: "a.b.c" },
  ],
  "a credential's challenge": ({ credentialId }) => ["POST", `/auth/credentials/${credentialId}/challenge`],
  "an encoded credential": ({ credentialId }) => [
    "POST",
    `/auth/credentials/${uri(credentialId)}/challenge`,
    {},
  ],
  "a credential's challenge for a held key": ({ credentialId }) => [
    "POST",
    `/auth/credentials/${credentialId}/challenge`,
    { clientPublicKey: heldPublicKey },
  ],
  "a verification by a code": verification({ type: "EMAIL_OTP", otp: "123456", clientPublicKey }),
  "a verification by a sealed code": verification({ type: "EMAIL_OTP", encryptedOtpBundle: "{}" }),
  "a verification by a sealed code of an SMS": verification({ type: "SMS_OTP", encryptedOtpBundle: "{}" }),
  "a verification by a token": verification({ type: "OAUTH", oidcToken: "a.b.c", clientPublicKey }),
  "a verification by a token for a held key": verification({
    type: "OAUTH",
    oidcToken: "a.b.c",
    clientPublicKey: heldPublicKey,
  }),
  "a verification by a passkey": verification({ type: "PASSKEY", assertion, clientPublicKey }),
  "a verification by a passkey with a held key": verification({ type: "PASSKEY", assertion }),
  "a credential's end": ({ credentialId }) => ["DELETE", `/auth/credentials/${credentialId}`],
  "a wallet's sessions": ({ accountId }) => ["GET", `/auth/sessions?accountId=${uri(accountId)}`],
  "a session's end": ({ sessionId }) => ["DELETE", `/auth/sessions/${sessionId}`],
  "a session's refresh": ({ sessionId }) => [
    "POST",
    `/auth/sessions/${sessionId}/refresh`,
    { clientPublicKey },
  ],
  "a session's refresh with a held key": ({ sessionId }) => [
    "POST",
    `/auth/sessions/${sessionId}/refresh`,
    { clientPublicKey: heldPublicKey },
  ],
  "a wallet's export": ({ accountId }) => [
    "POST",
    `/internal-accounts/${accountId}/export`,
    { clientPublicKey },
  ],
  "a wallet's activity": ({ accountId }) => ["GET", `/transactions?accountIdentifier=${uri(accountId)}`],
  "a receiver's account": ({ bankId }) => ["GET", `/receiver/external-account/${bankId}`],
  "a quote out of a wallet": ({ accountId }, user) => ["POST", "/quotes", quoteBody(accountId, user.bankId)],
  "a quote to an account": ({ bankId }, user) => ["POST", "/quotes", quoteBody(user.accountId, bankId)],
  "a quote to a wallet": ({ accountId }, user) => ["POST", "/quotes", quoteBody(user.accountId, accountId)],
  "a quote": ({ quoteId }) => ["GET", `/quotes/${quoteId}`],
  "a quote's execution": ({ quoteId }) => ["POST", `/quotes/${quoteId}/execute`],
};

/** The listed operation that a call addresses. */
export function operationOf([method, path]: ReturnType<Attempt>): string | undefined {
  return listed.find((operation) => {
    const [verb, template = ""] = operation.split(" ");
    const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
    return verb === method && pattern.test(path.split("?", 1)[0] ?? "");
  });
}
