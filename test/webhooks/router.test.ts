import { setTimeout as sleep } from "node:timers/promises";
import type { Customer } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { parseEvent, webhookRouter, WebhookVerificationError } from "payments-sdk/webhooks";
import type {
  WebhookEventOf,
  WebhookEventStore,
  WebhookHandlers,
  WebhookRouterOptions,
} from "payments-sdk/webhooks";
import { describe, expect, expectTypeOf, it, vi } from "vitest";

type OutgoingPaymentEvent = WebhookEventOf<"OUTGOING_PAYMENT.COMPLETED">;

const simulator = new Simulator({ now: "2026-04-27T09:00:00Z" });
const keys = { publicKeys: [simulator.webhookPublicKey], now: () => simulator.clock.now() };

let count = 0;
const delivery = (type: string, data: object = { id: "Transaction:1" }, id = `Webhook:${(count += 1)}`) =>
  simulator.signEvent(parseEvent({ id, type, timestamp: simulator.clock.iso(), data }));

/** A router that keeps its errors, and handles each id once. */
function routerOf(handlers: WebhookHandlers, options: Partial<WebhookRouterOptions> = {}) {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const route = webhookRouter(handlers, { ...keys, store: memoryStore(), onError, ...options });
  return {
    errors,
    send: ({ body, headers }: ReturnType<typeof delivery>) => route(body, headers),
  };
}

/** Handles each id once, within this process. */
function memoryStore(): WebhookEventStore {
  const handled = new Map<string, Promise<void>>();
  return {
    async once(id, handle) {
      const earlier = handled.get(id);
      if (earlier !== undefined) return earlier.then(() => false);
      const running = handle();
      handled.set(id, running);
      running.catch(() => handled.delete(id));
      await running;
      return true;
    },
  };
}

