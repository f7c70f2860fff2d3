import { describe, expect, it } from "vitest";
import { individual } from "../support/api";
import { MoneyService } from "../support/money-service";
import { raw } from "../support/raw-http";
import { StatusPage } from "./status-page-reader";

async function open(service = new MoneyService()) {
  return { service, page: await StatusPage.of(service.simulator) };
}

const START = "2026-04-27T09:00:00.000Z";

const refused = (status: number, message: RegExp) => ({
  status,
  location: null,
  message: expect.stringMatching(message),
});

describe("the forms of the status page", () => {
  it("advance the clock and return to their view", async () => {
    const { page } = await open();
    const advance = (by: string) => page.send("quotes?q=PENDING", { action: "clock/advance", by });
    expect(await advance("6m")).toMatchObject({ status: 303, location: "/_simulator/quotes?q=PENDING" });
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    expect(await advance("soon")).toEqual(refused(400, /expected a duration/));
    expect(await advance("9000000d")).toEqual(refused(400, /year 9999/));
    expect(await advance("")).toEqual(refused(400, /expected a duration/));
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
  });

  it("add faults and remove them", async () => {
    const { page, service } = await open();
    const fault = { kind: "status", operation: "POST /customers", times: "2", skip: "1", status: "429" };
    const add = (fields: Record<string, string>) => page.send("faults", { action: "faults/add", ...fields });
    expect(await add({ ...fault, rate: "", retryAfter: "3" })).toMatchObject({ status: 303 });
    await add({ kind: "html", rate: "0.5", after: "on" });
    expect(page.simulator.faults.list).toMatchObject([
      { fault: { kind: "status", operation: "POST /customers", status: 429, retryAfter: 3 }, toSkip: 1 },
      { fault: { kind: "html", rate: 0.5, after: true } },
    ]);
    expect(await page.rows("faults")).toMatchObject([
      { Kind: "html", Operation: "every call", "Times left": "no limit" },
      { Kind: "status", Operation: "POST /customers", "Times left": "2" },
    ]);
    const [first, second] = page.simulator.faults.list.map(({ id }) => String(id));
    await page.send("faults", { action: "faults/remove", id: second ?? "" });
    const create = async () => (await service.post("/customers", individual)).status;
    expect([await create(), await create(), await create(), await create()]).toEqual([201, 429, 429, 201]);
    expect(await page.rows("faults")).toMatchObject([{ "Times left": "0" }]);
    await page.send("faults", { action: "faults/remove", id: first ?? "" });
    expect(await page.rows("faults")).toEqual([]);
  });

  it.each([
    [{ kind: "explode" }, /kind/],
    [{ kind: "status", operation: "POST /qoutes" }, /The nearest operation is "POST \/quotes"/],
    [{ kind: "status", times: "many" }, /times/],
    [{ kind: "status", status: "99" }, /status/],
    [{ kind: "status", rate: "2" }, /rate/],
    [{ kind: "delay", after: "on" }, /after/],
    [{ kind: "status", hedears: "1" }, /hedears/],
  ])("reject the fault %j", async (fault, message) => {
    const { page } = await open();
    expect(await page.send("faults", { action: "faults/add", ...fault })).toEqual(refused(400, message));
    expect(page.simulator.faults.list).toEqual([]);
  });

  it("pay a quote", async () => {
    const { page, service } = await open();
    const source = { sourceType: "REALTIME_FUNDING", currency: "USD" };
    const { id } = await service.quote(service.quoteBody("", await service.external("USD"), 500, { source }));
    const button = `aria-label="Pay ${id}"`;
    expect(await page.html("quotes")).toContain(button);
    expect(await page.send("quotes", { action: "quotes/pay", id })).toMatchObject({ status: 303 });
    expect(await service.retrieveQuote(id)).toMatchObject({ status: "COMPLETED" });
    expect(await page.html("quotes")).not.toContain(button);
    expect(await page.send("quotes", { action: "quotes/pay", id })).toEqual(refused(409, /PENDING/));
    expect(await page.send("quotes", { action: "quotes/pay", id: "Quote:1" })).toEqual(
      refused(404, /Quote:1/),
    );
  });

  it("are rejected if they are unknown or too large", async () => {
    const { page } = await open();
    expect(await page.send("quotes", { action: "toString" })).toEqual(refused(400, /action/));
    expect(await page.send("quotes", {})).toEqual(refused(400, /action/));
    const large = { action: "clock/advance", by: "1s", x: " ".repeat(70_000) };
    expect(await page.send("quotes", large)).toEqual(refused(413, /65536/));
    expect(await page.send("nothing", { action: "clock/advance", by: "1s" })).toMatchObject({ status: 404 });
    const { status, headers } = await fetch(`${page.origin}/_simulator/quotes`, { method: "PUT" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(page.simulator.clock.iso()).toBe(START);
  });
});

describe("a foreign page", () => {
  it.each([
    ["another origin", { origin: "https://evil.example" }],
    ["another port of this machine", { origin: "http://127.0.0.1:1" }],
    ["an opaque origin", { origin: "null" }],
    ["another site, as the browser says", { "sec-fetch-site": "cross-site" }],
    ["another port, as the browser says", { "sec-fetch-site": "same-site" }],
    ["a link of another site", { "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" }],
    ["no origin at all", {}],
  ])("cannot send a form: %s", async (_case, headers) => {
    const { page } = await open();
    const body = new URLSearchParams({ action: "clock/advance", by: "1h" });
    const response = await fetch(`${page.origin}/_simulator/quotes`, { method: "POST", headers, body });
    expect(response.status).toBe(403);
    expect(page.simulator.clock.iso()).toBe(START);
  });

  it("cannot use its own host name", async () => {
    const { page } = await open();
    const status = async (method: string, host: string) => {
      const body = "action=clock/advance&by=1s";
      const head = `${method} /_simulator/quotes HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n`;
      const text = `${head}Content-Length: ${String(body.length)}\r\nConnection: close\r\n\r\n${body}`;
      return (await raw(page.server.port, text)).slice(9, 12);
    };
    const port = String(page.server.port);
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      "localhost.evil:1",
    ])
      expect([await status("GET", host), await status("POST", host)]).toEqual(["403", "403"]);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`, "LOCALHOST"])
      expect([await status("GET", host), await status("POST", host)]).toEqual(["200", "303"]);
  });

  it("can link to the page but cannot read it", async () => {
    const { page } = await open();
    const status = async (headers: Record<string, string>) => (await page.get("", headers)).status;
    expect(await status({ "sec-fetch-site": "same-site" })).toBe(403);
    expect(await status({ "sec-fetch-site": "cross-site", "sec-fetch-dest": "iframe" })).toBe(403);
    expect(await status({ origin: "http://localhost:1" })).toBe(403);
    expect(await status({ "sec-fetch-site": "same-origin" })).toBe(200);
    expect(await status({ "sec-fetch-site": "none" })).toBe(200);
    expect(await status({ "sec-fetch-site": "cross-site", "sec-fetch-dest": "document" })).toBe(200);
  });
});
