import type { AuthMethod } from "payments-sdk";
import { createPublicKey, generateKeyPairSync, sign, verify as verifySignature } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createClientKey } from "../support/node-wallet";
import { challengePath, production, verifyPath, World } from "../support/world";

describe("one-time codes in production", () => {
  const begin = async (options = {}) => {
    const service = production(options);
    const { accountId } = await service.createWallet("ada@example.com");
    const credential = await service.registerEmail(accountId);
    const verify = (otp: string) =>
      service.call("POST", verifyPath(credential), {
        type: "EMAIL_OTP",
        otp,
        clientPublicKey: createClientKey().publicKey,
      });
    return { service, credential, verify, code: service.codeFor(credential.id) };
  };
  const wrongCode = (code: string) => (code === "111111" ? "222222" : "111111");

  it("are six mailed digits from the seed, and the magic value is refused [CRD-04, SBX-34, SBX-36]", async () => {
    const { service, verify, code } = await begin({ seed: "codes" });
    expect(code).toMatch(/^\d{6}$/);
    expect((await begin({ seed: "codes" })).code).toBe(code);
    expect(service.simulator.outbox.list).toEqual([
      expect.objectContaining({
        to: "ada@example.com",
        delivered: true,
        text: expect.stringContaining(code),
      }),
    ]);
    const magic = await verify("000000");
    expect([magic.status, magic.body.code, magic.body.reason]).toEqual([
      401,
      "UNAUTHORIZED",
      "Invalid OTP code",
    ]);
    expect((await verify(code)).status).toBe(200);
  });

  it("go to the customer's current address, which the credential then shows [CRD-03, CRD-04]", async () => {
    const service = production();
    const { accountId, customerId } = await service.createWallet("ada@example.com");
    const credential = await service.registerEmail(accountId);
    const present = { customerType: "INDIVIDUAL", email: "ada@new.example" };
    await service.must("PATCH", `/customers/${customerId}`, present);
    expect(await service.must("POST", challengePath(credential))).toMatchObject({ nickname: present.email });
    expect(service.simulator.outbox.list.map(({ to }) => to)).toEqual(["ada@example.com", present.email]);
    const session = await service.signInByEmail(credential);
    expect(session.nickname).toBe(present.email);
  });

  it("work once, and a new challenge invalidates an older code [CRD-15, CRD-17, OP-19]", async () => {
    const { service, credential, verify, code } = await begin();
    await service.must("POST", challengePath(credential));
    expect((await verify(code)).status).toBe(401);
    const fresh = service.codeFor(credential.id);
    expect((await verify(fresh)).status).toBe(200);
    expect((await verify(fresh)).status).toBe(401);
  });

  it("allow five wrong attempts [OP-19]", async () => {
    const { service, credential, verify, code } = await begin();
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await verify(wrongCode(code))).status).toBe(401);
    const locked = await verify(code);
    expect([locked.status, locked.body.reason]).toEqual([401, "Too many wrong codes: ask for a new one"]);
    await service.must("POST", challengePath(credential));
    expect((await verify(service.codeFor(credential.id))).status).toBe(200);
  });

  it("still work after four wrong attempts [OP-19]", async () => {
    const { verify, code } = await begin();
    for (let attempt = 0; attempt < 4; attempt += 1) expect((await verify(wrongCode(code))).status).toBe(401);
    expect((await verify(code)).status).toBe(200);
  });

  it.each([
    [299_999, 200],
    [300_000, 401],
  ])("%i ms after the mail respond with %i [OP-19]", async (elapsed, status) => {
    const { service, verify, code } = await begin();
    await service.simulator.clock.advance(elapsed);
    expect((await verify(code)).status).toBe(status);
  });
});

