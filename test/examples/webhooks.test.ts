import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { serve } from "@hono/node-server";
import { PaymentsClient } from "payments-sdk";
import type { Simulator } from "payments-sdk/simulator";
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { app as expressApp } from "../../examples/webhooks-express/app";
import { inbox as expressInbox } from "../../examples/webhooks-express/webhooks";
import { app as fastifyApp } from "../../examples/webhooks-fastify/app";
import { inbox as fastifyInbox } from "../../examples/webhooks-fastify/webhooks";
import { app as honoApp } from "../../examples/webhooks-hono/app";
import { inbox as honoInbox } from "../../examples/webhooks-hono/webhooks";
import { POST } from "../../examples/webhooks-next/app/webhooks/route";
import { inbox as nextInbox } from "../../examples/webhooks-next/webhooks";
import worker from "../../examples/webhooks-worker/worker";
import { inbox as workerInbox } from "../../examples/webhooks-worker/webhooks";
import { createSimulator } from "../support/world";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A framework with the recipe: a function that delivers to it, and the events that it stored. */
interface Recipe {
  readonly base: string;
  readonly fetch: Fetch;
  readonly inbox: ReadonlyMap<string, { readonly type: string }>;
}

interface NodeServer {
  address(): AddressInfo | string | null;
  close(done: () => void): unknown;
}

/** The address of a Node server on any port. The server closes when the test ends. */
async function listening(server: NodeServer & { once(event: "listening", done: () => void): unknown }) {
  if (server.address() === null) await new Promise<void>((resolve) => server.once("listening", resolve));
  onTestFinished(() => new Promise<void>((resolve) => void server.close(() => resolve())));
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
}

const onWire: Fetch = (url, init) =>
  fetch(url, { ...init, headers: { ...init.headers, connection: "close" } });
const base = "https://shop.example";

const recipes: Record<string, () => Promise<Recipe>> = {
  Express: async () => ({
    base: await listening(expressApp.listen(0, "127.0.0.1")),
    fetch: onWire,
    inbox: expressInbox,
  }),
  Fastify: async () => {
    if (fastifyApp.server.address() === null) await fastifyApp.listen({ port: 0, host: "127.0.0.1" });
    const { port } = fastifyApp.server.address() as AddressInfo;
    return { base: `http://127.0.0.1:${port}`, fetch: onWire, inbox: fastifyInbox };
  },
  Hono: async () => ({
    base: await listening(serve({ fetch: honoApp.fetch, port: 0, hostname: "127.0.0.1" })),
    fetch: onWire,
    inbox: honoInbox,
  }),
  Next: async () => ({
    base,
    fetch: (url, init) => POST(new Request(url, init)),
    inbox: nextInbox,
  }),
  "a worker": async () => ({
    base,
    fetch: (url, init) => worker.fetch(new Request(url, init), { ...process.env }),
    inbox: workerInbox,
  }),
};

/** The second key pair of a rotation. Only these tests have it. */
const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const secondKey = publicKey.export({ type: "spki", format: "pem" }).toString();
const signedBySecondKey = (body: string) => sign("sha256", Buffer.from(body), privateKey).toString("base64");

/** An event as text that `JSON.stringify` would write differently. The signature fits only the exact bytes. */
const eventText = (id: string, timestamp: string) =>
  `{\n  "type": "TEST", "note": "1.0 \\u20ac über", "amount": 1.0,\n  "id": "${id}", "timestamp": "${timestamp}"\n}\n`;

afterAll(() => fastifyApp.close());

