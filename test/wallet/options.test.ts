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
    ["a text", "options", "options"],
    ["neither client nor relay", { accountId }, "client"],
    ["null in both places", { accountId, client: null, relay: null }, "client"],
    ["both client and relay", { accountId, relay, client: { auth: {}, quotes: {} } }, "client"],
    ["a client that is none", { accountId, client: {} }, "client"],
    ["an empty address", { relay: "", accountId }, "relay"],
    ["an address with a query", { relay: `${relay}?a=1`, accountId }, "relay"],
    ["an address with credentials", { relay: "https://user:pass@wallet.example", accountId }, "relay"],
    ["another scheme", { relay: "ftp://wallet.example", accountId }, "relay"],
    ["an address that is a number", { relay: 5, accountId }, "relay"],
    ["an unknown environment", { relay, accountId, environment: "staging" }, "environment"],
    ["an environment in a list", { relay, accountId, environment: ["sandbox"] }, "environment"],
    ["an unknown signature", { relay, accountId, executeSignature: "raw" }, "executeSignature"],
    ["a store without methods", { relay, accountId, store: {} }, "store"],
    ["a ceremony without methods", { relay, accountId, passkeys: { get: () => 1 } }, "passkeys"],
    ["a handler that is no function", { relay, accountId, onSessionRequired: true }, "onSessionRequired"],
    [
      "a source that is no function",
      { relay, accountId, registrationChallenge: "Yg" },
      "registrationChallenge",
    ],
    ["a clock that is no function", { relay, accountId, now: 5 }, "now"],
    ["a relying party that is a text", { relay, accountId, relyingParty: "example" }, "relyingParty"],
    ["a negative age", { relay, accountId, oidcTokenMaxAge: -1 }, "oidcTokenMaxAge"],
    ["an age that is not a number", { relay, accountId, oidcTokenMaxAge: Number.NaN }, "oidcTokenMaxAge"],
    ["an organization that is a number", { relay, accountId, organizationId: 5 }, "organizationId"],
    ["a switch that is a text", { relay, accountId, allowUnpinnedIssuer: "no" }, "allowUnpinnedIssuer"],
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
    const broken = new Wallet({ relay: "/wallet?a=1", accountId, fetch });
    await expect((async () => broken.credentials.list())()).rejects.toMatchObject({ option: "relay" });
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

  it("may be null if they are optional", () => {
    const names = ["store", "passkeys", "relyingParty", "now", "environment", "onSessionRequired"];
    const absent = Object.fromEntries(names.map((name) => [name, null]));
    expect(() => new Wallet(wrong({ relay, accountId, ...absent }))).not.toThrow();
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
