import { inspect } from "node:util";
import type { ClientOptions, Credentials, PaymentsError } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import {
  CLIENT_ID,
  CLIENT_SECRET,
  createClient,
  fakeFetch,
  json,
  networkError,
  rejection,
  transfer,
} from "./client";
import { payment } from "./genuine";

const basic = (clientId: string, clientSecret: string) => `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
const token = (number: number): Credentials => ({
  clientId: `id-${number}`,
  clientSecret: `secret-number-${number}`,
});
const headerOf = (number: number) => basic(`id-${number}`, `secret-number-${number}`);

const done = () => json(payment, 201);
const unauthorized = (more: object = {}, headers: Record<string, string> = {}) =>
  json({ status: 401, code: "UNAUTHORIZED", message: "Unknown API token", ...more }, 401, headers);

/** A provider with a new token for each call, and the number of its calls. */
function rotating() {
  const state = { calls: 0 };
  const credentials = () => {
    state.calls += 1;
    return token(state.calls);
  };
  return { credentials, state };
}

/** A client of a service that accepts only some headers. */
function clientOf(
  accepts: (authorization: string | null, index: number) => boolean,
  options: ClientOptions,
  refuse: () => Response = unauthorized,
) {
  const { fetch, calls } = fakeFetch(({ headers }, index) =>
    accepts(headers.get("authorization"), index) ? done() : refuse(),
  );
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    retryDelay: () => 1,
    logLevel: "off",
    fetch,
    ...options,
  });
  const sent = () => calls.map(({ headers }) => headers.get("authorization"));
  return { payments, calls, sent };
}

describe("`credentials`", () => {
  it.each<[string, ClientOptions["credentials"], string]>([
    ["a token", token(1), headerOf(1)],
    ["a bearer token", { bearer: "agent-token" }, "Bearer agent-token"],
    ["a function", () => token(2), headerOf(2)],
    ["a function that returns a promise", async () => ({ bearer: "later" }), "Bearer later"],
  ])("can be %s", async (_, credentials, header) => {
    const { payments, sent } = clientOf(() => true, { credentials });
    await payments.transfers.in(transfer);
    expect(sent()).toEqual([header]);
  });

  it.each(["clientId", "clientSecret"])(
    "cannot be given beside `%s`: one of them would be ignored",
    (name) => {
      const options = { baseUrl: "https://payments.test/api", credentials: token(1), [name]: "given" };
      expect(() => new PaymentsClient(options)).toThrow(
        expect.objectContaining({
          name: "ConfigurationError",
          option: "credentials",
          message: `\`credentials\` cannot be used together with \`${name}\`: pass one of them`,
        }),
      );
    },
  );

  it("win over the environment variables of `clientId` and `clientSecret`", async () => {
    vi.stubEnv("PAYMENTS_CLIENT_ID", CLIENT_ID);
    vi.stubEnv("PAYMENTS_CLIENT_SECRET", CLIENT_SECRET);
    const { payments, sent } = clientOf(() => true, { credentials: token(1) });
    await payments.transfers.in(transfer);
    expect(sent()).toEqual([headerOf(1)]);
    vi.unstubAllEnvs();
  });

  it.each<[string, unknown, string]>([
    ["neither form", {}, "`credentials` must be `{ clientId, clientSecret }` or `{ bearer }`"],
    [
      "both forms",
      { ...token(1), bearer: "b" },
      "`credentials` must be `{ clientId, clientSecret }` or `{ bearer }`",
    ],
    ["a text", "SENSITIVE", "`credentials` must be `{ clientId, clientSecret }` or `{ bearer }`"],
    ["half a token", { clientId: "a" }, "`credentials` must be `{ clientId, clientSecret }` or `{ bearer }`"],
    ["an empty bearer token", { bearer: " " }, "`credentials.bearer` must not be empty"],
    [
      "a bearer token with blanks",
      { bearer: "SENSITIVE a" },
      "`credentials.bearer` must be ASCII text without blanks",
    ],
    [
      "a number",
      { clientId: 5, clientSecret: "SENSITIVE" },
      "`credentials.clientId` must be a string, got a number",
    ],
    [
      "a colon",
      { clientId: "a:b", clientSecret: "SENSITIVE" },
      "`credentials.clientId` must not contain a colon",
    ],
  ])("are rejected with %s, at once or during the call", async (_, given, message) => {
    const credentials = given as Credentials;
    expect(() => clientOf(() => true, { credentials })).toThrow(
      expect.objectContaining({ name: "ConfigurationError", message }),
    );
    const { payments, calls } = clientOf(() => true, { credentials: () => credentials });
    const error = (await rejection(payments.transfers.in(transfer))) as PaymentsError;
    expect(error).toMatchObject({
      name: "CredentialsError",
      code: "CREDENTIALS_UNAVAILABLE",
      outcome: "not-executed",
      advice: "fix",
      message: `POST transfers.in was not sent: ${message}`,
    });
    expect(inspect(error)).not.toContain("SENSITIVE");
    const repeated = payments.transfers.in(transfer, { idempotencyKey: "order-17" });
    expect(await rejection(repeated)).toMatchObject({ outcome: "not-executed", advice: "retry-later" });
    expect(calls).toHaveLength(0);
  });
});

