import ky from "ky";
import { describe, expect, it, vi } from "vitest";
import { cutBody, inOrder, redirect, reply, stallHeaders, startServer } from "../support/local-server";
import { createClient, rejection, transfer } from "./client";
import { genuineReply, payment } from "./genuine";

/** A platform's own HTTP client with its hooks. The SDK still decides about retries, redirects and timeouts. */
const seen: string[] = [];
const transport = ky.create({
  retry: 0,
  timeout: false,
  throwHttpErrors: false,
  hooks: {
    beforeRequest: [({ request }) => void seen.push(`${request.method} ${new URL(request.url).pathname}`)],
  },
});

describe("a ky instance as `fetch`", () => {
  it("keeps one key over all attempts of a payment, and this package's errors", async () => {
    const server = await startServer(
      inOrder(cutBody(200), reply(503), genuineReply(200), reply(404, { code: "NOT_FOUND" })),
    );
    const payments = createClient({ baseUrl: server.url, fetch: transport });
    expect(await payments.transfers.in(transfer)).toEqual(payment);
    expect(server.requests.map(({ body }) => body)).toEqual(Array(3).fill(JSON.stringify(transfer)));
    expect(new Set(server.requests.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(await rejection(payments.customers.retrieve("Customer:1"))).toMatchObject({
      name: "NotFoundError",
      code: "NOT_FOUND",
    });
    expect(seen.map((line) => line.replace(/\/\d{4}-\d\d-\d\d/, ""))).toEqual([
      ...Array(3).fill("POST /transfer-in"),
      "GET /customers/Customer%3A1",
    ]);
  });

  it("follows no redirect and stops when the caller aborts", async () => {
    const server = await startServer(inOrder(redirect(307, "/elsewhere"), stallHeaders));
    const payments = createClient({ baseUrl: server.url, fetch: transport });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ code: "REDIRECTED" });
    const controller = new AbortController();
    const reason = new Error("the customer left");
    const pending = rejection(payments.customers.retrieve("Customer:1", { signal: controller.signal }));
    await vi.waitUntil(() => server.requests.length === 2);
    controller.abort(reason);
    expect(await pending).toMatchObject({ code: "ABORTED", cause: reason });
    expect(server.requests).toHaveLength(2);
  });
});
