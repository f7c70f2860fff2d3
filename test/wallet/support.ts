import { PaymentsClient } from "payments-sdk";
import type { ClientOptions, Quote } from "payments-sdk";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import { sandboxOidcToken, sandboxValues, Wallet } from "payments-sdk/wallet";
import type { WalletClientOptions, WalletSession, WalletStore } from "payments-sdk/wallet";
import { createBank, createOwner, fund, quoteBody } from "../support/parts";
import { createSimulator, origin } from "../support/world";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { splitStore } from "./split-store";
import type { SplitStore } from "./split-store";

export type Environment = "production" | "sandbox";
export const environments: Environment[] = ["production", "sandbox"];

/** The options of a wallet, with any store of these tests. */
export type WalletWorldOptions = Omit<Partial<WalletClientOptions>, "store"> & {
  store?: WalletStore | SplitStore | undefined;
};

/** One request as it left the client: nothing is redacted. */
export interface SentRequest {
  method: string;
  /** Relative to the base address. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Stands between a client and the service: `forward` passes the request on, with other headers if any are given. */
export type Intercept = (
  request: SentRequest,
  forward: (headers?: Record<string, string>) => Promise<Response>,
) => Response | Promise<Response>;

const passOn: Intercept = (_, forward) => forward();

type RecordedOptions = Pick<ClientOptions, "timeout" | "hooks" | "logLevel" | "validation">;

/** A simulated service with one customer's embedded wallet, and all that crosses the wire. */
export class WalletWorld {
  readonly environment: Environment;
  readonly simulator: Simulator;
  readonly payments: PaymentsClient;
  customerId = "";
  accountId = "";
  readonly device = new SoftwareAuthenticator({ origin });
  readonly sent: SentRequest[] = [];
  /** What stands between the client and the service. */
  readonly wire = { intercept: passOn };

  private constructor(environment: Environment, options: SimulatorOptions, clientOptions: RecordedOptions) {
    this.environment = environment;
    this.simulator = createSimulator({ environment, ...options });
    this.payments = createRecordedClient(this.simulator, this.sent, clientOptions, (...exchange) =>
      this.wire.intercept(...exchange),
    );
  }

  static async create(
    environment: Environment,
    options: SimulatorOptions = {},
    clientOptions: RecordedOptions = {},
  ): Promise<WalletWorld> {
    const world = new WalletWorld(environment, options, clientOptions);
    const owner = await createOwner(world.payments, "ada@example.com", "Ada Owner");
    world.customerId = owner.customerId;
    world.accountId = owner.accountId;
    world.sent.length = 0;
    return world;
  }

  /** A wallet on a device of its own. */
  wallet(options: WalletWorldOptions = {}): Wallet {
    return new Wallet({
      client: this.payments,
      accountId: this.accountId,
      environment: this.environment,
      passkeys: this.device,
      relyingParty: { id: "wallet.example", name: "Example" },
      trustedIssuerKeys: [this.simulator.walletExportIssuerKey],
      ...options,
    });
  }

  /** The code mailed last; in the sandbox, the magic one. */
  code(): string {
    if (this.environment === "sandbox") return sandboxValues.otp;
    const mail = this.simulator.outbox.list.at(-1);
    if (mail === undefined) throw new Error("no mail");
    return mail.code;
  }

  /** A token to register with. */
  registrationToken(email = "ada@example.com"): string {
    return this.environment === "sandbox"
      ? sandboxOidcToken({ email, issuedAt: this.simulator.clock.now() })
      : this.simulator.issueOidcToken({ email });
  }

  /** A token to sign in with. */
  signInToken(email = "ada@example.com"): string {
    return this.environment === "sandbox"
      ? sandboxValues.oidcToken
      : this.simulator.issueOidcToken({ email });
  }

  /** Registers email as the first credential and signs in with it. */
  async signInByEmail(wallet: Wallet): Promise<WalletSession> {
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    return wallet.signIn({ type: "EMAIL_OTP", otp: this.code() });
  }

  /** A world with a wallet that is signed in by email. */
  static async signedIn(environment: Environment, options: WalletWorldOptions = {}) {
    const world = await WalletWorld.create(environment);
    const wallet = world.wallet(options);
    return { world, wallet, session: await world.signInByEmail(wallet) };
  }

  /** Funds the wallet, and requests a quote out of it. */
  async quote(lockedCurrencyAmount = 1_000_000): Promise<Quote> {
    const { payments, simulator, accountId, customerId } = this;
    await fund(simulator, payments, this, 10 * lockedCurrencyAmount);
    const bankId = await createBank(payments, customerId, "Ada Owner");
    return payments.quotes.create(quoteBody(accountId, bankId, lockedCurrencyAmount));
  }

  /** The wallet's balance, in the smallest unit. */
  async balance(): Promise<number> {
    const account = await this.payments.internalAccounts.findWallet(this.customerId);
    return account?.balance.amount ?? Number.NaN;
  }

  /** What went out to a path, in order. */
  sentTo(method: string, path: string | RegExp): SentRequest[] {
    return this.sent.filter(
      (request) =>
        request.method === method &&
        (typeof path === "string" ? request.path === path : path.test(request.path)),
    );
  }

  /** The signed requests that went out, by their Request-Id. */
  signedRequests(): string[] {
    return this.sent
      .filter(({ headers }) => "service-wallet-signature" in headers && "request-id" in headers)
      .map(({ headers }) => headers["request-id"] ?? "");
  }
}

/** A client of the simulator that records its requests. */
export function createRecordedClient(
  simulator: Simulator,
  sent: SentRequest[],
  options: RecordedOptions = {},
  intercept: Intercept = passOn,
): PaymentsClient {
  const { fetch, ...connection } = simulator.clientOptions();
  return new PaymentsClient({
    ...connection,
    ...options,
    retryDelay: () => 1,
    fetch: async (url, init) => {
      const request = {
        method: init.method ?? "GET",
        path: decodeURIComponent(url.slice(connection.baseUrl.length)),
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === "string" ? init.body : "",
      };
      sent.push(request);
      return intercept(request, (headers = request.headers) => fetch(url, { ...init, headers }));
    },
  });
}

/** A logger that keeps its warnings. */
export function warnings() {
  const lines: string[] = [];
  const keep = (line: string) => lines.push(line);
  return { lines, logger: { debug: keep, info: keep, warn: keep, error: keep } };
}

/** A store in which the named methods fail. */
export function brokenStore(...methods: (keyof SplitStore)[]): SplitStore {
  const fail = () => Promise.reject(new DOMException("could not be cloned: -----BEGIN", "DataCloneError"));
  return { ...splitStore(), ...Object.fromEntries(methods.map((method) => [method, fail])) };
}
