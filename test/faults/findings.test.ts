import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection, transfer } from "../core/client";
import { createRecordedClient, WalletWorld } from "../wallet/support";
import type { FailureEvent } from "../../src/core/types";

/** One test for each defect that the money run found. */
describe("JSON from another server is not taken for a payment", () => {
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
    // A proxy responded, so the client retries with the same key.
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });
});

it("a repeated challenge does not count as a refusal of the signed request [SRY-11]", async () => {
  const challenge = {
    type: "OAUTH",
    payloadToSign: "{}",
    requestId: "Request:1",
    expiresAt: new Date(Date.now() + 300_000).toISOString(),
  };
  // The service executes the signed request, the client gets a duplicate of the first response, then the service is busy.
  const { fetch } = fakeFetch((_call, index) =>
    index < 2 ? json(challenge, 202) : json({ message: "slow down" }, 429, { "retry-after": "3600" }),
  );
  const payments = createClient({ fetch, logLevel: "off" });
  const error = await rejection(
    payments.auth.credentials.revoke("AuthMethod:1", { signer: { stamp: () => "stamp" } }),
  );
  expect(error).toMatchObject({ outcome: "unknown" });
});

it("a wallet does not execute a quote that it cannot read", async () => {
  const world = await WalletWorld.create("production");
  const failures: unknown[] = [];
  const hooks = { onError: ({ error }: FailureEvent) => failures.push(error.outcome) };
  const client = createRecordedClient(
    world.simulator,
    world.sent,
    { hooks, logLevel: "error" },
    (...exchange) => world.wire.intercept(...exchange),
  );
  const wallet = world.wallet({ client });
  await world.signInByEmail(wallet);
  const quote = await world.quote();
  world.wire.intercept = ({ method }, forward) =>
    method === "GET"
      ? new Response('{"id":', { headers: { "content-type": "application/json" } })
      : forward();
  expect(await rejection(wallet.executeQuote(quote.id))).toMatchObject({ outcome: "not-executed" });
  // The error has its outcome from the start, because a hook sees it before the wallet does.
  expect(failures).toEqual(["not-executed"]);
  world.wire.intercept = ({ method }, forward) =>
    method === "GET" ? Response.json({ ...quote, id: "Quote:other" }) : forward();
  expect(await rejection(wallet.executeQuote(quote.id))).toMatchObject({ outcome: "not-executed" });
  expect(world.sentTo("POST", /execute$/)).toHaveLength(0);
});
