import { sandboxOidcToken, sandboxPasskeys, sandboxValues } from "payments-sdk/wallet";
import type { StoredSession } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { creation, request } from "./passkeys-support";
import { splitStore } from "./split-store";

const decoded = (part: unknown): unknown => JSON.parse(Buffer.from(String(part), "base64url").toString());

describe("a sandbox token", () => {
  it("is a JWT with the requested claims and an invalid signature", () => {
    const issuedAt = Date.parse("2026-11-21T00:00:00.900Z");
    const email = "ada@example.com";
    const token = sandboxOidcToken({ email, issuer: "https://issuer.example", subject: "ada", issuedAt });
    const iat = Date.parse("2026-11-21T00:00:00Z") / 1000;
    expect(token.split(".").map(decoded)).toEqual([
      { alg: "RS256", typ: "JWT" },
      { iss: "https://issuer.example", sub: "ada", email, iat },
      "sandbox",
    ]);
    expect(decoded(sandboxOidcToken({ email, issuedAt }).split(".")[1])).toEqual({
      iss: "https://accounts.google.com",
      sub: email,
      email,
      iat,
    });
  });

  it("needs an email address", () => {
    expect(() => sandboxOidcToken({ email: "" })).toThrow(
      expect.objectContaining({
        name: "InvalidRequestError",
        operation: "sandboxOidcToken",
        issues: [expect.objectContaining({ path: "email" })],
      }),
    );
  });
});

describe("a sandbox passkey", () => {
  const origin = "https://sandbox.invalid";

  it("has the form of a registration", async () => {
    const { rawId, response } = await sandboxPasskeys().create(creation);
    expect(String(rawId)).toMatch(/^[\w-]+$/);
    expect(decoded(response.clientDataJSON)).toEqual({
      type: "webauthn.create",
      challenge: creation.challenge,
      origin,
    });
    expect(String(response.attestationObject)).toMatch(/^[\w-]+$/);
    expect(response.transports).toEqual(["internal"]);
  });

  it("has the form of a sign-in, with the magic signature", async () => {
    const { rawId, response } = await sandboxPasskeys().get(request);
    expect(String(rawId)).toMatch(/^[\w-]+$/);
    expect(decoded(response.clientDataJSON)).toEqual({
      type: "webauthn.get",
      challenge: request.challenge,
      origin,
    });
    expect(String(response.authenticatorData)).toMatch(/^[\w-]+$/);
    expect(response.signature).toBe(sandboxValues.passkeySignature);
  });
});

describe("a store in memory", () => {
  it("lists the sessions of one wallet", async () => {
    const store = splitStore();
    const session = (id: string, accountId: string): StoredSession => ({
      id,
      accountId,
      credentialId: "AuthMethod:1",
      type: "EMAIL_OTP",
      nickname: "ada@example.com",
      createdAt: "2026-11-21T00:00:00Z",
      expiresAt: "2026-11-21T00:15:00Z",
    });
    await store.putSession(session("Session:1", "InternalAccount:1"));
    await store.putSession(session("Session:2", "InternalAccount:2"));
    expect((await store.listSessions("InternalAccount:1")).map(({ id }) => id)).toEqual(["Session:1"]);
    expect(await store.listSessions("InternalAccount:3")).toEqual([]);
  });
});
