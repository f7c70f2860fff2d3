import { inspect } from "node:util";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, networkError, refusal, rejection, transfer } from "./client";

/** The error of a payment with this response. */
async function errorOf(response: () => Response | Promise<Response>) {
  const { fetch } = fakeFetch(response);
  return (await rejection(createClient({ fetch, maxRetries: 0 }).transfers.in(transfer))) as Error &
    Record<string, unknown>;
}

describe("the message of an error response", () => {
  it.each<[string, () => Response, string]>([
    [
      "code, message and reason",
      () => json({ code: "X", message: "no", reason: "why" }, 400),
      "400 X: no (why)",
    ],
    [
      "a reason that is the message",
      () => json({ code: "X", message: "no", reason: "no" }, 400),
      "400 X: no",
    ],
    [
      "a reason in the details",
      () => json({ code: "X", message: "no", details: { reason: "why" } }, 400),
      "400 X: no (why)",
    ],
    ["no reason", () => json({ code: "X", message: "no" }, 400), "400 X: no"],
    [
      "a request id",
      () => json({ code: "X", message: "no" }, 400, { "x-request-id": "r-1" }),
      "400 X: no [request r-1]",
    ],
    [
      "line breaks and control characters, which could forge a line of a log",
      () => json({ code: "X\n", message: "no\r\n[info] paid\u001b[2J\u0000", reason: "why\n[info]" }, 400),
      "400 X: no [info] paid [2J (why [info])",
    ],
    [
      "a long message",
      () => json({ code: "X", message: "n".repeat(2_000) }, 400),
      `400 X: ${"n".repeat(1_024)}…`,
    ],
    ["JSON without a message", () => json({ code: "X" }, 400), "400 X: code"],
    ["JSON that is null", () => json("null", 400), "400 HTTP_400: null"],
    ["nothing", () => new Response(null, { status: 400 }), "400 HTTP_400"],
    [
      "a page with blanks around it",
      () => new Response("\n  <p>\n no \n", { status: 400 }),
      "400 HTTP_400: <p> no",
    ],
    [
      "a text of 200 characters",
      () => new Response("x".repeat(200), { status: 400 }),
      `400 HTTP_400: ${"x".repeat(200)}`,
    ],
    [
      "a longer text",
      () => new Response("x".repeat(201), { status: 400 }),
      `400 HTTP_400: ${"x".repeat(200)}…`,
    ],
  ])("has %s", async (_case, response, expected) => {
    expect((await errorOf(response)).message).toBe(`POST transfers.in failed with ${expected}`);
  });

  it.each([
    ["X\n[info] paid", "X [info] paid"],
    ["C".repeat(300), `${"C".repeat(200)}…`],
    [" \n", "HTTP_503"],
  ])("and the log have a code that is one short line (%j)", async (code, expected) => {
    const { fetch } = fakeFetch(() => json({ code }, 503));
    const info = vi.fn();
    const logger = { debug: vi.fn(), info, warn: vi.fn(), error: vi.fn() };
    const payments = createClient({ fetch, logger, logLevel: "info", maxRetries: 1 });
    expect(await rejection(payments.config.retrieve())).toMatchObject({ code: expected });
    expect(info.mock.calls.join()).toContain(`(${expected})`);
  });

  it("contains only the status if the body is incomplete", async () => {
    const broken = () => {
      const body = new ReadableStream({
        start: (controller) => controller.error(networkError("ECONNRESET")),
      });
      return new Response(body, { status: 500 });
    };
    expect((await errorOf(broken)).message).toBe("POST transfers.in failed with 500 HTTP_500");
  });
});

describe("`quoteStatus` of an error response", () => {
  const response = () =>
    json({ code: "QUOTE_EXPIRED", message: "no", details: { quoteStatus: "COMPLETED" } }, 409);

  it("is the status of the quote, and absent from other calls [C12]", async () => {
    const { fetch } = fakeFetch(response);
    const payments = createClient({ fetch, maxRetries: 0 });
    expect(await rejection(payments.quotes.execute("Quote:1", { signature: "stamp" }))).toMatchObject({
      quoteStatus: "COMPLETED",
      advice: "reconcile",
    });
    expect(Object.hasOwn(await errorOf(response), "quoteStatus")).toBe(false);
  });
});

