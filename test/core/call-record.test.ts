import { isPaymentsError, PaymentsClient } from "payments-sdk";
import type { PaymentsError } from "payments-sdk";
import { failureRecord } from "payments-sdk/payouts";
import { expect, it } from "vitest";
import type { EndEvent } from "../../src/core/types";
import { createClient, fakeFetch, json, networkError, rejection } from "./client";

/** A logger as pino has it. */
function pino() {
  const lines: [facts: object, message: string][] = [];
  const log = (...line: unknown[]) => void lines.push(line as [object, string]);
  return { lines, logger: { debug: log, info: log, warn: log, error: log, bindings: () => ({}) } };
}

/** A payment whose first attempt gets a 503 and whose second one loses its connection. */
async function lost() {
  const ends: EndEvent[] = [];
  const { lines, logger } = pino();
  const { fetch } = fakeFetch((_, index) => {
    if (index === 0) return json({ code: "UNAVAILABLE" }, 503, { "x-request-id": "request-1" });
    throw networkError("ECONNRESET");
  });
  const client = createClient({
    fetch,
    logger,
    logLevel: "debug",
    maxRetries: 1,
    hooks: { onEnd: (event) => void ends.push(event) },
  });
  const error = await rejection(client.quotes.execute("Quote:0195", {}, { idempotencyKey: "own" }));
  if (!isPaymentsError(error)) throw error;
  return { error: error as PaymentsError, ends, lines };
}

it("an error alone leads to the trace, the log lines and the row of its call", async () => {
  const { error, ends, lines } = await lost();
  const record = {
    callId: expect.stringMatching(/^\w+-\d+$/),
    operation: "quotes.execute",
    template: "/quotes/{id}/execute",
    ids: ["Quote:0195"],
    attempts: 2,
    idempotencyKey: "own",
    startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    durationMs: expect.any(Number),
  };
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "ConnectionError",
    message: error.message,
    code: "CONNECTION_FAILED",
    outcome: "unknown",
    ...record,
  });
  const { callId } = error;
  expect(ends).toMatchObject([{ callId, attempt: 2, status: undefined, error }]);
  const facts = { callId, operation: "quotes.execute", idempotencyKey: "own", ids: ["Quote:0195"] };
  expect(lines.map(([each]) => each)).toEqual([
    expect.objectContaining({ ...facts, status: 503, requestId: "request-1" }),
    expect.objectContaining({ ...facts, code: "UNAVAILABLE" }),
  ]);
  expect(failureRecord(error)).toMatchObject({ callId, operation: "quotes.execute", idempotencyKey: "own" });
});

it("`onEnd` has the status and the request id of the response", async () => {
  const ends: EndEvent[] = [];
  const { fetch } = fakeFetch(() => json({ id: "Config:1" }, 200, { "x-request-id": "request-2" }));
  const client = createClient({ fetch, hooks: { onEnd: (event) => void ends.push(event) } });
  await client.request("GET", "/config");
  expect(ends).toMatchObject([{ status: 200, requestId: "request-2", attempt: 1, error: undefined }]);
});

it("an error has no address of a person, and none of a call that never began has a record", async () => {
  const { fetch } = fakeFetch(() => json({ status: 404, code: "NOT_FOUND", message: "no" }, 404));
  const error = await rejection(createClient({ fetch }).receivers.lookupUma("$ada@example.com"));
  expect(JSON.stringify(error)).not.toContain("ada@example");
  expect(error).toMatchObject({ attempts: 1 });
  expect(error).not.toHaveProperty("ids");
  const wrong = await Promise.resolve()
    .then(() => new PaymentsClient({ baseUrl: "no" }))
    .catch((thrown: unknown) => thrown);
  expect(JSON.parse(JSON.stringify(wrong))).not.toHaveProperty("callId");
});
