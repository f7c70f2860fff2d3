import { inspect } from "node:util";
import {
  ApiError,
  isApiError,
  isConnectionError,
  isPaymentsError,
  isTimeoutError,
  PaymentsError,
} from "payments-sdk";
import { describe, expect, it } from "vitest";
import { chunked, cutBody, empty, html, inOrder, reply, startServer } from "../support/local-server";
import type { Behaviour } from "../support/local-server";
import { createClient, fakeFetch, json, networkError, rejection, transfer } from "./client";
import { payment } from "./genuine";

const problem = {
  status: 400,
  code: "INVALID_INPUT",
  message: "amount is too small",
  details: { field: "amount", minimum: 100 },
};

async function errorOf(behaviour: Behaviour) {
  const server = await startServer(inOrder(behaviour));
  return rejection(createClient({ baseUrl: server.url, maxRetries: 0 }).transfers.in(transfer));
}

describe("an error response", () => {
  it.each([
    [400, "BadRequestError"],
    [401, "AuthenticationError"],
    [402, "ApiError"],
    [403, "PermissionDeniedError"],
    [404, "NotFoundError"],
    [409, "ConflictError"],
    [418, "ApiError"],
    [422, "ApiError"],
    [429, "RateLimitError"],
    [500, "ServerError"],
    [502, "ServerError"],
    [503, "ServerError"],
    [599, "ServerError"],
  ])("with status %i is a %s", async (status, name) => {
    const error = await errorOf(reply(status, problem));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name, status, code: "INVALID_INPUT", operation: "transfers.in" });
  });

  it("has the service's message, details, request id, headers and body [ERR-09]", async () => {
    const error = await errorOf(reply(400, problem, { "x-request-id": "req-7", "x-internal-node": "n1" }));
    expect(error).toMatchObject({
      message: "POST transfers.in failed with 400 INVALID_INPUT: amount is too small [request req-7]",
      details: problem.details,
      requestId: "req-7",
      headers: { "content-type": "application/json", "x-request-id": "req-7" },
      body: problem,
    });
    expect((error as ApiError).headers).not.toHaveProperty("x-internal-node");
  });

  it.each([
    ["beside the code", { code: "UNAUTHORIZED", reason: "Invalid OTP code" }],
    ["among the details", { code: "UNAUTHORIZED", details: { reason: "Invalid OTP code" } }],
  ])("has the reason from %s [ERR-05, ERR-09]", async (_case, body) => {
    expect(await errorOf(reply(401, body))).toMatchObject({
      code: "UNAUTHORIZED",
      reason: "Invalid OTP code",
    });
  });

  it.each<[string, Behaviour, object]>([
    ["an unknown code", reply(400, { code: "BRAND_NEW" }), { name: "BadRequestError", code: "BRAND_NEW" }],
    ["no code", reply(400, { message: "no" }), { name: "BadRequestError", code: "HTTP_400" }],
    ["null for everything", reply(500, { code: null, message: null, details: null }), { code: "HTTP_500" }],
    ["fields of other types", reply(400, { code: 7, message: [], reason: {} }), { code: "HTTP_400" }],
    ["a JSON text", reply(400, '"no"'), { code: "HTTP_400", body: "no" }],
    ["a JSON null", reply(400, "null"), { code: "HTTP_400" }],
    ["a JSON list", reply(400, "[1]"), { code: "HTTP_400", body: [1] }],
    [
      "an HTML page",
      html(502, "<html>\n  <h1>Bad   Gateway</h1>"),
      {
        name: "ServerError",
        status: 502,
        code: "HTTP_502",
        body: "<html>\n  <h1>Bad   Gateway</h1>",
        message: "POST transfers.in failed with 502 HTTP_502: <html> <h1>Bad Gateway</h1>",
      },
    ],
    [
      "an empty body",
      empty(500),
      { name: "ServerError", message: "POST transfers.in failed with 500 HTTP_500", body: "" },
    ],
    ["plain text", html(401, "who are you?"), { name: "AuthenticationError", body: "who are you?" }],
    ["half a JSON object", reply(403, '{"code":'), { name: "PermissionDeniedError", body: '{"code":' }],
    ["a body that breaks off", cutBody(403), { name: "PermissionDeniedError", status: 403 }],
    ["a body in pieces", chunked(404, ['{"co', 'de":"GO', 'NE"}']), { name: "NotFoundError", code: "GONE" }],
  ])("is parsed with %s [ERR-09]", async (_case, behaviour, expected) => {
    expect(await errorOf(behaviour)).toMatchObject(expected);
  });

  it("shows the start of a long text and keeps a kilobyte of it", async () => {
    const error = await errorOf(html(500, "x".repeat(5_000)));
    expect(error).toMatchObject({ body: "x".repeat(1024), message: expect.stringMatching(/: x{200}…$/) });
  });

  it("does not print its body, which may contain personal data", async () => {
    const error = await errorOf(reply(400, { code: "DUPLICATE", fullName: "Ada Lovelace" }));
    expect((error as ApiError).body).toEqual({ code: "DUPLICATE", fullName: "Ada Lovelace" });
    expect(JSON.stringify(error)).not.toContain("Ada Lovelace");
  });
});

