import { once } from "node:events";
import { createServer } from "node:http";
import { Simulator } from "payments-sdk/simulator";
import { SimulatorWorld } from "../../../bench/simulator-world";
import { oneOf } from "../connection";
import { keep } from "../keep";
import type { Phase } from "../phase";

/** Operations without lasting objects: events, messages, challenges, refusals, stored responses. */
const operations: Phase = {
  name: "simulator, operations",
  operations: 100_000,
  async open() {
    const world = await new SimulatorWorld({ keep }).open();
    for (let count = 0; count < 500; count += 1) await world.transfer();
    const [, first = { id: "", internal: "", external: "" }] = world.customers;
    const query = `customerId=${first.id}&type=EMBEDDED_WALLET`;
    const wallets = await world.call("GET", `/customers/internal-accounts?${query}`);
    const accountId = wallets.data[0]?.id;
    await world.call("PATCH", `/customers/${first.id}`, { email: "ada@example.com" });
    const credential = await world.call("POST", "/auth/credentials", { type: "EMAIL_OTP", accountId });
    const unsubscribed = () => {
      const ends = [world.simulator.on("*", () => {}), world.simulator.onExchange(() => {})];
      for (const end of ends) end();
      return Promise.resolve();
    };
    const kinds: (() => Promise<unknown>)[] = [
      () => world.call("POST", `/sandbox/internal-accounts/${first.internal}/fund`, { amount: 1 }),
      () => world.call("GET", "/transactions?limit=20&status=COMPLETED"),
      () => world.call("GET", `/customers/${first.id}`),
      () => world.call("PATCH", `/customers/${first.id}`, { fullName: "Ada Lovelace" }),
      () => world.call("POST", "/transfer-out", { source: {}, destination: {}, amount: 0 }),
      () => world.call("GET", `/receiver/external-account/${first.external}`),
      () => world.call("POST", `/auth/credentials/${credential.id}/challenge`),
      () => world.call("DELETE", `/auth/credentials/${credential.id}`),
      () => world.simulator.clock.advance("1s"),
      unsubscribed,
    ];
    return {
      async run(count) {
        for (let index = 0; index < count; index += 1) await oneOf(kinds, index)();
      },
      close: async () => ({}),
    };
  },
};

/** Events delivered to an endpoint. The endpoint refuses one of ten once, and gets it again when the clock moves. */
const deliveries: Phase = {
  name: "simulator, deliveries",
  operations: 20_000,
  async open() {
    let received = 0;
    const endpoint = createServer({ keepAliveTimeout: 2_000 }, (request, response) => {
      request.resume().on("end", () => {
        received += 1;
        response.writeHead(received % 10 === 0 ? 500 : 200).end();
      });
    });
    endpoint.listen(0, "127.0.0.1");
    await once(endpoint, "listening");
    const address = endpoint.address();
    const webhookUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/events`;
    const simulator = new Simulator({ now: "2026-04-27T09:00:00Z", keep, webhooks: { url: webhookUrl } });
    const world = simulator.clientOptions();
    const headers = {
      authorization: `Basic ${Buffer.from(`${world.clientId}:${world.clientSecret}`).toString("base64")}`,
    };
    return {
      async run(count) {
        for (let index = 0; index < count; index += 1) {
          const sent = await world.fetch(`${world.baseUrl}/sandbox/webhooks/test`, {
            method: "POST",
            headers,
          });
          if (!sent.ok) throw new Error(`the test event got ${sent.status}`);
          if (index % 20 !== 19) continue;
          await simulator.webhooks.idle();
          await simulator.clock.advance("3m");
          await simulator.webhooks.idle();
        }
      },
      async close() {
        endpoint.close();
        endpoint.closeAllConnections();
        await once(endpoint, "close");
        return {};
      },
    };
  },
};

/** The simulator in this process. `npm --prefix bench run simulator` prints the cost of a record that it keeps forever. */
export const simulator: readonly Phase[] = [operations, deliveries];
