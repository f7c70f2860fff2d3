import { verifyWebhook } from "payments-sdk/webhooks";
import { expect, it } from "vitest";

it("a key that is a list whose items cannot be read is a wrong configuration", async () => {
  const throwing = Object.defineProperty([1], 0, {
    get: () => {
      throw new Error("thrown by the caller's own object");
    },
  });
  const publicKeys = [throwing] as unknown as string[]; // Wrong on purpose.
  await expect(
    verifyWebhook("{}", { "x-service-signature": "MEQCIA==" }, { publicKeys }),
  ).rejects.toMatchObject({
    name: "ConfigurationError",
    option: "publicKeys",
  });
});
