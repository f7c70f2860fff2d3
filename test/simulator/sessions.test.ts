import type { Session } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClientKey } from "../support/node-wallet";
import { challengePath, signedInWallet, World } from "../support/world";

describe("sessions", () => {
  it("come from a verify with the sealed key, and live for 15 minutes [SES-01, SES-02, SES-03, LIM-07]", async () => {
    const service = new World();
    const { accountId } = await service.createWallet("ada@example.com");
    const credential = await service.registerEmail(accountId);
    const session = await service.must<Session>("POST", `/auth/credentials/${credential.id}/verify`, {
      type: "EMAIL_OTP",
      otp: "000000",
      clientPublicKey: createClientKey().publicKey,
    });
    expect(session).toEqual({
      id: expect.stringMatching(/^Session:/),
      accountId,
      type: "EMAIL_OTP",
      nickname: "ada@example.com",
      createdAt: "2026-04-27T09:00:00.000Z",
      updatedAt: "2026-04-27T09:00:00.000Z",
      expiresAt: "2026-04-27T09:15:00.000Z",
      encryptedSessionSigningKey: expect.any(String),
    });
  });

  it("have the lifetime of the option [LIM-07]", async () => {
    const service = new World({ wallet: { sessionLifetime: "1h" } });
    const { session } = await signedInWallet(service);
    expect(session.expiresAt).toBe("2026-04-27T10:00:00.000Z");
  });

  it("accumulate, and lists omit the key [SES-02, SES-04, SES-07]", async () => {
    const service = new World();
    const { accountId, credential, session } = await signedInWallet(service);
    await service.must("POST", challengePath(credential));
    const second = await service.signInByEmail(credential);
    const listed = await service.list<Session>("sessions", accountId);
    expect(listed.map(({ id }) => id)).toEqual([session.id, second.id]);
    for (const item of listed) expect(item).not.toHaveProperty("encryptedSessionSigningKey");
  });

  it("are listed until just before they expire [SES-05, SES-07]", async () => {
    const service = new World();
    const { accountId } = await signedInWallet(service);
    await service.simulator.clock.advance(15 * 60_000 - 1);
    expect(await service.list("sessions", accountId)).toHaveLength(1);
    await service.simulator.clock.advance(1);
    expect(await service.list("sessions", accountId)).toHaveLength(0);
  });

  it("can be renewed after expiry with a challenge and a verify [SES-06, CRD-22]", async () => {
    const service = new World();
    const { accountId, credential, session } = await signedInWallet(service);
    await service.simulator.clock.advance("15m");
    await service.must("POST", challengePath(credential));
    const renewed = await service.signInByEmail(credential);
    expect(renewed.id).not.toBe(session.id);
    expect((await service.list<Session>("sessions", accountId)).map(({ id }) => id)).toEqual([renewed.id]);
  });

  it("are listed only for a known account [SES-07]", async () => {
    const service = new World();
    for (const query of ["", "?accountId=", "?accountId=InternalAccount%3Aunknown"]) {
      expect((await service.call("GET", `/auth/sessions${query}`)).status).toBe(400);
    }
  });
});

describe("DELETE /auth/sessions/{id}", () => {
  it("responds with 202, then 204 without a body, and the credential stays usable [SES-08, SES-10]", async () => {
    const service = new World();
    const { accountId, credential, session } = await signedInWallet(service);
    const done = await service.signed("DELETE", `/auth/sessions/${session.id}`, undefined);
    expect([done.status, done.body]).toEqual([204, undefined]);
    expect(await service.list("sessions", accountId)).toEqual([]);
    await service.must("POST", challengePath(credential));
    await service.signInByEmail(credential);
    expect(await service.list("sessions", accountId)).toHaveLength(1);
  });

  it("responds with 404 for an unknown, an ended and an expired session [SES-08]", async () => {
    const service = new World();
    const { credential, session } = await signedInWallet(service);
    await service.must("POST", challengePath(credential));
    const expiring = await service.signInByEmail(credential);
    await service.signed("DELETE", `/auth/sessions/${session.id}`, undefined);
    await service.simulator.clock.advance("15m");
    for (const id of ["Session:unknown", session.id, expiring.id]) {
      expect((await service.call("DELETE", `/auth/sessions/${id}`)).status).toBe(404);
    }
  });

  it("lets one of two revocations of one session succeed [SES-08, SES-10]", async () => {
    const service = new World();
    const { session } = await signedInWallet(service);
    const path = `/auth/sessions/${session.id}`;
    const challenges = [await service.begin("DELETE", path), await service.begin("DELETE", path)];
    const statuses: number[] = [];
    for (const { requestId } of challenges) {
      statuses.push((await service.complete("DELETE", path, requestId, "sandbox-valid-signature")).status);
    }
    expect(statuses).toEqual([204, 404]);
  });
});
