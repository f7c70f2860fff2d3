import { inspect } from "node:util";
import { isApiError } from "payments-sdk";
import type { ApiError, ClientOptions } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, transfer } from "./client";

const NAME = "Ada Lovelace";
const refused = () =>
  json(
    {
      status: 400,
      code: "INVALID_INPUT",
      reason: "MISSING_FIELD",
      message: `${NAME} has no tax number`,
      details: { holder: NAME, errors: [{ field: "taxId", message: `of ${NAME}` }] },
    },
    400,
    { "x-request-id": "request-1" },
  );

/** The error of a call, and everything that the client logged. */
async function failure(respond: () => Response, options: ClientOptions) {
  const lines: string[] = [];
  const log = vi.fn((line: string) => lines.push(line));
  const logger = { error: log, warn: log, info: log, debug: log };
  const { fetch } = fakeFetch(respond);
  const client = createClient({ fetch, logger, logLevel: "debug", maxRetries: 0, ...options });
  const error = await client.transfers.in(transfer).catch((thrown: unknown) => thrown as ApiError);
  return { error: error as ApiError, lines };
}

describe("hideServiceText", () => {
  it("also works for a wallet behind a relay", async () => {
    const { fetch } = fakeFetch(refused);
    const wallet = new Wallet({
      relay: "https://app.example/wallet",
      accountId: "InternalAccount:1",
      fetch,
      hideServiceText: true,
      logLevel: "off",
    });
    const error = await wallet.balance().catch((thrown: unknown) => thrown as Error);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(NAME);
    expect(error).toMatchObject({ code: "INVALID_INPUT", body: { message: `${NAME} has no tax number` } });
  });

  it("keeps the service's texts out of the message, the details, the log and an inspection", async () => {
    const { error, lines } = await failure(refused, { hideServiceText: true });
    expect(isApiError(error)).toBe(true);
    const shown = [error.message, error.stack, inspect(error, { depth: 9, showHidden: true }), ...lines];
    expect(shown.join("\n")).not.toContain(NAME);
    expect(JSON.stringify(error)).not.toContain(NAME);
    expect(error.details).toBeUndefined();
    expect(error.issues).toBeUndefined();
  });

  it("keeps the status, the code, the reason and the ids, and the texts in the body", async () => {
    const { error } = await failure(refused, { hideServiceText: true });
    expect(error).toMatchObject({
      status: 400,
      code: "INVALID_INPUT",
      reason: "MISSING_FIELD",
      requestId: "request-1",
      outcome: "not-executed",
      body: { message: `${NAME} has no tax number` },
    });
    expect(error.message).toBe(
      "POST transfers.in failed with 400 INVALID_INPUT (MISSING_FIELD) [request request-1]",
    );
  });

  it.each([
    ["an HTML page", () => new Response(`<h1>${NAME}</h1>`, { status: 400 })],
    ["a success that is no JSON", () => new Response(`{"name":"${NAME}"`, { status: 200 })],
    [
      "a response to another request",
      () => json({ id: "Transaction:1", status: "PENDING", type: "OUTGOING", source: { accountId: NAME } }),
    ],
  ])("hides the text of %s", async (_, respond) => {
    const { error, lines } = await failure(respond, { hideServiceText: true });
    expect(error).toBeInstanceOf(Error);
    expect([inspect(error, { depth: 9 }), ...lines].join("\n")).not.toContain(NAME);
    expect(JSON.stringify(error.body)).toContain(NAME);
  });

  it("is off by default, and stays on in `withOptions`", async () => {
    expect((await failure(refused, {})).error.message).toContain(NAME);
    const { fetch } = fakeFetch(refused);
    const client = createClient({ fetch, hideServiceText: true }).withOptions({ maxRetries: 0 });
    await expect(client.transfers.in(transfer)).rejects.not.toThrow(NAME);
  });
});
