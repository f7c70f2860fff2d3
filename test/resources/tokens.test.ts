import { inspect } from "node:util";
import type { LogLevel, PaymentsClient } from "payments-sdk";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, refusal, rejection } from "../core/client";
import { sample } from "./wire";

const SECRET = "sEcReT-of-the-new-token-77";
const created = { ...sample("CreatedApiToken"), clientSecret: SECRET };
const create = (payments: PaymentsClient) =>
  payments.tokens.create({ name: "reports", permissions: ["VIEW"] });

/** A client that records its log lines and the events of its hooks. */
function watched(respond: () => Response, validation: "lenient" | "strict") {
  const seen: unknown[] = [];
  const keep = (...values: unknown[]) => void seen.push(...values);
  const { fetch } = fakeFetch(respond);
  const payments = createClient({
    fetch,
    validation,
    maxRetries: 0,
    logger: { debug: keep, info: keep, warn: keep, error: keep },
    logLevel: "debug" as LogLevel,
    hooks: {
      onRequest: keep,
      onResponse: keep,
      onRetry: keep,
      onError: keep,
      onResponseMismatch: keep,
    },
  });
  return { payments, seen };
}

function everyView(value: unknown): string {
  const views = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    JSON.stringify(value),
  ];
  for (let at = value; at instanceof Error; at = at.cause) views.push(String(at), at.stack ?? "");
  return views.join("\n");
}

describe("the secret of a new token", () => {
  it("is in the result, but never in a log line or a hook [AUT-08]", async () => {
    const { payments, seen } = watched(() => json(created, 201), "lenient");
    const { clientId, clientSecret } = await create(payments);
    expect([clientId, clientSecret]).toEqual(["client-1", SECRET]);
    expect(seen.length).toBeGreaterThan(2);
    expect(everyView(seen)).not.toContain(SECRET);
  });

  it("is returned with an unexpected response, but not reported [AUT-08]", async () => {
    const { payments, seen } = watched(() => json({ ...created, name: 7 }, 201), "lenient");
    expect(await create(payments)).toMatchObject({ clientSecret: SECRET });
    expect(everyView(seen)).toContain("name");
    expect(everyView(seen)).not.toContain(SECRET);
  });

  it.each<[string, () => Response, string]>([
    ["a response of another shape, in strict mode", () => json({ ...created, name: 7 }, 201), "executed"],
    ["a response that was cut", () => json(JSON.stringify(created).slice(0, -3), 201), "executed"],
    [
      "a response that was cut in the secret",
      () => json(`{"id":"Token:1","clientSecret":"${SECRET}`, 201),
      "unknown",
    ],
    ["an error response", () => json({ ...created, status: 500, code: "INTERNAL_ERROR" }, 500), "unknown"],
    [
      "details of an error response",
      () => json({ code: "INVALID_INPUT", message: "no", details: { token: created } }, 400),
      "not-executed",
    ],
  ])("is not in the error of %s [AUT-08]", async (_case, respond, outcome) => {
    const { payments, seen } = watched(respond, "strict");
    const error = await rejection(create(payments));
    expect(error).toMatchObject({ operation: "tokens.create", outcome });
    expect(everyView([error, ...seen])).not.toContain(SECRET);
  });
});

describe("a failed creation of a token", () => {
  it("is not repeated, because the first secret would be lost", async () => {
    const { fetch, calls } = fakeFetch(() => refusal(500, "INTERNAL_ERROR"));
    expect(await rejection(create(createClient({ fetch })))).toMatchObject({ outcome: "unknown" });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ["is created again after 429", 429],
    ["is created again after 503 with a time to return", 503],
  ])("%s if the service did not process the call", async (_case, status) => {
    const { fetch, calls } = fakeFetch((_call, index) =>
      index === 0 ? refusal(status, "RATE_LIMITED", { "retry-after": "0" }) : json(created, 201),
    );
    expect(await create(createClient({ fetch }))).toMatchObject({ clientSecret: SECRET });
    expect(calls).toHaveLength(2);
  });
});
