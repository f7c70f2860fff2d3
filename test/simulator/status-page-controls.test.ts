import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { individual } from "../support/api";
import { MoneyService } from "../support/money-service";
import { raw } from "../support/raw-http";
import { StatusPage } from "./status-page-reader";

async function open(service = new MoneyService()) {
  return { service, page: await StatusPage.of(service.simulator) };
}

const refused = (status: number, error: RegExp) => ({
  status,
  body: { error: expect.stringMatching(error) },
});

describe("the controls of the status page", () => {
  it("advance the clock", async () => {
    const { page } = await open();
    expect(await page.control("clock/advance", { by: "6m" })).toEqual({
      status: 200,
      body: { message: "The clock is at 2026-04-27T09:06:00.000Z." },
    });
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    expect(await page.control("clock/advance", { by: "soon" })).toEqual(refused(400, /expected a duration/));
    expect(await page.control("clock/advance", { by: "9000000d" })).toEqual(refused(400, /year 9999/));
    expect(await page.control("clock/advance", {})).toEqual(refused(400, /by: expected a text/));
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
  });

  it("add faults, list them and remove them", async () => {
    const { page, service } = await open();
    const fault = {
      kind: "status",
      operation: "POST /customers",
      times: 2,
      skip: 1,
      status: 429,
      retryAfter: 3,
    };
    expect(await page.control("faults/add", fault)).toMatchObject({ status: 200 });
    await page.control("faults/add", { kind: "delay", delayMs: 5, rate: 0.5, after: false });
    const useless = { kind: "delay", after: true };
    expect(await page.control("faults/add", useless)).toMatchObject({ status: 400 });
    expect(await page.cells("faults")).toMatchObject([
      {
        kind: "delay",
        operation: "every call",
        left: "no limit",
        settings: "rate: 0.5, after: false, delayMs: 5",
      },
      {
        kind: "status",
        operation: "POST /customers",
        left: "2",
        settings: "lets 1 pass first, status: 429, retryAfter: 3",
      },
    ]);
    const [{ rowId: delay } = {}, { rowId: status } = {}] = await page.cells("faults");
    expect(await page.control("faults/remove", { id: delay })).toMatchObject({ status: 200 });
    const create = async () => (await service.post("/customers", individual)).status;
    expect([await create(), await create(), await create(), await create()]).toEqual([201, 429, 429, 201]);
    expect(await page.cells("faults")).toMatchObject([{ rowId: status, left: "used up" }]);
    await page.control("faults/remove", { id: status });
    expect(await page.cells("faults")).toEqual([]);
  });

  it.each([
    [{ kind: "explode" }, /kind: expected one of refuse/],
    [{ kind: "status", operation: "POST /qoutes" }, /The nearest operation is "POST \/quotes"/],
    [{ kind: "status", times: 0 }, /times: expected a whole number/],
    [{ kind: "status", status: 99 }, /status: expected a whole number from 200/],
    [{ kind: "status", rate: 2 }, /rate/],
    [{ kind: "status", rate: "1" }, /rate: expected a number/],
    [{ kind: "status", after: "yes" }, /after: expected true or false/],
    [{ kind: "status", hedears: {} }, /there is no field hedears/],
  ])("refuse the fault %j", async (fault, error) => {
    const { page } = await open();
    expect(await page.control("faults/add", fault)).toEqual(refused(400, error));
    expect(page.simulator.faults.list).toEqual([]);
  });

  it("pay a quote", async () => {
    const { page, service } = await open();
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote(service.quoteBody("", await service.external("USD"), 500, { source }));
    expect(await page.newest("quotes")).toMatchObject({ id: quote.id, control: { action: "quotes/pay" } });
    expect(await page.control("quotes/pay", { id: quote.id })).toMatchObject({ status: 200 });
    expect(await service.retrieveQuote(quote.id)).toMatchObject({ status: "COMPLETED" });
    expect(await page.newest("quotes")).not.toHaveProperty("control");
    expect(await page.control("quotes/pay", { id: quote.id })).toEqual(refused(409, /PENDING/));
    expect(await page.control("quotes/pay", { id: "Quote:1" })).toMatchObject({ status: 404 });
  });

  it("set the status of transactions, external accounts and verifications", async () => {
    const { page, service } = await open();
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const bank = await service.external("USD", "000", { customerId: payer.id });
    const { id } = await service.transferOut(payer.accounts["USD"] ?? "", bank, 1234);
    const failed = { id, value: "FAILED", failureReason: "QUOTE_EXPIRED" };
    expect(await page.control("transactions/status", failed)).toMatchObject({ status: 200 });
    expect(await service.transaction(id)).toMatchObject({ status: "FAILED", failureReason: "QUOTE_EXPIRED" });
    expect(await page.cells("transactions")).toMatchObject([{ status: "FAILED", note: "QUOTE_EXPIRED" }]);
    expect(await page.control("transactions/status", { id, value: "LOST" })).toEqual(
      refused(400, /expected one of/),
    );
    expect(await page.newest("transactions")).toMatchObject({
      control: { options: ["PENDING", "EXPIRED", "PROCESSING", "COMPLETED", "FAILED"], value: "FAILED" },
    });

    await page.control("external-accounts/status", { id: bank, value: "INACTIVE" });
    expect(await page.cells("external-accounts")).toMatchObject([{ status: "INACTIVE" }]);
    const odd = { id: bank, value: "ODD" };
    expect(await page.control("external-accounts/status", odd)).toEqual(
      refused(400, /value: expected one of/),
    );

    await service.must("POST", "/verifications", { customerId: payer.id });
    const { id: verification } = await page.newest("verifications");
    await page.control("verifications/status", { id: verification, value: "REJECTED" });
    expect(await page.cells("verifications")).toMatchObject([{ owner: "Paula Payer", status: "REJECTED" }]);
    expect(await page.cells("customers")).toMatchObject([{ status: "REJECTED" }]);
  });

  it("reset the simulator", async () => {
    const { page, service } = await open();
    const before = await page.cells("internal-accounts");
    await service.customer();
    await page.control("clock/advance", { by: "1d" });
    expect(await page.control("world/reset", { all: true })).toEqual(refused(400, /no field all/));
    expect(await page.control("world/reset", {})).toMatchObject({ status: 200 });
    expect(await page.read("status")).toMatchObject({
      now: "2026-04-27T09:00:00.000Z",
      counts: { customers: 0, requests: 0 },
    });
    expect(await page.cells("internal-accounts")).toEqual(before);
  });

  it("give a snapshot as a file, and restore it in place", async () => {
    const { page, service } = await open();
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const quote = await service.quote(service.quoteBody("", await service.external("USD"), 500, { source }));
    const file = await page.get("/api/snapshot");
    expect(file.headers.get("content-disposition")).toBe(
      'attachment; filename="payments-simulator-2026-04-27T09-00-00-000Z.json"',
    );
    const text = await file.text();
    await service.customer(["USD"], { fullName: "Someone Else" });
    await page.control("clock/advance", { by: "1h" });
    expect(await service.retrieveQuote(quote.id)).toMatchObject({ status: "EXPIRED" });

    expect(await page.control("world/restore", text)).toEqual({
      status: 200,
      body: { message: "The snapshot is restored. The clock is at 2026-04-27T09:00:00.000Z." },
    });
    expect(page.simulator.snapshot()).toEqual(JSON.parse(text));
    expect(await page.cells("customers")).toMatchObject([{ rowId: payer.id }]);
    expect(await service.retrieveQuote(quote.id)).toMatchObject({ status: "PENDING" });
    await page.control("clock/advance", { by: "6m" });
    expect(await service.retrieveQuote(quote.id)).toMatchObject({ status: "EXPIRED" });
    // It goes on as a simulator of its own does that was restored elsewhere.
    const twin = Simulator.restore(JSON.parse(text), {
      now: "2026-04-27T09:00:00Z",
      quotes: { fees: { rate: 0 } },
    });
    await twin.clock.advance("6m");
    expect(page.simulator.events.list).toEqual(twin.events.list);
  });

  it("leave everything as it is when a snapshot is damaged or of another world", async () => {
    const { page, service } = await open();
    await service.fundedCustomer({ USD: 10_000 });
    // Of an earlier state: the parts before the damaged one would go back to it.
    const damaged = JSON.parse(JSON.stringify(page.simulator.snapshot()));
    await page.control("clock/advance", { by: "1h" });
    await service.customer();
    const before = JSON.stringify(page.simulator.snapshot());
    delete damaged.parts.Transaction;
    expect(await page.control("world/restore", damaged)).toEqual(
      refused(400, /damaged: the part Transaction/),
    );
    const other = new Simulator({ seed: "other" }).snapshot();
    expect(await page.control("world/restore", other)).toEqual(refused(400, /its seed is "other"/));
    expect(await page.control("world/restore", {})).toEqual(refused(400, /not a snapshot/));
    expect(JSON.stringify(page.simulator.snapshot())).toBe(before);
    await service.customer(["USD"]);
    expect(await page.cells("customers")).toHaveLength(3);
  });

  it("refuse what they do not understand", async () => {
    const { page } = await open();
    expect(await page.control("clock/advance", "{")).toEqual(refused(400, /not a JSON object/));
    expect(await page.control("clock/advance", "[]")).toEqual(refused(400, /not a JSON object/));
    expect(await page.control("clock/advance", { by: "1s", x: " ".repeat(70_000) })).toEqual(
      refused(413, /65536/),
    );
    expect(await page.control("constructor", {})).toMatchObject({ status: 404 });
    const read = await page.get("/api/controls/world/reset");
    expect([read.status, read.headers.get("allow")]).toEqual([405, "POST"]);
    const headers = { origin: page.origin, "content-type": "application/json" };
    const write = await fetch(`${page.origin}/_simulator/api/status`, {
      method: "POST",
      headers,
      body: "{}",
    });
    expect([write.status, write.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });
});

describe("a foreign page", () => {
  const json = { "content-type": "application/json" };

  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["an opaque origin", { origin: "null" }],
    ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
    ["another port, as the browser says", { "sec-fetch-site": "same-site" }],
    ["nothing that the browser says", {}],
  ])("cannot use a control: %s", async (_case, sent) => {
    const { page } = await open();
    const url = `${page.origin}/_simulator/api/controls/clock/advance`;
    const response = await fetch(url, { method: "POST", headers: { ...json, ...sent }, body: '{"by":"1h"}' });
    expect(response.status).toBe(403);
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:00:00.000Z");
  });

  it.each(["text/plain", "application/x-www-form-urlencoded", "text/plain; application/json", ""])(
    "cannot send %j, which needs no leave",
    async (type) => {
      const { page } = await open();
      const input = { by: "1h" };
      expect((await page.control("clock/advance", input, { "content-type": type })).status).toBe(415);
      expect(page.simulator.clock.iso()).toBe("2026-04-27T09:00:00.000Z");
    },
  );

  it("cannot come in under a name of its own, for pages, data and controls", async () => {
    const { page } = await open();
    const status = async (head: string, host: string, body = "") => {
      const length = String(body.length);
      const text = `${head} HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`;
      return (await raw(page.server.port, text)).slice(9, 12);
    };
    const port = String(page.server.port);
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      "localhost.evil:1",
    ]) {
      expect(await status("GET /_simulator", host)).toBe("403");
      expect(await status("GET /_simulator/api/snapshot", host)).toBe("403");
      expect(await status("POST /_simulator/api/controls/world/reset", host, "{}")).toBe("403");
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, "LOCALHOST"]) {
      expect(await status("GET /_simulator/api/status", host)).toBe("200");
      expect(await status("POST /_simulator/api/controls/clock/advance", host, '{"by":"0s"}')).toBe("200");
    }
  });

  it("cannot read data", async () => {
    const { page } = await open();
    const status = async (path: string, headers: Record<string, string>) =>
      (await page.get(path, headers)).status;
    expect(await status("/api/snapshot", { "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status("/api/snapshot", { "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await status("/api/status", { origin: "http://localhost:1" })).toBe(403);
    expect(await status("/api/status", { "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await status("/api/snapshot", { "sec-fetch-site": "none" })).toBe(200);
    // A link from elsewhere leads to the page.
    expect(await status("", { "sec-fetch-site": "cross-site" })).toBe(200);
  });
});
