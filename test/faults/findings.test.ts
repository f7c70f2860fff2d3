import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection, transfer } from "../core/client";
import { createRecordedClient, WalletWorld } from "../wallet/support";
import type { FailureEvent } from "../../src/core/types";

/** What the money run has found, each as a test of its own. */
describe("JSON that is not the service's is no payment", () => {
  it.each([
    ["the message of a portal", { message: "Accept the terms to go on" }],
    ["null", null],
    ["a list", []],
    ["a number", 7],
    ["a credential", { id: "AuthMethod:1", source: {} }],
  ])("%s with status 200", async (_name, body) => {
    const { fetch, calls } = fakeFetch(() => json(body));
    const payments = createClient({ fetch, logLevel: "off" });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "UnrelatedResponseError",
      outcome: "unknown",
    });
    // Something between responded: the client asks again with the same key.
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });
});

it("the challenge that was signed, come again, does not say that the signed request was refused [SRY-11]", async () => {
  const challenge = {
    type: "OAUTH",
    payloadToSign: "{}",
    requestId: "Request:1",
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  };
  // The signed request is carried out, its response is a duplicate of the first one, and then the service is busy.
  const { fetch } = fakeFetch((_call, index) =>
    index < 2 ? json(challenge, 202) : json({ message: "slow down" }, 429, { "retry-after": "3600" }),
  );
  const payments = createClient({ fetch, logLevel: "off" });
  const error = await rejection(
    payments.auth.credentials.revoke("AuthMethod:1", { signer: { stamp: () => "stamp" } }),
  );
  expect(error).toMatchObject({ outcome: "unknown" });
});

it("a quote that cannot be read is not executed, whatever becomes of the read", async () => {
  const world = await WalletWorld.create("production");
  const failures: unknown[] = [];
  const hooks = { onError: ({ error }: FailureEvent) => failures.push(error.outcome) };
  const client = createRecordedClient(world.simulator, world.sent, { hooks }, (...exchange) =>
    world.wire.intercept(...exchange),
  );
  const wallet = world.wallet({ client });
  await world.signInByEmail(wallet);
  const quote = await world.quote();
  world.wire.intercept = ({ method }, forward) =>
    method === "GET"
      ? new Response('{"id":', { headers: { "content-type": "application/json" } })
      : forward();
  expect(await rejection(wallet.executeQuote(quote.id))).toMatchObject({ outcome: "not-executed" });
  // The error had its outcome when it was made: a hook sees it before the wallet does.
  expect(failures).toEqual(["not-executed"]);
  world.wire.intercept = ({ method }, forward) =>
    method === "GET" ? Response.json({ ...quote, id: "Quote:other" }) : forward();
  expect(await rejection(wallet.executeQuote(quote.id))).toMatchObject({ outcome: "not-executed" });
  expect(world.sentTo("POST", /execute$/)).toHaveLength(0);
});
