import { hex } from "@scure/base";
import { encodeJson } from "../../crypto/identity-provider";
import { createKeyPair } from "../../crypto/p256";
import { SeededRandom } from "../../runtime/random";
import type { Caller } from "../caller";
import { textAt } from "../caller";
import { between, createAccount, createPayer, secondsBetween } from "./samples";

const SIGNATURE = "sandbox-valid-signature";

/** A public key that the service has not seen: uncompressed SEC1, hexadecimal. */
const newPublicKey = (): string => hex.encode(createKeyPair(new SeededRandom(crypto.randomUUID())).publicKey);

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
  return `${encodeJson({ alg: "RS256", typ: "JWT" })}.${encodeJson(claims)}.c2lnbmF0dXJl`;
};

/** Makes both requests of a signed operation, and the refusals between them. */
async function signed(caller: Caller, title: string, operation: string, body?: unknown): Promise<unknown> {
  const headers = async (step: string, signature: string) => ({
    "Request-Id": textAt(await caller.call(`${title}: ${step}`, operation, body), "requestId"),
    "Service-Wallet-Signature": signature,
  });
  const wrong = await headers("the challenge", "wrong");
  await caller.call(`${title}: a wrong signature`, operation, body, wrong);
  const right = await headers("another challenge", SIGNATURE);
  const result = await caller.call(`${title}: signed`, operation, body, right);
  await caller.call(`${title}: signed again`, operation, body, right);
  return result;
}

export async function credentials(caller: Caller): Promise<void> {
  const email = `${caller.mark}@example.com`;
  const { wallet: accountId } = await createPayer(caller, "the signer", { email });
  const register = { type: "EMAIL_OTP", accountId };
  const credential = await caller.idFrom("register by e-mail", "POST /auth/credentials", register);
  const path = `/auth/credentials/${credential}`;
  await caller.variants("POST /auth/credentials", register, {
    "register without an account": { accountId: undefined },
    "register an unknown type": { type: "FAX" },
  });
  await caller.call("list", `GET /auth/credentials?accountId=${accountId}`);
  await caller.call("revoke the only one", `DELETE ${path}`);
  await caller.call("challenge", `POST ${path}/challenge`);
  const verify = `POST ${path}/verify`;
  const given = (otp: string) => ({ type: "EMAIL_OTP", otp, clientPublicKey: newPublicKey() });
  await caller.call("a wrong code", verify, given("999999"));
  await caller.call("no key", verify, { type: "EMAIL_OTP", otp: "000000" });
  await caller.call("a short key", verify, { ...given("000000"), clientPublicKey: "04" });
  const signedIn = await caller.call("the code", verify, given("000000"));
  const session = textAt(signedIn, "id");
  const seconds = secondsBetween(textAt(signedIn, "createdAt"), textAt(signedIn, "expiresAt"));
  caller.fact("a session lives 15 minutes", Math.abs(seconds - 900) < 5);
  await caller.call("sessions", `GET /auth/sessions?accountId=${accountId}`);
  await signed(caller, "add a second EMAIL_OTP", "POST /auth/credentials", register);
  const oauth = { type: "OAUTH", accountId, oidcToken: identityToken(email) };
  const added = await signed(caller, "add OAUTH", "POST /auth/credentials", oauth);
  const oauthVerify = `POST /auth/credentials/${textAt(added, "id")}/verify`;
  const token = (oidcToken: string) => ({ type: "OAUTH", oidcToken, clientPublicKey: newPublicKey() });
  await caller.call("a wrong token", oauthVerify, token("wrong"));
  await caller.call("the token", oauthVerify, token("sandbox-valid-oidc-token"));
  const key = { clientPublicKey: newPublicKey() };
  await signed(caller, "export", `POST /internal-accounts/${accountId}/export`, key);
  const exportPath = `POST /internal-accounts/${accountId}/export`;
  const bound = await caller.call("an export's challenge", exportPath, { clientPublicKey: newPublicKey() });
  await caller.call(
    "an export with another key than its challenge",
    exportPath,
    { clientPublicKey: newPublicKey() },
    { "Request-Id": textAt(bound, "requestId"), "Service-Wallet-Signature": SIGNATURE },
  );
  await signed(caller, "revoke a session", `DELETE /auth/sessions/${session}`);
  await signed(caller, "revoke a credential", `DELETE /auth/credentials/${textAt(added, "id")}`);
}

/** Quotes that a wallet signs. */
export async function walletPayments(caller: Caller): Promise<void> {
  const email = `${caller.mark}-payer@example.com`;
  const { wallet } = await createPayer(caller, "the wallet's owner", { email });
  const fund = `POST /sandbox/internal-accounts/${wallet}/fund`;
  await caller.call("fund the wallet", fund, { amount: 5_000_000 });
  const body = { type: "EMAIL_OTP", accountId: wallet };
  const credential = await caller.idFrom("register", "POST /auth/credentials", body);
  await caller.call("challenge", `POST /auth/credentials/${credential}/challenge`);
  const code = { type: "EMAIL_OTP", otp: "000000", clientPublicKey: newPublicKey() };
  await caller.call("sign in", `POST /auth/credentials/${credential}/verify`, code);
  const bank = await createAccount(caller, "EUR", "000");
  const quote = await caller.idFrom(
    "create",
    "POST /quotes",
    between(wallet, bank, { lockedCurrencyAmount: 1_000_000 }),
  );
  const execute = `POST /quotes/${quote}/execute`;
  await caller.call("without a signature", execute);
  await caller.call("a wrong signature", execute, undefined, { "Service-Wallet-Signature": "wrong" });
  await caller.call("signed", execute, undefined, { "Service-Wallet-Signature": SIGNATURE });
  await caller.call("executed", `GET /quotes/${quote}`);
}
