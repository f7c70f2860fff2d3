import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

const clientPublicKey = `04${"ab".repeat(64)}`;

/** What an error shows when a careless server responds so to a sign-in with the code. */
async function shownBy(response: () => Response, otp: string): Promise<string> {
  const { fetch } = fakeFetch(response);
  const params = { type: "EMAIL_OTP", otp, clientPublicKey } as const;
  const error = await rejection(
    createClient({ fetch, maxRetries: 0 }).auth.credentials.verify("AuthMethod:1", params),
  );
  return [inspect(error, { depth: 9, showHidden: true }), JSON.stringify(error), String(error)].join("\n");
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
  ])("as %s", async (_place, response) => {
    expect(await shownBy(response, otp)).not.toContain(otp);
  });

  it.each([
    `{'otp': '123123', 'x`,
    `{"OTP":"123123","x`,
    `{"Otp" : "123123`,
    `{otp: 123123, x`,
    `otp=123123&x=1`,
    `{"oidc_token":"123123"`,
    `{"OIDC-TOKEN":"123123"`,
    `{"service-wallet-signature":"123123`,
    `{"clientSecret":123123`,
    `{"log":"{\\"clientSecret\\":\\"123123\\"}"`,
    `{"log":"{\\"clientSecret\\" : \\"123123`,
    `{"log":"\\"{\\\\\\"clientSecret\\\\\\":\\\\\\"123123\\\\\\"}`,
    `{"log":"{\\'client_secret\\':\\'123123\\'}"`,
  ])("by its name, in a body that was cut: %s", async (text) => {
    // The value is not one that the client sent: only its name says that it is a secret.
    const shown = await shownBy(() => new Response(text, { status: 400 }), otp);
    expect(shown).not.toContain("123123");
  });

  it("by its name, in another case, in JSON", async () => {
    const body = { code: "X", details: { OTP: "123123", client_secret: "123123", Otp: 123123 } };
    expect(await shownBy(() => json(body, 400), otp)).not.toContain("123123");
  });

  it("below the depth that is looked into", async () => {
    let nested: unknown = "deep-text-of-the-service";
    for (let depth = 0; depth < 70; depth += 1) nested = { nested };
    const { fetch } = fakeFetch(() => json({ code: "X", details: nested }, 400));
    const error = await rejection(createClient({ fetch }).customers.retrieve("Customer:1"));
    const details = JSON.stringify((error as { details?: unknown }).details);
    expect(details).not.toContain("deep-text-of-the-service");
    expect(details).toContain("[redacted]");
  });

  it("while what only looks alike is shown", async () => {
    const body = { code: "X", message: "robotp: 5, the signatures: none", details: { given: 907714 } };
    const shown = await shownBy(() => json(body, 400), otp);
    expect(shown).toContain("robotp: 5, the signatures: none");
    expect(shown).toContain("907714");
  });
});
