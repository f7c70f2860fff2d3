import type { Session, SignedRetryChallenge } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { compressKey, createClientKey, openSessionBundle, stamp } from "../support/node-wallet";
import { World } from "../support/world";
import type { LiveSession } from "../support/world";

const refreshPath = ({ id }: { id: string }) => `/auth/sessions/${id}/refresh`;

async function signedIn() {
  const service = new World({ environment: "production" });
  const { accountId } = await service.createWallet();
  const credential = await service.registerEmail(accountId);
  const session = await service.signInByEmail(credential);
  return { service, accountId, credential, session };
}

/** Refreshes a session with a new held key, signed by a session. */
async function refresh(service: World, session: LiveSession, signer = session) {
  const key = createClientKey();
  const body = { clientPublicKey: compressKey(key.publicKey) };
  const response = await service.signed<Session & { code?: string }>(
    "POST",
    refreshPath(session),
    signer,
    body,
  );
  return { ...response, key };
}

describe("the refresh of a session", () => {
  it("opens another session for the new key, and the old one lives on [NSI-05]", async () => {
    const { service, accountId, session } = await signedIn();
    await service.simulator.clock.advance("10m");
    const first = await refresh(service, session);
    const { type, nickname } = session;
    expect(first).toMatchObject({ status: 201, body: { accountId, type, nickname } });
    expect(first.body).not.toHaveProperty("encryptedSessionSigningKey");
    expect(Date.parse(first.body.expiresAt) - Date.parse(session.expiresAt)).toBe(600_000);
    expect(await service.list("sessions", accountId)).toHaveLength(2);

    // The new key signs when the old session is over.
    await service.simulator.clock.advance("10m");
    const { id } = first.body;
    const privateKey = first.key.privateKey;
    const next = await refresh(service, session, session).catch((error: unknown) => String(error));
    expect(next).toContain("404");
    const challenge = await service.must<SignedRetryChallenge>("DELETE", `/auth/sessions/${id}`);
    const signature = stamp(privateKey, challenge.payloadToSign);
    const ended = await service.complete("DELETE", `/auth/sessions/${id}`, challenge.requestId, signature);
    expect(ended.status).toBe(204);
  });

  it("seals a key of the service to an uncompressed key", async () => {
    const { service, session } = await signedIn();
    const client = createClientKey();
    const body = { clientPublicKey: client.publicKey };
    const { status, body: opened } = await service.signed<Session>(
      "POST",
      refreshPath(session),
      session,
      body,
    );
    expect(status).toBe(201);
    const privateKey = openSessionBundle(opened.encryptedSessionSigningKey ?? "", client);
    expect((await refresh(service, { ...opened, privateKey })).status).toBe(201);
  });

  it("takes the signature of this session only", async () => {
    const { service, credential, session } = await signedIn();
    await service.must("POST", `/auth/credentials/${credential.id}/challenge`);
    const another = await service.signInByEmail(credential);
    expect((await refresh(service, session, another)).status).toBe(401);
  });

  it("needs the old session in both steps", async () => {
    const { service, session } = await signedIn();
    const key = createClientKey();
    const body = { clientPublicKey: compressKey(key.publicKey) };
    await service.simulator.clock.advance("14m");
    const challenge = await service.begin("POST", refreshPath(session), body);
    await service.simulator.clock.advance("2m");
    const signature = stamp(session.privateKey, challenge.payloadToSign);
    const late = await service.complete("POST", refreshPath(session), challenge.requestId, signature, body);
    expect(late.status).toBe(401);
    const ended = await service.call("POST", refreshPath(session), body);
    expect(ended.status).toBe(404);
  });

  it.each([undefined, "", "02", "not a key"])("refuses the key %j", async (clientPublicKey) => {
    const { service, session } = await signedIn();
    const refused = await service.call("POST", refreshPath(session), { clientPublicKey });
    expect(refused).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  });

  it("takes each key once", async () => {
    const { service, session } = await signedIn();
    const { key } = await refresh(service, session);
    const body = { clientPublicKey: compressKey(key.publicKey) };
    expect((await service.call("POST", refreshPath(session), body)).status).toBe(400);
  });
});
