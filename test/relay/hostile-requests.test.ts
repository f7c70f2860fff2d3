import { connect } from "node:net";
import { serve } from "@hono/node-server";
import { describe, expect, it } from "vitest";
import { nothingThere, pageOrigin, Platform, quoteBody, relayAddress } from "./support";
import type { PageCall } from "./support";

/** Makes a call and expects that nothing of it reached the service. */
async function refusedBeforeTheService(
  platform: Platform,
  method: string,
  path: string,
  call: PageCall = {},
) {
  let answer = await platform.call("OPTIONS", "/");
  const exchanges = await platform.exchangesOf(async () => {
    answer = await platform.call(method, path, { from: platform.ada, ...call });
  });
  expect(exchanges).toEqual([]);
  return answer;
}

describe("paths", () => {
  it.each([
    "",
    "/",
    "/auth",
    "/auth/credentials/",
    "//auth/credentials",
    "/auth//credentials",
    "/auth/credentials//challenge",
    "/AUTH/credentials",
    "/%61uth/credentials",
    "/auth%2Fcredentials",
    "/auth/credentials;a=b",
    "/auth/credentials%00",
    "/auth/credentials/AuthMethod:1/challenge/extra",
    "/auth/credentials/..%2f..%2fcustomers/challenge",
    "/auth/credentials/%2e%2e%2fcustomers/challenge",
    "/auth/credentials/AuthMethod%253A1/challenge",
    "/auth/credentials/AuthMethod:1%2Fverify/challenge",
    "/auth/credentials/AuthMethod:1%5Cverify/challenge",
    "/auth/credentials/AuthMethod:1%3Faccount=1/challenge",
    "/auth/credentials/AuthMethod:1%23/challenge",
    "/auth/credentials/AuthMethod:1%0a/challenge",
    "/auth/credentials/%ff/challenge",
    "/auth/credentials/%20/challenge",
    "/auth/../customers",
    "/auth/%2e%2e/customers",
    "/auth/credentials/%2e%2e/challenge",
    "/../customers",
    "/__proto__",
    "/auth/credentials/__proto__/constructor",
  ])("such as %j are nothing", async (path) => {
    const platform = await Platform.create();
    for (const method of ["GET", "POST"]) {
      const body = method === "POST" ? {} : undefined;
      expect(await refusedBeforeTheService(platform, method, path, { body })).toMatchObject(nothingThere);
    }
  });

  it("outside the mount point are nothing", async () => {
    const platform = await Platform.create();
    const { cookie, accountId } = platform.ada;
    const query = `?accountId=${accountId}`;
    for (const path of ["/auth/credentials", "/walletx/auth/credentials", "/other/wallet/auth/credentials"]) {
      const request = new Request(`https://wallet.example${path}${query}`, { headers: { cookie } });
      expect((await platform.relay(request)).status).toBe(404);
    }
    const request = new Request(`${relayAddress}/auth/credentials${query}`, { headers: { cookie } });
    expect((await platform.relay(request)).status).toBe(200);
  });
});

describe("methods", () => {
  it.each(["HEAD", "PUT", "PATCH", "PROPFIND", "get2"])("such as %s are nothing", async (method) => {
    const platform = await Platform.create();
    const { status } = await refusedBeforeTheService(platform, method, "/auth/credentials");
    expect(status).toBe(404);
  });

  it.each(["x-http-method-override", "x-http-method", "x-method-override"])(
    "are not overridden by %s",
    async (name) => {
      const platform = await Platform.create();
      const path = `/auth/credentials?accountId=${platform.ada.accountId}`;
      const headers = { [name]: "DELETE" };
      expect(await refusedBeforeTheService(platform, "GET", path, { headers })).toMatchObject({
        status: 400,
      });
    },
  );
});

