import fc from "fast-check";
import { isSignedRetryChallenge } from "payments-sdk";
import type { AuthMethod, CredentialCreateParams, Signer } from "payments-sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, refusal, rejection } from "./client";
import { challenge, email, emailCredential, lost, notFound, signer, unauthorized } from "./signed";
import type { Step } from "./signed";
import { runs } from "../support/runs";

const exported = { clientPublicKey: `04${"ab".repeat(64)}` };

const createdAt = new Date(Date.now() + 60_000).toISOString();
const created = () => emailCredential(createdAt);
const list =
  (...data: AuthMethod[]): Step =>
  () =>
    json({ data });

function script(...steps: Step[]) {
  const { fetch, calls } = fakeFetch((_call, index) => (steps[index] ?? lost)());
  return { payments: createClient({ fetch, maxRetries: 0 }), calls };
}

afterEach(() => {
  vi.useRealTimers();
});

describe("a signed call", () => {
  it("succeeds at once if the service asks for no signature, as for the first credential", async () => {
    const first = created();
    const { payments, calls } = script(() => json(first, 201));
    expect(await payments.auth.credentials.create(email, { signer })).toEqual(first);
    expect(calls).toHaveLength(1);
  });

  it("is signed once if the service refuses it for another reason than the signature", async () => {
    const { payments, calls } = script(challenge, () => refusal(403, "FORBIDDEN"), challenge);
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({ name: "PermissionDeniedError", status: 403, outcome: "not-executed" });
    expect(calls).toHaveLength(2);
  });

  it("names the missing field of a deletion's challenge", async () => {
    const incomplete = () => json({ requestId: "req-1" }, 202);
    const { payments } = script(incomplete);
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({
      code: "UNREADABLE_RESPONSE",
      outcome: "not-executed",
      message: expect.stringContaining("must have `payloadToSign`, `requestId` and `expiresAt`"),
    });
  });

  it("fails if the object to delete does not exist", async () => {
    const { payments } = script(notFound);
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({ name: "NotFoundError", outcome: "not-executed" });
  });

  it.each<[string, Step]>([
    ["404", notFound],
    ["400 (the challenge is used up)", () => refusal(400, "INVALID_INPUT")],
    ["401 (the signature is used up)", unauthorized],
    ["409", () => refusal(409, "CONFLICT")],
    ["410", () => refusal(410, "CUSTOMER_DELETED")],
  ])("succeeds if a proxy delivers the deletion twice and the second copy gets %s", async (_case, second) => {
    const { payments, calls } = script(challenge, second, notFound);
    expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
    expect(calls).toHaveLength(3);
  });

  it("succeeds if the object is gone after a 401, because the first copy was executed", async () => {
    for (const steps of [
      [challenge, unauthorized, notFound],
      [challenge, unauthorized, challenge, notFound, notFound],
      [challenge, unauthorized, challenge, unauthorized, notFound],
    ]) {
      const { payments, calls } = script(...steps);
      expect(await payments.auth.sessions.revoke("Session:1", { signer })).toBeUndefined();
      expect(calls).toHaveLength(steps.length);
    }
  });

  it("fails with the service's error if it cannot start again after a 401", async () => {
    const { payments } = script(challenge, unauthorized, () => refusal(403, "FORBIDDEN"));
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({ name: "PermissionDeniedError", outcome: "unknown" });
    const { payments: creating } = script(challenge, unauthorized, list(), notFound);
    const missing = await rejection(creating.auth.credentials.create(email, { signer }));
    expect(missing).toMatchObject({ name: "NotFoundError", outcome: "not-executed" });
  });

  it("has an unknown outcome if no read shows the deletion after a 401", async () => {
    const gateway: Step = () => new Response("<h1>502</h1>", { status: 502 });
    const refused = [challenge, unauthorized];
    for (const [steps, outcome] of [
      [[...refused, gateway], "unknown"],
      [[...refused, lost], "unknown"],
      [[...refused, ...refused, gateway], "unknown"],
      [[...refused, ...refused, challenge], "not-executed"],
      [[challenge, () => refusal(403, "FORBIDDEN"), gateway], "not-executed"],
    ] as const) {
      const { payments } = script(...steps);
      const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
      expect(error).toMatchObject({ outcome });
    }
  });

  it("finds the created object if its signature is refused, because the first copy was executed", async () => {
    const { payments, calls } = script(challenge, unauthorized, list(created()));
    expect(await payments.auth.credentials.create(email, { signer })).toEqual(created());
    expect(calls.map(({ init }) => init.method)).toEqual(["POST", "POST", "GET"]);
  });

  it("is not signed again after a gateway's 401, because the service may have acted [C3]", async () => {
    const gateway: Step = () => json({ message: "Unauthorized" }, 401);
    const { payments, calls } = script(challenge, gateway, list(), challenge, () => json(created(), 201));
    const error = await rejection(payments.auth.credentials.create(email, { signer }));
    expect(error).toMatchObject({ status: 401, outcome: "unknown", advice: "reconcile" });
    expect(calls.map(({ init }) => init.method)).toEqual(["POST", "POST", "GET"]);
  });

  it("rejects with the second refusal if both signatures are refused", async () => {
    const second: Step = () => refusal(401, "SECOND_REFUSAL");
    const { payments } = script(challenge, unauthorized, challenge, second, challenge);
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({
      name: "AuthenticationError",
      code: "SECOND_REFUSAL",
      outcome: "not-executed",
    });
  });

  it("finds the created object if the second signed request is lost", async () => {
    const { payments, calls } = script(challenge, unauthorized, list(), challenge, lost, list(created()));
    expect(await payments.auth.credentials.create(email, { signer })).toEqual(created());
    expect(calls.map(({ init }) => init.method)).toEqual(["POST", "POST", "GET", "POST", "POST", "GET"]);
  });

  it("stops if the second signed request of an export is lost, because no read shows its outcome", async () => {
    const { payments, calls } = script(challenge, unauthorized, challenge, lost, challenge);
    const error = await rejection(
      payments.internalAccounts.export("InternalAccount:1", exported, { signer }),
    );
    expect(error).toMatchObject({ name: "ConnectionError", outcome: "unknown" });
    expect(calls).toHaveLength(4);
  });
});

