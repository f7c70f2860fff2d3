/**
 * A minimal platform: a sign-in, and the wallet relay behind it. Replace the map with your own sign-in and session store.
 */
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayLimit, RelayUser } from "payments-sdk/relay";

/** The environment of the process, or a worker's variables and secrets. */
export type Settings = Readonly<Record<string, string | undefined>>;

type Handler = (request: Request) => Promise<Response>;

function createPlatform(settings: Settings, limit?: RelayLimit): { relay: Handler; signIn: Handler } {
  const payments = new PaymentsClient({
    baseUrl: settings["PAYMENTS_BASE_URL"],
    clientId: settings["PAYMENTS_CLIENT_ID"],
    clientSecret: settings["PAYMENTS_CLIENT_SECRET"],
  });
  const origin = settings["ORIGIN"] ?? `http://localhost:${settings["PORT"] ?? "3000"}`;
  const sessions = new Map<string, RelayUser>();

  /** Finds a customer with a wallet, or creates it: one for each address, also if two sign-ins come at once. */
  async function join(email: string): Promise<RelayUser> {
    const customer = await payments.customers.findOrCreate({
      customerType: "INDIVIDUAL",
      platformCustomerId: email,
      fullName: "Ada Lovelace",
      email,
      region: "US",
      currencies: ["USD"],
    });
    const wallet = await payments.internalAccounts.findWallet(customer.id ?? "");
    if (wallet === undefined) throw new Error("the customer has no wallet");
    return { userId: email, customerId: customer.id ?? "", accountIds: [wallet.id] };
  }

  /** `{ "email": "…" }` signs anybody in. Check a password here. */
  async function signIn(request: Request): Promise<Response> {
    // Another site must not sign a user in.
    if (request.headers.get("origin") !== origin) return Response.json({ code: "FOREIGN" }, { status: 403 });
    const body: unknown = await request.json().catch(() => undefined);
    const { email } = Object(body) as { email?: unknown };
    if (typeof email !== "string" || !/^[\w.+-]{1,64}@[\w.-]{1,180}$/.test(email))
      return Response.json({ code: "NO_EMAIL" }, { status: 400 });
    const user = await join(email);
    const token = crypto.randomUUID();
    sessions.set(token, user);
    const cookie = `session=${token}; HttpOnly; Secure; SameSite=Strict; Path=/`;
    return Response.json({ accountId: user.accountIds[0] }, { headers: { "set-cookie": cookie } });
  }

  const relay = createWalletRelay({
    client: payments,
    authenticate: ({ headers }) => {
      const token = /(?:^|;\s*)session=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1];
      return token === undefined ? undefined : sessions.get(token);
    },
    origins: [origin],
    secret: settings["WALLET_RELAY_SECRET"] ?? "",
    // Your host's rate limiter, for example that of examples/relay-worker/limit.ts.
    limit,
    onEvent: (event) => console.log(JSON.stringify(event)),
  });
  return { relay, signIn };
}

let platform: ReturnType<typeof createPlatform> | undefined;

/** The platform. The first request creates it, because a build has no secrets and a worker has no variables before that. */
export function platformOf(settings: Settings, limit?: RelayLimit): { relay: Handler; signIn: Handler } {
  platform ??= createPlatform(settings, limit);
  return platform;
}
