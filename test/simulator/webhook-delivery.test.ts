import { createPublicKey } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { verifyWebhook, WebhookVerificationError } from "payments-sdk/webhooks";
import { World } from "../support/world";
import { delivering, startEndpoint, verify } from "../support/endpoint";
import { empty, inOrder, refusedAddress, reply, stallHeaders } from "../support/local-server";
import type { Script } from "../support/local-server";

const accepted: Script = () => empty(200);

describe("an event of the simulator", () => {
  it("is posted to the endpoint with a signature that verifyWebhook accepts [EVT-03, OP-64]", async () => {
    const { endpoint, simulator, fund } = await delivering(accepted);
    await fund(250);
    await simulator.webhooks.idle();
    const [request] = endpoint.requests;
    if (!request) throw new Error("nothing was delivered");
    expect(request).toMatchObject({
      method: "POST",
      path: new URL(endpoint.url).pathname,
      headers: { "content-type": "application/json", "x-service-signature": expect.any(String) },
    });
    const event = await verify(simulator, request);
    expect(event).toEqual(simulator.events.list[0]);
    expect(event).toMatchObject({
      type: "INTERNAL_ACCOUNT.BALANCE_UPDATED",
      data: { balance: { amount: 250 } },
    });
    const tampered = { ...request, body: request.body.replace("250", "251") };
    await expect(verify(simulator, tampered)).rejects.toMatchObject({ check: "signature" });
  });

  it("can be verified with both forms of the key [OP-64]", async () => {
    const { endpoint, simulator, fund } = await delivering(accepted);
    await fund();
    await simulator.webhooks.idle();
    const [request] = endpoint.requests;
    if (!request) throw new Error("nothing was delivered");
    expect(createPublicKey(simulator.webhookPublicKey).asymmetricKeyDetails).toEqual({
      namedCurve: "prime256v1",
    });
    for (const key of [simulator.webhookPublicKey, simulator.webhookPublicKeyHex]) {
      const options = { publicKeys: [key], maxAge: Infinity };
      expect((await verifyWebhook(request.body, request.headers, options)).id).toMatch(/^Webhook:/);
    }
  });

  it("is signed with a key from the seed", () => {
    const key = (seed: string) => new World({ seed }).simulator.webhookPublicKeyHex;
    expect(key("a")).toBe(key("a"));
    expect(key("a")).not.toBe(key("b"));
  });

  it("is delivered again after a response other than 2xx, on the simulator's clock, with the same id", async () => {
    const script = inOrder(empty(500), reply(302, "", { location: "/elsewhere" }), empty(204));
    const { endpoint, simulator, fund } = await delivering(script, { webhooks: { retries: ["10s", "1m"] } });
    await fund();
    await simulator.webhooks.idle();
    await simulator.clock.advance(9_999);
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(1);
    await simulator.clock.advance(1);
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(2);
    await simulator.clock.advance("1h");
    await simulator.webhooks.idle();
    expect(endpoint.requests.map(({ url }) => url)).toEqual(Array(3).fill("/2025-10-13/webhooks"));
    const events = await Promise.all(
      endpoint.requests.map((request) =>
        verifyWebhook(request.body, request.headers, {
          publicKeys: [simulator.webhookPublicKey],
          maxAge: Infinity,
        }),
      ),
    );
    expect(new Set(events.map((event) => event.id)).size).toBe(1);
    const eventId = events[0]?.id;
    const common = { eventId, type: "INTERNAL_ACCOUNT.BALANCE_UPDATED", url: endpoint.url, responseBody: "" };
    expect(simulator.webhooks.list).toEqual([
      {
        ...common,
        attempt: 1,
        at: "2026-04-27T09:00:00.000Z",
        status: 500,
        nextAttemptAt: "2026-04-27T09:00:10.000Z",
      },
      {
        ...common,
        attempt: 2,
        at: "2026-04-27T09:00:10.000Z",
        status: 302,
        nextAttemptAt: "2026-04-27T09:01:10.000Z",
      },
      { ...common, attempt: 3, at: "2026-04-27T09:01:10.000Z", status: 204 },
    ]);
  });

  it("is not delivered again after a 409, which says that it was seen", async () => {
    const { simulator, fund } = await delivering(() => empty(409));
    await fund();
    await simulator.clock.advance("1d");
    await simulator.webhooks.idle();
    expect(simulator.webhooks.list.map(({ status }) => status)).toEqual([409]);
    expect(simulator.webhooks.list[0]).not.toHaveProperty("nextAttemptAt");
  });

  // Half a second, for 344 deliveries: that is what the simulator promises.
  it("is delivered again for 7 days, and not after the last retry", async () => {
    const { endpoint, simulator, fund } = await delivering(() => empty(503));
    await fund();
    await simulator.clock.advance("1d");
    await simulator.webhooks.idle();
    const times = () => simulator.webhooks.list.map(({ at }) => Date.parse(at));
    expect(simulator.webhooks.list.slice(0, 6).map(({ at }) => at.slice(11, 19))).toEqual([
      "09:00:00",
      "09:00:05",
      "09:00:35",
      "09:02:35",
      "09:12:35",
      "09:42:35",
    ]);
    for (let day = 1; day <= 7; day += 1) {
      await simulator.clock.advance("1d");
      await simulator.webhooks.idle();
    }
    const [first = 0] = times();
    const lastMs = Math.max(...times());
    expect(lastMs - first).toBeGreaterThan(6.9 * 86_400_000);
    expect(lastMs - first).toBeLessThanOrEqual(7 * 86_400_000);
    const pauses = times()
      .slice(1)
      .map((at, index) => at - (times()[index] ?? 0));
    expect(Math.max(...pauses)).toBe(1_800_000);
    expect(simulator.webhooks.list.at(-1)).not.toHaveProperty("nextAttemptAt");
    const last = simulator.webhooks.list.at(-1)?.at ?? "";
    const request = endpoint.requests.at(-1);
    if (!request) throw new Error("nothing was delivered");
    const sent = Date.parse((JSON.parse(request.body) as { timestamp: string }).timestamp);
    expect(sent).toBeGreaterThanOrEqual(Date.parse(last));
    const options = { publicKeys: [simulator.webhookPublicKey], now: () => sent };
    expect((await verifyWebhook(request.body, request.headers, options)).id).toMatch(/^Webhook:/);
    const later = { ...options, now: () => sent + 300_001 };
    await expect(verifyWebhook(request.body, request.headers, later)).rejects.toBeInstanceOf(
      WebhookVerificationError,
    );
  });

  it("gets a new signature each time, so that verifyWebhook accepts a late delivery [OP-64]", async () => {
    const { endpoint, simulator, fund } = await delivering((_, index) => empty(index === 0 ? 503 : 204), {
      webhooks: { retries: ["2h"] },
    });
    await fund();
    await simulator.webhooks.idle();
    await simulator.clock.advance("2h");
    await simulator.webhooks.idle();
    const options = { publicKeys: [simulator.webhookPublicKey], now: () => simulator.clock.now() };
    const [first, second] = endpoint.requests;
    if (!first || !second) throw new Error("not delivered twice");
    await expect(verifyWebhook(first.body, first.headers, options)).rejects.toMatchObject({
      check: "stale",
    });
    const event = await verifyWebhook(second.body, second.headers, options);
    expect(event).toMatchObject({ id: simulator.events.list[0]?.id, timestamp: "2026-04-27T11:00:00.000Z" });
  });

  it("has the time of sending after a jump of the clock, whenever it was due [OP-64]", async () => {
    const service = new World();
    const { simulator } = service;
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const slow = await service.external("EUR", "003");
    const quote = await service.quote(service.quoteBody(payer.accounts["USD"] ?? "", slow, 1000));
    await service.execute(quote);
    const endpoint = await startEndpoint((_, index) => empty(index === 0 ? 500 : 200));
    simulator.webhooks.url = endpoint.url;
    let seen = 0;
    for (const by of ["1h", "30m"]) {
      await simulator.clock.advance(by);
      await simulator.webhooks.idle();
      const events = await Promise.all(
        endpoint.requests.slice(seen).map((request) => verify(simulator, request)),
      );
      expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(() => simulator.clock.iso()));
      seen += events.length;
    }
    expect(seen).toBe(2);
    const completed = simulator.events.ofType("OUTGOING_PAYMENT.COMPLETED");
    expect(completed).toMatchObject([{ timestamp: "2026-04-27T09:06:00.000Z" }]);
  });

  // A time limit of 500 ms in real time: the request must arrive within it on a busy machine.
  it("survives an endpoint that refuses connections or does not respond in time", async () => {
    const { endpoint, simulator, fund } = await delivering(() => stallHeaders, {
      webhooks: { timeout: 500, retries: ["10s"] },
    });
    await fund();
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(1);
    simulator.webhooks.url = await refusedAddress();
    await simulator.clock.advance("10s");
    await simulator.webhooks.idle();
    const outcomes = simulator.webhooks.list.map(({ attempt, status, error }) => [attempt, status, error]);
    expect(outcomes).toEqual([
      [1, undefined, "no response within 500 ms"],
      [2, undefined, "ECONNREFUSED"],
    ]);
  });

  it("limits the part of a response that it reads", async () => {
    const { simulator, fund } = await delivering(() => reply(200, "x".repeat(5_000_000)));
    await fund();
    await simulator.webhooks.idle();
    expect(simulator.webhooks.list[0]?.responseBody).toHaveLength(16_384);
  });
});