describe("a function for `credentials`", () => {
  it("is called once for all concurrent first requests, and its result is kept", async () => {
    const { credentials, state } = rotating();
    const { payments, sent } = clientOf(() => true, { credentials: async () => credentials() });
    expect(state.calls).toBe(0);
    await Promise.all(Array.from({ length: 10 }, () => payments.transfers.in(transfer)));
    await payments.transfers.in(transfer);
    expect(state.calls).toBe(1);
    expect(new Set(sent())).toEqual(new Set([headerOf(1)]));
  });

  it("is called again if the service refuses them, and the call repeats with the same key", async () => {
    const { credentials, state } = rotating();
    const { payments, sent, calls } = clientOf((header) => header === headerOf(2), {
      credentials,
      maxRetries: 0,
    });
    await payments.transfers.in(transfer);
    await payments.transfers.in(transfer);
    expect(sent()).toEqual([headerOf(1), headerOf(2), headerOf(2)]);
    expect(state.calls).toBe(2);
    const [first, second, third] = calls.map(({ headers }) => headers.get("idempotency-key"));
    expect(first).toBe(second);
    expect(second).not.toBe(third);
  });

  it("is called only once more: a repeated 401 is an AuthenticationError", async () => {
    const { credentials, state } = rotating();
    const { payments, sent } = clientOf(() => false, { credentials });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "AuthenticationError",
      code: "UNAUTHORIZED",
      outcome: "not-executed",
      advice: "fix",
    });
    expect(sent()).toEqual([headerOf(1), headerOf(2)]);
    expect(state.calls).toBe(2);
  });

  it("that returns the same credentials ends the call with the 401", async () => {
    let calls = 0;
    const credentials = () => {
      calls += 1;
      return token(1);
    };
    const { payments, sent } = clientOf((_, index) => index > 0, { credentials });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({ name: "AuthenticationError" });
    expect([sent().length, calls]).toEqual([1, 2]);
    await payments.transfers.in(transfer);
    expect([sent().length, calls]).toEqual([2, 2]);
  });

  it("follows two rotations in a row", async () => {
    const { credentials, state } = rotating();
    let valid = 1;
    const { payments } = clientOf((header) => header === headerOf(valid), { credentials });
    for (valid = 1; valid <= 3; valid += 1) {
      await Promise.all(Array.from({ length: 5 }, () => payments.transfers.in(transfer)));
    }
    expect(state.calls).toBe(3);
  });

  it("is called once for many 401s, and not for a late one", async () => {
    const { credentials, state } = rotating();
    let late: (() => void) | undefined;
    const { fetch } = fakeFetch(({ headers }, index) => {
      if (headers.get("authorization") === headerOf(2)) return done();
      if (index > 0) return unauthorized();
      return new Promise((resolve) => {
        late = () => resolve(unauthorized());
      });
    });
    const payments = createClient({ fetch, credentials });
    const slow = payments.transfers.in(transfer);
    await Promise.all(Array.from({ length: 20 }, () => payments.transfers.in(transfer)));
    late?.();
    await slow;
    expect(state.calls).toBe(2);
  });

  it("also serves calls without a key, and each page of a list", async () => {
    const { credentials, state } = rotating();
    const { fetch, calls } = fakeFetch(({ headers, url }) => {
      if (headers.get("authorization") !== headerOf(2)) return unauthorized();
      return url.includes("cursor")
        ? json({ data: [{ id: "b" }] })
        : json({ data: [{ id: "a" }], hasMore: true, nextCursor: "c" });
    });
    const payments = createClient({ fetch, credentials });
    expect(await payments.customers.list().toArray()).toHaveLength(2);
    await rejection(payments.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada" }));
    expect(state.calls).toBe(2);
    expect(calls.map(({ init }) => init.method)).toEqual(["GET", "GET", "GET", "POST"]);
  });

  it("that throws ends the call before any request, with its error and without secrets", async () => {
    const failure = new Error("the store is sealed", { cause: new Error("timeout") });
    const { payments, calls } = clientOf(() => true, { credentials: () => Promise.reject(failure) });
    const error = await rejection(payments.transfers.in(transfer, { idempotencyKey: "k-1" }));
    expect(error).toMatchObject({
      name: "CredentialsError",
      code: "CREDENTIALS_UNAVAILABLE",
      message: "POST transfers.in was not sent: the function in `credentials` failed",
      outcome: "not-executed",
      advice: "retry",
      idempotencyKey: "k-1",
      cause: { message: "the store is sealed", cause: { message: "timeout" } },
    });
    expect(calls).toHaveLength(0);
  });

  it("that throws after a 401 keeps the unknown outcome of an earlier attempt", async () => {
    let calls = 0;
    const credentials = () => {
      calls += 1;
      if (calls > 1) throw new Error(`cannot renew ${token(1).clientSecret}`);
      return token(1);
    };
    const { fetch } = fakeFetch((_, index) =>
      index === 0 ? Promise.reject(networkError("ECONNRESET")) : unauthorized(),
    );
    const error = await rejection(createClient({ fetch, credentials }).transfers.in(transfer));
    expect(error).toMatchObject({ name: "CredentialsError", outcome: "unknown", advice: "retry-later" });
    expect(inspect(error)).toContain("cannot renew [redacted]");
  });

  it("that returns new credentials keeps the unknown outcome of an earlier attempt", async () => {
    const { credentials } = rotating();
    const script = [
      () => Promise.reject(networkError("ECONNRESET")),
      unauthorized,
      () => json({ status: 400, code: "INVALID_INPUT", message: "no" }, 400),
    ];
    const { fetch, calls } = fakeFetch((_, index) => (script[index] ?? done)());
    const error = await rejection(createClient({ fetch, credentials }).transfers.in(transfer));
    expect(error).toMatchObject({ name: "BadRequestError", outcome: "unknown" });
    expect(new Set(calls.map(({ headers }) => headers.get("idempotency-key"))).size).toBe(1);
  });

  it("that hangs ends with `totalTimeout` or the signal, before any request", async () => {
    const { payments, calls } = clientOf(() => true, {
      credentials: () => new Promise(() => {}),
      totalTimeout: 30,
    });
    expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
      name: "TimeoutError",
      scope: "total",
      outcome: "not-executed",
      message: "POST transfers.in got no credentials within 30 ms (`totalTimeout`, over all attempts)",
    });
    const signal = AbortSignal.timeout(5);
    expect(await rejection(payments.transfers.in(transfer, { signal, totalTimeout: 5_000 }))).toMatchObject({
      name: "AbortError",
      outcome: "not-executed",
    });
    expect(calls).toHaveLength(0);
  });

  it("is not called if the caller sets `authorization`", async () => {
    const { credentials, state } = rotating();
    const { payments, sent } = clientOf(() => false, { credentials });
    const headers = { Authorization: "Bearer mine" };
    expect(await rejection(payments.transfers.in(transfer, { headers }))).toMatchObject({ status: 401 });
    expect(
      await rejection(payments.transfers.in(transfer, { headers: { authorization: undefined } })),
    ).toMatchObject({ status: 401 });
    expect(sent()).toEqual(["Bearer mine", null]);
    expect(state.calls).toBe(0);
  });

  it("reports each renewal to `onRetry`", async () => {
    const { credentials } = rotating();
    const seen: unknown[] = [];
    const hooks = {
      onRetry: ({ error, delayMs, attempt }: { error: PaymentsError; delayMs: number; attempt: number }) =>
        seen.push([error.name, delayMs, attempt]),
    };
    const { payments } = clientOf((header) => header === headerOf(2), { credentials, hooks });
    await payments.transfers.in(transfer);
    expect(seen).toEqual([["AuthenticationError", 0, 1]]);
  });
});

it("old and new secrets never appear in an error, a log line or `inspect`", async () => {
  const { credentials } = rotating();
  const lines: string[] = [];
  const line = (text: string) => lines.push(text);
  const echo = () =>
    unauthorized(
      {
        message: [1, 2]
          .map((n) => `secret-number-${n} ${headerOf(n)} ${encodeURIComponent(headerOf(n))}`)
          .join(),
      },
      { "x-request-id": "secret-number-1" },
    );
  const { payments } = clientOf(
    () => false,
    { credentials, logLevel: "debug", logger: { debug: line, info: line, warn: line, error: line } },
    echo,
  );
  const error = (await rejection(payments.transfers.in(transfer))) as { body: unknown };
  const shown = inspect([error, error.body, JSON.stringify(error), lines, payments], {
    depth: 9,
    showHidden: true,
  });
  expect(shown).toContain("[redacted]");
  for (const number of [1, 2]) {
    expect(shown).not.toContain(`secret-number-${number}`);
    expect(shown).not.toContain(headerOf(number).slice(6));
  }
});