describe("a challenge", () => {
  it.each(["payloadToSign", "requestId", "expiresAt"])("has the field %s", async (name) => {
    const partial = { payloadToSign: "{}", requestId: "req-1", expiresAt: "2026-11-21T00:00:00Z" };
    expect(isSignedRetryChallenge(partial)).toBe(true);
    expect(isSignedRetryChallenge({ ...partial, [name]: undefined })).toBe(false);
    const { payments } = script(() => challenge({ [name]: undefined }));
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer }));
    expect(error).toMatchObject({
      name: "ResponseValidationError",
      code: "UNREADABLE_RESPONSE",
      outcome: "not-executed",
    });
  });

  it("of unknown age proves nothing about the signed request", async () => {
    for (const [first, second] of [
      [challenge({ expiresAt: "soon" }), challenge({ requestId: "req-0" })],
      [challenge(), challenge({ requestId: "req-0", expiresAt: "soon" })],
    ] as const) {
      const { payments } = script(
        () => first,
        () => second,
      );
      const error = await rejection(
        payments.internalAccounts.export("InternalAccount:1", exported, { signer }),
      );
      expect(error).toMatchObject({ name: "UnrelatedResponseError", outcome: "unknown" });
    }
  });

  it("is expired at its `expiresAt`, so the signer is not called", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const stamp = vi.fn(() => "stamp");
    const now = () => challenge({ expiresAt: new Date().toISOString() });
    const { payments, calls } = script(now, now);
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer: { stamp } }));
    expect(error).toMatchObject({ name: "ChallengeExpiredError", outcome: "not-executed" });
    expect(stamp).not.toHaveBeenCalled();
    expect(calls).toHaveLength(2);
  });

  it("that expires during signing is not sent", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const slow: Signer = {
      stamp: () => {
        vi.setSystemTime(Date.now() + 300_000);
        return "stamp";
      },
    };
    const { payments, calls } = script(challenge, challenge);
    const error = await rejection(payments.auth.sessions.revoke("Session:1", { signer: slow }));
    expect(error).toMatchObject({ name: "ChallengeExpiredError", outcome: "not-executed" });
    expect(calls.some(({ headers }) => headers.has("request-id"))).toBe(false);
  });
});

describe("a lost registration of a token", () => {
  const token: CredentialCreateParams = { type: "OAUTH", accountId: "InternalAccount:1", oidcToken: "a.b.c" };
  const main: AuthMethod = { ...created(), type: "OAUTH" };
  const another: AuthMethod = { ...main, id: "AuthMethod:2" };
  const gateway: Step = () => new Response("<h1>502</h1>", { status: 502 });

  it.each([
    ["is not taken for one that was there before, of the same second", list(main), list(main), undefined],
    ["is what was not there before", list(main), list(main, another), another],
    ["is unknown when two were made", list(), list(main, another), undefined],
    ["is unknown when nobody told what was there", gateway, list(main), undefined],
  ])("%s", async (_, before, after, found) => {
    const { payments, calls } = script(challenge, before, lost, after);
    const ending = payments.auth.credentials.create(token, { signer });
    if (found === undefined) expect(await rejection(ending)).toMatchObject({ outcome: "unknown" });
    else expect(await ending).toEqual(found);
    expect(calls.map(({ init }) => init.method).slice(0, 3)).toEqual(["POST", "GET", "POST"]);
  });

  it("keeps the list from before the first of two rounds", async () => {
    const { payments } = script(challenge, list(), unauthorized, list(), challenge, lost, list(main));
    expect(await payments.auth.credentials.create(token, { signer })).toEqual(main);
  });
});

it("a signed call is made at most once, and no error is wrong about it, for any responses", async () => {
  const kinds = ["refused", "lost", "lost after", "502", "502 after", "html", "done", "challenge"] as const;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...kinds), { maxLength: 4 }), async (responses) => {
      let executions = 0;
      let signedRequests = 0;
      const { fetch } = fakeFetch(({ init, headers }) => {
        if (init.method === "GET") return json({ data: executions > 0 ? [created()] : [] });
        if (!headers.has("service-wallet-signature")) return challenge();
        const kind = responses[signedRequests] ?? "done";
        signedRequests += 1;
        if (kind === "done" || kind.endsWith("after")) executions += 1;
        if (kind === "done") return json(created(), 201);
        if (kind === "refused") return refusal(422, "INVALID_SIGNATURE");
        if (kind === "challenge") return challenge();
        if (kind === "html") return new Response("<html>", { status: 200 });
        return kind.startsWith("lost") ? lost() : new Response("<html>", { status: 502 });
      });
      const payments = createClient({ fetch, maxRetries: 0 });
      const ending = await payments.auth.credentials.create(email, { signer }).then(
        () => "executed",
        (error: { outcome?: string }) => error.outcome,
      );
      expect(executions).toBeLessThanOrEqual(1);
      expect(signedRequests).toBeLessThanOrEqual(2);
      if (ending === "not-executed") expect(executions).toBe(0);
      if (ending === "executed") expect(executions).toBe(1);
    }),
    { numRuns: runs(30) },
  );
});
