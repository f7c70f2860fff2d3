import type { RelayEvent } from "payments-sdk/relay";
import { describe, expect, it } from "vitest";
import { clientPublicKey, nothingThere, Platform } from "./support";

const host = "https://host.example";
const encoded = (data: unknown) => Buffer.from(JSON.stringify(data)).toString("base64url");

/** A passkey sign-in with this client data. */
async function verify(platform: Platform, clientDataJson: string, id = "AuthMethod:1") {
  const assertion = { credentialId: "AA", clientDataJson, authenticatorData: "AA", signature: "AA" };
  const body = { type: "PASSKEY", assertion, clientPublicKey };
  return platform.call("POST", `/auth/credentials/${id}/verify`, { from: platform.ada, body });
}

describe("the client data of a passkey sign-in", () => {
  it.each([
    ["in a frame of an allowed page", encoded({ crossOrigin: true, topOrigin: host }), 404],
    ["with a frame that is neither true nor false", encoded({ crossOrigin: "true", topOrigin: host }), 403],
    ["in a frame of another page", encoded({ crossOrigin: true, topOrigin: "https://evil.example" }), 403],
    // A service may read padded base64, too.
    [
      "in a frame of another page, padded",
      `${encoded({ crossOrigin: true, topOrigin: "https://e.test" })}==`,
      403,
    ],
    // The service rejects these, because it made the challenge.
    ["in a form that cannot be read", "!", 404],
    ["as no object", encoded(null), 404],
  ])("%s", async (_, clientDataJson, status) => {
    const platform = await Platform.create({ topOrigins: [host] });
    const response = await verify(platform, clientDataJson);
    expect(response.status).toBe(status);
    if (status === 404) expect(response).toMatchObject(nothingThere);
  });
});

const session = {
  id: "Session:1",
  accountId: "InternalAccount:1",
  type: "PASSKEY",
  expiresAt: "2026-04-27T12:00:00Z",
};

describe("the code of an event", () => {
  it.each([
    [200, undefined],
    [400, "WRONG_PROOF"],
    [422, "WRONG_PROOF"],
  ])("for a response with the status %i is %s", async (status, code) => {
    const events: RelayEvent[] = [];
    const platform = await Platform.create({ onEvent: (event) => events.push(event) });
    const { id } = await platform.registerEmail(platform.ada);
    platform.simulator.route("POST", "/auth/credentials/{id}/verify", () => ({
      status,
      body: status === 200 ? session : { status, code: "WRONG_PROOF", message: "no" },
    }));
    expect((await verify(platform, encoded({}), id)).status).toBe(status);
    expect(events.at(-1)).toMatchObject({ status, code });
  });
});
