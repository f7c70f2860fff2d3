import { describe, expect, it } from "vitest";
import { operationOf } from "../resources/witness";
import { cases } from "../resources/wire-cases";
import { createClient, fakeFetch, json, rejection } from "./client";
import { challenge } from "./signed";

/** Only these get a challenge (specification, "Signed-retry pattern"). */
/** The newest service asks for a signature that these methods take no signer for. */
const NEWLY_CHALLENGED = ["customers.update", "auth.credentials.verify"];

const CHALLENGED = [
  "auth.credentials.create",
  "auth.credentials.revoke",
  "auth.sessions.revoke",
  "internalAccounts.export",
];

const writes = cases.filter(({ request }) => !request.startsWith("GET "));
const labelOf = ({ name, title }: (typeof writes)[number]) =>
  title === undefined ? name : `${name}, ${title}`;

/** Responses of portals, proxies and other operations with a success status. */
const foreign: [string, unknown][] = [
  ["an empty object", {}],
  ["null", null],
  ["a text", "OK"],
  ["a message", { message: "Accept the terms to go on" }],
  ["an empty list", { data: [], hasMore: false }],
];

/** The error of a write if its response is not the service's. */
const notRecognised = {
  code: expect.stringMatching(/^(?:UNRELATED|UNREADABLE)_RESPONSE$/),
  outcome: "unknown",
  advice: expect.stringMatching(/^re(?:try-later|concile)$/),
};

async function errorOf(wire: (typeof writes)[number], respond: () => Response) {
  const { fetch } = fakeFetch(respond);
  return rejection(wire.call(createClient({ fetch, maxRetries: 0 })));
}

it("the table lists all writes of the client", () => {
  expect(new Set(writes.map(({ request }) => operationOf(request))).size).toBeGreaterThanOrEqual(37);
});

describe.each(writes.map((wire) => [labelOf(wire), wire] as const))("%s", (_label, wire) => {
  it.each(foreign)("does not resolve to %s", async (_case, body) => {
    for (const status of [200, 201]) {
      expect(await errorOf(wire, () => json(JSON.stringify(body), status))).toMatchObject(notRecognised);
    }
  });

  it("does not resolve to the response of another operation", async () => {
    const others = cases.filter(({ response }) => {
      const id = (response as { id?: unknown } | undefined)?.id;
      return typeof id === "string" && /^(?:Customer|Quote|Verification):/.test(id);
    });
    expect(others.length).toBeGreaterThan(3);
    const kindOf = (response: unknown) =>
      String((response as { id?: unknown } | undefined)?.id).split(":")[0];
    for (const { response } of others) {
      if (kindOf(response) === kindOf(wire.response)) continue;
      expect(await errorOf(wire, () => json(response))).toMatchObject(notRecognised);
    }
  });

  if (!CHALLENGED.includes(wire.name)) {
    it("does not resolve to a challenge", async () => {
      const expected = NEWLY_CHALLENGED.includes(wire.name) ? { outcome: "not-executed" } : notRecognised;
      expect(await errorOf(wire, challenge)).toMatchObject(expected);
    });
  }

  const { id } = (wire.response ?? {}) as { id?: unknown };
  if (typeof id === "string" && wire.request.includes(encodeURIComponent(id))) {
    it("does not resolve to the response about another object", async () => {
      const other = { ...(wire.response as object), id: `${id}-other` };
      expect(await errorOf(wire, () => json(other, wire.status))).toMatchObject({
        ...notRecognised,
        code: "UNRELATED_RESPONSE",
        issues: [{ path: "id" }],
      });
    });
  }
});
