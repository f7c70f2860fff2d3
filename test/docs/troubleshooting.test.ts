import { generateKeyPairSync } from "node:crypto";
import { isPaymentsError, PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";
import { sandboxValues, Wallet } from "payments-sdk/wallet";
import { verifyWebhook } from "payments-sdk/webhooks";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, refusal } from "../core/client";
import { createSimulator } from "../support/world";
import { readProjectFile } from "./source-files";

/** The quotes in the headings, with `…` for varying parts. */
const quoted = [...readProjectFile("docs/guides/troubleshooting.md").matchAll(/^### (`+) ?(.*?) ?\1$/gm)].map(
  ([, , message = ""]) => message,
);

/** Messages of other programs. This package cannot change them, and its tests cannot cause them. */
const OF_OTHERS = [
  "ReferenceError: TextEncoder is not defined",
  "TypeError: Right-hand side of 'instanceof' is not an object",
  "Cannot find module 'payments-sdk/wallet' or its corresponding type declarations.",
];

/** The message of a failing call's error. */
async function failure(call: () => unknown): Promise<string> {
  try {
    await call();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("the call succeeded");
}

const credentials = { baseUrl: "https://payments.test", clientId: "id", clientSecret: "secret" };
const params = {
  source: { accountId: "InternalAccount:1" },
  destination: { accountId: "ExternalAccount:1" },
  amount: 100,
};
const made = (options: object) => failure(() => new PaymentsClient({ ...credentials, ...options }));

/** A client. Every attempt ends as given. */
function responding(
  respond: () => Response | Promise<Response>,
  options: ClientOptions = {},
): PaymentsClient {
  return createClient({ fetch: fakeFetch(respond).fetch, maxRetries: 0, ...options });
}
function broken(code: string): PaymentsClient {
  const failed = new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
  return responding(() => Promise.reject(failed));
}
const silent = (options: ClientOptions) => responding(() => new Promise<Response>(() => {}), options);
const read = (payments: PaymentsClient) => failure(() => payments.config.retrieve());
const pay = (payments: PaymentsClient) => failure(() => payments.transfers.out(params));

/** The lines that a client logs during a call. */
async function logged(response: Response): Promise<string> {
  const warn = vi.fn<(line: string) => void>();
  const logger = { debug: warn, info: warn, warn, error: warn };
  await responding(() => response, { logger, logLevel: "warn" }).config.retrieve();
  return warn.mock.calls.join("\n");
}

const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const foreignKey = publicKey.export({ type: "spki", format: "pem" }).toString();

/** Checks a delivery of the simulator with other headers, keys, body or time. */
async function delivered(change: { headers?: object; publicKeys?: string[]; body?: unknown; now?: number }) {
  const simulator = createSimulator();
  const timestamp = simulator.clock.iso();
  const { body, headers } = simulator.signEvent({ id: "Webhook:1", type: "TEST", timestamp, data: {} });
  const given = { publicKeys: [simulator.webhookPublicKey], ...change };
  const now = change.now ?? simulator.clock.now();
  return failure(() =>
    verifyWebhook(
      (given.body ?? body) as string,
      { ...(change.headers ?? headers) },
      {
        publicKeys: given.publicKeys,
        now: () => now,
      },
    ),
  );
}

/** A wallet of the simulator with a signed-in customer. */
async function signedIn(environment: "sandbox" | "production" = "sandbox") {
  const simulator = createSimulator({ environment });
  const client = new PaymentsClient(simulator.clientOptions());
  const email = "ada@example.com";
  const customer = await client.customers.create({ customerType: "INDIVIDUAL", email, region: "US" });
  const account = await client.internalAccounts.findWallet(customer.id);
  const wallet = new Wallet({ client, accountId: account?.id ?? "", environment, logLevel: "off" });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  await wallet.signIn({ type: "EMAIL_OTP", otp: simulator.outbox.last(email)?.code ?? sandboxValues.otp });
  /** An action that needs a signature. */
  const addToken = () =>
    wallet.credentials.register({ type: "OAUTH", oidcToken: simulator.issueOidcToken({ email }) });
  return { simulator, wallet, addToken };
}

const simulated = () => new PaymentsClient({ ...createSimulator().clientOptions(), maxRetries: 0 });

/** Causes each message. */
const causes: Record<string, () => Promise<string>> = {
  "`baseUrl` is missing": () => made({ baseUrl: undefined }),
  "`dangerouslyAllowBrowser`": async () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    try {
      return await made({});
    } finally {
      vi.unstubAllGlobals();
    }
  },
  "GET … could not connect (ECONNREFUSED)": () => read(broken("ECONNREFUSED")),
  "GET … could not connect (ENOTFOUND …)": () => read(broken("ENOTFOUND")),
  "POST … could not connect (SELF": () => pay(broken("SELF_SIGNED_CERT_IN_CHAIN")),
  "GET … could not connect (UND_ERR": () => read(broken("UND_ERR_CONNECT_TIMEOUT")),
  "POST … timed out after … ms (`timeout`": () => pay(silent({ timeout: 1 })),
  "POST … timed out after … ms (`totalTimeout`": () => pay(silent({ totalTimeout: 1 })),
  "GET … was redirected": () =>
    read(responding(() => new Response(null, { status: 302, headers: { location: "https://login.test/" } }))),
  "GET …: the response (200) is not complete JSON": () =>
    read(responding(() => new Response("<html>", { headers: { "content-type": "text/html" } }))),
  "GET … failed with 401": () =>
    read(new PaymentsClient({ ...createSimulator().clientOptions(), clientSecret: "another" })),
  // Not recorded, because the contract lists no 403 for the operation.
  "POST quotes.execute failed with 409": () =>
    failure(() => responding(() => refusal(409, "CONFLICT")).quotes.execute("Quote:1")),
  "POST … failed with 502 HTTP_502": () =>
    pay(responding(() => new Response("<html><body>502 Bad Gateway</body></html>", { status: 502 }))),
  "POST … failed with 429": () => pay(responding(() => refusal(429, "RATE_LIMITED"))),
  "`idempotencyKey` has no effect": () =>
    failure(() => simulated().customers.create({ customerType: "INDIVIDUAL" }, { idempotencyKey: "key" })),
  "`amount`": () => failure(() => simulated().transfers.out({ ...params, amount: 12.5 })),
  "payments-sdk: GET …": () => logged(json({ umaDomain: 5 })),
  "POST …: the response (201) belongs": () =>
    pay(
      responding(() =>
        json({ type: "OUTGOING", id: "Transaction:1", source: { accountId: "InternalAccount:2" } }, 201),
      ),
    ),
  "POST …: the response (200) is not the response": () => pay(responding(() => json({ message: "Welcome" }))),
  "transfers.out was aborted": () =>
    failure(() => simulated().transfers.out(params, { signal: AbortSignal.abort() })),
  "quotes.waitFor": () =>
    failure(() =>
      responding(() => json({ id: "Quote:1", status: "PROCESSING", source: {}, destination: {} }), {
        validation: "off",
      }).quotes.waitFor("Quote:1", {
        totalTimeout: 100,
        interval: 1_000,
      }),
    ),
  "the signature": () => delivered({ publicKeys: [foreignKey] }),
  "the header": () => delivered({ headers: {} }),
  "the event's": () => delivered({ now: Date.parse("2026-04-27T10:00:00Z") }),
  "`rawBody`": () => delivered({ body: { id: "Webhook:1" } }),
  "`publicKeys[0]` must": () => delivered({ publicKeys: [foreignKey.replaceAll("\n", "\\n")] }),
  "this wallet has no session": async () => {
    const { wallet } = await signedIn("production");
    await wallet.signOut();
    return failure(() => wallet.refresh());
  },
};

describe("docs/guides/troubleshooting.md", () => {
  const ours = quoted.filter((message) => !OF_OTHERS.includes(message));

  it("quotes each message once, and this test can cause each", () => {
    expect(ours.length).toBeGreaterThan(25);
    expect(new Set(quoted).size).toBe(quoted.length);
    expect(quoted).toEqual(expect.arrayContaining(OF_OTHERS));
    const starts = ours.map((message) => Object.keys(causes).filter((start) => message.startsWith(start)));
    expect(starts.filter(({ length }) => length !== 1)).toEqual([]);
    expect(starts.flat().sort()).toEqual(Object.keys(causes).sort());
  });

  it.each(ours)("quotes the message that a user sees: %s", async (message) => {
    const [, cause] = Object.entries(causes).find(([start]) => message.startsWith(start)) ?? [];
    const pattern = message
      .split("…")
      .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
      .join("[^]+");
    expect(await cause?.()).toMatch(new RegExp(`^${pattern}$`));
  });

  it("notices a call that does not fail", async () => {
    await expect(failure(() => isPaymentsError(undefined))).rejects.toThrow("the call succeeded");
  });
});
