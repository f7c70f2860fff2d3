import { connect } from "node:net";
import { serve } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { quoteBody } from "../support/parts";
import { nothingThere, pageOrigin, Platform, refusedBeforeTheService, relayAddress } from "./support";
import type { PageCall } from "./support";

describe("bodies", () => {
  const post = (platform: Platform, body: string | undefined, headers: PageCall["headers"] = {}) =>
    refusedBeforeTheService(platform, "POST", "/auth/credentials", { body, headers });
  const json = '{"type":"EMAIL_OTP","accountId":"InternalAccount:none"}';

  it.each([
    ["a form", "application/x-www-form-urlencoded", undefined],
    ["a multipart form", "multipart/form-data; boundary=x", undefined],
    ["text, as a form without a preflight sends it", "text/plain", undefined],
    ["text, which the platform names where the page does not", undefined, undefined],
    ["another charset", "application/json; charset=utf-16", undefined],
    ["a similar charset", "application/json; charset=utf-8859", undefined],
    ["two types", "application/json, text/plain", undefined],
    ["a similar type", "application/jsonp", undefined],
    ["compressed", "application/json", "gzip"],
  ])("are rejected as %s", async (_, type, encoding) => {
    const platform = await Platform.create();
    const headers = { "content-type": type, "content-encoding": encoding };
    expect(await post(platform, json, headers)).toMatchObject({ status: 415 });
  });

  it("are rejected without a type", async () => {
    const platform = await Platform.create();
    const request = new Request(`${relayAddress}/auth/credentials`, {
      method: "POST",
      headers: { origin: pageOrigin, cookie: platform.ada.cookie },
      body: new TextEncoder().encode(json),
    });
    expect(request.headers.has("content-type")).toBe(false);
    expect((await platform.relay(request)).status).toBe(415);
  });

  it.each(["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'])(
    "are read as %s",
    async (type) => {
      const platform = await Platform.create();
      const headers = { "content-type": type, "content-encoding": "identity" };
      expect(await post(platform, json, headers)).toMatchObject(nothingThere);
    },
  );

  it.each([
    ["no JSON", "{"],
    ["text", '"EMAIL_OTP"'],
    ["a list", "[]"],
    ["null", "null"],
    ["nothing", undefined],
    ["an unknown type", '{"type":"SMS","accountId":"InternalAccount:1"}'],
    ["a missing field", '{"type":"EMAIL_OTP"}'],
    ["a field of another type", '{"type":"EMAIL_OTP","accountId":["InternalAccount:1"]}'],
    ["fields of the prototype only", '{"__proto__":{"type":"EMAIL_OTP","accountId":"InternalAccount:1"}}'],
    ["a type of the prototype", '{"type":"constructor","accountId":"InternalAccount:1"}'],
  ])("are rejected with %s", async (_, body) => {
    const platform = await Platform.create();
    const response = await post(platform, body, { "content-type": "application/json" });
    expect(response).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    expect(JSON.stringify(response.body)).not.toContain("InternalAccount:1");
  });

  it("are rejected with invalid UTF-8", async () => {
    const platform = await Platform.create();
    const request = new Request(`${relayAddress}/auth/credentials`, {
      method: "POST",
      headers: { origin: pageOrigin, cookie: platform.ada.cookie, "content-type": "application/json" },
      body: Uint8Array.of(0x22, 0xff, 0x22),
    });
    expect((await platform.relay(request)).status).toBe(400);
  });

  it("are rejected if they are not JSON, even if the body is optional", async () => {
    const platform = await Platform.create();
    const path = "/auth/credentials/AuthMethod:1/challenge";
    const response = await refusedBeforeTheService(platform, "POST", path, { body: "{" });
    expect(response).toMatchObject({ status: 400, body: { message: "The body is not JSON" } });
  });

  it("are rejected for calls without a body", async () => {
    const platform = await Platform.create();
    const response = await refusedBeforeTheService(platform, "DELETE", "/auth/sessions/Session:1", {
      body: {},
    });
    expect(response).toMatchObject({ status: 400, body: { message: "The call takes no body" } });
  });

  it("are read up to the limit and no further", async () => {
    const platform = await Platform.create({ maxBodyBytes: 1000 });
    const padded = (length: number) => json.padEnd(length, " ");
    expect((await post(platform, padded(1000))).status).toBe(404);
    expect((await post(platform, padded(1001))).status).toBe(413);

    let pulled = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        pulled += 1;
        controller.enqueue(new Uint8Array(400).fill(0x20));
      },
    });
    const request = new Request(`${relayAddress}/auth/credentials`, {
      method: "POST",
      headers: { origin: pageOrigin, cookie: platform.ada.cookie, "content-type": "application/json" },
      body: endless,
      duplex: "half",
    } as RequestInit); // The DOM's type does not know `duplex`.
    expect((await platform.relay(request)).status).toBe(413);
    expect(pulled).toBeLessThan(6);
  });

  it("are not read if they announce too many bytes", async () => {
    const platform = await Platform.create();
    const headers = { "content-length": "65537", "content-type": "application/json" };
    expect((await post(platform, json, headers)).status).toBe(413);
  });
});

