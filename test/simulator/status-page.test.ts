import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { World } from "../support/world";
import { delivering } from "../support/endpoint";
import { empty, html, inOrder, refusedAddress } from "../support/local-server";
import { StatusPage } from "./status-page-reader";

async function open(service = new World()) {
  const page = await StatusPage.of(service.simulator);
  return { service, page, over: new World(service.simulator, page.server.url) };
}

const hostile = "<img src=x onerror=alert(1)>";

describe("the status page", () => {
  it("is off by default", async () => {
    const simulator = new Simulator();
    const server = await simulator.listen();
    onTestFinished(() => server.close());
    expect(server.statusPageUrl).toBeUndefined();
    const response = await fetch(`http://127.0.0.1:${String(server.port)}/_simulator`);
    expect(response.status).toBe(401);
    expect(simulator.requests).toHaveLength(1);
  });

  it("has a policy that allows only its own script and style", async () => {
    const { page } = await open();
    expect(page.server.statusPageUrl).toBe(`${page.origin}/_simulator`);
    const response = await page.get("");
    expect([response.status, response.headers.get("content-type")]).toEqual([
      200,
      "text/html; charset=utf-8",
    ]);
    const text = await response.text();
    expect(text).toContain(`sandbox at <code>${page.server.url}</code>`);
    const addresses = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, address = ""]) => address);
    expect(addresses).toEqual(expect.arrayContaining(["/_simulator/script.js", "/_simulator/style.css"]));
    for (const address of addresses) expect((await fetch(`${page.origin}${address}`)).status).toBe(200);
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)|style="|\son\w+=/);
    for (const path of ["", "/script.js", "/accounts", "/nothing"]) {
      const { headers } = await page.get(path);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
    expect((await page.get("/")).status).toBe(200);
    expect((await page.get("/nothing")).status).toBe(404);
  });

  it("does not affect the API: its requests are not logged and get no faults", async () => {
    const { page, over } = await open();
    page.simulator.faults.add({ kind: "status" });
    expect((await page.get("")).status).toBe(200);
    expect(page.simulator.requests).toEqual([]);
    expect((await over.get("/customers")).status).toBe(503);
    page.simulator.faults.clear();
    const twin = new World({ quotes: { fees: { rate: 0 } } });
    const [seen, expected] = [await over.get("/customers"), await twin.get("/customers")];
    expect([seen.status, seen.body]).toEqual([expected.status, expected.body]);
    expect(seen.headers.get("content-security-policy")).toBeNull();
    expect((await fetch(`${page.origin}/_simulatorx`)).status).toBe(401);
  });
});

