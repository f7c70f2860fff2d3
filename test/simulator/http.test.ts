import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { Simulator, SimulatorServer } from "payments-sdk/simulator";
import { individual } from "../support/parts";
import { createSimulator, id, World } from "../support/world";
import { raw } from "../support/raw-http";

const open: SimulatorServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(simulator: Simulator): Promise<{ api: World; server: SimulatorServer }> {
  const server = await simulator.listen();
  open.push(server);
  return { api: new World(simulator, server.url), server };
}

describe("the HTTP server", () => {
  it("serves the same world and paths as fetch in this process [GEN-01]", async () => {
    const simulator = createSimulator({ baseUrl: "https://api.example/product/2025-10-13" });
    const { api, server } = await serve(simulator);
    expect(server.url).toBe(`http://127.0.0.1:${String(server.port)}/product/2025-10-13`);
    const customer = await api.created("/customers", individual);
    expect(await new World(simulator).read(`/customers/${id(customer)}`)).toEqual(customer);
    expect((await fetch(`http://127.0.0.1:${String(server.port)}/customers`)).status).toBe(401);
    expect(await api.get(`/customers/${id(customer).replace(":", "%3a")}`)).toMatchObject({ status: 200 });
  });

  it("responds with 204 without a body, and with errors as JSON [GEN-03]", async () => {
    const { api } = await serve(createSimulator());
    const account = await api.created("/platform/external-accounts", {
      currency: "USD",
      accountInfo: {
        accountType: "USD_ACCOUNT",
        accountNumber: "1234567000",
        routingNumber: "021000021",
        beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Ada" },
      },
    });
    const deleted = await api.delete(`/platform/external-accounts/${id(account)}`);
    expect([deleted.status, deleted.body, deleted.headers.get("content-length")]).toEqual([
      204,
      undefined,
      null,
    ]);
    expect(await api.delete("/customers")).toMatchObject({
      status: 405,
      body: { code: "METHOD_NOT_ALLOWED" },
    });
  });

  it("accepts multipart uploads [DOC-01]", async () => {
    const { api } = await serve(createSimulator());
    const body = new FormData();
    body.append("file", new File([new Uint8Array(100_000)], "a.pdf", { type: "application/pdf" }));
    body.append("documentType", "PASSPORT");
    body.append("country", "US");
    body.append("documentHolder", id(await api.created("/customers", individual)));
    expect(await api.send("POST", "/documents", { body })).toMatchObject({
      status: 201,
      body: { fileName: "a.pdf" },
    });
  });

  it("responds with 413 to bodies that are too large, and continues", async () => {
    const { api } = await serve(createSimulator({}, { recorded: false }));
    const body = "x".repeat(5_000_000);
    const headers = { "content-type": "application/json" };
    expect(await api.send("POST", "/customers", { body, headers })).toMatchObject({
      status: 413,
      body: { status: 413, code: "PAYLOAD_TOO_LARGE" },
    });
    expect(await api.post("/customers", { customerType: "INDIVIDUAL" })).toMatchObject({ status: 201 });
  });

  it.each([
    ["credentials", { authorization: "Basic bm9ib2R5OndobyBrbm93cw==" }, 401],
    ["a known path", { path: "/nothing" }, 404],
    ["a body of a bearable size", {}, 413],
  ])("responds to a request without %s before its body arrives", async (_title, given, status) => {
    const { api, server } = await serve(createSimulator({}, { recorded: false }));
    const { path, authorization } = { path: "/customers", authorization: api.authorization, ...given };
    // The body never ends, so only a response that does not wait for it can arrive.
    let sent = 0;
    const chunk = new Uint8Array(64 * 1024).fill(0x20);
    const body = new ReadableStream({
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
    });
    const init = { method: "POST", body, duplex: "half" as const };
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`${server.url}${path}`, { ...init, headers });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status });
    expect(sent).toBeLessThan(50_000_000);
  });

  it("refuses dot segments and broken encoding", async () => {
    const simulator = createSimulator();
    const { server } = await serve(simulator);
    const { authorization } = new World(simulator);
    const status = async (path: string) => {
      const text = `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`;
      return (await raw(server.port, text)).slice(9, 12);
    };
    expect(await status("/2025-10-13/customers")).toBe("200");
    expect(await status("http://elsewhere/2025-10-13/customers")).toBe("200");
    expect(await status("/2025-10-13/customers/../customers")).toBe("400");
    expect(await status("/2025-10-13/customers/%2e%2E/customers")).toBe("400");
    expect(await status("/2025-10-13/./customers")).toBe("400");
    expect(await status("/2025-10-13/customers/%zz")).toBe("400");
    expect(await status("/2025-10-13//customers")).toBe("404");
    expect(await status("*")).toBe("404");
  });

  it("responds only to requests for this machine's own names", async () => {
    const simulator = createSimulator();
    const { server } = await serve(simulator);
    const { authorization } = new World(simulator);
    const read = (host: string) => {
      const head = `GET /2025-10-13/customers HTTP/1.1\r\nHost:${host}\r\nAuthorization: ${authorization}`;
      return raw(server.port, `${head}\r\nConnection: close\r\n\r\n`);
    };
    const port = String(server.port);
    for (const host of [
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      "localhost.evil",
      "[::2]",
      "",
    ]) {
      const response = await read(host);
      expect(response).toMatch(/^HTTP\/1\.1 403 /);
      expect(JSON.parse(response.slice(response.indexOf("{")))).toEqual({
        status: 403,
        code: "HOST_NOT_ALLOWED",
        message: "The simulator responds to the hosts 127.x.x.x, localhost and [::1] only",
      });
    }
    expect(simulator.requests).toEqual([]);
    for (const host of [
      `127.0.0.1:${port}`,
      `127.0.0.2:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      "LOCALHOST",
    ])
      expect(await read(host)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("survives invalid bytes and clients that disconnect", async () => {
    const simulator = createSimulator();
    const { api, server } = await serve(simulator);
    expect(await raw(server.port, "nonsense\r\n\r\n")).toMatch(/^HTTP\/1\.1 400/);
    const { authorization } = api;
    await new Promise<void>((resolve) => {
      const call = httpRequest(`${server.url}/customers`, {
        method: "POST",
        headers: { authorization, "content-length": "1000" },
      });
      call.on("error", () => {
        resolve();
      });
      call.write("{", () => {
        call.destroy(new Error("gone"));
      });
    });
    expect(await api.get("/customers")).toMatchObject({ status: 200, body: { totalCount: 0 } });
  });

  it("reads chunked bodies split anywhere", async () => {
    const { api, server } = await serve(createSimulator());
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { authorization: api.authorization, "content-type": "application/json" };
      const call = httpRequest(`${server.url}/customers`, { method: "POST", headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      call.on("error", reject);
      for (const byte of new TextEncoder().encode('{"customerType":"INDIVIDUAL","fullName":"Zoë €"}'))
        call.write(Uint8Array.of(byte));
      call.end();
    });
    expect(status).toBe(201);
    expect(await api.read("/customers")).toMatchObject({ data: [{ fullName: "Zoë €" }] });
  });

  it("reports a port that is in use", async () => {
    const simulator = createSimulator();
    const { server } = await serve(simulator);
    await expect(simulator.listen({ port: server.port })).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("can close and open again, and close ends idle connections", async () => {
    const simulator = createSimulator();
    const first = await simulator.listen({ port: 0 });
    const api = new World(simulator, first.url);
    await api.created("/customers", individual);
    await first.close();
    await expect(api.get("/customers")).rejects.toThrow("fetch failed");
    const { api: again } = await serve(simulator);
    expect(await again.read("/customers")).toMatchObject({ totalCount: 1 });
  });
});

describe("closing the HTTP server", () => {
  it("finishes running requests, and ends idle connections", async () => {
    const simulator = createSimulator();
    const server = await simulator.listen();
    const { authorization } = new World(simulator, server.url);
    let begun = (): void => undefined;
    let release = (): void => undefined;
    const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    simulator.route("POST", "/slow", async () => {
      begun();
      await isReleased;
      return { status: 201, body: { done: true } };
    });
    const head = (length: number) =>
      `POST /2025-10-13/slow HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${String(length)}\r\n\r\n`;
    const idle = connect(server.port, "127.0.0.1");
    const halfSent = connect(server.port, "127.0.0.1", () => halfSent.write(`${head(10)}{`));
    const open = [idle, halfSent];
    await Promise.all(open.map((socket) => new Promise((resolve) => socket.once("ready", resolve))));
    const cut = Promise.all(open.map((socket) => new Promise((resolve) => socket.once("close", resolve))));
    for (const socket of open) socket.on("error", () => undefined).resume();
    const call = raw(server.port, `${head(2)}{}`);
    await isUnderWay;
    const closed = server.close();
    await cut;
    release();
    expect(await call).toMatch(/^HTTP\/1\.1 201[^]*"done":true/);
    await closed;
    // Node would keep an idle connection for five seconds (keepAliveTimeout).
  }, 4_000);
});
