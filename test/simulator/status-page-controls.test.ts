import { describe, expect, it, onTestFinished } from "vitest";
import { createSimulator, World } from "../support/world";
import { raw } from "../support/raw-http";
import { StatusPage } from "./status-page-reader";

async function open() {
  return { page: await StatusPage.of(new World().simulator) };
}

const START = "2026-04-27T09:00:00.000Z";

const refused = (status: number, message: RegExp) => ({
  status,
  location: null,
  message: expect.stringMatching(message),
});

describe("the form of the status page", () => {
  it("advances the clock and returns to its view", async () => {
    const { page } = await open();
    const advance = (by: string) => page.send("customers", { by });
    expect(await advance("6m")).toMatchObject({ status: 303, location: "/_simulator/customers" });
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    expect(await advance("soon")).toEqual(refused(400, /a duration of at least 0/));
    expect(await advance("9000000d")).toEqual(refused(400, /the years 0 and 9898/));
    expect(await advance("")).toEqual(refused(400, /a duration of at least 0/));
    expect(page.simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
  });

  it("is rejected if it is empty, too large, or sent to an unknown view", async () => {
    const { page } = await open();
    expect(await page.send("customers", {})).toEqual(refused(400, /duration/));
    const large = { by: "1s", x: " ".repeat(70_000) };
    expect(await page.send("customers", large)).toEqual(refused(400, /duration/));
    expect(await page.send("nothing", { by: "1s" })).toMatchObject({ status: 404 });
    const { status, headers } = await fetch(`${page.origin}/_simulator/customers`, { method: "PUT" });
    expect([status, headers.get("allow")]).toEqual([405, "GET, HEAD, POST"]);
    expect(page.simulator.clock.iso()).toBe(START);
  });
});

describe("the token of the status page", () => {
  it("lets one browser into the pages of two simulators", async () => {
    const cookies = new Map<string, string>();
    const pages: string[] = [];
    for (let index = 0; index < 2; index += 1) {
      const server = await createSimulator().listen({ host: "0.0.0.0", statusPage: true });
      onTestFinished(() => server.close());
      const { statusPageUrl = "", token = "" } = server;
      const { headers } = await fetch(`${statusPageUrl}?token=${token}`, { redirect: "manual" });
      const [, name = "", value = ""] = /^(\w+)=([^;]+);/.exec(headers.get("set-cookie") ?? "") ?? [];
      cookies.set(name, value);
      pages.push(statusPageUrl);
    }
    // A browser sends the cookies of every port.
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    for (const page of pages) expect((await fetch(page, { headers: { cookie } })).status).toBe(200);
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
    const body = new URLSearchParams({ by: "1h" });
    const response = await fetch(`${page.origin}/_simulator/customers`, { method: "POST", headers, body });
    expect(response.status).toBe(403);
    expect(page.simulator.clock.iso()).toBe(START);
  });

  it("cannot use its own host name", async () => {
    const { page } = await open();
    const status = async (method: string, host: string) => {
      const body = "by=1s";
      const head = `${method} /_simulator/customers HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\n`;
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
