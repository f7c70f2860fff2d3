import { describe, expect, it } from "vitest";
import { LIMIT_MS, passLimitOnSilence } from "../support/silence";
import {
  deletions,
  expectNoRequestIdTwice,
  hitSignedRequest,
  operations,
  worldWithSession,
} from "./signed-operations";
import { createRecordedClient, environments, WalletWorld } from "./support";

describe.each(environments)("a lost signed request (%s)", (environment) => {
  describe.each(deletions)("$name, after a lost response to the signed request", ({ route, run }) => {
    it.each(["reset-after", "stall-headers", "duplicate"] as const)(
      "asks again: a missing resource was deleted (%s)",
      async (kind) => {
        const { world, session } = await worldWithSession(environment);
        const client = createRecordedClient(world.simulator, world.sent, { timeout: LIMIT_MS });
        passLimitOnSilence(world.simulator);
        hitSignedRequest(world, route, { kind });
        await expect(run(world, session, client)).resolves.toBeUndefined();
        expectNoRequestIdTwice(world);
        expect(world.signedRequests()).toHaveLength(1);
      },
    );

    it("runs with a new challenge if the lost request never arrived (reset-before)", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "reset-before" });
      await expect(run(world, session)).resolves.toBeUndefined();
      expect(world.signedRequests()).toHaveLength(2);
      expectNoRequestIdTwice(world);
    });

    it("succeeds if the lost request was slow and overtook the second one", async () => {
      const { world, session } = await worldWithSession(environment);
      // The first signed request is lost. The second one arrives, but its response is lost.
      hitSignedRequest(world, route, { kind: "reset-before" });
      world.simulator.faults.add({ kind: "reset-after", operation: route, times: 1, skip: 2 });
      await expect(run(world, session)).resolves.toBeUndefined();
      expect(world.signedRequests()).toHaveLength(2);
      expectNoRequestIdTwice(world);
    });

    it("stays unknown if the service cannot be asked", async () => {
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

  describe("add credential, after a lost response to the signed request", () => {
    const [{ route, run }] = operations as [(typeof operations)[0]]; // The list is not empty.

    it.each(["reset-after", "truncate", "reset-body"] as const)(
      "finds what was created (%s)",
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

    it("finds the new EMAIL_OTP", async () => {
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

    it("finds the new OAUTH among several", async () => {
      const { world, wallet } = await worldWithSession(environment);
      await world.simulator.clock.advance("2s");
      hitSignedRequest(world, route, { kind: "reset-after" });
      const registration = { type: "OAUTH", oidcToken: world.registrationToken("new@example.com") } as const;
      await expect(wallet.credentials.register(registration)).resolves.toMatchObject({
        nickname: "new@example.com",
      });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("does not mistake an older OAUTH for the new one", async () => {
      const { world, wallet } = await worldWithSession(environment);
      await world.simulator.clock.advance("2s");
      hitSignedRequest(world, route, { kind: "reset-before" });
      const registration = { type: "OAUTH", oidcToken: world.registrationToken() } as const;
      const registering = wallet.credentials.register(registration);
      await expect(registering).rejects.toMatchObject({ name: "ConnectionError", outcome: "unknown" });
      expect(world.signedRequests()).toHaveLength(1);
    });

    it("stays unknown if the credential cannot be read", async () => {
      const { world, session } = await worldWithSession(environment);
      hitSignedRequest(world, route, { kind: "reset-after" });
      world.simulator.faults.add({ kind: "refuse", operation: "GET /auth/credentials" });
      await expect(run(world, session)).rejects.toMatchObject({ outcome: "unknown" });
    });
  });

  describe("export, after a lost response to the signed request", () => {
    it("is unknown and not repeated; a new export works", async () => {
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
});
