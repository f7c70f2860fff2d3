import { execFileSync } from "node:child_process";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { assetsModule, bundleAssets } from "../../.ci/status-page.mjs";
import { script, style } from "../../src/simulator/status-page/assets";
import { Api } from "../support/api";
import { delivering } from "../support/endpoint";
import { empty, html, inOrder, refusedAddress } from "../support/local-server";
import { MoneyService } from "../support/money-service";
import { StatusPage } from "./status-page-reader";

async function open(service = new MoneyService()) {
  const page = await StatusPage.of(service.simulator);
  return { service, page, over: new Api(service.simulator, page.server.url) };
}

const hostile = "<img src=x onerror=alert(1)>";

describe("the status page", () => {
  it("is not served unless it was asked for", async () => {
    const simulator = new Simulator();
    const server = await simulator.listen();
    try {
      expect(server.statusPageUrl).toBeUndefined();
      const response = await fetch(`http://127.0.0.1:${String(server.port)}/_simulator`);
      expect(response.status).toBe(401);
      expect(simulator.requests).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it("is a page with its own script and style, under a policy that allows nothing else", async () => {
    const { page } = await open();
    expect(page.server.statusPageUrl).toBe(`${page.origin}/_simulator`);
    const shell = await page.get("");
    expect(shell.status).toBe(200);
    expect(shell.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const text = await shell.text();
    expect(text).toContain(`sandbox at <code>${page.server.url}</code>`);
    const addresses = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, address = ""]) => address);
    expect(addresses).toEqual(
      expect.arrayContaining(["/_simulator/script.js", "/_simulator/style.css", "/_simulator/icon.svg"]),
    );
    for (const address of addresses) expect((await fetch(`${page.origin}${address}`)).status).toBe(200);
    expect(text).not.toMatch(/<style|<script(?![^>]* src=)|style="|\son\w+=/);
    for (const address of ["", "/script.js", "/api/status", "/nothing"]) {
      const { headers } = await page.get(address);
      const policy = headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
      expect(policy).not.toContain("unsafe");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("access-control-allow-origin")).toBeNull();
    }
    expect((await page.get("/")).headers.get("location")).toBe("/_simulator");
    expect((await page.get("/nothing")).status).toBe(404);
  });

  it("leaves the API as it is: its own requests are not logged, counted or struck by faults", async () => {
    const { page, over } = await open();
    page.simulator.faults.add({ kind: "status" });
    expect((await page.get("/api/status")).status).toBe(200);
    expect(page.simulator.requests).toEqual([]);
    expect((await over.get("/customers")).status).toBe(503);
    page.simulator.faults.clear();
    const twin = new Api({ quotes: { fees: { rate: 0 } } });
    const [seen, expected] = [await over.get("/customers"), await twin.get("/customers")];
    expect([seen.status, seen.body]).toEqual([expected.status, expected.body]);
    expect(seen.headers.get("content-security-policy")).toBeNull();
    expect((await fetch(`${page.origin}/_simulatorx`)).status).toBe(401);
  });

  it("sends the script and the style that its sources give", async () => {
    const bundled = await bundleAssets();
    // Written anew with `npm run assets`.
    expect({ script, style }).toEqual(bundled);
    expect(await assetsModule(bundled)).toContain("export const script");
  });
});

describe("what the status page shows", () => {
  it("is accounts with owners and balances, customers, transactions and quotes", async () => {
    const { page, service } = await open();
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const usd = payer.accounts["USD"] ?? "";
    const bank = await service.external("EUR", "000", { customerId: payer.id });
    const quote = await service.quote(service.quoteBody(usd, bank, 1234));
    await service.execute(quote);
    expect(await page.cells("transactions")).toMatchObject([
      {
        type: "OUTGOING",
        status: "COMPLETED",
        owner: "Paula Payer",
        sent: "12.34 USD",
        received: "11.35 EUR",
      },
    ]);
    expect(await page.cells("quotes")).toMatchObject([
      { rowId: quote.id, status: "COMPLETED", sends: "12.34 USD", funding: "a balance" },
    ]);
    const accounts = await page.cells("internal-accounts");
    expect(accounts).toContainEqual(
      expect.objectContaining({ owner: "Paula Payer", type: "INTERNAL_FIAT", balance: "87.66 USD" }),
    );
    expect(accounts).toContainEqual(expect.objectContaining({ owner: "Platform", balance: "0.00 EUR" }));
    expect(await page.cells("external-accounts")).toMatchObject([
      { rowId: bank, owner: "Paula Payer", beneficiary: "Bea Receiver", status: "ACTIVE", check: "MATCHED" },
    ]);
    expect(await page.cells("customers")).toMatchObject([{ rowId: payer.id, name: "Paula Payer" }]);
    expect((await page.cells("events"))[0]).toMatchObject({
      type: "OUTGOING_PAYMENT.COMPLETED",
      about: (await page.newest("transactions"))["id"],
    });
    expect(await page.read("status")).toMatchObject({
      now: "2026-04-27T09:00:00.000Z",
      counts: { transactions: 1, quotes: 1, customers: 1, "external-accounts": 1 },
    });
  });

  it("is bounded, page by page, the newest first", async () => {
    const { page, service } = await open();
    for (let index = 1; index <= 60; index += 1)
      await service.customer(["USD"], { fullName: `Customer ${String(index)}` });
    const names = async (number: number) => (await page.cells("customers", number)).map(({ name }) => name);
    const first = await names(1);
    expect([first.length, first[0], first.at(-1)]).toEqual([25, "Customer 60", "Customer 36"]);
    expect((await names(2))[0]).toBe("Customer 35");
    const last = await names(3);
    expect([last.length, last.at(-1)]).toEqual([10, "Customer 1"]);
    expect(await page.read("lists/customers?page=99")).toMatchObject({ page: 3, pages: 3, total: 60 });
    expect(await page.read("lists/customers?page=-1")).toMatchObject({ page: 1 });
    expect((await page.get("/api/lists/nothing")).status).toBe(404);
    expect((await page.get("/api/lists/constructor")).status).toBe(404);
  });

  it("is each request with its status, its fault, and a curl line that sends it again", async () => {
    const { page, service, over } = await open();
    page.simulator.faults.add({ operation: "POST /customers", kind: "reset-after", times: 1 });
    await service
      .call("POST", "/customers", { customerType: "INDIVIDUAL", fullName: "It's $HOME `x`" })
      .catch(() => undefined);
    await service.call("GET", "/customers?limit=5&platformCustomerId=a%26b%20c", undefined, {
      "idempotency-key": "k'1",
    });
    const [get, post] = await page.cells("requests");
    expect(post).toMatchObject({ method: "POST", path: "/customers", status: "201", fault: "reset-after" });
    expect(get).toMatchObject({ method: "GET", status: "200", fault: "" });
    const { rows } = await page.read("lists/requests");
    const lines = (rows as { details: { title: string; text: string }[] }[]).map(
      ({ details }) => details.find(({ title }) => title === "curl")?.text,
    );
    const start = 'curl -u "$PAYMENTS_CLIENT_ID:$PAYMENTS_CLIENT_SECRET"';
    expect(lines).toEqual([
      `${start} '${page.server.url}/customers?limit=5&platformCustomerId=a%26b+c' -H 'idempotency-key: k'\\''1'`,
      `${start} -X 'POST' '${page.server.url}/customers' -H 'content-type: application/json' ` +
        `--data-raw '{"customerType":"INDIVIDUAL","fullName":"It'\\''s $HOME \`x\`"}'`,
    ]);
    expect((await over.get("/customers?limit=5&platformCustomerId=a%26b+c")).status).toBe(200);
    // What a shell makes of a line: the words that curl gets, with nothing in them run or expanded.
    const env = { PAYMENTS_CLIENT_ID: "id", PAYMENTS_CLIENT_SECRET: "a secret" };
    const command = `curl() { printf '%s\\n' "$@"; }; ${String(lines[1])}`;
    expect(execFileSync("/bin/sh", ["-c", command], { env, encoding: "utf8" }).split("\n")).toEqual([
      ...["-u", "id:a secret", "-X", "POST", `${page.server.url}/customers`],
      ...["-H", "content-type: application/json", "--data-raw"],
      '{"customerType":"INDIVIDUAL","fullName":"It\'s $HOME `x`"}',
      "",
    ]);
  });

  it("never has a secret in a request, also where the log keeps them", async () => {
    const service = new MoneyService({ requests: { logSecrets: true } });
    const { page } = await open(service);
    const { clientSecret } = service.simulator.clientOptions();
    const { authorization } = service;
    const headers = { "Service-Wallet-Signature": "a-signature-of-a-wallet", "Request-Id": "Request:1" };
    await service.call(
      "POST",
      "/auth/credentials/AuthMethod:1/verify",
      { type: "EMAIL_OTP", otp: "424242" },
      headers,
    );
    const text = JSON.stringify(await page.read("lists/requests"));
    for (const secret of [
      clientSecret,
      authorization,
      authorization.slice(6),
      "a-signature-of-a-wallet",
      "424242",
    ])
      expect(text).not.toContain(secret);
    expect(text).toContain("Service-Wallet-Signature: $PAYMENTS_WALLET_SIGNATURE");
    expect(text).toContain("request-id: Request:1");
    expect(text).toContain("[redacted]");
  });

  it("is each delivery of an event to the platform's endpoint, which can be repeated", async () => {
    const script = inOrder(html(500, hostile), empty(204));
    const { simulator, endpoint, fund } = await delivering(script);
    const page = await StatusPage.of(simulator);
    await fund();
    await simulator.webhooks.idle();
    const type = "INTERNAL_ACCOUNT.BALANCE_UPDATED";
    const { id } = await page.newest("events");
    const row = { at: "2026-04-27T09:00:00.000Z", type, attempt: "1", url: endpoint.url, event: id };
    expect(await page.cells("deliveries")).toMatchObject([{ ...row, status: "500" }]);
    expect(await page.newest("deliveries")).toMatchObject({ details: [{ text: hostile }] });
    expect((await page.cells("deliveries"))[0]?.["next"]).toBe(simulator.webhooks.list[0]?.nextAttemptAt);
    expect(await page.newest("events")).toMatchObject({ control: { action: "events/redeliver" } });
    expect(await page.control("events/redeliver", { id })).toEqual({
      status: 200,
      body: { message: "Your endpoint responded with 204." },
    });
    expect(await page.cells("deliveries")).toMatchObject([{ event: id, status: "204" }, { event: id }]);
    simulator.webhooks.url = await refusedAddress();
    expect(await page.control("events/redeliver", { id })).toMatchObject({
      body: { message: "The delivery got no response: ECONNREFUSED." },
    });
    expect(await page.control("events/redeliver", { id: "Webhook:1" })).toMatchObject({ status: 400 });
  });

  it("is the e-mails with their codes", async () => {
    const { page } = await open();
    page.simulator.outbox.push({
      to: "ada@example.com",
      subject: "Your code",
      text: "Your code is 123456",
      code: "123456",
      credentialId: "AuthMethod:1",
      accountId: "InternalAccount:1",
      delivered: false,
      at: "2026-04-27T09:00:00.000Z",
    });
    expect(await page.cells("emails")).toMatchObject([
      { to: "ada@example.com", code: "123456", sent: "no, sandbox" },
    ]);
  });

  it("is text, whatever a request contained", async () => {
    const { page, service } = await open();
    await service.customer(["USD"], { fullName: hostile, platformCustomerId: hostile });
    service.simulator.route("GET", `/${hostile.replaceAll(" ", "-")}"'`, () => ({ status: 204 }));
    for (const list of ["customers", "internal-accounts", "requests"]) {
      const response = await page.get(`/api/lists/${list}`);
      expect(response.headers.get("content-type")).toBe("application/json");
      expect(await response.text()).toContain(hostile);
    }
    const shell = await (await page.get("")).text();
    expect(shell).not.toContain("<img");
    expect(shell).toContain("&lt;img-src=x-onerror=alert(1)&gt;&quot;&#39;");
  });

  it("is as far as the clock: what has fallen due in real time is done", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-04-27T09:00:00Z") });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const service = new MoneyService({ now: undefined, delays: { payout: "30s" } });
    const { page } = await open(service);
    const payer = await service.fundedCustomer({ USD: 10_000 });
    const body = service.quoteBody(payer.accounts["USD"] ?? "", await service.external("EUR"), 100);
    await service.quote({ ...body, immediatelyExecute: true });
    expect(await page.cells("transactions")).toMatchObject([{ status: "PROCESSING" }]);
    vi.setSystemTime(new Date("2026-04-27T09:00:31Z"));
    expect(await page.cells("transactions")).toMatchObject([{ status: "COMPLETED" }]);
    expect(await page.read("status")).toMatchObject({ now: "2026-04-27T09:00:31.000Z" });
  });
});
