import type { CredentialCreateParams, PaymentsClient } from "payments-sdk";
import type { Fault } from "payments-sdk/simulator";
import {
  generateClientKeyPair,
  isSignedRetryChallenge,
  sandboxSigner,
  toAttestation,
  verifyStamp,
} from "payments-sdk/wallet";
import type { SignedRetryChallenge, Signer } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { createClient } from "../support/client";
import { createSimulator } from "../support/simulator";
import { createRecordedClient, environments, WalletWorld } from "./support";
import type { Environment, SentRequest } from "./support";

/** A session, or what stands for one. */
type SessionSigner = Signer & { id: string };

const { publicKey: exportKey } = await generateClientKeyPair();

/** The body of a passkey registration. */
function passkeyOf(world: WalletWorld): CredentialCreateParams {
  const challenge = "cmVnaXN0ZXI";
  const attestation = toAttestation(world.device.create({ challenge }));
  return { type: "PASSKEY", accountId: world.accountId, nickname: "Ada's phone", challenge, attestation };
}

/** The four operations that are signed by asking first, run through the resources with the wallet's session as signer. */
const operations = [
  {
    name: "add credential",
    route: "POST /auth/credentials",
    run: (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) =>
      client.auth.credentials.create(passkeyOf(world), { signer }),
    result: { type: "PASSKEY", nickname: "Ada's phone" },
    status: 201,
  },
  {
    name: "revoke credential",
    route: "DELETE /auth/credentials/{id}",
    run: async (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) => {
      const { data } = await world.payments.auth.credentials.list({ accountId: world.accountId });
      const other = data.find(({ type }) => type === "OAUTH");
      return client.auth.credentials.revoke(other?.id ?? "", { signer });
    },
    result: undefined,
    status: 204,
  },
  {
    name: "revoke session",
    route: "DELETE /auth/sessions/{id}",
    run: (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) =>
      client.auth.sessions.revoke(signer.id, { signer }),
    result: undefined,
    status: 204,
  },
  {
    name: "export wallet",
    route: "POST /internal-accounts/{id}/export",
    run: (world: WalletWorld, signer: SessionSigner, client: PaymentsClient = world.payments) =>
      client.internalAccounts.export(world.accountId, { clientPublicKey: exportKey }, { signer }),
    result: { encryptedWalletCredentials: expect.any(String) },
    status: 200,
  },
];
const deletions = operations.filter(({ route }) => route.startsWith("DELETE"));

/** A world whose wallet has an e-mail and an OpenID credential; the session is one of the e-mail credential. */
async function worldWithSession(environment: Environment) {
  const world = await WalletWorld.create(environment);
  const wallet = world.wallet();
  const session = await world.signInByEmail(wallet);
  await wallet.credentials.register({ type: "OAUTH", oidcToken: world.registrationToken() });
  world.sent.length = 0;
  return { world, wallet, session };
}

/** The two legs of one operation, among all that was sent. */
function requests(world: WalletWorld, route: string): SentRequest[] {
  const [method = "", template = ""] = route.split(" ");
  return world.sentTo(method, new RegExp(`^${template.replace("{id}", "[^/]+")}$`));
}

/** Lets a fault strike the first signed leg of an operation. */
function hitSignedRequest(world: WalletWorld, route: string, fault: Omit<Fault, "operation">): void {
  world.simulator.faults.add({ times: 1, ...fault, operation: route, skip: 1 });
}

function expectNoRequestIdTwice(world: WalletWorld): void {
  const sent = world.signedRequests();
  expect(new Set(sent).size).toBe(sent.length);
}

