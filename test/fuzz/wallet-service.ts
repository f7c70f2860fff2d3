/** A wallet for one case: a service, a device, and a store with a session and a payment. */
import type { PaymentsClient } from "payments-sdk";
import { memoryStore, sandboxPasskeys, SessionKey } from "payments-sdk/wallet";
import type {
  PasskeyCeremony,
  PasskeyRequestOptions,
  StoredPayment,
  StoredSession,
  WalletClientOptions,
  Wallet,
} from "payments-sdk/wallet";
import { codeTargetBundle, sealSessionKey, sealWalletExport } from "../../src/simulator/crypto/bundles";
import { keyPairOf } from "../../src/simulator/crypto/p256";
import { samples } from "../models/samples";
import { createClient, json } from "../core/client";
import { operationOf } from "../resources/witness";
import { BASE } from "../resources/wire";

export const ACCOUNT = "InternalAccount:1";
export const EMAIL = "AuthMethod:1";
export const OAUTH = "AuthMethod:2";
export const PASSKEY = "AuthMethod:3";
export const SESSION = "Session:1";
export const EXPIRES = "2099-01-01T00:00:00Z";

export type Environment = "production" | "sandbox";

const entropy = new Uint8Array(32).fill(7);
const privateKey = new Uint8Array(32).fill(9);
const key = (await SessionKey.fromPrivateKey(privateKey)).stored();
const codeIssuer = keyPairOf(new Uint8Array(32).fill(5));
export const CODE_ISSUER = Buffer.from(codeIssuer.publicKey).toString("hex");
/** Where one-time codes are sealed to. */
export const CODE_TARGET = codeTargetBundle(keyPairOf(privateKey).publicKey, codeIssuer);

const of = (name: string): Record<string, unknown> => samples[name]?.response ?? {};

const credential = (id: string, type: string) => ({ ...of("AuthMethod"), id, type, accountId: ACCOUNT });
const CREDENTIALS = [
  credential(EMAIL, "EMAIL_OTP"),
  credential(OAUTH, "OAUTH"),
  // Its WebAuthn id says that the account may have several.
  { ...credential(PASSKEY, "PASSKEY"), credentialId: "Y3JlZA" },
];

export const QUOTE = {
  ...of("Quote"),
  id: "Quote:1",
  status: "PENDING",
  source: { sourceType: "ACCOUNT", accountId: ACCOUNT },
  paymentInstructions: [
    { accountOrWalletInfo: { accountType: "EMBEDDED_WALLET", payloadToSign: '{"pay":1}' } },
  ],
};

export const storedSession = (environment: Environment): StoredSession => ({
  id: SESSION,
  accountId: ACCOUNT,
  credentialId: EMAIL,
  type: "EMAIL_OTP",
  nickname: "ada@example.com",
  createdAt: "2026-04-27T09:00:00Z",
  expiresAt: EXPIRES,
  ...(environment === "production" && { key }),
});

export const storedPayment: StoredPayment = {
  quoteId: "Quote:1",
  accountId: ACCOUNT,
  idempotencyKey: "key-1",
  startedAt: "2026-04-27T09:00:00Z",
  expiresAt: "2026-04-27T09:05:00Z",
  digest: "0",
  intent: "0",
  attempt: "attempt-1",
};

/** One request as it left the client. */
export interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

const CHALLENGE = { payloadToSign: '{"challenge":1}', requestId: "request-1", expiresAt: EXPIRES };

/** A new session. Its key is sealed if the request brings a key to seal to. */
async function sessionFor(clientPublicKey: unknown): Promise<object> {
  const { encryptedSessionSigningKey: _, ...session } = of("Session");
  const opened = { ...session, id: "Session:2", accountId: ACCOUNT, expiresAt: EXPIRES };
  if (typeof clientPublicKey !== "string" || !clientPublicKey.startsWith("04")) return opened;
  const recipient = new Uint8Array(Buffer.from(clientPublicKey, "hex"));
  return { ...opened, encryptedSessionSigningKey: await sealSessionKey(recipient, privateKey, entropy) };
}

