import { afterEach, describe, expect, it, vi } from "vitest";
import type { SimulatorOptions } from "payments-sdk/simulator";
import { verifyWebhook } from "payments-sdk/webhooks";
import { id, items, World } from "../support/world";
import { delivering } from "../support/endpoint";
import { empty, inOrder, stallHeaders } from "../support/local-server";
import type { Script } from "../support/local-server";

const accepted: Script = () => empty(200);

describe("the deliveries of a simulator", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("need an endpoint, which can be set later", async () => {
    const { endpoint, simulator, fund } = await delivering(accepted, { webhooks: { url: undefined } });
    await fund(1);
    simulator.webhooks.url = endpoint.url;
    await fund(2);
    await simulator.webhooks.idle();
    expect(endpoint.events()).toEqual([simulator.events.list[1]]);
    simulator.webhooks.url = undefined;
    await fund(3);
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(1);
  });

  it("name the address that they went to, even if another one is set meanwhile", async () => {
    const { endpoint, simulator, fund } = await delivering(() => {
      simulator.webhooks.url = "https://shop.example/other";
      return empty(200);
    });
    await fund();
    await simulator.webhooks.idle();
    expect(simulator.webhooks.list).toMatchObject([{ url: endpoint.url, status: 200 }]);
  });

  it.each(["ftp://shop.example/hooks", "shop.example", "", "https://me:secret@shop.example/"])(
    "cannot go to the address %j",
    (url) => {
      expect(() => new World({ webhooks: { url } })).toThrow(TypeError);
      const { simulator } = new World();
      expect(() => (simulator.webhooks.url = url)).toThrow(TypeError);
    },
  );

  it.each<[SimulatorOptions, RegExp]>([
    [{ webhooks: { retries: ["soon"] } }, /duration/],
    [{ webhooks: { timeout: 0 } }, /webhooks.timeout/],
    [{ webhooks: { timeout: NaN } }, /webhooks.timeout/],
  ])("reject the option %j", (options, message) => {
    expect(() => new World(options)).toThrow(message);
  });

  it("end with the server, which interrupts running and drops scheduled deliveries", async () => {
    const { endpoint, simulator, fund } = await delivering((request, index) =>
      index === 0 ? empty(500) : stallHeaders,
    );
    const server = await simulator.listen();
    await fund();
    await simulator.webhooks.idle();
    await fund();
    await vi.waitFor(() => {
      expect(endpoint.requests).toHaveLength(2);
    });
    await server.close();
    await endpoint.requests[1]?.hungUp;
    await simulator.webhooks.idle();
    await simulator.clock.advance("1d");
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(2);
  });

  it("start again after a reset, without log and retries, with the endpoint of the options", async () => {
    const { endpoint, simulator, fund } = await delivering(() => empty(500));
    await fund();
    await simulator.webhooks.idle();
    simulator.webhooks.url = undefined;
    simulator.reset();
    expect(simulator.webhooks.list).toEqual([]);
    expect(simulator.webhooks.url).toBe(endpoint.url);
    await simulator.clock.advance("1d");
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(1);
    await fund();
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(2);
  });

  it.each(Array.from({ length: 16 }, (_, turns) => turns))(
    "leave no trace if the reset runs %i microtasks after the response",
    async (turns) => {
      let respond: ((response: Response) => void) | undefined;
      const { simulator, fund } = await delivering(accepted, {
        webhooks: { fetch: () => new Promise((resolve) => (respond = resolve)) },
      });
      await fund();
      await vi.waitFor(() => {
        expect(respond).toBeDefined();
      });
      respond?.(new Response(null));
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      simulator.reset();
      await simulator.webhooks.idle();
      expect(simulator.webhooks.list).toEqual([]);
    },
  );

  it("happen automatically if the clock follows the real time", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-04-27T09:00:00Z") });
    const statuses = [500, 200];
    const at: string[] = [];
    const api = new World({
      now: undefined,
      webhooks: {
        url: "https://shop.example/webhooks",
        fetch: () => {
          at.push(new Date().toISOString());
          return Promise.resolve(new Response("", { status: statuses.shift() ?? 200 }));
        },
      },
    });
    const [account] = items(await api.read("/platform/internal-accounts?currency=USD"));
    await api.created(`/sandbox/internal-accounts/${id(account ?? {})}/fund`, { amount: 1 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(at).toEqual(["2026-04-27T09:00:00.000Z", "2026-04-27T09:00:05.000Z"]);
  });

  it("can repeat an event of the log, with the same id and a new time", async () => {
    const { endpoint, simulator, fund } = await delivering(inOrder(empty(200), empty(409)));
    await fund();
    await simulator.webhooks.idle();
    const eventId = simulator.events.list[0]?.id ?? "";
    await simulator.clock.advance("1m");
    expect(await simulator.redeliver(eventId)).toMatchObject({
      eventId,
      attempt: 2,
      status: 409,
      at: "2026-04-27T09:01:00.000Z",
    });
    const [first, second] = endpoint.requests.map(({ body }) => JSON.parse(body) as object);
    expect(second).toEqual({ ...first, timestamp: "2026-04-27T09:01:00.000Z" });
    await simulator.clock.advance("1d");
    expect(simulator.webhooks.list).toHaveLength(2);
    await expect(simulator.redeliver("Webhook:none")).rejects.toThrow("No Event has the id Webhook:none");
    simulator.webhooks.url = undefined;
    await expect(simulator.redeliver(eventId)).rejects.toThrow("no webhook endpoint is set");
  });

  it("cannot be repeated if the simulator stops meanwhile", async () => {
    const { endpoint, simulator, fund } = await delivering(inOrder(empty(200), stallHeaders));
    await fund();
    await simulator.webhooks.idle();
    const repeated = simulator.redeliver(simulator.events.list[0]?.id ?? "");
    await vi.waitFor(() => {
      expect(endpoint.requests).toHaveLength(2);
    });
    simulator.webhooks.stop();
    await expect(repeated).rejects.toThrow("the simulator stopped during the delivery");
    expect(simulator.webhooks.list).toHaveLength(1);
  });

  it("can be made by a test with signEvent, which returns the body and the headers", async () => {
    const { simulator, fund } = await delivering(accepted, { webhooks: { url: undefined } });
    await fund();
    const [event] = simulator.events.list;
    if (!event) throw new Error("there is no event");
    const { body, headers } = simulator.signEvent(event);
    const request = new Request("https://shop.example/webhooks", { method: "POST", body, headers });
    const options = { publicKeys: [simulator.webhookPublicKey], now: () => simulator.clock.now() };
    expect(await verifyWebhook(await request.text(), request.headers, options)).toEqual(event);
  });
});
