import type { AuthMethod, ClientOptions, PaymentsClient, Quote } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayOptions } from "payments-sdk/relay";
import type { Exchange, Simulator, SimulatorOptions } from "payments-sdk/simulator";
import { Wallet } from "payments-sdk/wallet";
import type { WalletRelayOptions } from "payments-sdk/wallet";
import { expect } from "vitest";
import { createBank, createOwner, fund, quoteBody } from "../support/parts";
import type { WalletOwner } from "../support/parts";
import { clientOf, createSimulator, origin } from "../support/world";
import { SoftwareAuthenticator } from "../support/software-authenticator";

export const pageOrigin = origin;
export const relayAddress = `${origin}/wallet`;
export const relaySecret = "a secret of the platform, 32 bytes or more";

/** A customer with a wallet, and a page signed in to the platform by a cookie. */
export interface Customer extends WalletOwner {
  cookie: string;
}

export interface PageResponse {
  status: number;
  headers: Headers;
  body: unknown;
}

/** One call of a page. Absent headers are those that a browser would send; `undefined` takes one away. */
export interface PageCall {
  from?: Customer | undefined;
  body?: unknown;
  headers?: Record<string, string | undefined>;
}

/** A platform: the production service, a backend with a relay, and two unrelated customers. */
export class Platform {
  readonly simulator: Simulator;
  readonly payments: PaymentsClient;
  readonly relay: (request: Request) => Promise<Response>;
  readonly ada: Customer;
  readonly mallory: Customer;
  /** What every relay of this platform is made with. */
  readonly relayOptions: RelayOptions;

  private constructor(
    simulator: Simulator,
    payments: PaymentsClient,
    customers: { ada: Customer; mallory: Customer },
    options: Partial<RelayOptions>,
  ) {
    this.simulator = simulator;
    this.payments = payments;
    this.ada = customers.ada;
    this.mallory = customers.mallory;
    const users = [this.ada, this.mallory];
    this.relayOptions = {
      client: payments,
      authenticate: ({ headers }) => {
        const user = users.find(({ cookie }) => cookie === headers.get("cookie"));
        return user && { accountIds: [user.accountId], customerId: user.customerId };
      },
      origins: [pageOrigin],
      secret: relaySecret,
      now: () => simulator.clock.now(),
      ...options,
    };
    this.relay = createWalletRelay(this.relayOptions);
  }

  static async create(
    options: Partial<RelayOptions> = {},
    clientOptions: ClientOptions = {},
    simulatorOptions: SimulatorOptions = {},
    recording: { recorded?: boolean } = {},
  ): Promise<Platform> {
    const simulator = createSimulator({ environment: "production", ...simulatorOptions }, recording);
    const payments = clientOf(simulator, { retryDelay: () => 1, logLevel: "off", ...clientOptions });
    const join = async (name: string): Promise<Customer> => ({
      ...(await createOwner(payments, `${name}@example.com`, name)),
      cookie: `platform-session=${name}`,
    });
    const ada = await join("ada");
    const mallory = await join("mallory");
    return new Platform(simulator, payments, { ada, mallory }, options);
  }

  /** Calls the relay as a page would. */
  async call(method: string, path: string, { from, body, headers }: PageCall = {}): Promise<PageResponse> {
    const sent = new Headers();
    const given: Record<string, string | undefined> = {
      origin: pageOrigin,
      "sec-fetch-site": "same-origin",
      cookie: from?.cookie,
      "content-type": body === undefined ? undefined : "application/json",
      ...headers,
    };
    for (const [name, value] of Object.entries(given)) if (value !== undefined) sent.set(name, value);
    const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
    const request = new Request(`${relayAddress}${path}`, {
      method,
      headers: sent,
      ...(text === undefined ? {} : { body: text }),
    });
    const response = await this.relay(request);
    const json = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: json === "" ? undefined : JSON.parse(json),
    };
  }

  /** Posts a body to the relay piece by piece, as Ada's page. */
  stream(path: string, body: ReadableStream<Uint8Array>): Promise<Response> {
    const headers = { origin: pageOrigin, cookie: this.ada.cookie, "content-type": "application/json" };
    const init = { method: "POST", headers, body, duplex: "half" };
    return this.relay(new Request(`${relayAddress}${path}`, init as RequestInit)); // The DOM's type does not know `duplex`.
  }

  /** Sends a page's request. Once the user's sign-in to the platform is lost, it has no cookie. */
  send(url: string, init: RequestInit, isLost = false): Promise<Response> {
    const request = new Request(url, init);
    if (isLost) request.headers.delete("cookie");
    return this.relay(request);
  }

  /** The wallet of a customer's page. */
  wallet(customer: Customer, options: Partial<WalletRelayOptions> = {}): Wallet {
    const headers = { origin: pageOrigin, cookie: customer.cookie };
    return new Wallet({
      relay: relayAddress,
      accountId: customer.accountId,
      passkeys: new SoftwareAuthenticator({ origin: pageOrigin }),
      relyingParty: { id: "wallet.example" },
      registrationChallenge: () => this.registrationChallenge(customer),
      trustedIssuerKeys: [this.simulator.walletExportIssuerKey],
      headers,
      fetch: (url, init) => this.send(url, init),
      retryDelay: () => 1,
      ...options,
    });
  }

  async registrationChallenge(customer: Customer): Promise<string> {
    const { accountId } = customer;
    const response = await this.call("POST", "/registration-challenge", {
      from: customer,
      body: { accountId },
    });
    return text(response.body, "challenge");
  }

  /** The code mailed last. */
  code(): string {
    return this.simulator.outbox.list.at(-1)?.code ?? "";
  }

  /** An email credential of the customer. */
  async registerEmail({ accountId }: Customer): Promise<AuthMethod> {
    const made = await this.payments.auth.credentials.create({ type: "EMAIL_OTP", accountId });
    if (!("nickname" in made)) throw new Error("the wallet has a credential already");
    return made;
  }

  /** A bank account of the customer. */
  bankAccount({ customerId }: Customer): Promise<string> {
    return createBank(this.payments, customerId, "Grace Hopper");
  }

  /** Fills the customer's wallet. */
  fund(customer: Customer, amount = 10_000_000): Promise<void> {
    return fund(this.simulator, this.payments, customer, amount);
  }

  /** A quote out of the customer's wallet to their own bank, made by the platform. */
  async quote(customer: Customer): Promise<Quote> {
    return this.payments.quotes.create(quoteBody(customer.accountId, await this.bankAccount(customer)));
  }

  /** What reached the service while `work` ran, in order. */
  async exchangesOf(work: () => Promise<unknown>): Promise<Exchange[]> {
    const before = this.simulator.requests.length;
    await work();
    return this.simulator.requests.slice(before);
  }
}

/** A text field of a response. */
export function text(body: unknown, name: string): string {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  if (typeof value !== "string") throw new Error(`no ${name} in ${JSON.stringify(body)}`);
  return value;
}

/** What the relay says about anything that is not there or not the user's. */
export const nothingThere = {
  status: 404,
  body: { status: 404, code: "NOT_FOUND", message: "The resource does not exist" },
};

export const clientPublicKey = `04${"ab".repeat(64)}`;

/** Makes a call and expects that nothing of it reached the service. */
export async function refusedBeforeTheService(
  platform: Platform,
  method: string,
  path: string,
  call: PageCall = {},
) {
  let response = await platform.call("OPTIONS", "/");
  const exchanges = await platform.exchangesOf(async () => {
    response = await platform.call(method, path, { from: platform.ada, ...call });
  });
  expect(exchanges).toEqual([]);
  return response;
}