/** The good response to a request. */
export async function respond({ url, init }: Sent): Promise<Response> {
  const operation = operationOf(`${init.method ?? "GET"} ${url.slice(BASE.length)}`) ?? "";
  const body = (typeof init.body === "string" ? JSON.parse(init.body) : {}) as Record<string, unknown>;
  const isSigned = new Headers(init.headers).has("service-wallet-signature");
  const recipient = () => new Uint8Array(Buffer.from(String(body["clientPublicKey"]), "hex"));
  const signedResult = (response: Response) => (isSigned ? response : json(CHALLENGE, 202));
  switch (operation) {
    case "GET /auth/credentials":
      return json({ data: CREDENTIALS });
    case "POST /auth/credentials":
      return signedResult(json({ ...credential("AuthMethod:4", String(body["type"])) }, 201));
    case "POST /auth/credentials/{id}/challenge":
      return json(
        body["clientPublicKey"] === undefined
          ? { ...CREDENTIALS[0], otpEncryptionTargetBundle: CODE_TARGET }
          : {
              ...(String(body["clientPublicKey"]).startsWith("04")
                ? credential(PASSKEY, "PASSKEY")
                : CREDENTIALS[2]),
              challenge: "Y2hhbGxlbmdl",
              requestId: "request-2",
              expiresAt: EXPIRES,
            },
      );
    case "POST /auth/credentials/{id}/verify": {
      const opened = json(await sessionFor(body["clientPublicKey"]));
      return body["encryptedOtpBundle"] === undefined ? opened : signedResult(opened);
    }
    case "POST /auth/sessions/{id}/refresh":
      return signedResult(json(await sessionFor(body["clientPublicKey"]), 201));
    case "GET /auth/sessions":
      return json({ data: [{ ...of("Session"), id: SESSION, accountId: ACCOUNT, expiresAt: EXPIRES }] });
    case "DELETE /auth/credentials/{id}":
    case "DELETE /auth/sessions/{id}":
      return signedResult(new Response(null, { status: 204 }));
    case "POST /internal-accounts/{id}/export": {
      const issuer = undefined;
      const parts = { mnemonic: "abandon ability", clientPublicKey: recipient(), organizationId: "org" };
      const id = decodeURIComponent(url.slice(BASE.length).split("/")[2] ?? "");
      const sealed = isSigned ? await sealWalletExport({ ...parts, entropy, issuer }) : "";
      return signedResult(json({ id, encryptedWalletCredentials: sealed }));
    }
    case "GET /customers/internal-accounts":
      return json({
        data: [
          {
            ...of("InternalAccount"),
            id: ACCOUNT,
            type: "EMBEDDED_WALLET",
            balance: { amount: 5, currency: { code: "USDC", decimals: 6 } },
          },
        ],
        hasMore: false,
      });
    case "POST /quotes":
      return json({ ...QUOTE, ...body, id: "Quote:1" }, 201);
    case "GET /quotes/{quoteId}":
      return json(QUOTE);
    case "POST /quotes/{quoteId}/execute":
      return json({ ...QUOTE, status: "PROCESSING" });
    case "POST /customers/external-accounts":
      return json({ ...of("ExternalAccount"), ...body, id: "ExternalAccount:1" }, 201);
    case "GET /transactions":
    case "GET /customers/external-accounts":
      return json({ data: [], hasMore: false });
    default:
      return json({ ...of(operation.includes("uma") ? "UmaLookup" : "ExternalAccountLookup") });
  }
}

/** A client that records its requests. */
export function recordedClient(
  sent: Sent[],
  responding: (sent: Sent) => Promise<Response> = respond,
): PaymentsClient {
  return createClient({
    fetch: (url, init) => {
      sent.push({ url, init });
      return responding({ url, init });
    },
    maxRetries: 0,
  });
}

/** The sandbox's ceremony with another signature. Production accepts it as real. */
function ceremony(): PasskeyCeremony {
  const passkeys = sandboxPasskeys();
  const get = async (options: PasskeyRequestOptions) => {
    const { rawId, response } = await passkeys.get(options);
    return { rawId, response: { ...response, signature: "c2lnbmF0dXJl" } };
  };
  return { ...passkeys, get };
}

/** What a wallet is made with, when nothing is wrong. */
export function goodOptions(environment: Environment, client: PaymentsClient): WalletClientOptions {
  const store = memoryStore();
  void store.put("sessions", SESSION, storedSession(environment));
  void store.put("payments", "Quote:1", storedPayment);
  return {
    client,
    accountId: ACCOUNT,
    customerId: "Customer:1",
    environment,
    store,
    passkeys: environment === "sandbox" ? sandboxPasskeys() : ceremony(),
    relyingParty: { id: "wallet.example", name: "Example" },
    allowUnpinnedIssuer: true,
    codeIssuerKeys: [CODE_ISSUER],
    logLevel: "off",
  };
}

/** Ends the timers that would hold a wallet of a case until its sessions expire. */
export function letGo(wallet: Wallet): void {
  for (const session of wallet.sessions.held) session.wipe();
  void wallet.session;
}
