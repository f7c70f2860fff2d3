import fc from "fast-check";
import { inspect } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";
import { runs } from "../support/runs";

const clientPublicKey = `04${"ab".repeat(64)}`;

/** The error of a sign-in with this code and response. */
async function errorOf(body: unknown, otp = "907713", headers: Record<string, string> = {}) {
  const { fetch } = fakeFetch(() => json(body, 400));
  const payments = createClient({ fetch });
  const params = { type: "EMAIL_OTP", otp, clientPublicKey } as const;
  const error = await rejection(payments.auth.credentials.verify("AuthMethod:1", params, { headers }));
  return error as Error & { details: unknown };
}

const messageOf = async (message: string, otp?: string, headers?: Record<string, string>) =>
  (await errorOf({ code: "X", message }, otp, headers)).message.replace(/^.* 400 X: /, "");

describe("an error may show", () => {
  it("values of request fields that are not secret", async () => {
    const said = `type EMAIL_OTP, key ${clientPublicKey}`;
    expect(await messageOf(said)).toBe(said);
  });

  it("a secret of three characters, which also occurs in ordinary text, but not one of four", async () => {
    expect(await messageOf("abc of abcd", "abc")).toBe("abc of abcd");
    expect(await messageOf("abc of abcd", "abcd")).toBe("abc of [redacted]");
  });

  it("a short part of a header, but not eight characters or the whole", async () => {
    const headers = { "x-own": "Token   abcdefgh; id=1234567" };
    expect(await messageOf("Token, 1234567", undefined, headers)).toBe("Token, 1234567");
    expect(await messageOf("got abcdefgh", undefined, headers)).toBe("got [redacted]");
    expect(await messageOf("got Token   abcdefgh; id=1234567.", undefined, headers)).toBe("got [redacted].");
  });

  it("the ids of calls and traces that the caller sends", async () => {
    const trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    const headers = { "X-Request-Id": "order-77-first", traceparent: trace, "x-own": "order-78-first" };
    const said = await messageOf(`order-77-first ${trace} order-78-first`, undefined, headers);
    expect(said).toBe(`order-77-first ${trace} [redacted]`);
  });

  it("every element of a list, without the secrets in it", async () => {
    const { details } = await errorOf({ code: "X", details: ["one", { given: "907713" }, ["907713", 5]] });
    expect(details).toEqual(["one", { given: "[redacted]" }, ["[redacted]", 5]]);
  });

  it("64 levels of a body, but no deeper", async () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? "text of the service" : { in: nested(depth - 1) };
    const shown = async (depth: number) =>
      JSON.stringify((await errorOf({ code: "X", details: nested(depth) })).details);
    expect(await shown(64)).toContain("text of the service");
    expect(await shown(65)).not.toContain("text of the service");
    expect(await shown(65)).toContain("[redacted]");
  });

  it("the name of a secret, with a mark instead of its value", async () => {
    expect(await messageOf(`got {"otp":"1234","x":"y"} and otp=55555&x=y`)).toBe(
      `got {"otp":"[redacted]","x":"y"} and otp=55555&x=y`,
    );
  });

  it("a null as the value of a secret", async () => {
    const { fetch } = fakeFetch(() => json({ code: "X", message: "null and undefined" }, 400));
    const body = { assertion: { userHandle: null } };
    const error = await rejection(createClient({ fetch }).request("POST", "/new", { body }));
    expect(String(error)).toContain("null and undefined");
  });
});

describe("a secret is not shown in the notations of HTTP and JSON:", () => {
  const otp = `a\nb "c"/é😀 d\\\\&!`;

  it.each([
    ["as it is", otp],
    ["in JSON", JSON.stringify(otp).slice(1, -1)],
    ["in JSON with escaped slashes", JSON.stringify(otp).slice(1, -1).replaceAll("/", "\\/")],
    ["in JSON of ASCII", `a\\nb \\"c\\"/\\u00e9\\ud83d\\uDE00 d\\\\\\\\\\u0026!`],
    ["in an address", encodeURIComponent(otp)],
    ["in an address, in small letters", encodeURIComponent(otp).toLowerCase()],
    ["in a form", new URLSearchParams({ otp }).toString().slice(4)],
  ])("%s", async (_notation, text) => {
    expect(await messageOf(`got ${text}.`, otp)).toBe("got [redacted].");
  });

  it("text that only resembles a secret is shown", async () => {
    expect(await messageOf("got a+b", "a b!")).toBe("got a+b");
    expect(await messageOf("got a&b+c", "a&b c")).toBe("got [redacted]");
    expect(await messageOf("got a+b c", "a&b c")).toBe("got a+b c");
  });
});

