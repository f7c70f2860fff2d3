import { isSignedRetryChallenge, PaymentsClient, responseOf } from "payments-sdk";
import type { CallEvent, Signer } from "payments-sdk";
import type { SimulatorServer } from "payments-sdk/simulator";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rejection } from "../core/client";
import type { paths } from "../fixtures/openapi/newest-service";
import { createSimulator } from "../support/world";
import { serveNewest } from "./routes";

const stamps: (string | undefined)[] = [];
const signer: Signer = {
  stamp: (payload, operation) => {
    stamps.push(operation);
    return `stamp of ${payload}`;
  },
};

const simulator = createSimulator({}, { recorded: false });
serveNewest(simulator);
let server: SimulatorServer;
let operations: string[];
let payments: PaymentsClient;

beforeEach(async () => {
  server = await simulator.listen();
  operations = [];
  stamps.length = 0;
  const { clientId, clientSecret } = simulator.clientOptions();
  const onEnd = ({ operation }: CallEvent) => void operations.push(operation);
  payments = new PaymentsClient({
    baseUrl: server.url,
    clientId,
    clientSecret,
    hooks: { onEnd },
    logLevel: "off",
    retryDelay: () => 1,
  });
});

afterEach(() => server.close());

const api = () => payments.typed<paths>();
const cardOf = (cardholderId: string) => ({
  cardholderId,
  form: "VIRTUAL" as const,
  fundingSources: ["InternalAccount:1"],
});