describe.each(environments)("signed retries (%s)", (environment) => {
  describe.each(operations)("$name", ({ route, run, result, status }) => {
    it("asks, signs and sends the same method, address and bytes again [SRY-01, SRY-02, SRY-05, SRY-11]", async () => {
      const { world, session } = await worldWithSession(environment);
      const answer = await run(world, session);
      if (result === undefined) expect(answer).toBeUndefined();
      else expect(answer).toMatchObject(result);

      const [asked, signed, ...rest] = requests(world, route);
      expect(rest).toEqual([]);
      expect(signed).toMatchObject({ method: asked?.method, path: asked?.path, body: asked?.body });
      expect(asked?.headers).not.toHaveProperty("service-wallet-signature");
      expect(asked?.headers).not.toHaveProperty("request-id");
      const exchange = world.simulator.requests.findLast(({ operation }) => operation === route);
      expect(exchange?.status).toBe(status);
    });

    it("sends the Request-Id verbatim, and a stamp over the payload byte for byte [SRY-03, SRY-04]", async () => {
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
        ({ operation, status }) => operation === route && status === 202,
      );
      const { payloadToSign, requestId } = challenge?.responseBody as SignedRetryChallenge; // As the service sent it.
      const [, signed] = requests(world, route);
      expect(payloads).toEqual([payloadToSign]);
      expect(signed?.headers["request-id"]).toBe(requestId);
      if (environment === "production") {
        const stamp = signed?.headers["service-wallet-signature"] ?? "";
        expect(verifyStamp(stamp, payloadToSign)).toEqual({ publicKey: session.publicKey });
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

    it("starts over once with a fresh challenge when the service refuses the old one [SRY-08, OP-10]", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "status", status: 401 });
      const answer = await run(world, session);
      if (result !== undefined) expect(answer).toMatchObject(result);
      expect(world.signedRequests()).toHaveLength(2);
      expectNoRequestIdTwice(world);
    });

    it("gives up when the fresh challenge is refused as well [SRY-10]", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "status", status: 401 });
      world.simulator.faults.add({ kind: "status", status: 401, operation: route, times: 1, skip: 2 });
      await expect(run(world, session)).rejects.toMatchObject({
        name: "AuthenticationError",
        outcome: "not-executed",
      });
      expect(requests(world, route)).toHaveLength(4);
      expectNoRequestIdTwice(world);
    });

    it("never sends a signed leg twice, not even one that the service put off [SRY-08]", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "status", status: 429, retryAfter: 0 });
      await expect(run(world, session)).rejects.toMatchObject({
        name: "RateLimitError",
        outcome: "not-executed",
      });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("asks anew when signing took longer than the challenge lasts, and sends nothing late [SRY-07]", async () => {
      const { world, session } = await worldWithSession(environment);
      let slow = true;
      const patient: SessionSigner = {
        id: session.id,
        stamp: async (payload) => {
          const stamp = await session.stamp(payload);
          if (slow) {
            slow = false;
            await world.simulator.clock.advance("5m");
            // Any answer tells the client the service's time.
            await world.payments.auth.sessions.list({ accountId: world.accountId });
          }
          return stamp;
        },
      };
      const answer = await run(world, patient);
      if (result !== undefined) expect(answer).toMatchObject(result);
      expect(world.signedRequests()).toHaveLength(1);
      expect(requests(world, route)).toHaveLength(3);
    });

    it("refuses an expired challenge locally, after one more try [SRY-07]", async () => {
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

    it("does not count a lost first leg as a possible effect where it only asks", async () => {
      const { world, session } = await worldWithSession(environment);
      world.simulator.faults.add({ kind: "reset-after", operation: route });
      const outcome = route === "POST /auth/credentials" ? "unknown" : "not-executed";
      await expect(run(world, session)).rejects.toMatchObject({ name: "ConnectionError", outcome });
      // What may act is sent once; what only asks is asked again, as often as `maxRetries` allows.
      expect(requests(world, route)).toHaveLength(route === "POST /auth/credentials" ? 1 : 3);
      expect(world.signedRequests()).toEqual([]);
    });
  });

  describe.each(deletions)("$name, with the answer of the signed leg lost", ({ route, run }) => {
    it.each(["reset-after", "stall-headers", "duplicate"] as const)(
      "is settled by asking again: gone means done (%s)",
      async (kind) => {
        const { world, session } = await worldWithSession(environment);
        const client = kind === "stall-headers" ? impatient(world) : world.payments;
        hitSignedRequest(world, route, { kind });
        await expect(run(world, session, client)).resolves.toBeUndefined();
        expectNoRequestIdTwice(world);
        expect(world.signedRequests()).toHaveLength(1);
      },
    );

    it("is carried out with a fresh challenge when the lost leg never arrived (reset-before)", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "reset-before" });
      await expect(run(world, session)).resolves.toBeUndefined();
      expect(world.signedRequests()).toHaveLength(2);
      expectNoRequestIdTwice(world);
    });

    it("is done when the lost leg was only slow and overtook the second one", async () => {
      const { world, session } = await worldWithSession(environment);
      // The first signed leg is lost before the service acts; the second one acts, and its answer is lost as well.
      hitSignedRequest(world, route, { kind: "reset-before" });
      world.simulator.faults.add({ kind: "reset-after", operation: route, times: 1, skip: 2 });
      await expect(run(world, session)).resolves.toBeUndefined();
      expect(world.signedRequests()).toHaveLength(2);
      expectNoRequestIdTwice(world);
    });

    it("stays unknown when the service cannot be asked", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "reset-after" });
      world.simulator.faults.add({ kind: "refuse", operation: route, skip: 1 });
      await expect(run(world, session)).rejects.toMatchObject({
        name: "ConnectionError",
        outcome: "unknown",
      });
      expect(world.signedRequests()).toHaveLength(1);
    });
  });

  describe("add credential, with the answer of the signed leg lost", () => {
    const [{ route, run }] = operations as [(typeof operations)[0]]; // The list is not empty.

    it.each(["reset-after", "truncate", "reset-body"] as const)(
      "is settled by looking (%s)",
      async (kind) => {
        const { world, session } = await worldWithSession(environment);
        hitSignedRequest(world, route, { kind });
        await expect(run(world, session)).resolves.toMatchObject({
          type: "PASSKEY",
          nickname: "Ada's phone",
        });
        expect(world.signedRequests()).toHaveLength(1);
        const { data } = await world.payments.auth.credentials.list({ accountId: world.accountId });
        expect(data).toHaveLength(3);
      },
    );

    it("is settled by looking for the EMAIL_OTP that was not there before", async () => {
      const world = await WalletWorld.create(environment);
      const wallet = world.wallet();
      await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
      await wallet.signIn({ type: "PASSKEY" });
      hitSignedRequest(world, route, { kind: "reset-after" });
      await expect(wallet.credentials.register({ type: "EMAIL_OTP" })).resolves.toMatchObject({
        type: "EMAIL_OTP",
      });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("is settled by looking for the OAUTH that was made since, among several", async () => {
      const { world, wallet } = await worldWithSession(environment);
      await world.simulator.clock.advance("2s");
      hitSignedRequest(world, route, { kind: "reset-after" });
      const registration = { type: "OAUTH", oidcToken: world.registrationToken("new@example.com") } as const;
      await expect(wallet.credentials.register(registration)).resolves.toMatchObject({
        nickname: "new@example.com",
      });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("does not take an older OAUTH for the new one", async () => {
      const { world, wallet } = await worldWithSession(environment);
      await world.simulator.clock.advance("2s");
      hitSignedRequest(world, route, { kind: "reset-before" });
      const registration = { type: "OAUTH", oidcToken: world.registrationToken() } as const;
      const registering = wallet.credentials.register(registration);
      await expect(registering).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("stays unknown when the credential cannot be looked for", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "reset-after" });
      world.simulator.faults.add({ kind: "refuse", operation: "GET /auth/credentials" });
      await expect(run(world, session)).rejects.toMatchObject({ outcome: "unknown" });
    });
  });

  describe("export, with the answer of the signed leg lost", () => {
    it("is reported with an unknown outcome and not repeated; exporting anew works", async () => {
      const { world, wallet } = await worldWithSession(environment);
      hitSignedRequest(world, "POST /internal-accounts/{id}/export", { kind: "reset-after" });
      await expect(wallet.exportMnemonic()).rejects.toMatchObject({
        name: "ConnectionError",
        outcome: "unknown",
      });
      expect(world.signedRequests()).toHaveLength(1);
      await expect(wallet.exportMnemonic()).resolves.toMatch(/ /);
      expectNoRequestIdTwice(world);
    });
  });

  it("gives the caller's reason when aborted while the answer of the signed leg is awaited (A6)", async () => {
    const { world, session } = await worldWithSession(environment);
    hitSignedRequest(world, "DELETE /auth/sessions/{id}", { kind: "stall-headers" });
    const controller = new AbortController();
    const revoking = world.payments.auth.sessions.revoke(session.id, {
      signer: {
        stamp: async (payload) => {
          setTimeout(() => controller.abort("enough"), 20);
          return session.stamp(payload);
        },
      },
      signal: controller.signal,
    });
    await expect(revoking).rejects.toBe("enough");
    expect(world.signedRequests()).toHaveLength(1);
  });
});

describe("a 202 answer", () => {
  it("without a challenge to sign is an error, not a result [SRY-02]", async () => {
    // Not recorded: the contract has no such answer.
    const simulator = createSimulator({}, { recorded: false });
    simulator.route("DELETE", "/auth/sessions/{id}", () => ({ status: 202, body: { requestId: "r" } }));
    const revoking = createClient(simulator).auth.sessions.revoke("Session:1", { signer: sandboxSigner() });
    await expect(revoking).rejects.toMatchObject({
      name: "ResponseValidationError",
      outcome: "not-executed",
    });
  });
});

/** A client of the world's simulator that waits for an answer no longer than half a second. */
function impatient(world: WalletWorld): PaymentsClient {
  return createRecordedClient(world.simulator, world.sent, { timeout: 500 });
}