describe("query parameters", () => {
  it.each([
    ["twice", "accountId=InternalAccount:1&accountId=InternalAccount:2"],
    ["twice, differently encoded", "accountId=InternalAccount:1&%61ccountId=InternalAccount:2"],
    ["unknown", "accountId=InternalAccount:1&customerId=Customer:1"],
    ["of a method override", "_method=DELETE"],
    ["in brackets", "accountId[]=InternalAccount:1"],
    ["of the prototype", "__proto__=1"],
  ])("are refused when they are there %s", async (_, query) => {
    const platform = await Platform.create();
    const answer = await refusedBeforeTheService(platform, "GET", `/auth/credentials?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  });
});

describe("pages of other sites", () => {
  const foreign = [
    "null",
    "https://evil.example",
    "http://wallet.example",
    "https://wallet.example:8443",
    "https://wallet.example.evil.example",
    "https://evilwallet.example",
    "https://sub.wallet.example",
    "https://wallet.example/",
    "HTTPS://WALLET.EXAMPLE",
    "https://wallet.example, https://evil.example",
    "",
  ];

  it.each(foreign)("cannot call from the origin %j", async (origin) => {
    const platform = await Platform.create();
    const { accountId } = platform.ada;
    const body = { type: "EMAIL_OTP", accountId };
    const query = `?accountId=${accountId}`;
    for (const answer of [
      await refusedBeforeTheService(platform, "POST", "/auth/credentials", { body, headers: { origin } }),
      await refusedBeforeTheService(platform, "DELETE", "/auth/sessions/Session:1", { headers: { origin } }),
      await refusedBeforeTheService(platform, "GET", `/auth/credentials${query}`, { headers: { origin } }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: "FOREIGN_ORIGIN" } });
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  it("cannot change anything without an origin, as a form or a link of them would try", async () => {
    const platform = await Platform.create();
    const { accountId } = platform.ada;
    const headers = { origin: undefined, "sec-fetch-site": undefined };
    const body = { type: "EMAIL_OTP", accountId };
    for (const answer of [
      await refusedBeforeTheService(platform, "POST", "/auth/credentials", { body, headers }),
      await refusedBeforeTheService(platform, "POST", "/quotes/Quote:1/execute", { headers }),
      await refusedBeforeTheService(platform, "DELETE", "/auth/credentials/AuthMethod:1", { headers }),
    ]) {
      expect(answer.status).toBe(403);
    }
    // A page's own reads carry none.
    const read = await platform.call("GET", `/auth/credentials?accountId=${accountId}`, {
      from: platform.ada,
      headers,
    });
    expect(read.status).toBe(200);
  });

  it("are told apart by the browser's own word, too", async () => {
    const platform = await Platform.create();
    const path = `/auth/credentials?accountId=${platform.ada.accountId}`;
    const site = (value: string) => ({ headers: { "sec-fetch-site": value } });
    expect((await refusedBeforeTheService(platform, "GET", path, site("cross-site"))).status).toBe(403);
    for (const value of ["same-origin", "same-site", "none"]) {
      expect((await platform.call("GET", path, { from: platform.ada, ...site(value) })).status).toBe(200);
    }
  });

  it("get no answer to a preflight, while the platform's own pages do", async () => {
    const platform = await Platform.create();
    const preflight = (origin: string, path = "/auth/credentials/AuthMethod:1") =>
      platform.call("OPTIONS", path, { headers: { origin, "access-control-request-method": "DELETE" } });
    const own = await preflight(pageOrigin);
    expect(own.status).toBe(204);
    expect(Object.fromEntries(own.headers)).toMatchObject({
      "access-control-allow-origin": pageOrigin,
      "access-control-allow-credentials": "true",
      "access-control-allow-methods": "DELETE",
      "access-control-allow-headers": "content-type, service-wallet-signature, request-id, idempotency-key",
      vary: "Origin",
    });
    expect(
      (await preflight(pageOrigin, "/auth/credentials")).headers.get("access-control-allow-methods"),
    ).toBe("GET, POST");
    for (const refused of [
      await preflight("https://evil.example"),
      await preflight(pageOrigin, "/customers"),
    ]) {
      expect(refused).toMatchObject(nothingThere);
      expect([...refused.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  it("read nothing, while the platform's own pages read the answer and its time", async () => {
    const platform = await Platform.create();
    const { headers } = await platform.call("GET", `/auth/sessions?accountId=${platform.ada.accountId}`, {
      from: platform.ada,
    });
    expect(Object.fromEntries(headers)).toEqual({
      "access-control-allow-origin": pageOrigin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "Date, Retry-After",
      "cache-control": "no-store",
      "content-type": "application/json",
      date: "Mon, 27 Apr 2026 09:00:00 GMT",
      vary: "Origin",
      "x-content-type-options": "nosniff",
    });
  });
});

describe("bodies", () => {
  const post = (platform: Platform, body: string | undefined, headers: PageCall["headers"] = {}) =>
    refusedBeforeTheService(platform, "POST", "/auth/credentials", { body, headers });
  const json = '{"type":"EMAIL_OTP","accountId":"InternalAccount:none"}';

  it.each([
    ["a form", "application/x-www-form-urlencoded", undefined],
    ["a multipart form", "multipart/form-data; boundary=x", undefined],
    ["text, as a form without a preflight sends it", "text/plain", undefined],
    ["no type", undefined, undefined],
    ["another charset", "application/json; charset=utf-16", undefined],
    ["two types", "application/json, text/plain", undefined],
    ["a similar type", "application/jsonp", undefined],
    ["compressed", "application/json", "gzip"],
  ])("are refused as %s", async (_, type, encoding) => {
    const platform = await Platform.create();
    const headers = { "content-type": type, "content-encoding": encoding };
    expect(await post(platform, json, headers)).toMatchObject({ status: 415 });
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
    ["a missing member", '{"type":"EMAIL_OTP"}'],
    ["a member of another type", '{"type":"EMAIL_OTP","accountId":["InternalAccount:1"]}'],
    ["members of the prototype only", '{"__proto__":{"type":"EMAIL_OTP","accountId":"InternalAccount:1"}}'],
    ["a type of the prototype", '{"type":"constructor","accountId":"InternalAccount:1"}'],
  ])("with %s are refused", async (_, body) => {
    const platform = await Platform.create();
    const answer = await post(platform, body, { "content-type": "application/json" });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
    expect(JSON.stringify(answer.body)).not.toContain("InternalAccount:1");
  });

  it("in broken UTF-8 are refused", async () => {
    const platform = await Platform.create();
    const request = new Request(`${relayAddress}/auth/credentials`, {
      method: "POST",
      headers: { origin: pageOrigin, cookie: platform.ada.cookie, "content-type": "application/json" },
      body: Uint8Array.of(0x22, 0xff, 0x22),
    });
    expect((await platform.relay(request)).status).toBe(400);
  });

  it("where none belongs are refused", async () => {
    const platform = await Platform.create();
    const answer = await refusedBeforeTheService(platform, "DELETE", "/auth/sessions/Session:1", {
      body: {},
    });
    expect(answer).toMatchObject({ status: 400, body: { message: "The call takes no body" } });
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

  it("that announce too much are not read at all", async () => {
    const platform = await Platform.create();
    const headers = { "content-length": "65537", "content-type": "application/json" };
    expect((await post(platform, json, headers)).status).toBe(413);
  });
});

describe("what is forwarded", () => {
  it("is the operation's own members, in the same order on both legs", async () => {
    const platform = await Platform.create();
    const { ada } = platform;
    await platform.fund(ada);
    const bank = await platform.bankAccount(ada);
    const sent = {
      immediatelyExecute: true,
      ["__proto__"]: { admin: true },
      constructor: { prototype: {} },
      lockedCurrencyAmount: 1_000_000,
      senderCustomerInfo: { FULL_NAME: "Ada", ["__proto__"]: "x" },
      source: { sourceType: "ACCOUNT", accountId: ada.accountId, customerId: platform.mallory.customerId },
      destination: { umaAddress: "$evil@evil.example", accountId: bank, destinationType: "ACCOUNT" },
      lockedCurrencySide: "SENDING",
    };
    // `["__proto__"]` above is a member of its own, as it is in JSON from a page.
    expect(JSON.stringify(sent)).toContain('"__proto__":{"admin":true}');
    const exchanges = await platform.exchangesOf(async () => {
      expect((await platform.call("POST", "/quotes", { from: ada, body: sent })).status).toBe(201);
    });
    const body = exchanges.at(-1)?.body;
    expect(JSON.stringify(body)).toBe(
      JSON.stringify({
        ...quoteBody(ada.accountId, bank),
        senderCustomerInfo: { FULL_NAME: "Ada" },
      }),
    );
  });

  it("is nothing of the visitor's headers but the operation's own", async () => {
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
      [...Object.keys(own.at(-1)?.headers ?? {}), "content-type", "request-id"].sort(),
    );
  });

  it.each([
    ["sent twice", "one, two"],
    ["with a blank", "a b"],
    ["outside ASCII", "ä"],
    ["that goes on and on", "a".repeat(4097)],
    ["empty", ""],
  ])("is no header %s", async (_, value) => {
    const platform = await Platform.create();
    const headers = { "service-wallet-signature": value };
    const answer = await refusedBeforeTheService(platform, "DELETE", "/auth/sessions/Session:1", { headers });
    expect(answer).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  });
});

/** Sends bytes as they are and reads the answer's first line. */
async function raw(port: number, lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write([...lines, "", ""].join("\r\n")));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      socket.end();
    });
    socket.on("close", () => resolve(answer.split("\r\n")[0] ?? ""));
    socket.on("error", reject);
  });
}

describe("over a socket", () => {
  it("answers no request line that tries to be another one, and nothing reaches the service", async () => {
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
