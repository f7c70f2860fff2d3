/**
 * The platform behind the three pages: a sign-in, the wallet relay, and the server-rendered page. Replace the two maps with
 * your own sign-in, session store and database.
 */
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { PlatformUser } from "./wallet-basics.js";

interface Customer extends PlatformUser {
  readonly customerId: string;
}

/** Options of {@link createBackend}. */
export interface BackendOptions {
  /** The environment of the process. */
  settings: Readonly<Record<string, string | undefined>>;
  /** The origin of the page. */
  origin: string;
  /** Renders the page. */
  render: (user: PlatformUser | undefined) => Promise<string>;
}

/** Responds to `/`, `/platform/…` and `/wallet/…`. Anything else is a 404. */
export function createBackend({ settings, origin, render }: BackendOptions) {
  const payments = new PaymentsClient({
    baseUrl: settings["PAYMENTS_BASE_URL"],
    clientId: settings["PAYMENTS_CLIENT_ID"],
    clientSecret: settings["PAYMENTS_CLIENT_SECRET"],
  });
  const customers = new Map<string, Promise<Customer>>();
  const sessions = new Map<string, Customer>();

  const customerOf = ({ headers }: Request) => {
    const token = /(?:^|;\s*)session=([\w-]+)/.exec(headers.get("cookie") ?? "")?.[1];
    return token === undefined ? undefined : sessions.get(token);
  };

  const relay = createWalletRelay({
    client: payments,
    authenticate: (request) => {
      const customer = customerOf(request);
      return customer && { customerId: customer.customerId, accountIds: [customer.accountId] };
    },
    origins: [origin],
    secret: settings["WALLET_RELAY_SECRET"] ?? "",
  });

  /** Creates a customer with a wallet and a bank account, and moves money from the bank to the wallet. */
  async function join(email: string): Promise<Customer> {
    const customer = await payments.customers.create({
      customerType: "INDIVIDUAL",
      fullName: "Ada Lovelace",
      email,
      region: "US",
      currencies: ["USD"],
    });
    const customerId = customer.id ?? "";
    const wallet = await payments.internalAccounts.findWallet(customerId);
    if (wallet === undefined) throw new Error("the customer has no wallet");
    const payee = await payments.externalAccounts.create({
      customerId,
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "123456789",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada Lovelace" },
      },
    });
    await payments.quotes.create({
      source: { sourceType: "ACCOUNT", accountId: payee.id },
      destination: { destinationType: "ACCOUNT", accountId: wallet.id },
      lockedCurrencySide: "RECEIVING",
      lockedCurrencyAmount: 25_000_000,
      immediatelyExecute: true,
    });
    return { customerId, accountId: wallet.id, payeeId: payee.id };
  }

  /** `{ "email": "…" }` signs anybody in. Check a password here. */
  async function signIn(request: Request): Promise<Response> {
    // Another site must not sign a user in.
    if (request.headers.get("origin") !== origin) return Response.json({ code: "FOREIGN" }, { status: 403 });
    const body: unknown = await request.json().catch(() => undefined);
    const { email } = Object(body) as { email?: unknown };
    if (typeof email !== "string" || !/^[\w.+-]{1,64}@[\w.-]{1,180}$/.test(email))
      return Response.json({ code: "NO_EMAIL" }, { status: 400 });
    // Two sign-ins at once make one customer.
    const joined = customers.get(email) ?? join(email);
    customers.set(email, joined);
    joined.catch(() => customers.delete(email));
    const customer = await joined;
    const token = crypto.randomUUID();
    sessions.set(token, customer);
    // Some browsers keep no secure cookie for a page on `http://localhost`.
    const secure = origin.startsWith("https:") ? "; Secure" : "";
    const cookie = `session=${token}; HttpOnly; SameSite=Strict; Path=/${secure}`;
    return Response.json(userOf(customer), { headers: { "set-cookie": cookie } });
  }

  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/wallet/")) return relay(request);
    if (pathname === "/platform/sign-in" && request.method === "POST") return signIn(request);
    if (pathname !== "/") return new Response(null, { status: 404 });
    const html = await render(userOf(customerOf(request)));
    return new Response(html, {
      headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
    });
  };
}

/** The user data that the page may see. */
function userOf(customer: Customer): PlatformUser;
function userOf(customer: Customer | undefined): PlatformUser | undefined;
function userOf(customer: Customer | undefined): PlatformUser | undefined {
  return customer && { accountId: customer.accountId, payeeId: customer.payeeId };
}