describe("the forwarded request", () => {
  it("has only the operation's own fields, in the same order for the initial and the signed request", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const bank = await platform.bankAccount(ada);
    const sent = {
      immediatelyExecute: true,
      ["__proto__"]: { admin: true },
      constructor: { prototype: {} },
      lockedCurrencyAmount: 1_000_000,
      source: { sourceType: "ACCOUNT", accountId: ada.accountId, customerId: platform.mallory.customerId },
      destination: { umaAddress: "$evil@evil.example", accountId: bank, destinationType: "ACCOUNT" },
      lockedCurrencySide: "SENDING",
    };
    // `["__proto__"]` above is an own property, like in JSON from a page.
    expect(JSON.stringify(sent)).toContain('"__proto__":{"admin":true}');
    const exchanges = await platform.exchangesOf(async () => {
      expect((await platform.call("POST", "/quotes", { from: ada, body: sent })).status).toBe(201);
    });
    const body = exchanges.at(-1)?.body;
    expect(JSON.stringify(body)).toBe(JSON.stringify(quoteBody(ada.accountId, bank)));
  });

  it("has only the operation's own headers", async () => {
    const platform = await Platform.create();
    const { ada, payments } = platform;
    const credential = await platform.registerEmail(ada);
    const headers = {
      authorization: "Basic dmlzaXRvcjpwYXNz",
      "x-forwarded-for": "203.0.113.9",
      "x-forwarded-host": "evil.example",
      "x-custom": "value",
      "accept-language": "en",
      referer: "https://wallet.example/",
      "idempotency-key": "key",
      "service-wallet-signature": "stamp",
      "request-id": "Request:1",
    };
    const own = await platform.exchangesOf(() =>
      payments.request("POST", `/auth/credentials/${credential.id}/challenge`),
    );
    const relayed = await platform.exchangesOf(async () => {
      const path = `/auth/credentials/${credential.id}/challenge`;
      expect((await platform.call("POST", path, { from: ada, headers })).status).toBe(200);
    });
    expect(relayed.at(-1)?.headers).toEqual(own.at(-1)?.headers);

    const verified = await platform.exchangesOf(() =>
      platform.call("POST", `/auth/credentials/${credential.id}/verify`, {
        from: ada,
        headers,
        body: { type: "EMAIL_OTP", otp: "000000", clientPublicKey: `04${"ab".repeat(64)}` },
      }),
    );
    expect(Object.keys(verified.at(-1)?.headers ?? {}).sort()).toEqual(
      [
        ...Object.keys(own.at(-1)?.headers ?? {}),
        ...["content-type", "request-id", "service-wallet-signature"],
      ].sort(),
    );
  });

  it.each([
    ["sent twice", "one, two"],
    ["with a blank", "a b"],
    ["outside ASCII", "ä"],
    ["that goes on and on", "a".repeat(4097)],
    ["empty", ""],
  ])("never has a header %s", async (_, value) => {
    const platform = await Platform.create();
    const headers = { "service-wallet-signature": value };
    const response = await refusedBeforeTheService(platform, "DELETE", "/auth/sessions/Session:1", {
      headers,
    });
    expect(response).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  });
});

/** Sends bytes as they are and reads the response's first line. */
async function raw(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write([...lines, "", ""].join("\r\n")));
    let response = "";
    socket.on("data", (chunk) => {
      response += chunk.toString("latin1");
      socket.end();
    });
    socket.on("close", () => resolve(response.split("\r\n")[0] ?? ""));
    socket.on("error", reject);
  });
}

describe("over a socket", () => {
  it("executes no smuggled request, and nothing reaches the service", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    const server = serve({ fetch: platform.relay, port: 0, hostname: "127.0.0.1" });
    try {
      await new Promise((resolve) => server.once("listening", resolve));
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      const common = [
        "Host: wallet.example",
        `Cookie: ${ada.cookie}`,
        `Origin: ${pageOrigin}`,
        "Connection: close",
      ];
      const query = `?accountId=${ada.accountId}`;
      expect(await raw(port, [`GET /wallet/auth/credentials${query} HTTP/1.1`, ...common])).toContain(
        " 200 ",
      );
      const exchanges = await platform.exchangesOf(async () => {
        for (const [line, ...headers] of [
          ["TRACE /wallet/auth/credentials HTTP/1.1"],
          ["GET /wallet/auth/../customers HTTP/1.1"],
          ["GET /wallet/auth/%2e%2e/customers HTTP/1.1"],
          ["GET /wallet/../../customers HTTP/1.1"],
          ["GET //wallet/auth/credentials HTTP/1.1"],
          ["GET /wallet\\auth\\..\\customers HTTP/1.1"],
          ["GET http://evil.example/wallet/customers HTTP/1.1"],
          ["GET /wallet/auth/credentials HTTP/1.1", "Host: evil.example"],
          ["POST /wallet/auth/credentials HTTP/1.1", "Content-Length: 2", "Content-Length: 200"],
          ["POST /wallet/auth/credentials HTTP/1.1", "Content-Length: 2", "Transfer-Encoding: chunked"],
        ]) {
          expect(await raw(port, [line ?? "", ...common, ...headers])).toMatch(/^(?:HTTP\/1\.1 [45]|$)/);
        }
      });
      expect(exchanges).toEqual([]);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe("hooks of the platform's client", () => {
  it("name the operations of a page by their templates", async () => {
    const seen: string[] = [];
    const hooks = { onRequest: ({ operation }: { operation: string }) => seen.push(operation) };
    const platform = await Platform.create({}, { hooks });
    const quote = await platform.quote(platform.ada);
    const headers = { "service-wallet-signature": "none" };
    seen.length = 0;
    await platform.call("POST", `/quotes/${quote.id}/execute`, { from: platform.ada, headers });
    await platform.call("GET", "/receiver/uma/%24bob%40example.com", { from: platform.ada });
    // The read tells a wrong signature from wrong credentials of the platform.
    const read = "auth.credentials.list";
    expect(seen).toEqual([
      "quotes.retrieve",
      "POST /quotes/{id}/execute",
      read,
      "GET /receiver/uma/{address}",
    ]);
  });
});
