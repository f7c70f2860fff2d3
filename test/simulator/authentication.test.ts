import { inspect } from "node:util";
import { base64 } from "@scure/base";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { basicAuthorization, createSimulator, World } from "../support/world";
import { routes } from "../support/routes";

const encode = (text: string) => base64.encode(new TextEncoder().encode(text));

/** Every route with parameters. */
const everyRoute = routes.map(
  ({ method, template }) => [method, template.replaceAll(/\{\w+\}/g, "Thing:1")] as const,
);

describe("authentication", () => {
  const tokens = [
    { clientId: "sandbox-token", clientSecret: "pässwörd:€", environment: "sandbox" as const },
    { clientId: "production-token", clientSecret: "secret", environment: "production" as const },
  ];

  it.each(everyRoute)(
    "%s %s responds with 401 without a valid Authorization header [AUT-01, AUT-03]",
    async (method, path) => {
      const simulator = createSimulator({ tokens });
      const { baseUrl } = simulator.clientOptions();
      const headers = [
        {},
        { authorization: "" },
        { authorization: "Bearer sandbox-token" },
        { authorization: "Basic" },
        { authorization: "Basic !!!" },
        { authorization: `Basic ${encode("no colon")}` },
        { authorization: `Basic ${base64.encode(new Uint8Array([0xff, 0x3a, 0xff]))}` },
        { authorization: basicAuthorization("sandbox-token", "wrong") },
        { authorization: basicAuthorization("wrong", "pässwörd:€") },
        { authorization: basicAuthorization("production-token", "secret") },
      ];
      for (const given of headers) {
        const response = await simulator.fetch(`${baseUrl}${path}`, { method, headers: given });
        expect([response.status, given]).toEqual([401, given]);
        const body = (await response.json()) as { reason: string };
        const { reason } = body;
        expect(body).toMatchObject({
          status: 401,
          code: "UNAUTHORIZED",
          reason: expect.any(String),
          message: reason,
        });
      }
    },
  );

  it("splits UTF-8 credentials at the first colon, and ignores the case of the scheme [AUT-02]", async () => {
    const api = new World({ tokens });
    const send = (authorization: string) => api.send("GET", "/customers", { headers: { authorization } });
    expect(await send(basicAuthorization("sandbox-token", "pässwörd:€"))).toMatchObject({ status: 200 });
    expect(await send(`bAsIc  ${encode("sandbox-token:pässwörd:€")}`)).toMatchObject({ status: 200 });
    // The same words in Latin-1.
    const latin1 = Uint8Array.from("sandbox-token:pässwörd:E", (character) => character.charCodeAt(0));
    expect(await send(`Basic ${base64.encode(latin1)}`)).toMatchObject({ status: 401 });
  });

  it("accepts a token only in its environment [AUT-04]", async () => {
    const production = new World({ tokens, environment: "production" });
    expect(production.simulator.clientOptions().clientId).toBe("production-token");
    expect(await production.get("/customers")).toMatchObject({ status: 200 });
    const authorization = basicAuthorization("sandbox-token", "pässwörd:€");
    expect(await production.send("GET", "/customers", { headers: { authorization } })).toMatchObject({
      status: 401,
    });
  });

  it("has a default token that depends on the seed and the environment", () => {
    const { clientId, clientSecret } = createSimulator().clientOptions();
    expect(createSimulator().clientOptions()).toMatchObject({ clientId, clientSecret });
    expect(createSimulator({ seed: 2 }).clientOptions().clientSecret).not.toBe(clientSecret);
    expect(clientId).toMatch(/^sandbox-/);
  });

  it.each([
    ["a colon in the token id", { tokens: [{ clientId: "a:b", clientSecret: "c" }] }],
    [
      "no token for the environment",
      { tokens: [{ clientId: "a", clientSecret: "b", environment: "production" as const }] },
    ],
    ["an unknown environment", { environment: "staging" as "sandbox" }],
    ["a time that is none", { now: "soon" }],
    ["an unknown currency", { platform: { currencies: ["XXZ"] } }],
    ["an unknown currency of a set", { customers: { incompatibleCurrencies: [["USD", "EURO"]] } }],
    ["an unknown currency that needs a region", { customers: { regionRequired: ["REAL"] } }],
    ["a country that is none", { quotes: { purposeRequiredCountries: ["USA"] } }],
  ])("rejects %s in the options", (_title, options) => {
    expect(() => new Simulator(options)).toThrow();
  });

  it("hides secrets in the request log by default, and always when inspected [AUT-08]", async () => {
    const call = async (logSecrets: boolean) => {
      const api = new World({ requests: { logSecrets } });
      const headers = { "service-wallet-signature": "stamp-value" };
      await api.post(
        "/quotes",
        { otp: "123456", nested: [{ oidcToken: "a.b.c" }], assertion: { signature: "sig-value" } },
        headers,
      );
      return { api, text: JSON.stringify(api.simulator.requests) };
    };
    const { api, text } = await call(false);
    const secrets = [api.authorization, "stamp-value", "123456", "a.b.c", "sig-value"];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain("[redacted]");
    const shown = (await call(true)).text;
    for (const secret of secrets) expect(shown).toContain(secret);
    const { clientSecret } = api.simulator.clientOptions();
    expect(inspect(api.simulator, { depth: Infinity, showHidden: true })).not.toContain(clientSecret);
  });
});
