import type { ClientOptions, FetchLike } from "payments-sdk";
import { PaymentsClient } from "payments-sdk";
import { describe, expect, it, vi } from "vitest";
import { CLIENT_SECRET, createClient, json, rejection, transfer } from "./client";
import { payment } from "./genuine";

const paying = (fetch: unknown, options: ClientOptions = {}) =>
  rejection(createClient({ maxRetries: 0, ...options, fetch: fetch as FetchLike }).transfers.in(transfer));

const used = async () => {
  const response = json({});
  await response.text();
  return response;
};

describe("a mistake in the passed `fetch` is named, and may have paid", () => {
  it.each<[string, unknown, string]>([
    [
      "it throws",
      () => {
        throw new TypeError("x is not a function");
      },
      "TypeError: x is not a function",
    ],
    ["it rejects with a text", () => Promise.reject("offline"), "offline"],
    ["it returns a used response", used, "TypeError: Body is unusable: Body has already been read"],
    ["it is axios", async () => ({ status: 200, data: {} }), "TypeError: it did not return a `Response`"],
    ["it returns nothing", async () => undefined, "TypeError: it did not return a `Response`"],
    [
      "its response has no `headers.get`",
      async () => ({ ok: true, status: 201, headers: {}, text: async () => "{}" }),
      "TypeError: it did not return a `Response`",
    ],
    [
      "its response has no text",
      async () => ({ ok: true, status: 201, headers: new Headers(), text: async () => undefined }),
      "TypeError: `text()` of its response did not return text",
    ],
  ])("%s", async (_, fetch, problem) => {
    expect(await paying(fetch)).toMatchObject({
      name: "ConnectionError",
      code: "CONNECTION_FAILED",
      outcome: "unknown",
      advice: "retry-later",
      idempotencyKey: expect.any(String),
      message: `POST transfers.in got no response from the passed \`fetch\`: ${problem}. It may have been carried out: repeat it with the same key`,
    });
  });

  it("without a secret in the message", async () => {
    const fetch = () => Promise.reject(new Error(`Bad header ${CLIENT_SECRET}`));
    expect(String(await paying(fetch))).not.toContain(CLIENT_SECRET);
  });
});

it("whatever fails after a whole response is told as that, and not as a lost connection", async () => {
  const headers = {
    get() {
      throw new TypeError("x is not iterable");
    },
  };
  expect(
    await paying(async () => ({ ok: true, status: 201, headers, text: async () => "{}" })),
  ).toMatchObject({
    name: "ResponseValidationError",
    code: "UNREADABLE_RESPONSE",
    status: 201,
    outcome: "unknown",
    message: "POST transfers.in: the response (201) could not be read: TypeError: x is not iterable",
    cause: { message: "x is not iterable" },
  });
});

it("a port that the platform's `fetch` blocks is not called a lost connection", async () => {
  const payments = createClient({ baseUrl: "http://127.0.0.1:6000", fetch: (url, init) => fetch(url, init) });
  expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
    message: "POST transfers.in could not connect (BAD_PORT)",
    outcome: "not-executed",
    advice: "fix",
  });
});

it("a platform without `fetch` sends nothing, and the error says so", async () => {
  vi.stubGlobal("fetch", undefined);
  const payments = new PaymentsClient({
    baseUrl: "https://payments.test/api",
    clientId: "id",
    clientSecret: "secret",
    logLevel: "off",
  });
  expect(await rejection(payments.transfers.in(transfer))).toMatchObject({
    name: "ConfigurationError",
    option: "fetch",
    outcome: "not-executed",
  });
  vi.unstubAllGlobals();
});

it("is called alone, as the `fetch` of browsers and workers must be (Web IDL, section 3.7.6)", async () => {
  const platform = async function (this: unknown) {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    return json(payment, 201);
  };
  expect(await createClient({ fetch: platform }).transfers.in(transfer)).toEqual(payment);
});
