import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

const clientPublicKey = `04${"ab".repeat(64)}`;

/** The error of a sign-in with this code, responded to so. */
async function errorOf(body: unknown, otp = "907713", headers: Record<string, string> = {}) {
  const { fetch } = fakeFetch(() => json(body, 400));
  const payments = createClient({ fetch });
  const params = { type: "EMAIL_OTP", otp, clientPublicKey } as const;
  const error = await rejection(payments.auth.credentials.verify("AuthMethod:1", params, { headers }));
  return error as Error & { details: unknown };
}

const messageOf = async (message: string, otp?: string, headers?: Record<string, string>) =>
  (await errorOf({ code: "X", message }, otp, headers)).message.replace(/^.* 400 X: /, "");

describe("what an error may show", () => {
  it("is what the request said in fields that are no secrets", async () => {
    const said = `type EMAIL_OTP, key ${clientPublicKey}`;
    expect(await messageOf(said)).toBe(said);
  });

  it("is a code of three characters, which would blank out ordinary text, and not one of four", async () => {
    expect(await messageOf("abc of abcd", "abc")).toBe("abc of abcd");
    expect(await messageOf("abc of abcd", "abcd")).toBe("abc of [redacted]");
  });

  it("is a short part of a header, and not a part of eight characters or the whole", async () => {
    const headers = { "x-own": "Token   abcdefgh; id=1234567" };
    expect(await messageOf("Token, 1234567", undefined, headers)).toBe("Token, 1234567");
    expect(await messageOf("got abcdefgh", undefined, headers)).toBe("got [redacted]");
    expect(await messageOf("got Token   abcdefgh; id=1234567.", undefined, headers)).toBe("got [redacted].");
  });

  it("is every element of a list, without the secrets in it", async () => {
    const { details } = await errorOf({ code: "X", details: ["one", { given: "907713" }, ["907713", 5]] });
    expect(details).toEqual(["one", { given: "[redacted]" }, ["[redacted]", 5]]);
  });

  it("is 64 levels of a body, and not the next", async () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? "text of the service" : { in: nested(depth - 1) };
    const shown = async (depth: number) =>
      JSON.stringify((await errorOf({ code: "X", details: nested(depth) })).details);
    expect(await shown(64)).toContain("text of the service");
    expect(await shown(65)).not.toContain("text of the service");
    expect(await shown(65)).toContain("[redacted]");
  });

  it("is the name of a secret, with the mark in place of its value", async () => {
    expect(await messageOf(`got {"otp":"1234","x":"y"} and otp=55555&x=y`)).toBe(
      `got {"otp":"[redacted]","x":"y"} and otp="[redacted]"&x=y`,
    );
  });

  it("is a null below the name of a secret", async () => {
    const { fetch } = fakeFetch(() => json({ code: "X", message: "null and undefined" }, 400));
    const body = { assertion: { userHandle: null } };
    const error = await rejection(createClient({ fetch }).request("POST", "/new", { body }));
    expect(String(error)).toContain("null and undefined");
  });
});

describe("a secret with characters that are escaped", () => {
  const otp = "a\nb c&d";

  it.each([
    ["in JSON", "a\\u000ab c\\u0026d"],
    ["in HTML by hexadecimal numbers", "a&#x0a;b&#x20;c&#X26;d"],
    ["in HTML by names", "a&#10;b&nbsp;c&amp;d"],
    ["in an address", "a%0ab%20c%26d"],
    ["in a form", "a%0Ab+c%26d"],
  ])("%s is not shown", async (_case, text) => {
    expect(await messageOf(`got ${text}.`, otp)).toBe("got [redacted].");
  });

  it("is not taken for text that a blank would match", async () => {
    expect(await messageOf("got a+b", "a b!")).toBe("got a+b");
    expect(await messageOf("got a&b+c", "a&b c")).toBe("got [redacted]");
    expect(await messageOf("got a+b c", "a&b c")).toBe("got a+b c");
  });
});
