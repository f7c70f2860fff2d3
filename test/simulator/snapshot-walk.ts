import type { Simulator } from "payments-sdk/simulator";
import { SeededRandom } from "../../src/simulator/runtime/random";
import {
  business,
  individual,
  magicAssertion,
  magicSignature,
  oauthBody,
  usdAccount,
} from "../support/parts";
import { World } from "../support/world";
import { createClientKey } from "../support/node-wallet";

/** One request of a walk, or an advance of the clock. */
export type Step =
  | { kind: "advance"; by: string }
  | {
      kind: "request";
      method: string;
      path: string;
      body?: unknown;
      headers?: Record<string, string>;
      /** Sent as a form with a file. `body` has the other fields. */
      isForm?: boolean;
    };

const clientPublicKey = createClientKey().publicKey;
const magicToken = "sandbox-valid-oidc-token";

/** Chooses random requests with ids from earlier responses. Most are possible, and some are refused. */
export class RandomWalk {
  readonly #random: SeededRandom;
  readonly #ids = new Map<string, string[]>();
  readonly #cursors: string[] = [];
  readonly #signable: { method: string; path: string; body?: unknown; requestId: string }[] = [];
  #last: Step | undefined;

  constructor(seed: string) {
    this.#random = new SeededRandom(`walk ${seed}`);
  }

