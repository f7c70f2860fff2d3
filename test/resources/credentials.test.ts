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

/** A credential as the service lists it: by default a passkey that was made after the challenge. */
const credential = (fields: object = {}) => ({
  id: "AuthMethod:2",
  accountId,
  type: "PASSKEY",
  nickname: "Phone",
  createdAt: "2026-04-27T12:00:01Z",
  updatedAt: "2026-04-27T12:00:01Z",
  ...fields,
});

/** Registers a credential whose signed request gets no response; afterwards the wallet has these credentials, and none before. */
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

describe("a registration whose response was lost", () => {
  it("finds the credential that it made", async () => {
    const older = credential({ id: "AuthMethod:1", type: "EMAIL_OTP", createdAt: "2026-04-01T00:00:00Z" });
    const { done, calls } = registerLost(passkey, older, credential());
    expect(await done).toEqual(credential());
    expect(calls[2]?.url).toContain("/auth/credentials?accountId=InternalAccount%3A1");
  });

  it.each<[string, CredentialCreateParams, string]>([
    ["passkey", passkey, "PASSKEY"],
    ["one-time password", otp, "EMAIL_OTP"],
    ["OpenID token", { type: "OAUTH", accountId, oidcToken: "a.b.c" }, "OAUTH"],
  ])("never takes an older %s for the one it made", async (_kind, params, type) => {
    await expectUnknown(params, credential({ type, createdAt: "2026-04-27T11:59:55Z" }));
  });

  it("finds one whose time of creation is cut to whole seconds", async () => {
    const cut = credential({ createdAt: "2026-04-27T12:00:00Z" });
    expect(await registerLost(passkey, cut).done).toEqual(cut);
  });

  it("takes none of which nobody knows when it was made", async () => {
    await expectUnknown(passkey, credential({ createdAt: "yesterday" }));
  });

  it("passes over rows that are no credentials", async () => {
    expect(await registerLost(passkey, null, 7, credential()).done).toEqual(credential());
  });

  it("takes none of another type", async () => {
    await expectUnknown(otp, credential());
  });

  it("takes none with another nickname", async () => {
    await expectUnknown(passkey, credential({ nickname: "Laptop" }));
  });

  it.each([null, undefined, ""])(
    "finds one that the service lists with the nickname %j",
    async (nickname) => {
      const nameless = credential({ nickname });
      const { id } = nameless;
      expect(await registerLost(passkey, nameless).done).toMatchObject({ id });
    },
  );

  it("finds one with whatever nickname the service chose, where none was asked for", async () => {
    const named = credential({ nickname: "Passkey" });
    expect(await registerLost({ ...passkey, nickname: undefined }, named).done).toEqual(named);
  });

  it("takes none where two could be the one", async () => {
    await expectUnknown(passkey, credential(), credential({ id: "AuthMethod:3" }));
  });

  it("looks with the signal and the headers of the call", async () => {
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
  ])("needs the request id of the challenge: %s is refused [CRD-21]", async (_case, options) => {
    const { fetch, calls } = fakeFetch(() => json({}));
    const { credentials } = createClient({ fetch }).auth;
    const params = { type: "PASSKEY", assertion, clientPublicKey } as const;
    // Plain JavaScript may pass anything.
    const given = options as { requestId: string };
    expect(await rejection(credentials.verify("AuthMethod:1", params, given))).toMatchObject({
      name: "InvalidRequestError",
      operation: "auth.credentials.verify",
      issues: [{ path: "requestId" }],
    });
    expect(calls).toHaveLength(0);
  });
});
