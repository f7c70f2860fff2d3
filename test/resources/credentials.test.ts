import type { CredentialCreateParams, Signer } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, networkError, rejection } from "../core/client";

const NOW = "2026-04-27T12:00:00.700Z";
const signer: Signer = { stamp: () => "stamp" };
const clientPublicKey = `04${"0".repeat(128)}`;
const accountId = "InternalAccount:1";
const passkey: CredentialCreateParams = {
  type: "PASSKEY",
  accountId,
  nickname: "Phone",
  challenge: "c",
  attestation: { credentialId: "a", clientDataJson: "b", attestationObject: "c" },
};
const otp: CredentialCreateParams = { type: "EMAIL_OTP", accountId };

const challenge = () =>
  json({ payloadToSign: "{}", requestId: "r-1", expiresAt: "2026-04-27T12:05:00Z" }, 202);

/** A credential in the service's list. Default: a passkey created after the challenge. */
const credential = (fields: object = {}) => ({
  id: "AuthMethod:2",
  accountId,
  type: "PASSKEY",
  nickname: "Phone",
  createdAt: "2026-04-27T12:00:01Z",
  updatedAt: "2026-04-27T12:00:01Z",
  ...fields,
});

/** Registers a credential with a lost signed request. The wallet had no credentials before, and has these afterwards. */
function registerLost(params: CredentialCreateParams, ...listed: unknown[]) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(NOW) });
  let isSent = false;
  const { fetch, calls } = fakeFetch(({ init, headers }) => {
    if (init.method === "GET") return json({ data: isSent ? listed : [] });
    if (!headers.has("service-wallet-signature")) return challenge();
    isSent = true;
    return Promise.reject(networkError("ECONNRESET"));
  });
  return { done: createClient({ fetch }).auth.credentials.create(params, { signer }), calls };
}

async function expectUnknown(params: CredentialCreateParams, ...listed: unknown[]): Promise<void> {
  const { done, calls } = registerLost(params, ...listed);
  expect(await rejection(done)).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
  expect(calls.filter(({ init }) => init.method === "POST")).toHaveLength(2);
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a registration with a lost response", () => {
  it("finds its own credential", async () => {
    const older = credential({ id: "AuthMethod:1", type: "EMAIL_OTP", createdAt: "2026-04-01T00:00:00Z" });
    const { done, calls } = registerLost(passkey, older, credential());
    expect(await done).toEqual(credential());
    expect(calls[2]?.url).toContain("/auth/credentials?accountId=InternalAccount%3A1");
  });

  it.each<[string, CredentialCreateParams, string]>([
    ["passkey", passkey, "PASSKEY"],
    ["one-time password", otp, "EMAIL_OTP"],
    ["OpenID token", { type: "OAUTH", accountId, oidcToken: "a.b.c" }, "OAUTH"],
  ])("never takes an older %s for its own", async (_kind, params, type) => {
    await expectUnknown(params, credential({ type, createdAt: "2026-04-27T11:59:55Z" }));
  });

  it("finds a credential with a creation time in whole seconds", async () => {
    const cut = credential({ createdAt: "2026-04-27T12:00:00Z" });
    expect(await registerLost(passkey, cut).done).toEqual(cut);
  });

  it("ignores a credential without a creation time", async () => {
    await expectUnknown(passkey, credential({ createdAt: "yesterday" }));
  });

  it("skips rows that are not credentials", async () => {
    expect(await registerLost(passkey, null, 7, credential()).done).toEqual(credential());
  });

  it("ignores a credential of another type", async () => {
    await expectUnknown(otp, credential());
  });

  it("ignores a credential with another nickname", async () => {
    await expectUnknown(passkey, credential({ nickname: "Laptop" }));
  });

  it("finds what it registered, also if the caller uses the parameters again", async () => {
    const params = { ...passkey };
    const { done } = registerLost(
      params,
      credential({ id: "AuthMethod:3", nickname: "Tablet" }),
      credential(),
    );
    params.nickname = "Tablet";
    expect(await done).toEqual(credential());
  });

  it.each([null, undefined, ""])(
    "finds a credential that the service lists with the nickname %j",
    async (nickname) => {
      const nameless = credential({ nickname });
      const { id } = nameless;
      expect(await registerLost(passkey, nameless).done).toMatchObject({ id });
    },
  );

  it("accepts any nickname if the call set none", async () => {
    const named = credential({ nickname: "Passkey" });
    // Only a program without types can leave it out.
    const nameless = { ...passkey, nickname: undefined as unknown as string };
    expect(await registerLost(nameless, named).done).toEqual(named);
  });

  it("finds nothing if two credentials match", async () => {
    await expectUnknown(passkey, credential(), credential({ id: "AuthMethod:3" }));
  });

  it("searches with the signal and the headers of the call", async () => {
    const stop = new AbortController();
    const { fetch, calls } = fakeFetch((call, index) => {
      if (index === 0) return challenge();
      if (index === 1) return Promise.reject(networkError("ECONNRESET"));
      return new Promise<Response>((_resolve, reject) => {
        call.init.signal?.addEventListener("abort", () => reject(call.init.signal?.reason as Error));
        stop.abort("the caller's reason");
      });
    });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(NOW) });
    const options = { signer, signal: stop.signal, headers: { "x-tenant": "t1" } };
    expect(await rejection(createClient({ fetch }).auth.credentials.create(passkey, options))).toMatchObject({
      name: "AbortError",
      code: "ABORTED",
      outcome: "unknown",
      cause: "the caller's reason",
    });
    expect(calls[2]?.headers.get("x-tenant")).toBe("t1");
  });
});

describe("signing in with a passkey", () => {
  const assertion = { credentialId: "a", clientDataJson: "b", authenticatorData: "c", signature: "d" };

  it.each([
    ["no options", undefined],
    ["null", null],
    ["no request id", {}],
    ["an empty one", { requestId: "" }],
    ["a number", { requestId: 7 }],
  ])("needs the request id of the challenge, and rejects %s [CRD-21]", async (_case, options) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const { credentials } = createClient({ fetch }).auth;
    const params = { type: "PASSKEY", assertion, clientPublicKey } as const;
    // Plain JavaScript may pass any value.
    const given = options as { requestId: string };
    expect(await rejection(credentials.verify("AuthMethod:1", params, given))).toMatchObject({
      name: "InvalidRequestError",
      operation: "auth.credentials.verify",
      issues: [{ path: "requestId" }],
    });
    expect(calls).toHaveLength(0);
  });
});