  /** Collects the ids of a response, and the possible next requests. */
  learn(text: string): void {
    for (const [id, kind = ""] of text.matchAll(/\b([A-Z]\w+):[0-9a-f-]{36}/g)) {
      const known = this.#ids.get(kind) ?? [];
      if (!known.includes(id)) this.#ids.set(kind, [...known, id]);
    }
    const { last } = { last: this.#last };
    if (last?.kind !== "request") return;
    const cursor = /"nextCursor":"([^"]+)"/.exec(text)?.[1];
    if (cursor !== undefined) this.#cursors.push(`${last.path.replace(/&cursor=.*/, "")}&cursor=${cursor}`);
    const requestId = /"payloadToSign".*"requestId":"([^"]+)"/.exec(text)?.[1];
    if (requestId !== undefined) this.#signable.push({ ...last, requestId });
  }

  next(): Step {
    this.#last = this.#choose();
    return this.#last;
  }

  #pick<T>(choices: readonly T[]): T {
    const choice = choices[this.#random.uint32() % choices.length];
    if (choice === undefined) throw new Error("nothing to choose from");
    return choice;
  }

  #id(kind: string): string {
    // Prefers the newest, because older ones have ended.
    const known = (this.#ids.get(kind) ?? []).slice(this.#random.uint32() % 2 === 0 ? -8 : 0);
    return known.length === 0 ? `${kind}:none` : this.#pick(known);
  }

  #post(path: string, body?: unknown, headers?: Record<string, string>): Step {
    return { kind: "request", method: "POST", path, body, ...(headers ? { headers } : {}) };
  }

  #get(path: string): Step {
    return { kind: "request", method: "GET", path };
  }

  #amount(): number {
    return 1 + (this.#random.uint32() % 5000);
  }

  #choose(): Step {
    const step = this.#pick(this.#steps);
    return step();
  }

  readonly #keyed = (): Record<string, string> => ({
    "idempotency-key": `key-${String(this.#random.uint32() % 40)}`,
    "service-wallet-signature": magicSignature,
  });

  readonly #quote = (): Step => {
    const source = this.#pick([
      { sourceType: "ACCOUNT", accountId: this.#id("InternalAccount") },
      { sourceType: "ACCOUNT", accountId: this.#id("ExternalAccount") },
      { sourceType: "REALTIME_FUNDING", currency: "USD", customerId: this.#id("Customer") },
    ]);
    const destination = this.#pick([
      { destinationType: "ACCOUNT", accountId: this.#id("ExternalAccount") },
      { destinationType: "ACCOUNT", accountId: this.#id("InternalAccount") },
      { destinationType: "UMA_ADDRESS", umaAddress: "$success.eur@sandbox.payments.test" },
      { destinationType: "UMA_ADDRESS", umaAddress: "$pending.long.usd@sandbox.payments.test" },
    ]);
    const body = {
      source,
      destination,
      lockedCurrencySide: this.#pick(["SENDING", "RECEIVING"]),
      lockedCurrencyAmount: this.#amount(),
      immediatelyExecute: this.#random.uint32() % 3 === 0,
    };
    return this.#post("/quotes", body, this.#pick([{}, this.#keyed()]));
  };

  readonly #transfer = (): Step => {
    const [internal, external] = [
      { accountId: this.#id("InternalAccount") },
      { accountId: this.#id("ExternalAccount") },
    ];
    return this.#pick([
      this.#post("/transfer-in", { source: external, destination: internal, amount: this.#amount() }),
      this.#post("/transfer-out", { source: internal, destination: external, amount: this.#amount() }),
    ]);
  };

  readonly #signed = (): Step => {
    if (this.#signable.length === 0) return this.#get("/customers?limit=3");
    const { method, path, body, requestId } = this.#pick(this.#signable.slice(-6));
    const headers = { "service-wallet-signature": magicSignature, "request-id": requestId };
    return { kind: "request", method, path, body, headers };
  };

  readonly #wallet = (): Step => {
    const accountId = this.#id("InternalAccount");
    const credential = this.#id("AuthMethod");
    const proof = this.#pick([
      { type: "EMAIL_OTP", otp: "000000" },
      { type: "OAUTH", oidcToken: magicToken },
      { type: "PASSKEY", assertion: magicAssertion },
    ]);
    return this.#pick([
      this.#post("/auth/credentials", { type: "EMAIL_OTP", accountId }),
      this.#post("/auth/credentials", oauthBody(accountId, `${this.#random.text(5)}@example.com`)),
      this.#post(`/auth/credentials/${credential}/challenge`, { clientPublicKey }),
      this.#post(`/auth/credentials/${credential}/verify`, { ...proof, clientPublicKey }),
      this.#post(`/internal-accounts/${accountId}/export`, { clientPublicKey }),
      { kind: "request", method: "DELETE", path: `/auth/credentials/${credential}` },
      { kind: "request", method: "DELETE", path: `/auth/sessions/${this.#id("Session")}` },
      this.#get(`/auth/sessions?accountId=${accountId}`),
      this.#get(`/auth/credentials?accountId=${accountId}`),
    ]);
  };

  readonly #list = (): Step => {
    const limit = `limit=${String(1 + (this.#random.uint32() % 9))}`;
    return this.#get(
      this.#pick([
        `/transactions?${limit}`,
        `/transactions?${limit}&status=COMPLETED&sortOrder=asc`,
        `/transactions?${limit}&customerId=${this.#id("Customer")}`,
        `/transactions?${limit}&accountIdentifier=${this.#id("InternalAccount")}`,
        `/customers?${limit}`,
        `/customers/internal-accounts?${limit}`,
        `/customers/external-accounts?${limit}`,
        `/documents?${limit}`,
        `/verifications?${limit}`,
        "/platform/internal-accounts?currency=USD",
        ...this.#cursors.slice(-5),
      ]),
    );
  };

  readonly #steps: readonly (() => Step)[] = [
    () => this.#post("/customers", { ...individual, platformCustomerId: this.#random.text(2) }),
    () => this.#post("/customers", business),
    () => ({
      kind: "request",
      method: "PATCH",
      path: `/customers/${this.#id("Customer")}`,
      body: { umaAddress: `$${this.#random.text(2)}@platform.test` },
    }),
    () => {
      const suffix = this.#pick(["000", "002", "003", "004", "005", "006", "007"]);
      return this.#post("/customers/external-accounts", {
        ...usdAccount(suffix),
        customerId: this.#id("Customer"),
        defaultUmaDepositAccount: this.#random.uint32() % 4 === 0,
      });
    },
    () => this.#post(`/sandbox/internal-accounts/${this.#id("InternalAccount")}/fund`, { amount: 50_000 }),
    () => this.#post("/verifications", { customerId: this.#id("Customer") }),
    () =>
      this.#post("/beneficial-owners", {
        customerId: this.#id("Customer"),
        roles: ["DIRECTOR"],
        personalInfo: { firstName: "Ada", lastName: "Lovelace", $note: { $bytes: "no tag" } },
      }),
    () => ({
      kind: "request",
      method: "POST",
      path: "/documents",
      body: { documentHolder: this.#id("Customer"), documentType: "PASSPORT", country: "US" },
      isForm: true,
    }),
    () => this.#get(`/receiver/external-account/${this.#id("ExternalAccount")}`),
    () =>
      this.#post("/sandbox/uma/receive", {
        senderUmaAddress: "$payer@elsewhere.test",
        receiverCustomerId: this.#id("Customer"),
        receivingCurrencyCode: "USD",
        receivingCurrencyAmount: this.#amount(),
      }),
    () => this.#post(`/transactions/${this.#id("Transaction")}/approve`),
    () => this.#post("/sandbox/send", { quoteId: this.#id("Quote"), currencyCode: "USD" }),
    () => this.#post(`/quotes/${this.#id("Quote")}/execute`, undefined, this.#keyed()),
    () => this.#get(`/quotes/${this.#id("Quote")}`),
    () => ({ kind: "advance", by: this.#pick(["1s", "20s", "2m", "6m", "1d"]) }),
    this.#quote,
    this.#quote,
    this.#quote,
    this.#transfer,
    this.#transfer,
    this.#wallet,
    this.#wallet,
    this.#wallet,
    this.#signed,
    this.#signed,
    this.#list,
    this.#list,
    this.#list,
  ];
}

function bodyOf({ body, isForm }: Extract<Step, { kind: "request" }>): RequestInit {
  if (!isForm) return body === undefined ? {} : { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) form.append(name, String(value));
  form.append("file", new File(["%PDF"], "passport.pdf", { type: "application/pdf" }));
  return { body: form };
}

/** Takes a step and returns everything that the caller gets. */
export async function take(simulator: Simulator, step: Step): Promise<string> {
  if (step.kind === "advance") {
    await simulator.clock.advance(step.by);
    return simulator.clock.iso();
  }
  const { authorization } = new World(simulator);
  const { baseUrl, fetch } = simulator.clientOptions();
  const headers = {
    authorization,
    ...(step.isForm ? {} : { "content-type": "application/json" }),
    ...step.headers,
  };
  try {
    const response = await fetch(baseUrl + step.path, { method: step.method, headers, ...bodyOf(step) });
    return JSON.stringify([response.status, [...response.headers], await response.text()]);
  } catch (error) {
    return `no response: ${String(error)}`;
  }
}
