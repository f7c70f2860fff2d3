import type { AuthMethod, Session, SignedRetryChallenge } from "payments-sdk";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { Api } from "./api";
import type { ApiResponse, ErrorBody } from "./api";
import { createClientKey, openSessionBundle, stamp } from "./node-wallet";
import { SoftwareAuthenticator } from "./software-authenticator";

/** The challenge of a passkey (specification, POST /auth/credentials/{id}/challenge). */
export type PasskeyChallenge = AuthMethod & { challenge: string; requestId: string; expiresAt: string };

/** A session with the key that signs for it. */
export interface LiveSession extends Session {
  privateKey: Buffer;
}

export const verifyPath = ({ id }: { id: string }) => `/auth/credentials/${id}/verify`;
export const challengePath = ({ id }: { id: string }) => `/auth/credentials/${id}/challenge`;

/** An assertion for the sandbox, which checks only the signature. */
export const magicAssertion = {
  credentialId: "any",
  clientDataJson: "any",
  authenticatorData: "any",
  signature: "sandbox-valid-passkey-signature",
};

export const magicSignature = "sandbox-valid-signature";
export const origin = "https://wallet.example";

/** The first steps of most tests about wallets. */
export class WalletService extends Api {
  #customers = 0;

  constructor(options: SimulatorOptions = {}) {
    super({
      ...options,
      wallet: { webAuthn: { rpId: "wallet.example", origins: [origin] }, ...options.wallet },
    });
  }

  /** A new customer's wallet. */
  async createWallet(email?: string): Promise<{ customerId: string; accountId: string }> {
    this.#customers += 1;
    const customer = await this.must<{ id: string }>("POST", "/customers", {
      customerType: "INDIVIDUAL",
      region: "US",
      currencies: ["USD"],
      email: email ?? `owner${String(this.#customers)}@example.com`,
      fullName: "Ada Owner",
    });
    return { customerId: customer.id, accountId: await this.walletOf(customer.id) };
  }

  async walletOf(customerId: string): Promise<string> {
    const query = `customerId=${encodeURIComponent(customerId)}&type=EMBEDDED_WALLET`;
    const page = await this.must<{ data: { id: string }[] }>("GET", `/customers/internal-accounts?${query}`);
    const [wallet] = page.data;
    if (!wallet) throw new Error("the customer has no wallet");
    return wallet.id;
  }

  registerEmail(accountId: string): Promise<AuthMethod> {
    return this.must("POST", "/auth/credentials", { type: "EMAIL_OTP", accountId });
  }

  /** The last mailed code of the credential. */
  codeFor(credentialId: string): string {
    const message = this.simulator.outbox.list.findLast((mail) => mail.credentialId === credentialId);
    if (!message) throw new Error("no mail for this credential");
    return message.code;
  }

  /** Verifies with the last mailed code, and opens the session's key. */
  async signInByEmail(credential: AuthMethod): Promise<LiveSession> {
    const otp = this.codeFor(credential.id);
    return this.verify(credential, { otp });
  }

  async verify(
    credential: AuthMethod,
    proof: object,
    headers: Record<string, string> = {},
  ): Promise<LiveSession> {
    const client = createClientKey();
    const session = await this.must<Session>(
      "POST",
      `/auth/credentials/${credential.id}/verify`,
      { type: credential.type, ...proof, clientPublicKey: client.publicKey },
      headers,
    );
    return { ...session, privateKey: openSessionBundle(session.encryptedSessionSigningKey ?? "", client) };
  }

  /** The initial request of a signed retry. */
  begin(method: string, path: string, body?: unknown): Promise<SignedRetryChallenge> {
    return this.must(method, path, body);
  }

  /** The signed request with the given signature. */
  complete<Body = ErrorBody>(
    method: string,
    path: string,
    requestId: string,
    signature: string,
    body?: unknown,
  ): Promise<ApiResponse<Body>> {
    const headers = { "Service-Wallet-Signature": signature, "Request-Id": requestId };
    return this.call(method, path, body, headers);
  }

  /** Both requests. A session's key signs them, or the magic value in the sandbox. */
  async signed<Body = ErrorBody>(
    method: string,
    path: string,
    signer: LiveSession | undefined,
    body?: unknown,
  ): Promise<ApiResponse<Body>> {
    const challenge = await this.begin(method, path, body);
    const signature = signer ? stamp(signer.privateKey, challenge.payloadToSign) : magicSignature;
    return this.complete(method, path, challenge.requestId, signature, body);
  }

  async list<Item>(kind: "credentials" | "sessions", accountId: string): Promise<Item[]> {
    const path = `/auth/${kind}?accountId=${encodeURIComponent(accountId)}`;
    const { data } = await this.must<{ data: Item[] }>("GET", path);
    return data;
  }
}

export const newDevice = () => new SoftwareAuthenticator({ origin });

/** Registers a credential of the type in the sandbox, as the first or an additional one. */
export async function register(
  service: WalletService,
  body: { type: string; accountId: string },
): Promise<AuthMethod> {
  const path = "/auth/credentials";
  const first = await service.call<AuthMethod & SignedRetryChallenge>("POST", path, body);
  if (first.status === 201) return first.body;
  const signed = await service.complete<AuthMethod>("POST", path, first.body.requestId, magicSignature, body);
  if (signed.status !== 201) throw new Error(JSON.stringify(signed.body));
  return signed.body;
}

export const oauthBody = (accountId: string, email = "ada@example.com") => ({
  type: "OAUTH",
  accountId,
  oidcToken: unsignedToken({ iss: "https://accounts.google.com", sub: "1", email }),
});

/** A wallet with an e-mail credential and its session. */
export async function signedInWallet(service: WalletService) {
  const { accountId, customerId } = await service.createWallet();
  const credential = await service.registerEmail(accountId);
  const session = await service.signInByEmail(credential);
  return { accountId, customerId, credential, session };
}

/** A service of the production environment. */
export const production = (options: SimulatorOptions = {}) =>
  new WalletService({ environment: "production", ...options });

/** In production: a wallet with an e-mail credential, its session, and an OAUTH credential. */
export async function walletOfTwo(service: WalletService) {
  const wallet = await signedInWallet(service);
  const oidcToken = service.simulator.issueOidcToken({ email: "ada@example.com" });
  const body = { type: "OAUTH", accountId: wallet.accountId, oidcToken };
  const added = await service.signed<AuthMethod>("POST", "/auth/credentials", wallet.session, body);
  if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  return { ...wallet, oauth: added.body };
}

/** The body that registers a passkey, made from the browser's response. */
export function passkeyRegistration(
  accountId: string,
  device: SoftwareAuthenticator,
  challenge = "cmVnaXN0ZXI",
) {
  const { rawId, response } = device.create({ challenge, user: { id: "dXNlcg" } });
  return {
    type: "PASSKEY",
    accountId,
    nickname: "Ada's phone",
    challenge,
    attestation: {
      credentialId: rawId,
      clientDataJson: response.clientDataJSON,
      attestationObject: response.attestationObject,
      transports: response.transports,
    },
  };
}

/** The assertion field of a verification, from the browser's response. */
export function passkeyAssertion(device: SoftwareAuthenticator, challenge: string) {
  const { rawId, response } = device.get({ challenge });
  return {
    credentialId: rawId,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    ...(response.userHandle === undefined ? {} : { userHandle: response.userHandle }),
  };
}

/** An unsigned token of the form header.payload.signature. */
export function unsignedToken(claims: Record<string, unknown>, signature = "c2ln"): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${encode({ alg: "RS256", typ: "JWT" })}.${encode(claims)}.${signature}`;
}
