import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { promisify } from "node:util";
import ts from "typescript";
import { describe, expect, it, onTestFinished } from "vitest";
import { guideOf } from "../../src/simulator/status-page/calls";
import { operationsByName } from "../../src/simulator/runtime/operations";
import { viewerModule } from "../../src/simulator/status-page/viewer/viewer";
import { delivering } from "../support/endpoint";
import { empty, inOrder } from "../support/local-server";
import { World } from "../support/world";
import { StatusPage } from "../simulator/status-page-reader";

interface Summary {
  id: string;
  operation?: string;
  path: string;
  status?: number;
  code?: string;
  amount?: string;
  fault?: string;
  key?: string;
  ids: string[];
  durationMs: number;
}

/** Reads the server-sent events of the page. */
async function watch(page: StatusPage) {
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
  });
  const response = await fetch(`${page.origin}/_simulator/calls`, { signal: stop.signal });
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let text = "";
  const next = async (event: string): Promise<unknown> => {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end === -1) {
        const { value, done } = await reader.read();
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
        continue;
      }
      const [, name, data = ""] = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (name === event) return JSON.parse(data);
    }
  };
  return { response, next, calls: async () => (await next("calls")) as Summary[] };
}

const detail = async (page: StatusPage, id: string) => {
  const response = await page.get(`/calls/${id}`);
  return { status: response.status, body: (await response.json().catch(() => undefined)) as Detail };
};

interface Detail {
  curl: string;
  guide?: string;
  request: { headers: Record<string, string>; body?: unknown };
  response?: { status: number; headers: Record<string, string>; body?: unknown };
  postings: unknown[];
  events: { id: string; type: string }[];
  deliveries: { eventId: string; status: number }[];
}

