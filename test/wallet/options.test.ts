import type { FetchLike } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environments } from "./support";

/** Wrong on purpose. */
const wrong = (value: unknown) => value as never;

afterEach(() => void vi.unstubAllGlobals());

describe("options of a wallet", () => {
  const accountId = "InternalAccount:1";
  const relay = "https://wallet.example/wallet";

  it.each([
    ["nothing", undefined, "client"],
    ["null", null, "client"],
    ["neither client nor relay", { accountId }, "client"],
    ["null in both places", { accountId, client: null, relay: null }, "client"],
    ["both client and relay", { accountId, relay, client: { auth: {}, quotes: {} } }, "client"],
    ["an empty address", { relay: "", accountId }, "relay"],
    ["an address with a query", { relay: `${relay}?a=1`, accountId }, "relay"],
    ["an address with credentials", { relay: "https://user:pass@wallet.example", accountId }, "relay"],
    ["another scheme", { relay: "ftp://wallet.example", accountId }, "relay"],
    ["an address that is a number", { relay: 5, accountId }, "relay"],
    ["an address of a scheme that ends like http", { relay: "xhttp://a.example", accountId }, "relay"],
    ["an address of a scheme that begins like http", { relay: "https2://a.example", accountId }, "relay"],
  ])("reject %s", (_, options, option) => {
    expect(() => new Wallet(wrong(options))).toThrow(
      expect.objectContaining({ name: "ConfigurationError", code: "INVALID_CONFIGURATION", option }),
    );
  });

  it("resolve a relative address at the first request, because a rendering server has no address", async () => {
    const urls: string[] = [];
    const fetch: FetchLike = async (url) => {
      urls.push(url);
      return Response.json({ data: [] });
    };
    const wallet = new Wallet({ relay: "/wallet", accountId, fetch });
    expect(wallet.session).toBeUndefined();
    expect(await wallet.restore()).toBeUndefined();
    await expect((async () => wallet.credentials.list())()).rejects.toMatchObject({
      name: "ConfigurationError",
      option: "relay",
      message: expect.stringContaining("must be an absolute address outside a page"),
    });
    expect(urls).toEqual([]);

    vi.stubGlobal("location", { href: "https://shop.example/account" });
    await wallet.credentials.list();
    expect(urls).toEqual(["https://shop.example/wallet/auth/credentials?accountId=InternalAccount%3A1"]);
    // What no page could make right is refused at once.
    for (const broken of ["/wallet?a=1", "https://["])
      expect(() => new Wallet({ relay: broken, accountId, fetch })).toThrow(
        expect.objectContaining({ name: "ConfigurationError", option: "relay" }),
      );
  });

  it("reject an invalid account", () => {
    expect(() => new Wallet({ relay, accountId: "Customer:1" })).toThrow("expected an InternalAccount id");
    expect(() => new Wallet(wrong({ relay }))).toThrow(
      expect.objectContaining({ name: "InvalidRequestError" }),
    );
  });

  const point = `04${"6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"}${"4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"}`;

  it.each([
    ["a single key", point],
    ["a number in the list", [5]],
    ["null in the list", [null]],
    ["an object", { 0: point }],
    ["an empty key", [""]],
    ["128 digits", [point.slice(2)]],
    ["129 digits", [point.slice(0, -1)]],
    ["131 digits", [`${point}0`]],
    ["132 digits", [`${point}00`]],
    ["a compressed key", [`03${point.slice(2, 66)}`]],
    ["the point at infinity", ["00"]],
    ["no hexadecimal", [`04${"zz".repeat(64)}`]],
    ["a good key and a bad one", [point, "04"]],
  ])("reject %s as trusted issuer keys [WEX-06]", (_, trustedIssuerKeys) => {
    for (const environment of environments) {
      const build = () => new Wallet(wrong({ relay, accountId, environment, trustedIssuerKeys }));
      expect(build).toThrow(
        expect.objectContaining({ name: "ConfigurationError", option: "trustedIssuerKeys" }),
      );
    }
  });

  it("name the index of the invalid issuer key", () => {
    const build = () => new Wallet({ relay, accountId, trustedIssuerKeys: [point, point.slice(1)] });
    expect(build).toThrow("at index 1 is invalid");
  });

  it("accept trusted issuer keys in upper or lower case, an empty list, and none", () => {
    for (const trustedIssuerKeys of [[point, point.toUpperCase()], [], undefined, null]) {
      expect(() => new Wallet(wrong({ relay, accountId, trustedIssuerKeys }))).not.toThrow();
    }
  });

  it("request the registration challenge from the relay [CRD-30]", async () => {
    const calls: unknown[] = [];
    const fetch: FetchLike = async (url, { method, body }) => {
      if (method === "GET") return Response.json({ data: [] });
      calls.push({ url, method, body });
      return Response.json({ challenge: "YmFja2VuZA", expiresAt: "2026-04-27T09:05:00Z" });
    };
    const wallet = new Wallet({ relay, accountId, environment: "sandbox", fetch });
    const prepared = await wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
    expect(prepared.request.challenge).toBe("YmFja2VuZA");
    expect(calls).toEqual([
      { url: `${relay}/registration-challenge`, method: "POST", body: JSON.stringify({ accountId }) },
    ]);
  });

  it("accept the relay's address with and without a trailing slash", async () => {
    const urls: string[] = [];
    const fetch: FetchLike = async (url) => {
      urls.push(url);
      return new Response('{"data":[]}', { headers: { "content-type": "application/json" } });
    };
    for (const address of [relay, `${relay}/`]) {
      await new Wallet({ relay: address, accountId, fetch }).credentials.list();
    }
    expect(urls).toEqual([
      `${relay}/auth/credentials?accountId=InternalAccount%3A1`,
      `${relay}/auth/credentials?accountId=InternalAccount%3A1`,
    ]);
  });
});
