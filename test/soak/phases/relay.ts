import { getEventListeners, once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import { createWalletRelay, toNodeHandler } from "payments-sdk/relay";
import { oneOf, times } from "../connection";
import type { Phase } from "../phase";
import { openWorld } from "../world-client";
import type { OpenWorld } from "../world-client";

const origin = "https://wallet.example";
const basePath = "/wallet";
/** After the warm-up, the counters of the limit are full. */
export const COUNTERS = 500;

/** One request of a page, with its expected status. */
interface PageRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly status: number;
}

const page = { origin, cookie: "user=ada" };
const json = { "content-type": "application/json" };

/** Requests that the relay allows and refuses. Each request of the last kind has a different user, who may call once. */
function requestsOf({ ada, grace }: OpenWorld): readonly ((index: number) => PageRequest)[] {
  const wallets = { method: "GET", path: "/customers/internal-accounts?type=EMBEDDED_WALLET" };
  const credentials = `/auth/credentials?accountId=${encodeURIComponent(ada.accountId)}`;
  const challenge = { method: "POST", path: "/registration-challenge" };
  const account = JSON.stringify({ accountId: ada.accountId });
  const foreign = `/auth/credentials?accountId=${encodeURIComponent(grace.accountId)}`;
  const fixed: PageRequest[] = [
    { ...wallets, headers: page, status: 200 },
    { method: "GET", path: credentials, headers: page, status: 200 },
    { ...challenge, headers: { ...page, ...json }, body: account, status: 200 },
    { method: "GET", path: foreign, headers: page, status: 404 },
    { ...wallets, headers: { ...page, origin: "https://mallory.example" }, status: 403 },
    { ...wallets, headers: { origin, cookie: "user=nobody" }, status: 401 },
    { method: "GET", path: "/customers", headers: page, status: 404 },
    { ...challenge, headers: { ...page, ...json }, body: '{"accountId":', status: 400 },
    { ...challenge, headers: { ...page, ...json }, body: `"${"a".repeat(70_000)}"`, status: 413 },
    { method: "OPTIONS", path: credentials, headers: { origin }, status: 204 },
  ];
  return [
    ...fixed.map((request) => () => request),
    // The relay allows the first call of a user, and refuses the second.
    (index) => ({ ...wallets, headers: { origin, cookie: `user=visitor-${index}` }, status: 200 }),
    (index) => ({ ...wallets, headers: { origin, cookie: `user=visitor-${index - 1}` }, status: 429 }),
  ];
}

function relayOf({ payments, ada }: OpenWorld, counts: { events: number }) {
  const seen = new Set<string>();
  return createWalletRelay({
    client: payments,
    origins: [origin],
    secret: "a secret of the platform, 32 bytes or more",
    authenticate: ({ headers }) => {
      const [, userId = ""] = (headers.get("cookie") ?? "").split("=");
      const isKnown = userId === "ada" || userId.startsWith("visitor-");
      return isKnown ? { userId, accountIds: [ada.accountId], customerId: ada.customerId } : undefined;
    },
    limit: ({ user: { userId = "" } }) => {
      if (userId === "ada") return undefined;
      if (seen.has(userId)) return { retryAfter: 3_600 };
      seen.clear();
      seen.add(userId);
      return undefined;
    },
    onEvent: () => void (counts.events += 1),
    bodyTimeout: 2_000,
  });
}

/** A body that ends early, as if the user had closed the page. */
const brokenBody = () =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"accountId":')),
    pull: (controller) => controller.error(new Error("the page is gone")),
  });

const fetchHandler: Phase = {
  name: "relay, fetch handler",
  operations: 50_000,
  async open() {
    const world = await openWorld();
    const counts = { events: 0 };
    const relay = relayOf(world, counts);
    const kinds = requestsOf(world);
    let sent = 0;
    let listeners = 0;
    const ask = async (index: number) => {
      const { path, status, body, ...rest } = oneOf(kinds, index)(sent + index);
      // Without a signal, because the platform adds a listener to it for each request until garbage collection.
      const init = { ...rest, ...(body !== undefined && { body }) };
      const request = new Request(`${origin}${basePath}${path}`, init);
      const response = await relay(request);
      await response.text();
      listeners += getEventListeners(request.signal, "abort").length;
      if (response.status !== status) throw new Error(`${path}: ${response.status} in place of ${status}`);
    };
    const leave = async () => {
      const init = { method: "POST", headers: { ...page, ...json }, body: brokenBody(), duplex: "half" };
      await relay(new Request(`${origin}${basePath}/registration-challenge`, init as RequestInit)).catch(
        () => {},
      );
    };
    return {
      counts: () => ({ "listeners of requests": listeners }),
      async run(operations) {
        // One call at a time for each kind of user, because the second call must follow the first.
        await times(operations, (index) => (index % 100 === 99 ? leave() : ask(index)), 1);
        sent += operations;
      },
      async close() {
        await world.stop();
        return {};
      },
    };
  },
};

const nodeHandler: Phase = {
  name: "relay, node handler",
  operations: 50_000,
  async open() {
    const world = await openWorld();
    const counts = { events: 0 };
    const handler = toNodeHandler(relayOf(world, counts), { onError: () => {} });
    const server = createServer((request, response) => void handler(request, response));
    // The client closes the connection after one second.
    server.keepAliveTimeout = 2_000;
    let connections = 0;
    server.on("connection", (socket) => {
      connections += 1;
      socket.once("close", () => (connections -= 1));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const kinds = requestsOf(world);
    let sent = 0;
    const ask = async (index: number) => {
      const { path, status, ...init } = oneOf(kinds, index)(sent + index);
      const response = await fetch(`http://127.0.0.1:${port}${basePath}${path}`, init).catch(
        (cause: unknown) => {
          throw new Error(`${init.method} ${path} must get ${status}`, { cause });
        },
      );
      await response.text();
      if (response.status !== status) throw new Error(`${path}: ${response.status} in place of ${status}`);
    };
    // Closes the connection in the middle of the body.
    const leave = () =>
      new Promise<void>((resolve) => {
        const request = httpRequest({
          port,
          host: "127.0.0.1",
          agent: false,
          method: "POST",
          path: `${basePath}/registration-challenge`,
          headers: { ...page, ...json, "content-length": "1000" },
        });
        request.on("error", () => {});
        request.on("close", resolve);
        request.write('{"accountId":', () => request.destroy());
      });
    return {
      run: async (operations) => {
        await times(operations, (index) => (index % 100 === 99 ? leave() : ask(index)), 1);
        sent += operations;
      },
      counts: () => ({ "server's connections": connections }),
      async close() {
        server.close();
        server.closeAllConnections();
        await once(server, "close");
        await world.stop();
        return { "server's connections": connections };
      },
    };
  },
};

/** Requests of pages: allowed, refused in every way, and interrupted. */
export const relay: readonly Phase[] = [fetchHandler, nodeHandler];
