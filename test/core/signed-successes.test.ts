import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";
import { challenge, lost, noContent, notFound, signer } from "./signed";
import type { Step } from "./signed";

const expiresAt = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

function script(...steps: Step[]) {
  const { fetch, calls } = fakeFetch((_call, index) => (steps[index] ?? lost)());
  return { payments: createClient({ fetch, validation: "off" }), calls };
}

/** Responses of portals, proxies and caches instead of the 204. */
const bodies: [string, Step][] = [
  ["the JSON of a portal", () => json({ message: "Accept the terms to go on" })],
  ["an empty object", () => json({})],
  ["a page", () => new Response("<html>", { headers: { "content-type": "text/html" } })],
  ["a page that is called JSON", () => json("<html>")],
  ["nothing, with status 200", () => new Response("")],
];

describe.each(bodies)("%s instead of the 204 of a revoke", (_name, response) => {
  it("is checked: 404 proves that the session is gone", async () => {
    const { payments, calls } = script(challenge, response, notFound);
    expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
    expect(calls).toHaveLength(3);
  });

  it("is checked: a new challenge proves that the session lives, and is signed", async () => {
    const { payments, calls } = script(challenge, response, challenge, noContent);
    expect(await payments.auth.credentials.revoke("AuthMethod:1", { signer })).toBeUndefined();
    expect(calls.map(({ headers }) => headers.has("request-id"))).toEqual([false, true, false, true]);
  });

  it("does not count as executed before the signature", async () => {
    const { payments } = script(response, response, response);
    expect(await rejection(payments.auth.sessions.revoke("Session:1", { signer }))).toMatchObject({
      outcome: "not-executed",
    });
  });
});

describe("a 204 for an unsigned revoke", () => {
  it("is checked again, and a challenge is signed", async () => {
    const { payments, calls } = script(noContent, challenge, noContent);
    expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
    expect(calls.map(({ headers }) => headers.has("request-id"))).toEqual([false, false, true]);
  });

  it("counts if the service then does not know the session", async () => {
    const { payments } = script(noContent, notFound);
    expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
  });

  it("does not count if it only repeats", async () => {
    const { payments } = script(noContent, noContent, noContent);
    expect(await rejection(payments.auth.sessions.revoke("Session:1", { signer }))).toMatchObject({
      code: "INVALID_RESPONSE",
      outcome: "not-executed",
    });
  });
});

it("a signed request may get its result with status 202", async () => {
  const result = { id: "Card:1", state: "PENDING" };
  for (const wanted of [{ kind: "Card", fields: ["state"] }, undefined]) {
    const { payments } = script(challenge, () => json(result, 202));
    const call = payments.request("PATCH", "/cards/{id}", {
      path: { id: "Card:1" },
      body: {},
      signer,
      expect: wanted,
    });
    expect(await call).toEqual(result);
  }
});

it("a list of another wallet's credentials never proves a creation", async () => {
  const made = (accountId: string) => ({
    id: "AuthMethod:1",
    type: "EMAIL_OTP",
    accountId,
    createdAt: expiresAt(60),
  });
  const params = { type: "EMAIL_OTP", accountId: "InternalAccount:1" } as const;
  for (const accountId of ["InternalAccount:1", "InternalAccount:2"]) {
    const { payments } = script(challenge, lost, () => json({ data: [made(accountId)] }));
    const [ending] = await Promise.allSettled([payments.auth.credentials.create(params, { signer })]);
    expect(ending.status).toBe(accountId === params.accountId ? "fulfilled" : "rejected");
  }
});

it.each([
  ["a wrong `Date` beside the challenge", -18_000],
  ["a clock of the client that is behind [C10]", 18_000],
])("%s does not turn an older credential into the lost one", async (_case, seconds) => {
  const old = {
    id: "AuthMethod:1",
    type: "EMAIL_OTP",
    accountId: "InternalAccount:1",
    createdAt: expiresAt(Math.max(seconds, 0) - 600),
  };
  const dated: Step = async () => {
    const response = await challenge({ expiresAt: expiresAt(Math.max(seconds, 0) + 300) });
    response.headers.set("date", new Date(Date.now() + seconds * 1_000).toUTCString());
    return response;
  };
  const { payments } = script(dated, lost, () => json({ data: [old] }));
  const params = { type: "EMAIL_OTP", accountId: "InternalAccount:1" } as const;
  expect(await rejection(payments.auth.credentials.create(params, { signer }))).toMatchObject({
    outcome: "unknown",
  });
});

it("an older challenge in response to the signed request does not count as a refusal", async () => {
  const older: Step = () => json({ payloadToSign: "{}", requestId: "older", expiresAt: expiresAt(200) }, 202);
  const { payments, calls } = script(challenge, older, notFound);
  expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
  expect(calls).toHaveLength(3);
});

it("a later challenge is a refusal, with or without fractions of a second", async () => {
  const second = new Date(Date.now() + 300_000).toISOString().slice(0, 19);
  const written = (fraction: string): Response =>
    json({ payloadToSign: "{}", requestId: `req${fraction}`, expiresAt: `${second}${fraction}Z` }, 202);
  const { payments, calls } = script(
    () => written(""),
    () => written(".500"),
    challenge,
    () => json({ encryptedWalletCredentials: "sealed" }),
  );
  const clientPublicKey = `04${"ab".repeat(64)}`;
  const params = { clientPublicKey };
  expect(await payments.internalAccounts.export("InternalAccount:1", params, { signer })).toEqual({
    encryptedWalletCredentials: "sealed",
  });
  expect(calls).toHaveLength(4);
});