describe("POST /sandbox/webhooks/test", () => {
  it("delivers a TEST event and returns the endpoint's response", async () => {
    const { endpoint, api, simulator } = await delivering(inOrder(reply(200, "thanks"), reply(500, "oops")));
    expect(await api.post("/sandbox/webhooks/test", undefined)).toMatchObject({
      status: 200,
      body: { url: endpoint.url, response_status: 200, response_body: "thanks" },
    });
    const [request] = endpoint.requests;
    expect(request && (await verify(simulator, request))).toEqual({
      id: expect.stringMatching(/^Webhook:/),
      type: "TEST",
      timestamp: "2026-04-27T09:00:00.000Z",
    });
    expect(await api.post("/sandbox/webhooks/test", undefined)).toMatchObject({
      status: 200,
      body: { response_status: 500, response_body: "oops" },
    });
    await simulator.clock.advance("1d");
    await simulator.webhooks.idle();
    expect(endpoint.requests).toHaveLength(2);
  });

  it("needs an endpoint that responds, and the sandbox", async () => {
    const { api, simulator } = await delivering(accepted, { webhooks: { url: undefined } });
    expect(await api.post("/sandbox/webhooks/test", undefined)).toMatchObject({
      status: 400,
      body: { code: "WEBHOOK_ENDPOINT_NOT_SET" },
    });
    expect(simulator.events.list).toEqual([]);
    simulator.webhooks.url = await refusedAddress();
    expect(await api.post("/sandbox/webhooks/test", undefined)).toMatchObject({
      status: 400,
      body: { code: "WEBHOOK_DELIVERY_ERROR", message: expect.stringContaining("ECONNREFUSED") },
    });
    const production = new World({ environment: "production" });
    expect(await production.post("/sandbox/webhooks/test", undefined)).toMatchObject({
      status: 403,
      body: { code: "FORBIDDEN" },
    });
  });

  it("ends if the simulator stops meanwhile", async () => {
    const { endpoint, api, simulator } = await delivering(() => stallHeaders);
    const call = api.post("/sandbox/webhooks/test", undefined);
    await vi.waitFor(() => {
      expect(endpoint.requests).toHaveLength(1);
    });
    simulator.webhooks.stop();
    expect(await call).toMatchObject({ status: 400, body: { code: "WEBHOOK_DELIVERY_ERROR" } });
  });
});

it("makes many deliveries at once without a warning of Node", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  const { simulator, fund } = await delivering(accepted);
  await fund(1);
  await simulator.webhooks.idle();
  const eventId = simulator.events.list[0]?.id ?? "";
  await Promise.all(Array.from({ length: 12 }, () => simulator.redeliver(eventId)));
  expect(simulator.webhooks.list).toHaveLength(13);
  process.off("warning", warn);
  expect(warnings).toEqual([]);
});
