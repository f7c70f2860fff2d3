import { setupServer } from "msw/node";
import { http, passthrough } from "msw";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { inOrder, redirect, reply, startServer } from "../support/local-server";
import { createClient, fakeFetch, rejection, transfer } from "./client";

describe("a redirect", () => {
  it.each([301, 302, 303, 307, 308])(
    "with status %i is rejected after one request, without any to the other host",
    async (status) => {
      const other = await startServer(inOrder(reply(200)));
      const server = await startServer(inOrder(redirect(status, `${other.url}/transfer-in`)));
      const payments = createClient({ baseUrl: server.url });
      expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
        name: "ConnectionError",
        code: "REDIRECTED",
        outcome: "unknown",
        message:
          "POST transfers.in was redirected. Redirects are refused: check `baseUrl`. It may have been carried out: repeat it with the same key",
      });
      await rejection(payments.quotes.execute("Quote:1", { signature: "stamp" }));
      await rejection(payments.customers.retrieve("Customer:1"));
      expect(server.requests).toHaveLength(3);
      expect(other.requests).toHaveLength(0);
    },
  );

  it("is no 304 of a cache: the error has its status", async () => {
    const { fetch } = fakeFetch(() => new Response(null, { status: 304 }));
    const payments = createClient({ fetch, maxRetries: 0 });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "ApiError",
      code: "HTTP_304",
      outcome: "unknown",
      advice: "retry-later",
    });
  });

  it("that a browser hides is also rejected", async () => {
    const { fetch, calls } = fakeFetch(() => {
      const hidden = Response.error();
      Object.defineProperty(hidden, "type", { value: "opaqueredirect" });
      return hidden;
    });
    expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
      code: "REDIRECTED",
    });
    expect(calls).toHaveLength(1);
  });

  it("frees its connection: its body is cancelled [C10]", async () => {
    const cancel = vi.fn<() => void>();
    const headers = { location: "/" };
    const { fetch } = fakeFetch(() => new Response(new ReadableStream({ cancel }), { status: 302, headers }));
    await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(cancel).toHaveBeenCalledOnce();
  });

  it("with a body that cannot be cancelled does not delay the error", async () => {
    const { fetch } = fakeFetch(() => {
      const body = new ReadableStream({ cancel: () => new Promise<void>(() => {}) });
      return new Response(body, { status: 302, headers: { location: "/" } });
    });
    expect(await rejection(createClient({ fetch }).transfers.in(transfer))).toMatchObject({
      code: "REDIRECTED",
    });
  });
});

describe("with a mock server that forwards requests", () => {
  it("a refused and retried call resolves", async () => {
    const server = await startServer(
      inOrder(reply(429), reply(302, "", { location: "/" }), reply(200, { id: "Customer:1" })),
    );
    const mock = setupServer(http.all("*", () => passthrough()));
    mock.listen({ onUnhandledRequest: "error" });
    onTestFinished(() => mock.close());
    const payments = createClient({ baseUrl: server.url });
    expect(await rejection(payments.customers.retrieve("Customer:1"))).toMatchObject({ code: "REDIRECTED" });
    expect(await payments.customers.retrieve("Customer:1")).toEqual({ id: "Customer:1" });
    expect(server.requests).toHaveLength(3);
  });
});
