import { isSignedRetryChallenge } from "payments-sdk";
import type { SignedRetryChallenge } from "payments-sdk";
import { sandboxSigner, verifyStamp } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { clientOf, createSimulator } from "../support/world";
import {
  expectNoRequestIdTwice,
  exportKey,
  hitSignedRequest,
  operations,
  passkeyOf,
  requests,
  worldWithSession,
} from "./signed-operations";
import type { SessionSigner } from "./signed-operations";
import { environments } from "./support";

describe.each(environments)("signed retries (%s)", (environment) => {
  describe.each(operations)("$name", ({ route, run, result, status }) => {
    it("repeats the same method, address and bytes with a signature [SRY-01, SRY-02, SRY-05, SRY-11]", async () => {
      const { world, session } = await worldWithSession(environment);
      const returned = await run(world, session);
      if (result === undefined) expect(returned).toBeUndefined();
      else expect(returned).toMatchObject(result);

      const [asked, signed, ...rest] = requests(world, route);
      expect(rest).toEqual([]);
      expect(signed).toMatchObject({ method: asked?.method, path: asked?.path, body: asked?.body });
      expect(asked?.headers).not.toHaveProperty("service-wallet-signature");
      expect(asked?.headers).not.toHaveProperty("request-id");
      const exchange = world.simulator.requests.findLast((request) => request.route === route);
      expect(exchange?.status).toBe(status);
    });

    it("sends the Request-Id unchanged, and a stamp over the exact payload [SRY-03, SRY-04]", async () => {
      const { world, session } = await worldWithSession(environment);
      const payloads: string[] = [];
      await run(world, {
        id: session.id,
        stamp: (payload) => {
          payloads.push(payload);
          return session.stamp(payload);
        },
      });
      const challenge = world.simulator.requests.findLast(
        (request) => request.route === route && request.status === 202,
      );
      const { payloadToSign, requestId } = challenge?.responseBody as SignedRetryChallenge; // As the service sent it.
      const [, signed] = requests(world, route);
      expect(payloads).toEqual([payloadToSign]);
      expect(signed?.headers["request-id"]).toBe(requestId);
      if (environment === "production") {
        const stamp = signed?.headers["service-wallet-signature"] ?? "";
        expect(await verifyStamp(stamp, payloadToSign)).toMatchObject({ publicKey: session.publicKey });
      }
    });

    it("resolves to the challenge without a signer; another instance completes it [SRY-13, SRY-15]", async () => {
      const { world, session } = await worldWithSession(environment);
      const backend = world.payments;
      const begin = async (headers: Record<string, string> = {}) => {
        switch (route) {
          case "POST /auth/credentials":
            return backend.auth.credentials.create(passkey, { headers });
          case "DELETE /auth/credentials/{id}":
            return backend.auth.credentials.revoke(otherId, { headers });
          case "DELETE /auth/sessions/{id}":
            return backend.auth.sessions.revoke(session.id, { headers });
          default:
            return backend.internalAccounts.export(
              world.accountId,
              { clientPublicKey: exportKey },
              { headers },
            );
        }
      };
      const passkey = passkeyOf(world);
      const { data } = await backend.auth.credentials.list({ accountId: world.accountId });
      const otherId = data.find(({ type }) => type === "OAUTH")?.id ?? "";

      const challenge: unknown = JSON.parse(JSON.stringify(await begin()));
      const later = await begin();
      if (!isSignedRetryChallenge(challenge) || !isSignedRetryChallenge(later))
        throw new Error("no challenge");
      expect(later.requestId).not.toBe(challenge.requestId);
      const stamp = await session.stamp(challenge.payloadToSign);
      const done = await begin({ "Service-Wallet-Signature": stamp, "Request-Id": challenge.requestId });

      if (result === undefined) expect(done).toBeUndefined();
      else expect(done).toMatchObject(result);
    });

    it("retries once with a new challenge if the service rejects the old one [SRY-08, OP-10]", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "status", status: 401 });
      const returned = await run(world, session);
      if (result !== undefined) expect(returned).toMatchObject(result);
      expect(world.signedRequests()).toHaveLength(2);
      expectNoRequestIdTwice(world);
    });

    it("gives up if the new challenge is rejected too [SRY-10]", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "status", status: 401 });
      world.simulator.faults.add({ kind: "status", status: 401, operation: route, times: 1, skip: 2 });
      await expect(run(world, session)).rejects.toMatchObject({
        name: "AuthenticationError",
        outcome: "not-executed",
      });
      // A deletion asks once more: a 401 can be the response to a second copy of the request.
      expect(requests(world, route)).toHaveLength(route.startsWith("DELETE") ? 5 : 4);
      expectNoRequestIdTwice(world);
    });

    it("never sends a signed request twice, not even after a Retry-After [SRY-08]", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "status", status: 429, retryAfter: 0 });
      await expect(run(world, session)).rejects.toMatchObject({
        name: "RateLimitError",
        outcome: "not-executed",
      });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("requests a new challenge if signing took too long, and sends nothing late [SRY-07]", async () => {
      const { world, session } = await worldWithSession(environment);
      let slow = true;
      const patient: SessionSigner = {
        id: session.id,
        stamp: async (payload) => {
          const stamp = await session.stamp(payload);
          if (slow) {
            slow = false;
            await world.simulator.clock.advance("5m");
            // Any response tells the client the service's time.
            await world.payments.auth.sessions.list({ accountId: world.accountId });
          }
          return stamp;
        },
      };
      const returned = await run(world, patient);
      if (result !== undefined) expect(returned).toMatchObject(result);
      expect(world.signedRequests()).toHaveLength(1);
      expect(requests(world, route)).toHaveLength(3);
    });

    it("rejects an expired challenge locally, after one retry [SRY-07]", async () => {
      const { world, session } = await worldWithSession(environment);
      const slow: SessionSigner = {
        id: session.id,
        stamp: async () => {
          await world.simulator.clock.advance("5m");
          await world.payments.auth.sessions.list({ accountId: world.accountId });
          return "late";
        },
      };
      await expect(run(world, slow)).rejects.toMatchObject({
        name: "ChallengeExpiredError",
        outcome: "not-executed",
        advice: "retry",
      });
      expect(world.signedRequests()).toEqual([]);
    });

    it("rejects with the signer's own error, and sends nothing more", async () => {
      const { world, session } = await worldWithSession(environment);
      const closed = new Error("the dialog was closed");
      const signer = { id: session.id, stamp: () => Promise.reject(closed) };
      await expect(run(world, signer)).rejects.toBe(closed);
      expect(requests(world, route)).toHaveLength(1);
    });

    it("reports not-executed after a lost initial request that only asks", async () => {
      const { world, session } = await worldWithSession(environment);
      world.simulator.faults.add({ kind: "reset-after", operation: route });
      const outcome = route === "POST /auth/credentials" ? "unknown" : "not-executed";
      await expect(run(world, session)).rejects.toMatchObject({ name: "ConnectionError", outcome });
      // What may act is sent once; what only asks is asked again, as often as `maxRetries` allows.
      expect(requests(world, route)).toHaveLength(route === "POST /auth/credentials" ? 1 : 3);
      expect(world.signedRequests()).toEqual([]);
    });
  });

  it("report an unknown outcome after an abort during the signed request", async () => {
    const { world, session } = await worldWithSession(environment);
    hitSignedRequest(world, "DELETE /auth/sessions/{id}", { kind: "stall-headers" });
    const controller = new AbortController();
    const revoking = world.payments.auth.sessions.revoke(session.id, {
      signer: {
        stamp: async (payload) => {
          const stamp = await session.stamp(payload);
          setTimeout(() => controller.abort("enough"), 20);
          return stamp;
        },
      },
      signal: controller.signal,
    });
    await expect(revoking).rejects.toMatchObject({
      name: "AbortError",
      code: "ABORTED",
      outcome: "unknown",
      advice: "reconcile",
      cause: "enough",
    });
    expect(world.signedRequests()).toHaveLength(1);
  });
});

describe("a 202 response", () => {
  it("without a challenge is an error, not a result [SRY-02]", async () => {
    // Not recorded: the contract has no such response.
    const simulator = createSimulator({}, { recorded: false });
    simulator.route("DELETE", "/auth/sessions/{id}", () => ({ status: 202, body: { requestId: "r" } }));
    const revoking = clientOf(simulator, { retryDelay: () => 1 }).auth.sessions.revoke("Session:1", {
      signer: sandboxSigner(),
    });
    await expect(revoking).rejects.toMatchObject({
      name: "ResponseValidationError",
      outcome: "not-executed",
    });
  });
});
