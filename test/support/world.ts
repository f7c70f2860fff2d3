import { base64 } from "@scure/base";
import * as verifier from "@simplewebauthn/server";
import { PaymentsClient } from "payments-sdk";
import type {
  AuthMethod,
  ClientOptions,
  ExternalAccount,
  IncomingTransaction,
  InternalAccount,
  OutgoingTransaction,
  Quote,
  Session,
  SignedRetryChallenge,
  Transaction,
} from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import type { SimulatorEvent, SimulatorOptions, SimulatorSnapshot } from "payments-sdk/simulator";
import { recordExchanges } from "./exchanges";
import { createClientKey, openSessionBundle, stamp } from "./node-wallet";
import { accountInfo, magicSignature, quoteBody } from "./parts";
import type { Json } from "./parts";
import { SoftwareAuthenticator } from "./software-authenticator";

/*
 * The world of a test: a simulated service, and the parts that the test asks for. `new World()` calls the service with `fetch`,
 * without the package, and makes customers, accounts, money, quotes, wallets and sessions. `clientOf(world.simulator)` is a client of
 * it. Three kinds of tests add to it: `WalletWorld` (test/wallet) a `Wallet` and all that it sends, `Platform` (test/relay) a relay
 * with two customers, and `serve` (served.ts) a process of its own. The explorer (test/explore) has a model of the service instead,
 * because it takes turns between a request and its effect, which a real service does not show.
 */

/** The page of every wallet. */
export const origin = "https://wallet.example";

/**
 * A simulator with a clock that moves only when it is advanced. If the environment has EXCHANGES_FILE, every exchange is
 * appended to that file, one line of JSON each.
 *
 * @param recorded `false` for tests with responses that break the contract on purpose
 * @param from the state to start with
 */
export function createSimulator(
  options: SimulatorOptions = {},
  { recorded = true, from }: { recorded?: boolean; from?: SimulatorSnapshot } = {},
): Simulator {
  const page = { rpId: "wallet.example", origins: [origin] };
  const webAuthn = { verifier, ...(options.wallet?.webAuthn ?? page) };
  const all = { now: "2026-04-27T09:00:00Z", ...options, wallet: { ...options.wallet, webAuthn } };
  const simulator = from === undefined ? new Simulator(all) : Simulator.restore(from, all);
  // Every response of the simulator is what the types say.
  simulator.clientOptions = () => ({
    ...Simulator.prototype.clientOptions.call(simulator),
    validation: "strict" as const,
  });
  if (recorded) recordExchanges(simulator);
  return simulator;
}

/** A client of the given simulator, in this process. */
export function clientOf(simulator: Simulator, overrides: Partial<ClientOptions> = {}): PaymentsClient {
  return new PaymentsClient({ ...simulator.clientOptions(), ...overrides });
}

/** A response of the service. `body` is the parsed JSON, the text if it is not JSON, or `undefined` without a body. */
export interface ApiResponse<Body = unknown> {
  status: number;
  headers: Headers;
  body: Body;
}

/** The body of an error response. */
export interface ErrorBody {
  status: number;
  code: string;
  message: string;
  reason?: string;
  details?: Record<string, unknown>;
}

/** One page of a list (specification, "Pagination"). */
export interface Page<Item> {
  data: Item[];
  hasMore: boolean;
  nextCursor?: string;
  totalCount: number;
}

