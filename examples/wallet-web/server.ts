/**
 * The backend of the wallet page. It serves the built page and mounts the wallet relay. For the demo, it also plays the rest
 * of a platform: a customer for each user, simulated funding, a simulated inbox. The service is the simulator in this
 * process, in its production environment. Money and email are simulated. Passkeys, keys and signatures are real.
 */
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { getCookie, setCookie } from "hono/cookie";
import { parse as parseCookies } from "hono/utils/cookie";
import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayLimit } from "payments-sdk/relay";
import type { Simulator } from "payments-sdk/simulator";
import type { InboxResponse, Payee, UserResponse } from "./shared";
import { UserError, Users } from "./users";
import type { User } from "./users";

export interface DemoOptions {
  /** The folder of the built page. */
  page: string;
  /** The service. */
  simulator: Simulator;
  /** Default: a free port. */
  port?: number | undefined;
  /** Limits the calls of each user. Default: none, because everybody here is a visitor of a demo. */
  limit?: RelayLimit | undefined;
}

export interface Demo {
  /** `http://localhost:…`. Browsers treat it as secure, which passkeys and WebCrypto require. */
  readonly origin: string;
  close(): Promise<void>;
}

const COOKIE = "alder_user";

/** Sent with every response. */
const securityHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** An error in the relay's form. */
function problem(context: Context, status: 400 | 401 | 403 | 404 | 413 | 500, code: string, message: string) {
  return context.json({ status, code, message }, status);
}

/** Adds all routes of the backend. */
function mount(app: Hono, { page, simulator, limit }: DemoOptions, origin: string): void {
  // The page retries and shows it. A retry in the backend would make the page wait for a minute without a message.
  const payments = new PaymentsClient({ ...simulator.clientOptions(), maxRetries: 0 });
  const users = new Users(payments, simulator);
  const relay = createWalletRelay({
    client: payments,
    authenticate: ({ headers }) => {
      const token = parseCookies(headers.get("cookie") ?? "", COOKIE)[COOKIE];
      const user = users.find(token);
      return user && { accountIds: [user.info.accountId], customerId: user.customerId };
    },
    origins: [origin],
    // A real platform stores it in its secret store, the same for every instance. This one lives as long as the process.
    secret: crypto.getRandomValues(new Uint8Array(32)),
    limit,
  });

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(securityHeaders)) context.header(name, value);
  });
  app.all("/wallet/*", ({ req }) => relay(req.raw));

  const enter = (context: Context, { token, user }: { token: string; user: User }) => {
    setCookie(context, COOKIE, token, { httpOnly: true, sameSite: "Strict", path: "/" });
    return context.json<UserResponse>({ user: user.info });
  };
  const userOf = (context: Context) => users.find(getCookie(context, COOKIE));
  const shortBody = bodyLimit({
    maxSize: 4096,
    onError: (context) => problem(context, 413, "BODY_TOO_LARGE", "The body is too large."),
  });
  app.use("/demo/*", shortBody, async (context, next) => {
    context.header("cache-control", "no-store");
    const isWrite = context.req.method !== "GET";
    // The cookie alone is not enough: another site could make the browser send it.
    if (isWrite && context.req.header("origin") !== origin) {
      return problem(context, 403, "FOREIGN_ORIGIN", "The call does not come from this page.");
    }
    return next();
  });
  app.get("/demo/user", (context) => {
    const response: UserResponse = { user: userOf(context)?.info ?? null };
    return context.json(response);
  });
  app.post("/demo/user", async (context) => {
    const known = userOf(context);
    if (known !== undefined) return context.json<UserResponse>({ user: known.info });
    return enter(context, await users.create(await context.req.json()));
  });
  app.post("/demo/sign-in", async (context) => enter(context, users.signIn(await context.req.json())));
  app.post("/demo/fund", async (context) => {
    const user = userOf(context);
    if (user === undefined) return problem(context, 401, "NOT_SIGNED_IN", "Nobody is signed in.");
    await users.fund(user, await context.req.json());
    return context.body(null, 204);
  });
  app.post("/demo/payees", async (context) => {
    const user = userOf(context);
    if (user === undefined) return problem(context, 401, "NOT_SIGNED_IN", "Nobody is signed in.");
    return context.json<Payee>(await users.addPayee(user, await context.req.json()));
  });
  app.get("/demo/inbox", (context) => {
    const user = userOf(context);
    if (user === undefined) return problem(context, 401, "NOT_SIGNED_IN", "Nobody is signed in.");
    const response: InboxResponse = { messages: users.inbox(user) };
    return context.json(response);
  });

  app.get(
    "*",
    serveStatic({
      root: page,
      precompressed: true,
      onFound: (path, context) => {
        // The names of built files contain a hash of their content.
        const isHashed = path.includes("/assets/");
        context.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    }),
  );
  app.notFound((context) => problem(context, 404, "NOT_FOUND", "There is nothing here."));
  app.onError((error, context) => {
    if (error instanceof UserError) return problem(context, 400, "INVALID_INPUT", error.message);
    if (error instanceof SyntaxError) return problem(context, 400, "INVALID_INPUT", "The body is not JSON.");
    console.error(error);
    return problem(context, 500, "INTERNAL_ERROR", "Something went wrong on our side.");
  });
}

/**
 * Starts the backend on this machine only.
 *
 * @throws {Error} when the system does, for example EADDRINUSE for a port in use
 */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  // The relay serves only its own origin, which contains the port. So the app is created after the port is known.
  const app = new Hono();
  const server = createAdaptorServer({ fetch: app.fetch });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address object.
  const { port } = server.address() as AddressInfo;
  const origin = `http://localhost:${String(port)}`;
  mount(app, options, origin);
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
      }),
  };
}
