import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import type { Answer, Refusal } from "./answers";
import { createClientKey, openSessionBundle, stamp } from "./node-wallet";
import { createSimulator, invalidRequestHeader } from "./simulator";
import type { SoftwareAuthenticator } from "./software-authenticator";

/** The answers of the service, as far as the tests look at them. */
export interface AuthMethod {
  id: string;
  accountId: string;
  type: string;
  nickname: string;
  createdAt: string;
  updatedAt: string;
}

export interface Session extends AuthMethod {
  expiresAt: string;
  encryptedSessionSigningKey?: string;
}

export interface SignedRetryChallenge {
  type: string;
  payloadToSign: string;
  requestId: string;
  expiresAt: string;
}

export interface PasskeyChallenge extends AuthMethod {
  challenge: string;
  requestId: string;
  expiresAt: string;
}

export interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  /** The request breaks the contract on purpose. */
  isInvalid?: boolean;
}

/** A session with the key that signs for it. */
export interface LiveSession extends Session {
  privateKey: Buffer;
}

export const magicSignature = "sandbox-valid-signature";
export const origin = "https://wallet.example";

/** Raw calls to a simulated service, and the steps of a wallet's life that most tests begin with. No SDK is involved. */
export class WalletService {
  readonly simulator: Simulator;
  readonly #base: string;
  readonly #authorization: string;
  #customers = 0;

  constructor(options: SimulatorOptions = {}) {
    this.simulator = createSimulator({
      webAuthn: { rpId: "wallet.example", origins: [origin] },
      ...options,
    });
    const { baseUrl, clientId, clientSecret } = this.simulator.clientOptions();
    this.#base = baseUrl;
    this.#authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
  }

  async call<Body = Refusal>(
    method: string,
    path: string,
    { body, headers, isInvalid }: CallOptions = {},
  ): Promise<Answer<Body>> {
    const response = await this.simulator.fetch(`${this.#base}${path}`, {
      method,
      headers: {
        Authorization: this.#authorization,
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...(isInvalid ? { [invalidRequestHeader]: "yes" } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  }

  /** The answer's body, where the test is about something that comes later. */
  async must<Body>(status: number, method: string, path: string, options?: CallOptions): Promise<Body> {
    const answer = await this.call<Body>(method, path, options);
    if (answer.status !== status) {
      throw new Error(`${method} ${path}: expected ${String(status)}, got ${JSON.stringify(answer)}`);
    }
    return answer.body;
  }

  /** A new customer's wallet. */
  async createWallet(email?: string): Promise<{ customerId: string; accountId: string }> {
    this.#customers += 1;
    const customer = await this.must<{ id: string }>(201, "POST", "/customers", {
      body: {
        customerType: "INDIVIDUAL",
        region: "US",
        currencies: ["USD"],
        email: email ?? `owner${String(this.#customers)}@example.com`,
        fullName: "Ada Owner",
      },
    });
    return { customerId: customer.id, accountId: await this.walletOf(customer.id) };
  }

  async walletOf(customerId: string): Promise<string> {
    const query = `customerId=${encodeURIComponent(customerId)}&type=EMBEDDED_WALLET`;
    const page = await this.must<{ data: { id: string }[] }>(
      200,
      "GET",
      `/customers/internal-accounts?${query}`,
    );
    const [wallet] = page.data;
    if (!wallet) throw new Error("the customer has no wallet");
    return wallet.id;
  }

  registerEmail(accountId: string): Promise<AuthMethod> {
    return this.must(201, "POST", "/auth/credentials", { body: { type: "EMAIL_OTP", accountId } });
  }

  /** The code that was mailed last for the credential. */
  codeFor(credentialId: string): string {
    const message = this.simulator.outbox.list.findLast((mail) => mail.credentialId === credentialId);
    if (!message) throw new Error("no mail for this credential");
    return message.code;
  }

  /** Verifies with the code mailed last and opens the session's key. */
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
    const session = await this.must<Session>(200, "POST", `/auth/credentials/${credential.id}/verify`, {
      body: { type: credential.type, ...proof, clientPublicKey: client.publicKey },
      headers,
    });
    return { ...session, privateKey: openSessionBundle(session.encryptedSessionSigningKey ?? "", client) };
  }

  /** The first step of a signed retry. */
  begin(method: string, path: string, body?: unknown): Promise<SignedRetryChallenge> {
    return this.must(202, method, path, body === undefined ? {} : { body });
  }

  /** The last step, with whatever signature is given. */
  complete<Body = Refusal>(
    method: string,
    path: string,
    requestId: string,
    signature: string,
    body?: unknown,
  ): Promise<Answer<Body>> {
    const headers = { "Service-Wallet-Signature": signature, "Request-Id": requestId };
    return this.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  }

  /** Both steps, signed by a session's key, or in sandbox with the magic value. */
  async signed<Body = Refusal>(
    method: string,
    path: string,
    signer: LiveSession | undefined,
    body?: unknown,
  ): Promise<Answer<Body>> {
    const challenge = await this.begin(method, path, body);
    const signature = signer ? stamp(signer.privateKey, challenge.payloadToSign) : magicSignature;
    return this.complete(method, path, challenge.requestId, signature, body);
  }

  async list<Item>(kind: "credentials" | "sessions", accountId: string): Promise<Item[]> {
    const path = `/auth/${kind}?accountId=${encodeURIComponent(accountId)}`;
    const { data } = await this.must<{ data: Item[] }>(200, "GET", path);
    return data;
  }
}

/** A wallet with an e-mail credential and a session of it. */
export async function signedInWallet(service: WalletService) {
  const { accountId, customerId } = await service.createWallet();
  const credential = await service.registerEmail(accountId);
  const session = await service.signInByEmail(credential);
  return { accountId, customerId, credential, session };
}

/** The body that registers a passkey of the given authenticator, made from the browser's answer. */
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

/** The assertion member of a verification, from the browser's answer. */
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