export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${base64.encode(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`;
}

async function read<Body>(response: Response): Promise<ApiResponse<Body>> {
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    // A test states the expected type. If the body differs, its assertions fail.
    body: (text === "" ? undefined : isJson ? JSON.parse(text) : text) as Body,
  };
}

/** A customer, its wallet and its other internal accounts by currency. */
export interface Payer {
  id: string;
  platformCustomerId: string;
  umaAddress: string;
  accounts: Record<string, string>;
  wallet: string;
}

/** The challenge of a passkey (specification, POST /auth/credentials/{id}/challenge). */
export type PasskeyChallenge = AuthMethod & { challenge: string; requestId: string; expiresAt: string };

/** A session with the key that signs for it. */
export interface LiveSession extends Session {
  privateKey: Buffer;
}

export const verifyPath = ({ id }: { id: string }) => `/auth/credentials/${id}/verify`;
export const challengePath = ({ id }: { id: string }) => `/auth/credentials/${id}/challenge`;

/** A simulated service, called with `fetch`. The methods make the first steps of most tests. */
export class World {
  readonly simulator: Simulator;
  readonly authorization: string;
  readonly #baseUrl: string;
  readonly #fetch: typeof fetch;
  #wallets = 0;
  #lastEventId: string | undefined;

  /** @param serverUrl the base address of a running server, for calls over HTTP. */
  constructor(options: SimulatorOptions | Simulator = {}, serverUrl?: string) {
    const fees = { rate: 0 };
    this.simulator =
      "clientOptions" in options
        ? options
        : createSimulator({ ...options, quotes: { fees, ...options.quotes } });
    const { baseUrl, clientId, clientSecret, fetch: inProcess } = this.simulator.clientOptions();
    this.#baseUrl = serverUrl ?? baseUrl;
    this.#fetch = serverUrl === undefined ? inProcess : fetch;
    this.authorization = basicAuthorization(clientId, clientSecret);
  }

  /** For tests that break the contract on purpose. Their exchanges are not recorded. */
  static odd(options: SimulatorOptions = {}): World {
    return new World(createSimulator(options, { recorded: false }));
  }

  /** One unchanged call, with only the header Authorization added. */
  async send<Body = unknown>(
    method: string,
    path: string,
    init: RequestInit = {},
  ): Promise<ApiResponse<Body>> {
    const headers = new Headers(init.headers);
    if (!headers.has("authorization")) headers.set("authorization", this.authorization);
    return read(await this.#fetch(`${this.#baseUrl}${path}`, { ...init, method, headers }));
  }

  /** One call with an optional JSON body. A string is sent unchanged. */
  call<Body = ErrorBody>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    if (body === undefined) return this.send(method, path, { headers });
    return this.send(method, path, {
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  }

  /** The body of a call that must succeed. */
  async must<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Body> {
    const response = await this.call<Body>(method, path, body, headers);
    if (response.status < 300) return response.body;
    throw new Error(`${method} ${path}: ${String(response.status)} ${JSON.stringify(response.body)}`);
  }

  get(path: string): Promise<ApiResponse> {
    return this.call("GET", path);
  }

  delete(path: string): Promise<ApiResponse> {
    return this.call("DELETE", path);
  }

  post(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.call("POST", path, body, headers);
  }

  patch(path: string, body: unknown, headers?: Record<string, string>): Promise<ApiResponse> {
    return this.call("PATCH", path, body, headers);
  }

  created(path: string, body: unknown): Promise<Json> {
    return this.must("POST", path, body);
  }

  read(path: string): Promise<Json> {
    return this.must("GET", path);
  }

  // Money

  async customer(currencies: string[] = ["USD", "EUR"], more: Record<string, unknown> = {}): Promise<Payer> {
    const customer = await this.must<{ id: string; platformCustomerId: string; umaAddress: string }>(
      "POST",
      "/customers",
      { customerType: "INDIVIDUAL", region: "US", currencies, fullName: "Paula Payer", ...more },
    );
    const { data } = await this.must<Page<InternalAccount>>(
      "GET",
      `/customers/internal-accounts?customerId=${customer.id}&limit=100`,
    );
    const managed = data.filter(({ type }) => type !== "EMBEDDED_WALLET");
    return {
      id: customer.id,
      platformCustomerId: customer.platformCustomerId,
      umaAddress: customer.umaAddress,
      accounts: Object.fromEntries(managed.map(({ id, balance }) => [balance.currency.code, id])),
      wallet: data.find(({ type }) => type === "EMBEDDED_WALLET")?.id ?? "",
    };
  }

  fund(accountId: string, amount: number): Promise<InternalAccount> {
    return this.must("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount });
  }

  /** A customer with money in the account of each currency. */
  async fundedCustomer(amounts: Record<string, number>): Promise<Payer> {
    const payer = await this.customer(Object.keys(amounts));
    for (const [currency, amount] of Object.entries(amounts))
      await this.fund(payer.accounts[currency] ?? "", amount);
    return payer;
  }

  /** A new external account that ends in the given digits. Without a customer, it belongs to the platform. */
  async external(currency: string, digits = "000", more: Record<string, unknown> = {}): Promise<string> {
    const info = accountInfo[currency]?.(digits);
    const path = "customerId" in more ? "/customers/external-accounts" : "/platform/external-accounts";
    const account = await this.must<ExternalAccount>("POST", path, { currency, accountInfo: info, ...more });
    return account.id;
  }

  async platformAccount(currency: string): Promise<string> {
    const { data } = await this.must<Page<InternalAccount>>(
      "GET",
      `/platform/internal-accounts?currency=${currency}`,
    );
    return data[0]?.id ?? "";
  }

  /** The balance, as events and lists show it. */
  async balance(accountId: string): Promise<number> {
    const accounts = [
      ...(await this.must<Page<InternalAccount>>("GET", "/customers/internal-accounts?limit=100")).data,
      ...(await this.must<Page<InternalAccount>>("GET", "/platform/internal-accounts")).data,
    ];
    const account = accounts.find(({ id }) => id === accountId);
    if (!account) throw new Error(`no internal account ${accountId}`);
    return account.balance.amount;
  }

  /** The body of a quote request from an account to an account. */
  quoteBody(
    from: string,
    to: string,
    amount: number,
    more: Record<string, unknown> = {},
  ): Record<string, unknown> {
    return { ...quoteBody(from, to, amount), ...more };
  }

  quote(body: Record<string, unknown>): Promise<Quote> {
    return this.must("POST", "/quotes", body);
  }

  execute(quote: { id: string }, headers: Record<string, string> = {}): Promise<Quote> {
    return this.must("POST", `/quotes/${quote.id}/execute`, undefined, headers);
  }

  retrieveQuote(id: string): Promise<Quote> {
    return this.must("GET", `/quotes/${id}`);
  }

  transaction<Kind extends Transaction = OutgoingTransaction>(id: string | null | undefined): Promise<Kind> {
    return this.must("GET", `/transactions/${String(id)}`);
  }

  /** The only transaction of a quote, even if the quote does not show it. */
  async transactionOf(quote: { id: string }): Promise<OutgoingTransaction> {
    const { data } = await this.must<Page<OutgoingTransaction>>(
      "GET",
      "/transactions?type=OUTGOING&limit=100",
    );
    const transaction = data.find(({ quoteId }) => quoteId === quote.id);
    if (!transaction) throw new Error(`no transaction of ${quote.id}`);
    return transaction;
  }

  transferIn(from: string, to: string, amount: number): Promise<IncomingTransaction> {
    return this.must("POST", "/transfer-in", {
      source: { accountId: from },
      destination: { accountId: to },
      amount,
    });
  }

  transferOut(from: string, to: string, amount: number): Promise<OutgoingTransaction> {
    return this.must("POST", "/transfer-out", {
      source: { accountId: from },
      destination: { accountId: to },
      amount,
    });
  }

  /** The events since the last call, oldest first. */
  newEvents(): readonly SimulatorEvent[] {
    const { list } = this.simulator.events;
    const fresh = list.slice(list.findIndex(({ id }) => id === this.#lastEventId) + 1);
    this.#lastEventId = list.at(-1)?.id;
    return fresh;
  }

  /** The kinds of these events. */
  eventTypes(): string[] {
    return this.newEvents().map(({ type }) => type);
  }

  /** The state that a refused request must not change. */
  async footprint(): Promise<unknown> {
    const { totalCount } = await this.must<Page<unknown>>("GET", "/transactions");
    return [totalCount, this.simulator.totals(), this.simulator.events.list.length];
  }

  // Wallets

  /** A new customer's wallet. */
  async createWallet(email?: string): Promise<{ customerId: string; accountId: string }> {
    this.#wallets += 1;
    const customer = await this.must<{ id: string }>("POST", "/customers", {
      customerType: "INDIVIDUAL",
      region: "US",
      currencies: ["USD"],
      email: email ?? `owner${String(this.#wallets)}@example.com`,
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

export function id(resource: Json): string {
  if (typeof resource["id"] !== "string") throw new Error("the resource has no id");
  return resource["id"];
}

export function items(page: Json): Json[] {
  if (!Array.isArray(page["data"])) throw new Error("the response has no data");
  return page["data"].map((item: Json) => item);
}

/** A service with a customer who has 1,000.00 USD, 1,000.00 EUR and 1,000 USDC in the wallet. */
export async function serviceWithPayer(options: SimulatorOptions = {}) {
  const service = new World(options);
  const payer = await service.fundedCustomer({ USD: 100_000, EUR: 100_000 });
  await service.fund(payer.wallet, 1_000_000_000);
  const usdAccount = payer.accounts["USD"] ?? "";
  const eurAccount = payer.accounts["EUR"] ?? "";
  service.eventTypes();
  return { service, payer, usdAccount, eurAccount };
}

/** A pending quote of 100.00 USD to a EUR account that ends in the digits. */
export async function quoteTo(digits: string, options: SimulatorOptions = {}) {
  const { service, usdAccount, ...rest } = await serviceWithPayer(options);
  const payee = await service.external("EUR", digits);
  const body = service.quoteBody(usdAccount, payee, 10_000);
  return { service, usdAccount, payee, body, quote: await service.quote(body), ...rest };
}

export const newDevice = () => new SoftwareAuthenticator({ origin });

/** Registers a credential of the type in the sandbox, as the first or an additional one. */
export async function register(
  service: World,
  body: { type: string; accountId: string },
): Promise<AuthMethod> {
  const path = "/auth/credentials";
  const first = await service.call<AuthMethod & SignedRetryChallenge>("POST", path, body);
  if (first.status === 201) return first.body;
  const signed = await service.complete<AuthMethod>("POST", path, first.body.requestId, magicSignature, body);
  if (signed.status !== 201) throw new Error(JSON.stringify(signed.body));
  return signed.body;
}

/** A wallet with an e-mail credential and its session. */
export async function signedInWallet(service: World) {
  const { accountId, customerId } = await service.createWallet();
  const credential = await service.registerEmail(accountId);
  const session = await service.signInByEmail(credential);
  return { accountId, customerId, credential, session };
}

/** A service of the production environment. */
export const production = (options: SimulatorOptions = {}) =>
  new World({ environment: "production", ...options });

/** In production: a wallet with an e-mail credential, its session, and an OAUTH credential. */
export async function walletOfTwo(service: World) {
  const wallet = await signedInWallet(service);
  const oidcToken = service.simulator.issueOidcToken({ email: "ada@example.com" });
  const body = { type: "OAUTH", accountId: wallet.accountId, oidcToken };
  const added = await service.signed<AuthMethod>("POST", "/auth/credentials", wallet.session, body);
  if (added.status !== 201) throw new Error(JSON.stringify(added.body));
  return { ...wallet, oauth: added.body };
}
