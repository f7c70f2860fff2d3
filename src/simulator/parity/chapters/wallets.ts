import { base64urlnopad, hex } from "@scure/base";
import type { Caller } from "../caller";
import { textAt } from "../caller";
import { createAccount, createPayer } from "./samples";

const SIGNATURE = "sandbox-valid-signature";

/** A public key that the service has not seen: uncompressed SEC1, hexadecimal. */
async function newPublicKey(): Promise<string> {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign"]);
  return hex.encode(new Uint8Array(await crypto.subtle.exportKey("raw", pair.publicKey)));
}

const base64url = (value: object): string =>
  base64urlnopad.encode(new TextEncoder().encode(JSON.stringify(value)));

/** A token with the structure of a JWT. A sandbox does not check its signature. */
const identityToken = (email: string): string => {
  const issuedAt = Math.floor(Date.now() / 1000);
  const claims = {
    iss: "https://accounts.google.com",
    sub: "parity",
    email,
    iat: issuedAt,
    exp: issuedAt + 600,
  };
  return `${base64url({ alg: "RS256", typ: "JWT" })}.${base64url(claims)}.c2lnbmF0dXJl`;
};

/** Makes both requests of a signed operation, and the refusals between them. */
async function signed(caller: Caller, title: string, operation: string, body?: unknown): Promise<unknown> {
  const sent = body === undefined ? {} : { body };
  const challenge = await caller.call(`${title}: the challenge`, operation, sent);
  const headers = { "Request-Id": textAt(challenge, "requestId") };
  const wrong = { ...headers, "Service-Wallet-Signature": "wrong" };
  await caller.call(`${title}: a wrong signature`, operation, { ...sent, headers: wrong });
  const next = await caller.call(`${title}: another challenge`, operation, sent);
  const right = { "Request-Id": textAt(next, "requestId"), "Service-Wallet-Signature": SIGNATURE };
  const result = await caller.call(`${title}: signed`, operation, { ...sent, headers: right });
  await caller.call(`${title}: signed again`, operation, { ...sent, headers: right });
  return result;
}

export async function credentials(caller: Caller): Promise<void> {
  const email = `${caller.mark}@example.com`;
  const { wallet: accountId } = await createPayer(caller, "the signer", { email });
  const register = { type: "EMAIL_OTP", accountId };
  const credential = await caller.call("register by e-mail", "POST /auth/credentials", { body: register });
  const path = `/auth/credentials/${textAt(credential, "id")}`;
  await caller.call("register without an account", "POST /auth/credentials", { body: { type: "EMAIL_OTP" } });
  await caller.call("register an unknown type", "POST /auth/credentials", {
    body: { type: "FAX", accountId },
  });
  await caller.call("list", `GET /auth/credentials?accountId=${accountId}`);
  await caller.call("revoke the only one", `DELETE ${path}`);
  await caller.call("challenge", `POST ${path}/challenge`);
  const verify = `POST ${path}/verify`;
  const given = async (otp: string) => ({ type: "EMAIL_OTP", otp, clientPublicKey: await newPublicKey() });
  await caller.call("a wrong code", verify, { body: await given("999999") });
  await caller.call("no key", verify, { body: { type: "EMAIL_OTP", otp: "000000" } });
  await caller.call("a short key", verify, { body: { ...(await given("000000")), clientPublicKey: "04" } });
  const session = await caller.call("the code", verify, { body: await given("000000") });
  await caller.call("sessions", `GET /auth/sessions?accountId=${accountId}`);
  const oauth = { type: "OAUTH", accountId, oidcToken: identityToken(email) };
  const added = await signed(caller, "add OAUTH", "POST /auth/credentials", oauth);
  const oauthVerify = `POST /auth/credentials/${textAt(added, "id")}/verify`;
  const token = async (oidcToken: string) => ({
    type: "OAUTH",
    oidcToken,
    clientPublicKey: await newPublicKey(),
  });
  await caller.call("a wrong token", oauthVerify, { body: await token("wrong") });
  await caller.call("the token", oauthVerify, { body: await token("sandbox-valid-oidc-token") });
  const key = { clientPublicKey: await newPublicKey() };
  await signed(caller, "export", `POST /internal-accounts/${accountId}/export`, key);
  await signed(caller, "revoke a session", `DELETE /auth/sessions/${textAt(session, "id")}`);
  await signed(caller, "revoke a credential", `DELETE /auth/credentials/${textAt(added, "id")}`);
}

/** Quotes that a wallet signs. */
export async function walletPayments(caller: Caller): Promise<void> {
  const email = `${caller.mark}-payer@example.com`;
  const { wallet } = await createPayer(caller, "the wallet's owner", { email });
  const fund = `POST /sandbox/internal-accounts/${wallet}/fund`;
  await caller.call("fund the wallet", fund, { body: { amount: 5_000_000 } });
  const body = { type: "EMAIL_OTP", accountId: wallet };
  const credential = await caller.call("register", "POST /auth/credentials", { body });
  const verify = `POST /auth/credentials/${textAt(credential, "id")}/verify`;
  await caller.call("challenge", `POST /auth/credentials/${textAt(credential, "id")}/challenge`);
  const code = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: await newPublicKey() };
  await caller.call("sign in", verify, { body: code });
  const bank = await createAccount(caller, "EUR", "000");
  const quote = await caller.call("create", "POST /quotes", {
    body: {
      source: { sourceType: "ACCOUNT", accountId: wallet },
      destination: { destinationType: "ACCOUNT", accountId: bank },
      lockedCurrencySide: "SENDING",
      lockedCurrencyAmount: 1_000_000,
    },
  });
  const execute = `POST /quotes/${textAt(quote, "id")}/execute`;
  await caller.call("without a signature", execute);
  await caller.call("a wrong signature", execute, { headers: { "Service-Wallet-Signature": "wrong" } });
  await caller.call("signed", execute, { headers: { "Service-Wallet-Signature": SIGNATURE } });
  await caller.call("executed", `GET /quotes/${textAt(quote, "id")}`);
}
