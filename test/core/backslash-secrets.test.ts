import { expect, it } from "vitest";
import { createClient, fakeFetch, json, rejection } from "./client";

const escaped = (text: string) => JSON.stringify(text).slice(1, -1);

it.each([1, 2, 3, 4])(
  "a secret with a run of %i backslashes is not shown, however often it is escaped",
  async (length) => {
    const otp = `first${"\\".repeat(length)}second`;
    const params = { type: "EMAIL_OTP", otp, clientPublicKey: `04${"ab".repeat(64)}` } as const;
    for (const text of [otp, escaped(otp), escaped(escaped(otp)), escaped(escaped(escaped(otp)))]) {
      const { fetch } = fakeFetch(() => json({ code: "INVALID_INPUT", message: `wrong: ${text}.` }, 400));
      const verifying = createClient({ fetch }).auth.credentials.verify("AuthMethod:1", params);
      const { message } = (await rejection(verifying)) as Error;
      expect(message).not.toContain("first");
      expect(message).toContain("wrong: [redacted].");
    }
  },
);