describe("the calls of the status page", () => {
  it("come as server-sent events: those so far, each new one, and a reset", async () => {
    const service = new World();
    const page = await StatusPage.of(service.simulator);
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const { response, next, calls } = await watch(page);
    expect(response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const kept = await calls();
    expect(kept.at(-1)).toMatchObject({ operation: "sandbox.fund", status: 200 });
    expect(kept.map(({ ids }) => ids).flat()).toContain(payer.id);
    expect(await next("now")).toBe("2026-04-27T09:00:00.000Z");
    expect(kept.at(-1)).toMatchObject({ amount: "100.00 USD" });
    service.simulator.faults.add({ kind: "refuse", times: 1 });
    expect(await next("changed")).toBeNull();
    await service.call("GET", "/customers?limit=1").catch(() => undefined);
    expect(await calls()).toMatchObject([
      { operation: "customers.list", path: "/customers?limit=1", fault: "refuse" },
    ]);
    await service.call("GET", "/nothing");
    expect(await calls()).toMatchObject([{ path: "/nothing", status: 404, code: "NOT_FOUND" }]);
    service.simulator.reset();
    expect(await next("clear")).toBeNull();
    await service.call("GET", "/customers");
    expect(await calls()).toMatchObject([{ id: "sim-000001", operation: "customers.list" }]);
  });

  it("end when the server closes", async () => {
    const service = new World();
    const server = await service.simulator.listen({ statusPage: true });
    const response = await fetch(`${server.statusPageUrl ?? ""}/calls`);
    await server.close();
    await expect(response.text()).rejects.toThrow("terminated");
  });

  it("open to both sides of the exchange, its postings, events and deliveries", async () => {
    const { simulator, fund } = await delivering(inOrder(empty(204)));
    const page = await StatusPage.of(simulator);
    await fund();
    await simulator.webhooks.idle();
    const { requestId = "" } = simulator.requests.at(-1) ?? {};
    const { body } = await detail(page, requestId);
    expect(body).toMatchObject({
      guide: "testing-your-integration.md",
      request: { headers: { authorization: "[redacted]" } },
      response: { status: 200, headers: { "x-request-id": requestId } },
      postings: [
        {
          postings: [
            { name: "Sandbox funding", change: "-0.01 USD" },
            { name: "Platform", change: "+0.01 USD" },
          ],
        },
      ],
      events: [{ type: "INTERNAL_ACCOUNT.BALANCE_UPDATED" }],
      deliveries: [{ eventId: body.events[0]?.id, status: 204 }],
    });
    expect((await detail(page, "sim-999999")).status).toBe(404);
  });

  it("can be repeated with curl", async () => {
    const service = new World();
    const page = await StatusPage.of(service.simulator);
    await service.post(
      "/customers",
      { customerType: "INDIVIDUAL", region: "US", currencies: ["USD"], fullName: "O'Hara $HOME `id`" },
      { "X-Note": "it's" },
    );
    const { body } = await detail(page, service.simulator.requests.at(-1)?.requestId ?? "");
    expect(body.curl).not.toContain("Basic ");
    const { clientId, clientSecret } = service.simulator.clientOptions();
    const { stdout } = await promisify(execFile)("bash", ["-c", body.curl.replace("curl", "curl -s")], {
      env: { ...process.env, PAYMENTS_CLIENT_ID: clientId, PAYMENTS_CLIENT_SECRET: clientSecret },
    });
    expect(JSON.parse(stdout)).toMatchObject({ fullName: "O'Hara $HOME `id`" });
  });

  it("have a page of the guide for each operation", () => {
    expect(operationsByName.size).toBeGreaterThan(60);
    for (const name of operationsByName.keys())
      expect(existsSync(`docs/guides/${guideOf(name) ?? "none"}`), name).toBe(true);
    expect(guideOf("GET /nothing")).toBeUndefined();
  });

  it("show no secret, even if the log contains secrets", async () => {
    const service = new World({ requests: { logSecrets: true } });
    const page = await StatusPage.of(service.simulator);
    await service.call("POST", "/auth/credentials/AuthMethod:1/verify", { type: "EMAIL_OTP", otp: "424242" });
    const { body } = await detail(page, service.simulator.requests.at(-1)?.requestId ?? "");
    const { clientSecret } = service.simulator.clientOptions();
    for (const secret of [clientSecret, service.authorization, "424242"])
      expect(JSON.stringify(body)).not.toContain(secret);
  });
});

describe("the controls of the status page", () => {
  it("lose the next response of an operation, after it was executed", async () => {
    const service = new World();
    const page = await StatusPage.of(service.simulator);
    expect(await page.send("faults", { lose: "customers.list" })).toMatchObject({ status: 303 });
    expect(await page.rows("faults")).toMatchObject([
      { Kind: "reset-after", Operation: "customers.list", "Strikes left": "1" },
    ]);
    await expect(service.call("GET", "/customers")).rejects.toThrow("fetch failed");
    expect((await service.call("GET", "/customers")).status).toBe(200);
    expect(await page.send("faults", { lose: "customers.lits" })).toMatchObject({
      status: 400,
      message: expect.stringContaining('The nearest operation is "customers.list"'),
    });
    expect(await page.send("faults", { "remove-fault": "fault-1" })).toMatchObject({ status: 303 });
    expect(service.simulator.faults.list).toEqual([]);
    service.simulator.faults.add({ kind: "refuse", operation: /quotes/ });
    expect(await page.rows("faults")).toMatchObject([
      { details: expect.stringContaining('"operation": "/quotes/"') },
    ]);
    expect(await page.send("faults", { "remove-fault": "fault-1" })).toMatchObject({ status: 400 });
  });

  it("add a fault that strikes once", async () => {
    const service = new World();
    const page = await StatusPage.of(service.simulator);
    const fault = "Respond 429";
    expect(await page.send("faults", { fault, on: "customers.list" })).toMatchObject({ status: 303 });
    expect(await page.html("requests")).toContain("<b>status</b> customers.list · 1 left");
    expect((await service.call("GET", "/customers")).status).toBe(429);
    expect(await page.html("requests")).not.toContain("customers.list · 1 left");
    expect(await page.send("faults", { fault: "toString" })).toMatchObject({
      status: 400,
      message: "Unknown fault toString",
    });
    expect(await page.send("faults", { fault, on: "customers.lits" })).toMatchObject({ status: 400 });
  });

  it("seed transactions, and deliver an event again", async () => {
    const { simulator, fund } = await delivering(inOrder(empty(204), empty(204)));
    const page = await StatusPage.of(simulator);
    await fund();
    await simulator.webhooks.idle();
    const [row] = await page.rows("deliveries");
    expect(await page.send("deliveries", { deliver: row?.["Id"] ?? "" })).toMatchObject({ status: 303 });
    expect(await page.rows("deliveries")).toMatchObject([{ Attempt: "2" }, { Attempt: "1" }]);
    expect(await page.send("customers", { seed: "12" })).toMatchObject({ status: 303 });
    expect(await page.rows("transactions")).toHaveLength(12);
    expect(await page.send("customers", { seed: "many" })).toMatchObject({
      status: 400,
      message: expect.stringContaining("`seed.transactions` must be an integer of at least 0"),
    });
  });
});

describe("the module of the list of calls", () => {
  it("is well-formed, and exports only mountCalls", () => {
    const { diagnostics, outputText } = ts.transpileModule(viewerModule, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    expect(diagnostics).toEqual([]);
    expect(outputText.match(/^export .*$/gm)).toEqual(["export function mountCalls(root, source) {"]);
    expect(viewerModule).not.toMatch(/innerHTML|insertAdjacentHTML|import /);
  });
});