describe("an invalid success response", () => {
  it.each<[string, Behaviour, object]>([
    [
      "an HTML page",
      html(200, "<html>captive portal"),
      {
        name: "ResponseValidationError",
        code: "UNREADABLE_RESPONSE",
        message: "POST transfers.in: the response (200) is not complete JSON: <html>captive portal",
        body: "<html>captive portal",
        outcome: "unknown",
      },
    ],
    [
      "half a JSON object",
      reply(200, '{"id":"Transaction:1","ty'),
      { code: "UNREADABLE_RESPONSE", body: '{"id":"Transaction:1","ty' },
    ],
    [
      "nothing where something was expected",
      empty(200),
      {
        code: "UNREADABLE_RESPONSE",
        message: "POST transfers.in: the response (200) is empty, but a body was expected",
        outcome: "unknown",
      },
    ],
    ["two JSON values", reply(200, '{"id":"Transaction:1"}{}'), { code: "UNREADABLE_RESPONSE" }],
  ])("causes an error with the whole body: %s", async (_case, behaviour, expected) => {
    expect(await errorOf(behaviour)).toMatchObject({ outcome: "executed", status: 200, ...expected });
  });

  it("is not an empty 204 or 200 of a raw call", async () => {
    const server = await startServer((_request, index) => empty(index === 0 ? 204 : 200));
    const payments = createClient({ baseUrl: server.url });
    expect(await payments.request("DELETE", "/new-endpoint")).toBeUndefined();
    expect(await payments.request("POST", "/new-endpoint", { body: {} })).toBeUndefined();
  });

  it("is a 204 instead of a resource, because the service may not have sent it", async () => {
    expect(await errorOf(empty(204))).toMatchObject({
      name: "ResponseValidationError",
      status: 204,
      outcome: "unknown",
    });
  });

  it("is one that is nested deeper than any response of the service", async () => {
    const deep = (inner: string) => `${"[".repeat(20_000)}${inner}${"]".repeat(20_000)}`;
    expect(await errorOf(reply(500, `{"message":"no","details":${deep("1")}}`))).toMatchObject({
      name: "ServerError",
      message: expect.stringContaining("no"),
    });
    expect(
      await errorOf(
        reply(200, `{"id":"Transaction:1","type":"INCOMING","amount":${deep("9007199254740993")}}`),
      ),
    ).toMatchObject({
      name: "ResponseValidationError",
      outcome: "executed",
    });
  });

  it("is not one that arrives in pieces cut within a character", async () => {
    const bytes = new TextEncoder().encode(
      '{"id":"Transaction:1","type":"INCOMING","description":"Grüße €"}',
    );
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const server = await startServer(inOrder(chunked(201, pieces)));
    const result = await createClient({ baseUrl: server.url }).transfers.in(transfer);
    expect(result).toEqual({ ...payment, description: "Grüße €" });
  });
});

describe("the guards", () => {
  it("distinguish errors, even those of another copy of the package", async () => {
    const { fetch } = fakeFetch(() => json(problem, 400));
    const api = await rejection(createClient({ fetch }).transfers.in(transfer));
    const broken = fakeFetch(() => Promise.reject(networkError("ECONNRESET")));
    const connection = await rejection(
      createClient({ fetch: broken.fetch, maxRetries: 0 }).transfers.in(transfer),
    );
    const silent = fakeFetch(() => new Promise<Response>(() => {}));
    const timeout = await rejection(
      createClient({ fetch: silent.fetch, timeout: 5, maxRetries: 0 }).transfers.in(transfer),
    );
    const table = (error: unknown) => [
      isPaymentsError(error),
      isApiError(error),
      isConnectionError(error),
      isTimeoutError(error),
    ];
    expect(table(api)).toEqual([true, true, false, false]);
    expect(table(connection)).toEqual([true, false, true, false]);
    expect(table(timeout)).toEqual([true, false, true, true]);
    expect(table(new Error("other"))).toEqual([false, false, false, false]);
    expect(table(new DOMException("timed out", "TimeoutError"))).toEqual([false, false, false, false]);
    expect(table(undefined)).toEqual([false, false, false, false]);
    // Another copy shares the registered symbol, but not the class.
    const foreign = Object.assign(
      Object.create({ [Symbol.for("payments-sdk.error")]: "timeout", name: "TimeoutError" }),
      {
        code: "TIMEOUT",
      },
    );
    expect(foreign).not.toBeInstanceOf(PaymentsError);
    expect(table(foreign)).toEqual([true, false, true, true]);
  });

  it("check the kind of an error rather than its code, which the service chooses", async () => {
    const { fetch } = fakeFetch(() => json({ code: "TIMEOUT" }, 504));
    const error = await rejection(createClient({ fetch, maxRetries: 0 }).transfers.in(transfer));
    expect(error).toMatchObject({ code: "TIMEOUT", name: "ServerError" });
    expect([isApiError(error), isConnectionError(error), isTimeoutError(error)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it("have a name that a minifier cannot change, and errors print it once", async () => {
    const { fetch } = fakeFetch(() => json(problem, 400));
    const error = await rejection(createClient({ fetch }).transfers.in(transfer));
    expect(inspect(error)).toMatch(/^BadRequestError: /);
    expect(inspect(error)).not.toContain("name:");
    expect(String(error)).toBe(
      "BadRequestError: POST transfers.in failed with 400 INVALID_INPUT: amount is too small",
    );
  });
});