describe("the status page shows", () => {
  it("accounts with owners and balances, customers and transactions", async () => {
    const { page, service } = await open();
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const usd = payer.accounts["USD"] ?? "";
    const bank = await service.external("EUR", "000", { customerId: payer.id });
    const quote = await service.quote(service.quoteBody(usd, bank, 1234));
    await service.execute(quote);
    const amounts = { Sent: "12.34 USD", Received: "11.35 EUR", Status: "COMPLETED" };
    expect(await page.rows("transactions")).toMatchObject([
      { ...amounts, Type: "OUTGOING", Owner: "Paula Payer" },
    ]);
    const accounts = await page.rows("accounts");
    expect(accounts).toContainEqual(expect.objectContaining({ Owner: "Paula Payer", Balance: "87.66 USD" }));
    expect(accounts).toContainEqual(expect.objectContaining({ Owner: "Platform", Balance: "0.00 EUR" }));
    const [customer] = await page.rows("customers");
    expect(customer).toMatchObject({ Id: payer.id, Name: "Paula Payer" });
    expect(JSON.parse(customer?.["details"] ?? "")).toMatchObject({ id: payer.id });
    expect(await page.html("")).toContain('<strong id="now">2026-04-27T09:00:00.000Z</strong>');
  });

  it("the newest 100 rows", async () => {
    const { page, service } = await open();
    for (let index = 1; index <= 110; index += 1)
      await service.customer(["USD"], { fullName: `Customer ${String(index)}` });
    const shown = (await page.rows("customers")).map(({ Name }) => Name);
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([100, "Customer 110", "Customer 11"]);
  });

  it("each request with its status, its fault and its bodies", async () => {
    const { page, service } = await open();
    page.simulator.faults.add({ operation: "POST /customers", kind: "reset-after", times: 1 });
    await service.post("/customers", { customerType: "INDIVIDUAL", fullName: "Ada" }).catch(() => undefined);
    await service.call("GET", "/customers?limit=5&platformCustomerId=a%26b%20c");
    expect(await page.rows("")).toMatchObject([
      { Request: "GET /customers?limit=5&platformCustomerId=a%26b+c", Status: "200", Fault: "" },
      {
        Request: "POST /customers",
        Status: "201",
        Fault: "reset-after",
        details: expect.stringContaining('"fullName": "Ada"'),
      },
    ]);
  });

  it("no secret of a request, even if the log contains secrets", async () => {
    const service = new World({ requests: { logSecrets: true } });
    const { page } = await open(service);
    const { clientSecret } = service.simulator.clientOptions();
    const { authorization } = service;
    const signature = "a-signature-of-a-wallet";
    const path = "/auth/credentials/AuthMethod:1/verify";
    const headers = { "Service-Wallet-Signature": signature };
    await service.call("POST", path, { type: "EMAIL_OTP", otp: "424242" }, headers);
    const token = { name: "reports", permissions: ["VIEW"] };
    const created = await service.must<{ clientSecret: string }>("POST", "/tokens", token);
    const text = await page.html("requests");
    const secrets = [clientSecret, created.clientSecret, authorization, authorization.slice(6), signature];
    for (const secret of [...secrets, "424242"]) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted]");
  });

  it("each webhook delivery", async () => {
    const script = inOrder(html(500, hostile), empty(204));
    const { simulator, endpoint, fund } = await delivering(script);
    const page = await StatusPage.of(simulator);
    await fund();
    await simulator.webhooks.idle();
    const [delivery] = simulator.webhooks.list;
    const id = delivery?.eventId ?? "";
    expect(await page.rows("deliveries")).toMatchObject([
      {
        Time: "2026-04-27T09:00:00.000Z",
        Event: "INTERNAL_ACCOUNT.BALANCE_UPDATED",
        Attempt: "1",
        Status: "500",
        "Next attempt": delivery?.nextAttemptAt,
        Endpoint: endpoint.url,
        Id: id,
        details: JSON.stringify(hostile),
      },
    ]);
    await simulator.redeliver(id);
    expect(await page.rows("deliveries")).toMatchObject([
      { Id: id, Status: "204", Attempt: "2" },
      { Id: id },
    ]);
    simulator.webhooks.url = await refusedAddress();
    await simulator.redeliver(id);
    expect((await page.rows("deliveries"))[0]).toMatchObject({ Status: "ECONNREFUSED" });
  });

  it("e-mails with their codes", async () => {
    const { page, service } = await open();
    const { wallet } = await service.customer(["USD"], { email: "ada@example.com" });
    await service.created("/auth/credentials", { type: "EMAIL_OTP", accountId: wallet });
    expect(await page.rows("e-mails")).toMatchObject([{ To: "ada@example.com", Code: "000000" }]);
  });

  it("every text without interpreting HTML", async () => {
    const { page, service } = await open();
    await service.customer(["USD"], { fullName: hostile, platformCustomerId: `"'&amp;${hostile}` });
    service.simulator.route("GET", `/${hostile.replaceAll(" ", "-")}"'`, () => ({ status: 204 }));
    expect(await page.rows("customers")).toMatchObject([{ Name: hostile }]);
    for (const view of ["requests", "customers", "accounts"])
      expect(await page.html(view)).not.toContain("<img");
  });

  it("the effects of work that becomes due in real time", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-04-27T09:00:00Z") });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const service = new World({ now: undefined, delays: { payout: "30s" } });
    const { page } = await open(service);
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const body = service.quoteBody(payer.accounts["USD"] ?? "", await service.external("EUR"), 100);
    await service.quote({ ...body, immediatelyExecute: true });
    expect(await page.rows("transactions")).toMatchObject([{ Status: "PROCESSING" }]);
    vi.setSystemTime(new Date("2026-04-27T09:00:31Z"));
    expect(await page.rows("transactions")).toMatchObject([{ Status: "COMPLETED" }]);
    expect(await page.html("")).toContain("2026-04-27T09:00:31.000Z");
  });
});