describe("webhookRouter", () => {
  it("gives each handler its own event, typed, and responds with 200", async () => {
    const seen: string[] = [];
    const { send } = routerOf({
      "OUTGOING_PAYMENT.COMPLETED": ({ type, data }) => {
        expectTypeOf(type).toEqualTypeOf<"OUTGOING_PAYMENT.COMPLETED">();
        expectTypeOf(data).toEqualTypeOf<OutgoingPaymentEvent["data"]>();
        seen.push(`paid ${data.id}`);
      },
      "CUSTOMER.KYC_APPROVED": (event) => {
        expectTypeOf(event.data).toEqualTypeOf<Customer>();
        // @ts-expect-error An event of a customer has no sent amount.
        seen.push(`customer ${event.data.id}${event.data.sentAmount === undefined ? "" : "!"}`);
      },
    });
    expect(await send(delivery("OUTGOING_PAYMENT.COMPLETED"))).toBe(200);
    expect(await send(delivery("CUSTOMER.KYC_APPROVED", { id: "Customer:1" }))).toBe(200);
    expect(seen).toEqual(["paid Transaction:1", "customer Customer:1"]);
  });

  it("says once for the process that duplicates run twice without a store", async () => {
    vi.resetModules();
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const fresh = await import("payments-sdk/webhooks");
    fresh.webhookRouter({}, { ...keys, store: memoryStore() });
    expect(warn).not.toHaveBeenCalled();
    fresh.webhookRouter({}, keys);
    fresh.webhookRouter({}, keys);
    expect(warn.mock.calls).toEqual([[expect.stringContaining("no `store`")]]);
    warn.mockRestore();
  });

  it("names a type that nobody handles once, or passes its events to `unhandled`", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { send } = routerOf({});
    for (const type of ["TEST", "TEST", "CARD.ISSUED"]) expect(await send(delivery(type))).toBe(200);
    expect(warn.mock.calls.map(([text]: unknown[]) => text)).toEqual([
      expect.stringContaining('"TEST"'),
      expect.stringContaining('"CARD.ISSUED"'),
    ]);
    warn.mockRestore();
    const types: string[] = [];
    const other = routerOf({ TEST: () => undefined, unhandled: ({ type }) => types.push(type) });
    for (const type of ["TEST", "unhandled", "toString"]) await other.send(delivery(type));
    expect(types).toEqual(["unhandled", "toString"]);
  });

  it("logs one line without a stack for an unsigned request, unless `onError` takes it", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    expect(await webhookRouter({}, { ...keys, store: memoryStore() })("{}", {})).toBe(401);
    const lines = warn.mock.calls.map((each) => each.join(" "));
    expect(lines).toEqual([expect.stringMatching(/^webhookRouter: [^\n]+$/)]);
  });

  it("responds with 401 to a delivery that is not signed by the service, and reports the check", async () => {
    const handler = vi.fn();
    const { send, errors } = routerOf({ TEST: () => handler() });
    const other = new Simulator({ now: "2026-04-27T09:00:00Z", seed: "another" });
    const event = { id: "Webhook:1", type: "TEST", timestamp: other.clock.iso(), data: {} } as const;
    expect(await send(other.signEvent(event))).toBe(401);
    const stale = { ...event, timestamp: "2026-04-27T08:00:00Z" };
    expect(await send(simulator.signEvent(stale))).toBe(401);
    expect(errors).toMatchObject([
      { check: "signature", message: expect.stringMatching(/pass the raw body, and the key of this/) },
      { check: "stale" },
    ]);
    expect(handler).not.toHaveBeenCalled();
  });

  it("responds with 500 if a handler throws, so that the service delivers again", async () => {
    const boom = new Error("database down");
    const { send, errors } = routerOf({ TEST: () => Promise.reject(boom) });
    expect(await send(delivery("TEST"))).toBe(500);
    expect(errors).toEqual([boom]);
  });

  it("does not take an error of a handler for one of the delivery", async () => {
    const other = new WebhookVerificationError("signature", "of another sender");
    const failing = () => Promise.reject(other);
    const { send, errors } = routerOf({ TEST: failing, "INCOMING_PAYMENT.PENDING": failing });
    expect(await send(delivery("TEST"))).toBe(500);
    expect(await send(delivery("INCOMING_PAYMENT.PENDING"))).toBe(202);
    expect(errors).toEqual([other, other]);
  });

  it("handles each event id once if it has a store, and again after a handler failed", async () => {
    let runs = 0;
    const { send } = routerOf({
      async TEST() {
        runs += 1;
        await sleep(5);
        if (runs === 1) throw new Error("not yet");
      },
    });
    const event = delivery("TEST");
    expect(await send(event)).toBe(500);
    expect(await Promise.all([send(event), send(event)])).toEqual([200, 200]);
    expect(await send(event)).toBe(200);
    expect(runs).toBe(2);
    const without = vi.fn(() => undefined);
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const forgetful = routerOf({ TEST: without }, { store: undefined });
    await forgetful.send(event);
    await forgetful.send(event);
    expect(without).toHaveBeenCalledTimes(2);
  });

  it("calls the methods of an object, which may have private fields", async () => {
    class Handlers {
      readonly #seen: string[] = [];
      TEST() {
        this.#seen.push("test");
      }
      unhandled() {
        this.#seen.push("other");
      }
      get seen() {
        return this.#seen;
      }
    }
    const handlers = new Handlers();
    const { send, errors } = routerOf(handlers);
    expect(await send(delivery("TEST"))).toBe(200);
    expect(await send(delivery("CARD.ISSUED"))).toBe(200);
    expect([handlers.seen, errors]).toEqual([["test", "other"], []]);
  });

  it("names a misspelt type, a missing key and options of the wrong kind", () => {
    const create = webhookRouter as (...args: unknown[]) => unknown; // Wrong on purpose.
    expect(() => create({ "OUTGOING_PAYMENT.COMPLETE": () => undefined }, keys)).toThrow(
      /OUTGOING_PAYMENT\.COMPLETED`\?/,
    );
    for (const [option, args] of [
      ["handlers.TEST", [{ TEST: "handler" }, keys]],
      ["handlers", [[], keys]],
      ["publicKeys", [{}]],
      ["publicKeys[1]", [{}, { publicKeys: [simulator.webhookPublicKey, "04ab"] }]],
    ] as const) {
      expect(() => create(...args)).toThrow(
        expect.objectContaining({ name: "ConfigurationError", option }) as Error,
      );
    }
  });

  it("responds with 500 to a parsed body, and reports what to pass", async () => {
    const { errors, ...router } = routerOf({});
    expect(await router.send({ body: {} as string, headers: {} })).toBe(500);
    expect(errors).toMatchObject([{ message: expect.stringContaining("raw text or bytes") as string }]);
  });
});

describe("webhookRouter and an `onError` that fails", () => {
  it.each<[string, (error: unknown) => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no log");
      },
    ],
    ["rejects", () => Promise.reject(new Error("no log"))],
    ["never settles", () => new Promise(() => {})],
  ])("keeps the status if it %s", async (how, onError) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = () => Promise.reject(new Error("database down"));
    const { send } = routerOf(
      { "INCOMING_PAYMENT.PENDING": failing, "OUTGOING_PAYMENT.COMPLETED": failing },
      { onError },
    );
    const unsigned = { ...delivery("TEST"), headers: {} };
    expect(await send(delivery("INCOMING_PAYMENT.PENDING"))).toBe(202);
    expect(await send(delivery("OUTGOING_PAYMENT.COMPLETED"))).toBe(500);
    expect(await send(unsigned)).toBe(401);
    await sleep(0);
    expect(logged.mock.calls.map(([error]) => (error as Error).message)).toEqual(
      how === "never settles" ? [] : ["no log", "no log", "no log"],
    );
    logged.mockRestore();
  });
});

describe("webhookRouter and the approval of an incoming payment", () => {
  const pending = () => delivery("INCOMING_PAYMENT.PENDING");

  it.each([
    ["approve", 200],
    ["reject", 403],
    ["postpone", 202],
  ] as const)("turns the decision %s into the status %i", async (decision, status) => {
    for (const handler of [() => decision, () => Promise.resolve(decision)]) {
      const { send, errors } = routerOf({ "INCOMING_PAYMENT.PENDING": handler });
      expect(await send(pending())).toBe(status);
      expect(errors).toEqual([]);
    }
  });

  it("never approves without a decision: no handler, an error, a wrong value, a repeated id", async () => {
    const unhandled = vi.fn(() => undefined);
    expect(await routerOf({ unhandled }).send(pending())).toBe(202);
    expect(unhandled).toHaveBeenCalledOnce();

    const wrong = (value: unknown) => routerOf({ "INCOMING_PAYMENT.PENDING": () => value as "approve" });
    for (const value of [true, undefined, "toString", 200]) {
      const { send, errors } = wrong(value);
      expect(await send(pending())).toBe(202);
      expect(errors).toMatchObject([{ message: expect.stringContaining('"approve", "reject"') as string }]);
    }
    const failing = routerOf({
      "INCOMING_PAYMENT.PENDING": () => Promise.reject(new Error("database down")),
    });
    expect(await failing.send(pending())).toBe(202);
    expect(failing.errors).toMatchObject([{ message: "database down" }]);

    const { send } = routerOf({ "INCOMING_PAYMENT.PENDING": () => "approve" });
    const event = pending();
    expect([await send(event), await send(event)]).toEqual([200, 202]);
  });

  it("postpones in time if the handler is slow, and reports it once", async () => {
    const { send, errors } = routerOf(
      { "INCOMING_PAYMENT.PENDING": () => sleep(200, "approve" as const) },
      { approvalTimeout: 20 },
    );
    const start = Date.now();
    expect(await send(delivery("INCOMING_PAYMENT.PENDING", {}, "Webhook:slow"))).toBe(202);
    expect(Date.now() - start).toBeLessThan(190);
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/within 20 ms about Webhook:slow.*`transactions\.approve`/) as string,
      },
    ]);
  });
});