describe.each(Object.keys(recipes))("the recipe for webhooks in %s", (name) => {
  let simulator: Simulator;
  let recipe: Recipe;
  let payments: PaymentsClient;

  const start = async () => {
    const found = await recipes[name]?.();
    if (found === undefined) throw new Error(`there is no recipe for ${name}`);
    recipe = found;
    simulator = createSimulator({
      // The endpoint uses the real clock.
      now: Date.now(),
      seed: `webhooks-${name}`,
      webhooks: { fetch: (url, init) => recipe.fetch(url, init), url: `${recipe.base}/webhooks` },
    });
    payments = new PaymentsClient(simulator.clientOptions());
    vi.stubEnv("PAYMENTS_WEBHOOK_PUBLIC_KEY", `${simulator.webhookPublicKeyHex},${secondKey}`);
    onTestFinished(() => void vi.unstubAllEnvs());
  };
  const deliver = async (body: string | undefined, signature?: string) => {
    const { status } = await recipe.fetch(`${recipe.base}/webhooks`, {
      method: "POST",
      ...(body !== undefined && { body }),
      headers: {
        "content-type": "application/json",
        ...(signature !== undefined && { "x-service-signature": signature }),
      },
    });
    return status;
  };
  const deliverSigned = (body: string) => deliver(body, signedBySecondKey(body));

  it("stores each delivered event once, even if it is delivered again", async () => {
    await start();
    expect(await payments.sandbox.webhooks.test()).toMatchObject({ response_status: 200 });
    await simulator.webhooks.idle();
    const [event] = simulator.events.list;
    if (event === undefined) throw new Error("there is no event");
    const before = recipe.inbox.size;
    expect(recipe.inbox.get(event.id)).toMatchObject({ type: "TEST" });
    expect(await simulator.redeliver(event.id)).toMatchObject({ attempt: 2, status: 200 });
    expect(recipe.inbox.size).toBe(before);
  });

  it("verifies the raw bytes with either key of a rotation", async () => {
    await start();
    const id = randomUUID();
    const body = eventText(id, new Date().toISOString());
    expect(await deliverSigned(body)).toBe(200);
    expect(recipe.inbox.get(id)).toMatchObject({ type: "TEST", note: "1.0 € über" });
  });

  it("rejects a delivery that is altered, unsigned or empty", async () => {
    await start();
    const id = randomUUID();
    const body = eventText(id, new Date().toISOString());
    const signature = signedBySecondKey(body);
    expect(await deliver(body.replace("TEST", "test"), signature)).toBe(401);
    expect(await deliver(body)).toBe(401);
    expect(await deliver("", signature)).toBe(401);
    expect(await deliver(undefined, signature)).toBe(401);
    expect(recipe.inbox.has(id)).toBe(false);
  });

  it("stores a signed event older than the tolerance once", async () => {
    await start();
    const id = randomUUID();
    const body = eventText(id, "2026-01-01T00:00:00Z");
    expect(await deliverSigned(body)).toBe(200);
    const taken = recipe.inbox.get(id);
    expect(taken).toMatchObject({ type: "TEST" });
    expect(await deliverSigned(body)).toBe(200);
    expect(recipe.inbox.get(id)).toBe(taken);
  });

  it("lets the platform decide about an incoming payment later", async () => {
    await start();
    const customer = await payments.customers.create({
      customerType: "INDIVIDUAL",
      fullName: "Ada Lovelace",
      region: "US",
      currencies: ["USD"],
    });
    const { id } = await payments.sandbox.receiveUma({
      senderUmaAddress: "$payer@elsewhere.test",
      receiverUmaAddress: customer.umaAddress,
      receivingCurrencyCode: "USD",
      receivingCurrencyAmount: 50,
    });
    await simulator.webhooks.idle();
    const asked = simulator.webhooks.list.find(({ type }) => type === "INCOMING_PAYMENT.PENDING");
    expect(asked).toMatchObject({ status: 202 });
    expect(await payments.transactions.retrieve(id)).toMatchObject({ status: "PENDING" });
    expect(await payments.transactions.approve(id)).toMatchObject({ status: "COMPLETED" });
    await simulator.webhooks.idle();
    expect(simulator.webhooks.list.filter(({ status }) => status !== 200)).toEqual([asked]);
  });

  it("makes the service deliver again if the endpoint is set up wrongly", async () => {
    await start();
    vi.stubEnv("PAYMENTS_WEBHOOK_PUBLIC_KEY", "");
    // Hono prints the error.
    vi.spyOn(console, "error").mockImplementation(() => {});
    const status = await deliverSigned(eventText(randomUUID(), new Date().toISOString())).catch(
      (error: unknown) => String(error),
    );
    // Next and workers turn an error of the handler into a 500.
    const expected = ["Next", "a worker"].includes(name)
      ? "ConfigurationError: `publicKeys[0]` must be a P-256 public key, as PEM (SPKI) or as a point in hexadecimal"
      : 500;
    expect(status).toBe(expected);
  });
});

describe.each(["Express", "Fastify", "Hono"])("the application in %s", (name) => {
  it("parses JSON in its other routes", async () => {
    const recipe = await recipes[name]?.();
    const response = await recipe?.fetch(`${recipe.base}/orders`, {
      method: "POST",
      body: '{ "amount": 5 }',
      headers: { "content-type": "application/json" },
    });
    expect(response?.status).toBe(201);
    expect(await response?.json()).toEqual({ amount: 5 });
  });
});