/** The text of the error if a careless server repeats the code of a sign-in. */
async function shownBy(response: () => Response, otp: string): Promise<string> {
  const { fetch } = fakeFetch(response);
  const params = { type: "EMAIL_OTP", otp, clientPublicKey } as const;
  const error = await rejection(
    createClient({ fetch, maxRetries: 0 }).auth.credentials.verify("AuthMethod:1", params),
  );
  const { details } = error as { details?: unknown };
  return [
    inspect(error, { depth: 9, showHidden: true }),
    JSON.stringify(error),
    String(error),
    inspect(details, { depth: 9 }),
  ].join("\n");
}

describe("a secret in an unexpected place is not shown", () => {
  const otp = "907713";

  it.each<[string, () => Response]>([
    ["the name of a field", () => json({ code: "X", details: { [otp]: "wrong" } }, 400)],
    ["a numeric code", () => json({ code: Number(otp) }, 400)],
    ["a number", () => json({ code: "X", details: { given: Number(otp) } }, 400)],
    ["the request id", () => json({ code: "X", message: "no" }, 400, { "x-request-id": otp })],
    ["a header that errors show", () => json({ code: "X" }, 400, { "x-ratelimit-key": otp })],
    ["the code", () => json({ code: `WRONG_${otp}` }, 400)],
  ])("written as %s", async (_place, response) => {
    expect(await shownBy(response, otp)).not.toContain(otp);
  });

  it.each([
    `{"OTP":"123123","x`,
    `{"Otp" : "123123`,
    `{"oidc_token":"123123"`,
    `{"OIDC-TOKEN":"123123"`,
    `{"service-wallet-signature":"123123`,
    `{"clientSecret":123123`,
    `{"log":"{\\"clientSecret\\":\\"123123\\"}"`,
    `{"log":"{\\"clientSecret\\" : \\"123123`,
  ])("if its name identifies it in an incomplete body: %s", async (text) => {
    // The client did not send this value. Only its name marks it as a secret.
    const shown = await shownBy(() => new Response(text, { status: 400 }), otp);
    expect(shown).not.toContain("123123");
  });

  it("if its name identifies it in JSON, in another case", async () => {
    const body = { code: "X", details: { OTP: "123123", client_secret: "123123", Otp: 123123 } };
    expect(await shownBy(() => json(body, 400), otp)).not.toContain("123123");
  });

  it("but similar text is shown", async () => {
    const body = { code: "X", message: "robotp: 5, the signatures: none", details: { given: 907714 } };
    const shown = await shownBy(() => json(body, 400), otp);
    expect(shown).toContain("robotp: 5, the signatures: none");
    expect(shown).toContain("907714");
  });
});

it("calls with the same secrets build their patterns once, also with a hook", async () => {
  const { fetch } = fakeFetch(() => json({}, 200, { "x-request-id": "request-1" }));
  const headers = { "x-gateway-token": "a-token-of-a-gateway" };
  const payments = createClient({ fetch, headers, hooks: { onResponse: () => {} } });
  await payments.config.retrieve();
  const made = vi.spyOn(globalThis, "RegExp");
  await payments.config.retrieve();
  const patterns = made.mock.calls.length;
  made.mockRestore();
  expect(patterns).toBe(0);
});

it("no secret of four characters is in an error, in any text around it", async () => {
  const other = fc.string({ maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[\w+/ .-]{4,40}$/), other, other, async (secret, before, after) => {
      fc.pre(!`${before}${after}[redacted] EMAIL_OTP`.includes(secret) && secret.trim() === secret);
      const error = await errorOf({ code: "X", message: `${before}${secret}${after}` }, secret);
      const message = error.message.split(" X: ")[1] ?? "";
      expect(message).not.toContain(secret);
    }),
    { numRuns: runs(10) },
  );
});