describe("the newest service, over HTTP", () => {
  it("creates, reads, changes and lists cards", async () => {
    const card = await api().post("/cards", {
      body: cardOf("Customer:1"),
      expect: { kind: "Card", fields: ["state"] },
    });
    expect(card).toMatchObject({ id: expect.stringMatching(/^Card:/), cardholderId: "Customer:1" });
    expect(responseOf(card)).toMatchObject({ status: 201, attempts: 1 });
    const path = { id: card.id };
    expect(await api().get("/cards/{id}", { path })).toEqual(card);
    expect(await api().patch("/cards/{id}", { path, body: { state: "FROZEN" } })).toMatchObject({
      state: "FROZEN",
    });
    expect(await api().get("/cards", { query: { cardholderId: "Customer:1" } })).toMatchObject({
      hasMore: false,
    });
    expect(operations).toEqual(["POST /cards", "GET /cards/{id}", "PATCH /cards/{id}", "GET /cards"]);
  });

  it("reads a paged list row by row, and page by page", async () => {
    for (let index = 0; index < 5; index += 1) await api().post("/cards", { body: cardOf("Customer:lists") });
    const query = { cardholderId: "Customer:lists", limit: 2 };
    const ids: string[] = [];
    for await (const card of api().list("/cards", { query })) ids.push(card.id);
    expect(new Set(ids).size).toBe(5);
    const page = await api().list("/cards", { query });
    expect(page).toMatchObject({ hasMore: true, data: [{ id: ids[0] }, { id: ids[1] }] });
    expect(operations.slice(5)).toEqual(["GET /cards", "GET /cards", "GET /cards", "GET /cards"]);
  });

  it("sends a key, and the same key on a retry", async () => {
    simulator.faults.add({ kind: "reset-after", operation: "POST /stablecoins", times: 1 });
    const body = { providerTokenIdentifier: "a", networkTokenIdentifier: "b", network: "SPARK" } as const;
    const coin = await api().post("/stablecoins", { body, idempotencyKey: "coin-1" });
    expect(coin.issuanceStatus).toBe("PENDING_REVIEW");
    expect(responseOf(coin)).toMatchObject({ attempts: 2, idempotencyKey: "coin-1" });
    const keys = simulator.requests.slice(-2).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["coin-1", "coin-1"]);
    expect(await api().post("/stablecoins", { body, idempotencyKey: "coin-1" })).toEqual(coin);
  });

  it("takes options that an object inherits, such as getters of private fields", async () => {
    class Options {
      readonly #key = "coin-1";
      get body() {
        return { providerTokenIdentifier: "a", networkTokenIdentifier: "b", network: "SPARK" } as const;
      }
      get idempotencyKey() {
        return this.#key;
      }
    }
    const coin = await api().post("/stablecoins", new Options());
    expect(responseOf(coin)?.idempotencyKey).toBe("coin-1");
    class Filter {
      get query() {
        return { cardholderId: "Customer:none" };
      }
    }
    await api().post("/cards", { body: cardOf("Customer:1") });
    expect(await api().list("/cards", new Filter()).toArray()).toEqual([]);
    expect(operations).toEqual(["POST /stablecoins", "POST /cards", "GET /cards"]);
  });

  it("does not repeat a creation without a key, and reports an unknown outcome", async () => {
    simulator.faults.add({ kind: "reset-after", operation: "POST /agents", times: 1 });
    const policy = {
      permissions: ["VIEW_TRANSACTIONS" as const],
      defaultExecutionMode: "APPROVAL_REQUIRED" as const,
      spendingLimits: { currency: "USD", perTransactionLimit: 1_000 },
    };
    const body = { name: "Ada's agent", customerId: "Customer:1", policy };
    const before = simulator.requests.length;
    expect(await rejection(api().post("/agents", { body }))).toMatchObject({
      name: "ConnectionError",
      operation: "POST /agents",
      outcome: "unknown",
      advice: "reconcile",
    });
    expect(simulator.requests.length - before).toBe(1);
    const { agent, deviceCode } = await api().post("/agents", { body });
    expect(deviceCode).toMatchObject({ agentId: agent.id, redeemed: false });
    expect(await api().delete("/agents/{agentId}", { path: { agentId: agent.id } })).toBeUndefined();
    const again = rejection(api().delete("/agents/{agentId}", { path: { agentId: agent.id } }));
    expect(await again).toMatchObject({ name: "NotFoundError", outcome: "unknown" });
  });

  it("signs a change, or returns the challenge without a signer", async () => {
    const path = { id: "InternalAccount:7" };
    const body = { privateEnabled: true };
    const account = await api().patch("/internal-accounts/{id}", { path, body, signer });
    expect(account).toMatchObject({ id: path.id, privateEnabled: true });
    expect(stamps).toEqual(["PATCH /internal-accounts/{id}"]);

    const challenge = await api().patch("/internal-accounts/{id}", { path, body, signer: null });
    if (!isSignedRetryChallenge(challenge)) throw new Error("no challenge");
    const headers = {
      "Service-Wallet-Signature": `stamp of ${challenge.payloadToSign}`,
      "Request-Id": challenge.requestId,
    };
    const signed = await api().patch("/internal-accounts/{id}", { path, body, signer: null, headers });
    expect(signed).toMatchObject({ id: path.id, privateEnabled: true });
  });

  it("recovers a lost signed deletion with a new request, but not a lost signed change", async () => {
    const lost = { kind: "reset-after", times: 1, skip: 1 } as const;
    simulator.faults.add({ ...lost, operation: "DELETE /auth/sessions/{id}" });
    const path = { id: "Session:other" };
    expect(await api().delete("/auth/sessions/{id}", { path, signer })).toBeUndefined();
    const deletions = simulator.requests.slice(-3).map(({ status }) => status);
    expect(deletions).toEqual([202, 204, 404]);

    simulator.faults.add({ ...lost, operation: "PATCH /internal-accounts/{id}" });
    const account = { path: { id: "InternalAccount:7" }, body: {}, signer };
    expect(await rejection(api().patch("/internal-accounts/{id}", account))).toMatchObject({
      name: "ConnectionError",
      operation: "PATCH /internal-accounts/{id}",
      outcome: "unknown",
      advice: "reconcile",
    });
  });

  it("reads a whole list, replaces a document, and creates a link without a body", async () => {
    const { data } = await api().get("/auth/delegated-keys", { query: { accountId: "InternalAccount:1" } });
    expect(data).toMatchObject([{ nickname: "Terminal", accountId: "InternalAccount:1" }]);

    const form = new FormData();
    form.set("file", new File(["%PDF-1.7"], "passport.pdf", { type: "application/pdf" }));
    const path = { documentId: "Document:1" };
    expect(await api().put("/documents/{documentId}", { path, form })).toMatchObject({
      fileName: "passport.pdf",
    });

    const link = await api().post("/customers/{customerId}/kyc-link", { path: { customerId: "Customer:1" } });
    expect(link.kycUrl).toBe("https://kyc.test/Customer:1?redirect=none");
    const body = { redirectUri: "https://shop.test" };
    const options = { path: { customerId: "Customer:1" }, body, idempotencyKey: "link-1" };
    expect(await api().post("/customers/{customerId}/kyc-link", options)).toMatchObject({
      kycUrl: expect.stringContaining("https://shop.test"),
    });
  });

  it("starts the stack of an error at the line of the call", async () => {
    const get = async () => await api().get("/cards/{id}", { path: { id: "Card:none" } });
    const error = await rejection(get());
    expect(error).toMatchObject({
      name: "NotFoundError",
      operation: "GET /cards/{id}",
      outcome: "not-executed",
    });
    const line = /^\w+: [^\n]*GET \/cards[^\n]*\n\s+at [^\n]*calls\.test\.ts/;
    expect((error as Error).stack).toMatch(line);
    simulator.faults.add({ kind: "status", status: 400, operation: "GET /cards", times: 1 });
    const list = async () => await api().list("/cards");
    const listing = await rejection(list());
    expect(listing).toMatchObject({ name: "BadRequestError", operation: "GET /cards" });
    expect((listing as Error).stack).toMatch(line);
  });
});
