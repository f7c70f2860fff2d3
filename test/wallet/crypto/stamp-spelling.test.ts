import { expect, it } from "vitest";
import { verifyStamp } from "payments-sdk/wallet";
import { nodePrivateKey, nodeSign, publicKeyOf, scalarHex } from "./node-reference";

it("verifyStamp rejects a single upper-case digit in the signature or the key [CRY-08]", async () => {
  const secret = scalarHex(7n);
  const publicKey = publicKeyOf(secret, "compressed");
  const signature = nodeSign(nodePrivateKey(secret), "payload").toString("hex");
  const stampOf = (key: string, digits: string): string =>
    Buffer.from(
      JSON.stringify({ publicKey: key, scheme: "SIGNATURE_SCHEME_TK_API_P256", signature: digits }),
    ).toString("base64url");
  const raiseFirstLetter = (digits: string): string =>
    digits.replace(/[a-f]/, (letter) => letter.toUpperCase());

  const malformed = { code: "SIGNATURE_INVALID", check: "stamp" };
  expect(await verifyStamp(stampOf(publicKey, signature), "payload")).toMatchObject({ publicKey });
  expect(raiseFirstLetter(signature)).not.toBe(signature);
  await expect(verifyStamp(stampOf(publicKey, raiseFirstLetter(signature)), "payload")).rejects.toMatchObject(
    malformed,
  );
  expect(raiseFirstLetter(publicKey)).not.toBe(publicKey);
  await expect(verifyStamp(stampOf(raiseFirstLetter(publicKey), signature), "payload")).rejects.toMatchObject(
    malformed,
  );
});