describe("an error", () => {
  it("prints only known properties", async () => {
    const error = await errorOf(() => refusal(400));
    for (const name of ["requestId", "reason", "retryAfter", "detailFields", "cause"]) {
      expect(Object.hasOwn(error, name)).toBe(false);
    }
    const local = (await rejection(createClient({}).customers.retrieve(""))) as object;
    expect(Object.hasOwn(local, "idempotencyKey")).toBe(false);
  });

  it("prints the field names of `details` without their values", async () => {
    const details = { accountNumber: "000123456789", routingNumber: "021000021" };
    const error = await errorOf(() => json({ code: "INVALID_BANK_ACCOUNT", message: "no", details }, 400));
    expect(error).toMatchObject({ code: "INVALID_BANK_ACCOUNT", name: "BadRequestError", details });
    for (const shown of [inspect(error), JSON.stringify(error)]) {
      expect(shown).toContain("accountNumber");
      expect(shown).not.toMatch(/000123456789|021000021/);
    }
    const listed = await errorOf(() => json({ code: "X", details: ["000123456789"] }, 400));
    expect(listed["details"]).toEqual(["000123456789"]);
    expect(Object.hasOwn(listed, "detailFields")).toBe(false);
  });

  it("about several fields names each in one line", async () => {
    const params = { ...transfer, amount: -1, source: { accountId: "" } };
    const error = (await rejection(createClient({}).transfers.in(params))) as Error;
    expect(error.message).toBe(
      `\`source.accountId\` must not be empty; \`amount\` must be an integer in the smallest unit, from 0 to ${Number.MAX_SAFE_INTEGER}, got -1`,
    );
  });

  it("about a body that is not JSON says so without a path", async () => {
    expect(await errorOf(() => json("{"))).toMatchObject({ issues: [{ path: "", message: "must be JSON" }] });
  });

  it("about a list without rows says that a read did nothing", async () => {
    const { fetch } = fakeFetch(() => json({ rows: [] }));
    expect(await rejection(createClient({ fetch, validation: "off" }).customers.list())).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "not-executed",
      advice: "retry",
      issues: [{ path: "data", message: "must be an array" }],
      body: { rows: [] },
    });
  });

  it("about an id calls it `id`", async () => {
    const payments = createClient({ fetch: fakeFetch(() => json({})).fetch });
    for (const id of ["", "..", "a/b", "\ud800", 5, null, undefined]) {
      expect(await rejection(payments.customers.retrieve(id as `Customer:${string}`))).toMatchObject({
        issues: [{ path: "id" }],
      });
      expect(await rejection(payments.documents.retrieve(id as string))).toMatchObject({
        issues: [{ path: "id" }],
      });
    }
  });

  it("about a raw path calls it `path`", async () => {
    const payments = createClient({ fetch: fakeFetch(() => json({})).fetch });
    for (const path of ["config", "", "/a//b", "/..", 5, null]) {
      expect(await rejection(payments.request("GET", path as string))).toMatchObject({
        issues: [{ path: "path" }],
      });
    }
  });
});

describe("an unsafe amount", () => {
  it("proves a payment only in a genuine response", async () => {
    expect(await errorOf(() => json('{"amount":9007199254740993}'))).toMatchObject({
      code: "UNRELATED_RESPONSE",
      outcome: "unknown",
    });
    const genuine = '{"id":"Transaction:1","type":"INCOMING","amount":9007199254740993}';
    expect(await errorOf(() => json(genuine))).toMatchObject({
      code: "INVALID_RESPONSE",
      outcome: "executed",
    });
  });
});

describe("the outcome by status", () => {
  it.each([
    [500, "SERVER"],
    [504, "SERVER"],
  ])("is not `not-executed` for the service's %i with `Retry-After`", async (status, code) => {
    const later = { "retry-after": "61" };
    expect(await errorOf(() => refusal(status, code, later))).toMatchObject({ outcome: "unknown" });
  });

  it("is not `not-executed` for the service's 503 without `Retry-After`", async () => {
    expect(await errorOf(() => refusal(503))).toMatchObject({ outcome: "unknown" });
  });

  it("is a refusal for a 400 with a code that looks like progress", async () => {
    expect(await errorOf(() => refusal(400, "PROCESSING"))).toMatchObject({ outcome: "not-executed" });
  });
});

describe("the service's time", () => {
  it("is unknown before the first response, and then follows the clock", async () => {
    let nowMs = Date.parse("2030-01-01T00:00:00Z");
    const { fetch } = fakeFetch(() => json({}, 200, { date: "Thu, 01 Jan 2026 00:00:00 GMT" }));
    const payments = createClient({ fetch, now: () => nowMs });
    expect(payments.serviceTime()).toBeUndefined();
    await payments.request("GET", "/config");
    expect(payments.serviceTime()).toBe(Date.parse("2026-01-01T00:00:00Z"));
    nowMs += 5_000;
    expect(payments.serviceTime()).toBe(Date.parse("2026-01-01T00:00:05Z"));
  });
});

describe("`issues` of an error response", () => {
  const issuesOf = async (details: unknown) =>
    (await errorOf(() => json({ status: 400, code: "INVALID_INPUT", message: "no", details }, 400)))[
      "issues"
    ];

  it("name every invalid field", async () => {
    const errors = [
      { field: "a.b", message: "is too long" },
      { field: "c", constraint: {} },
      { message: "x" },
    ];
    expect(await issuesOf({ errors })).toEqual([
      { path: "a.b", message: "is too long" },
      { path: "c", message: "is invalid" },
    ]);
  });

  it.each<[string, string, object, object[]]>([
    [
      "an invalid field",
      "/invitations",
      { inviterUma: "ada" },
      [{ path: "inviterUma", message: "inviterUma: expected an UMA address, $name@domain" }],
    ],
    ["a missing field", "/invitations", {}, [{ path: "inviterUma", message: "inviterUma is required" }]],
  ])("name %s of a request that the simulator refuses", async (_, path, body, issues) => {
    const payments = new PaymentsClient(new Simulator().clientOptions());
    const error = await rejection(payments.request("POST", path, { body }));
    expect(error).toMatchObject({ status: 400, issues });
  });

  it.each([undefined, {}, { errors: "no" }])("are absent if `details` is %o", async (details) => {
    expect(await issuesOf(details)).toBeUndefined();
  });

  it("are not printed", async () => {
    const details = { errors: [{ field: "a", message: "PERSONAL" }] };
    const error = await errorOf(() =>
      json({ status: 400, code: "INVALID_INPUT", message: "no", details }, 400),
    );
    expect(inspect(error)).not.toContain("PERSONAL");
  });
});

it.each(["LNURLP_REQUEST_FAILED", "OTHER_COUNTERPARTY_FAILED"])(
  "a 424 %s is a refusal with a cause that may pass",
  async (code) => {
    const error = await errorOf(() => json({ status: 424, code, message: "no" }, 424));
    expect(error).toMatchObject({ outcome: "not-executed", advice: "fix", temporary: true });
  },
);
