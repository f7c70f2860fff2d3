import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readFileSync } from "node:fs";
import { inOrder, reply, startServer } from "../support/local-server";
import { createClient, customerParams, fakeFetch, json, rejection, transfer } from "./client";

const refused = () =>
  new TypeError("fetch failed", {
    cause: new Error(
      "error sending request for url (http://x/): client error (Connect): tcp connect error: Connection refused (os error 111)",
    ),
  });

describe("on Deno", () => {
  const clients: { options: unknown; isClosed: boolean }[] = [];
  const createHttpClient = (options: unknown) => {
    const client = { options, isClosed: false, close: () => void (client.isClosed = true) };
    clients.push(client);
    return client;
  };
  beforeEach(() => {
    clients.length = 0;
    vi.stubGlobal("Deno", { createHttpClient });
  });
  afterEach(() => void vi.unstubAllGlobals());

  it("a write uses a new connection, and a read reuses one", async () => {
    const used: unknown[] = [];
    vi.stubGlobal("fetch", (_url: string, init: { client?: unknown }) => {
      used.push(init.client);
      return Promise.resolve(
        json({ id: "Customer:1", customerType: "INDIVIDUAL", platformCustomerId: "user-1" }),
      );
    });
    const payments = createClient({ validation: "off" });
    await payments.customers.retrieve("Customer:1");
    expect(used).toEqual([undefined]);
    await payments.customers.create({ customerType: "INDIVIDUAL" });
    await payments.customers.create({ customerType: "INDIVIDUAL" });
    expect(used.slice(1)).toEqual(clients);
    expect(clients).toMatchObject(
      Array.from({ length: 2 }, () => ({ options: { poolMaxIdlePerHost: 0 }, isClosed: true })),
    );
  });

  it("a write that cannot connect is not executed, so a call without a key is repeated", async () => {
    const retried: string[] = [];
    const hooks = { onRetry: ({ operation }: { operation: string }) => void retried.push(operation) };
    vi.stubGlobal("fetch", () => Promise.reject(refused()));
    const payments = createClient({ maxRetries: 1, retryDelay: () => 0, hooks });
    expect(await rejection(payments.customers.create({ customerType: "INDIVIDUAL" }))).toMatchObject({
      name: "ConnectionError",
      code: "CONNECTION_FAILED",
      platformCode: "Connect",
      outcome: "not-executed",
    });
    expect(retried).toEqual(["customers.create"]);
  });

  it("a failure on an open connection has an unknown outcome", async () => {
    const cause = new Error("client error (SendRequest): connection closed before message completed");
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("fetch failed", { cause })));
    expect(await rejection(createClient({ maxRetries: 0 }).transfers.in(transfer))).toMatchObject({
      code: "CONNECTION_FAILED",
      platformCode: "SendRequest",
      outcome: "unknown",
    });
  });

  it("a failure to connect proves nothing with your own `fetch`, because Deno may have sent the request earlier", async () => {
    const { fetch } = fakeFetch(() => Promise.reject(refused()));
    const payments = createClient({ fetch, maxRetries: 0 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      code: "CONNECTION_FAILED",
      platformCode: "Connect",
      outcome: "unknown",
    });
  });
});

describe("on Node", () => {
  it("a POST is sent again after a 421, as docs/outcomes.md says of its assumptions [C4]", async () => {
    const server = await startServer(
      inOrder(reply(421), reply(201, { ...customerParams, id: "Customer:1", platformCustomerId: "1" })),
    );
    const payments = createClient({ baseUrl: server.url, maxRetries: 0, validation: "off" });
    expect(await payments.customers.create(customerParams)).toMatchObject({ id: "Customer:1" });
    expect(server.requests.map(({ method }) => method)).toEqual(["POST", "POST"]);
    const outcomes = readFileSync("docs/outcomes.md", "utf8");
    expect(outcomes).toContain("Node's `fetch` repeats it after a 421");
  });
});
