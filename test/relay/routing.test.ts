import { describe, expect, it } from "vitest";
import { nothingThere, pageOrigin, Platform, refusedBeforeTheService, relayAddress } from "./support";

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
  ])("such as %j are a 404", async (path) => {
    const platform = await Platform.create();
    for (const method of ["GET", "POST"]) {
      const body = method === "POST" ? {} : undefined;
      expect(await refusedBeforeTheService(platform, method, path, { body })).toMatchObject(nothingThere);
    }
  });

  it("outside the mount point are a 404", async () => {
    const platform = await Platform.create();
    const { cookie, accountId } = platform.ada;
    const query = `?accountId=${accountId}`;
    for (const path of [
      "/auth/credentials",
      "/walletx/auth/credentials",
      "/wallex/auth/credentials",
      "/other/wallet/auth/credentials",
    ]) {
      const request = new Request(`https://wallet.example${path}${query}`, { headers: { cookie } });
      expect((await platform.relay(request)).status).toBe(404);
    }
    const request = new Request(`${relayAddress}/auth/credentials${query}`, { headers: { cookie } });
    expect((await platform.relay(request)).status).toBe(200);
  });
});

describe("methods", () => {
  it.each(["HEAD", "PUT", "PATCH", "PROPFIND", "get2"])("such as %s are a 404", async (method) => {
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
  ])("are rejected if they are there %s", async (_, query) => {
    const platform = await Platform.create();
    const response = await refusedBeforeTheService(platform, "GET", `/auth/credentials?${query}`);
    expect(response).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
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
    for (const response of [
      await refusedBeforeTheService(platform, "POST", "/auth/credentials", { body, headers: { origin } }),
      await refusedBeforeTheService(platform, "DELETE", "/auth/sessions/Session:1", { headers: { origin } }),
      await refusedBeforeTheService(platform, "GET", `/auth/credentials${query}`, { headers: { origin } }),
    ]) {
      expect(response).toMatchObject({ status: 403, body: { code: "FOREIGN_ORIGIN" } });
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });

  it("cannot change anything without an origin, like forms and links", async () => {
    const platform = await Platform.create();
    const { accountId } = platform.ada;
    const headers = { origin: undefined, "sec-fetch-site": undefined };
    const body = { type: "EMAIL_OTP", accountId };
    for (const response of [
      await refusedBeforeTheService(platform, "POST", "/auth/credentials", { body, headers }),
      await refusedBeforeTheService(platform, "POST", "/quotes/Quote:1/execute", { headers }),
      await refusedBeforeTheService(platform, "DELETE", "/auth/credentials/AuthMethod:1", { headers }),
    ]) {
      expect(response.status).toBe(403);
    }
    // A page's own reads carry none.
    const read = await platform.call("GET", `/auth/credentials?accountId=${accountId}`, {
      from: platform.ada,
      headers,
    });
    expect(read.status).toBe(200);
  });

  it("are also recognized by `Sec-Fetch-Site`", async () => {
    const platform = await Platform.create();
    const path = `/auth/credentials?accountId=${platform.ada.accountId}`;
    const site = (value: string) => ({ headers: { "sec-fetch-site": value } });
    expect((await refusedBeforeTheService(platform, "GET", path, site("cross-site"))).status).toBe(403);
    for (const value of ["same-origin", "same-site", "none"]) {
      expect((await platform.call("GET", path, { from: platform.ada, ...site(value) })).status).toBe(200);
    }
  });

  it("get nothing from a preflight, unlike the platform's own pages", async () => {
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
      "access-control-max-age": "600",
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

  it("cannot read responses, unlike the platform's own pages", async () => {
    const platform = await Platform.create();
    const { headers } = await platform.call("GET", `/auth/sessions?accountId=${platform.ada.accountId}`, {
      from: platform.ada,
    });
    expect(Object.fromEntries(headers)).toEqual({
      "access-control-allow-origin": pageOrigin,
      "access-control-allow-credentials": "true",
      "access-control-expose-headers": "Date, Retry-After, Wallet-Account",
      "cache-control": "no-store",
      "content-type": "application/json",
      date: "Mon, 27 Apr 2026 09:00:00 GMT",
      vary: "Origin",
      "wallet-account": platform.ada.accountId,
      "x-content-type-options": "nosniff",
    });
  });
});
