import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

/** A text for which a quadratic search would need many seconds. */
const LENGTH = 200_000;
const clientPublicKey = `04${"ab".repeat(64)}`;

/** The error of a sign-in with this response. */
async function errorOf(text: string, otp = "907713") {
  const { fetch } = fakeFetch(() => new Response(text, { status: 400 }));
  const params = { type: "EMAIL_OTP", otp, clientPublicKey } as const;
  return rejection(createClient({ fetch }).auth.credentials.verify("AuthMethod:1", params));
}

describe("a hostile response is read in linear time", () => {
  it.each([
    ["letters", "a".repeat(LENGTH)],
    ["blanks", `a${" ".repeat(LENGTH)}`],
    ["backslashes", "\\".repeat(LENGTH)],
    ["quotes", '"'.repeat(LENGTH)],
    ["names", "otp-".repeat(LENGTH / 4)],
  ])("with a long run of %s", async (_case, text) => {
    expect(await errorOf(text)).toMatchObject({ status: 400 });
    expect(await errorOf(text, `${"\\".repeat(30)}x"y`)).toMatchObject({ status: 400 });
  });

  it("with a long run of the name of an amount", async () => {
    const { fetch } = fakeFetch(() => json({ text: "fees".repeat(LENGTH / 4) }));
    expect(await createClient({ fetch }).request("GET", "/config")).toBeDefined();
  });
});