describe("OIDC tokens in production", () => {
  const email = "ada@example.com";
  const ago = (service: World, ms: number) => new Date(service.simulator.clock.now() - ms);

  async function register(service: World, oidcToken: string) {
    const { accountId } = await service.createWallet();
    return service.call<AuthMethod & { code?: string; reason?: string }>("POST", "/auth/credentials", {
      type: "OAUTH",
      accountId,
      oidcToken,
    });
  }

  async function oauthCredential(service: World) {
    const { status, body } = await register(service, service.simulator.issueOidcToken({ email }));
    expect(status).toBe(201);
    const verify = (oidcToken: string) =>
      service.call("POST", verifyPath(body), {
        type: "OAUTH",
        oidcToken,
        clientPublicKey: createClientKey().publicKey,
      });
    return { credential: body, verify };
  }

  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

  /** A token like the simulator's own, signed with another key under the published key's id. */
  function forged(service: World, claims: object): string {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const [key] = service.simulator.oidcKeys.keys;
    const signed = `${encoded({ alg: "ES256", kid: key?.kid })}.${encoded(claims)}`;
    const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  }

  it("of the simulator's identity provider verify with its published keys [CRD-06, OP-16]", async () => {
    const { simulator } = production();
    const configuration = simulator.openIdConfiguration();
    const { issuer, id_token_signing_alg_values_supported: algorithms } = configuration;
    const [header = "", payload = "", signature = ""] = simulator.issueOidcToken({ email }).split(".");
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
    const [jwk] = simulator.oidcKeys.keys;
    expect(read(header)).toMatchObject({ alg: algorithms[0], kid: jwk?.kid });
    expect(read(payload)).toMatchObject({ email, iss: issuer, iat: simulator.clock.now() / 1000 });
    const key = createPublicKey({ key: { ...jwk }, format: "jwk" });
    const signed = Buffer.from(`${header}.${payload}`);
    const bytes = Buffer.from(signature, "base64url");
    expect(verifySignature("sha256", signed, { key, dsaEncoding: "ieee-p1363" }, bytes)).toBe(true);
    expect(configuration.jwks_uri).toBe(`${configuration.issuer}/.well-known/jwks.json`);
  });

  it("open a session on create and verify, with the e-mail claim as nickname [CRD-03, CRD-05, CRD-19]", async () => {
    const service = production();
    const { credential, verify } = await oauthCredential(service);
    expect(credential.nickname).toBe(email);
    expect((await verify(service.simulator.issueOidcToken({ email }))).status).toBe(200);
  });

  it.each([
    [59_000, true],
    [59_999, true],
    [60_000, false],
    [61_000, false],
  ])("%i ms old: accepted %s, on create and verify [CRD-06, CRD-19, LIM-05]", async (age, passes) => {
    const service = production({ now: "2026-04-27T09:00:00.000Z" });
    await service.simulator.clock.advance(age % 1000);
    const token = () => service.simulator.issueOidcToken({ email, issuedAt: ago(service, age) });
    const { verify } = await oauthCredential(service);
    const created = await register(service, token());
    const verified = await verify(token());
    expect([created.status, verified.status]).toEqual(passes ? [201, 200] : [401, 401]);
    if (!passes) expect(verified.body.reason).toBe("Invalid OIDC token");
  });

  it("fail if they are cached for more than 60 seconds [CRD-06]", async () => {
    const service = production();
    const { verify } = await oauthCredential(service);
    const token = service.simulator.issueOidcToken({ email });
    expect((await verify(token)).status).toBe(200);
    await service.simulator.clock.advance("60s");
    expect((await verify(token)).status).toBe(401);
  });

  it("fail with a wrong key, issuer, expiry or form, and so does the magic value [CRD-06, SBX-34, OP-16]", async () => {
    const service = production();
    const { verify } = await oauthCredential(service);
    const { simulator } = service;
    const iat = simulator.clock.now() / 1000;
    const claims = { iss: simulator.openIdConfiguration().issuer, sub: "1", email, iat, exp: iat + 60 };
    const good = simulator.issueOidcToken({ email });
    const wrong = [
      forged(service, claims),
      simulator.issueOidcToken({ email, issuer: "https://elsewhere.example" }),
      simulator.issueOidcToken({ email, claims: { exp: iat - 1 } }),
      simulator.issueOidcToken({ email, claims: { iat: undefined } }),
      simulator.issueOidcToken({ email, claims: { sub: undefined } }),
      simulator.issueOidcToken({ email, claims: { nbf: iat + 1 } }),
      simulator.issueOidcToken({ email, claims: { exp: "tomorrow" } }),
      `${encoded({ alg: "none" })}.${encoded(claims)}.`,
      `${encoded({ alg: "HS256" })}.${good.split(".").slice(1).join(".")}`,
      `${good}.${good}`,
      `${good.split(".").slice(0, 2).join(".")}.`,
      new World({ environment: "production", seed: "another" }).simulator.issueOidcToken({ email }),
      "sandbox-valid-oidc-token",
      "nonsense",
    ];
    for (const token of wrong) {
      for (const response of [await register(service, token), await verify(token)]) {
        expect([response.status, response.body.code, response.body.reason]).toEqual([
          401,
          "UNAUTHORIZED",
          "Invalid OIDC token",
        ]);
        expect(JSON.stringify(response.body)).not.toContain(token);
      }
    }
  });

  it("fail for another person than the registered owner [CRD-19]", async () => {
    const service = production();
    const { verify } = await oauthCredential(service);
    expect((await verify(service.simulator.issueOidcToken({ email: "eve@example.com" }))).status).toBe(401);
    const elsewhere = { email, issuer: "https://accounts.google.com" };
    expect((await verify(service.simulator.issueOidcToken(elsewhere))).status).toBe(401);
  });

  it("can be checked by a hook, which decides only about the signature [CRD-06, OP-16]", async () => {
    const claims = { iss: "https://accounts.google.com", sub: "1", email };
    const seen: string[] = [];
    const withClaims = (extra: { iss?: string; iat: number }) =>
      production({
        wallet: {
          verifyOidcToken: (token: string) => {
            seen.push(token);
            if (token === "bad") throw new Error("not mine");
            return { ...claims, ...extra };
          },
        },
      });
    const now = Date.UTC(2026, 3, 27, 9) / 1000;
    expect((await register(withClaims({ iat: now }), "good")).status).toBe(201);
    expect((await register(withClaims({ iat: now }), "bad")).status).toBe(401);
    expect((await register(withClaims({ iat: now - 60 }), "stale")).status).toBe(401);
    expect(
      (await register(withClaims({ iat: now, iss: "https://elsewhere.example" }), "foreign")).status,
    ).toBe(401);
    expect(seen).toEqual(["good", "bad", "stale", "foreign"]);
  });
});
