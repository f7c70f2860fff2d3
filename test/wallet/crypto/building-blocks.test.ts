import {
  browserPasskeys,
  generateClientKeyPair,
  indexedDbStore,
  openSessionBundle,
  openWalletExport,
  sandboxOidcToken,
  SessionKey,
  toAssertion,
  toAttestation,
  verifyStamp,
} from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { randomScalarHex } from "./node-reference";

/** Wrong on purpose. */
const wrong = (value: unknown) => value as never;
const invalidRequest = { name: "InvalidRequestError", code: "INVALID_REQUEST", outcome: "not-executed" };

describe("building blocks called from JavaScript", () => {
  it("openSessionBundle rejects a bundle that is not a string, and an invalid key pair", async () => {
    const keyPair = await generateClientKeyPair();
    for (const bundle of [undefined, null, 5, {}, new Uint8Array(50)]) {
      await expect(openSessionBundle(wrong(bundle), keyPair)).rejects.toMatchObject({
        ...invalidRequest,
        issues: [{ path: "bundle", message: `must be a string, got ${typeof bundle}` }],
      });
    }
    for (const pair of [undefined, null, 5, "pair", {}, { open: 1 }]) {
      const error = { name: "InvalidKeyError", code: "INVALID_KEY" };
      await expect(openSessionBundle("1111", wrong(pair))).rejects.toMatchObject(error);
      await expect(openWalletExport("{}", wrong(pair), { environment: "sandbox" })).rejects.toMatchObject(
        error,
      );
    }
  });

  it("openWalletExport rejects invalid options", async () => {
    const keyPair = await generateClientKeyPair();
    for (const options of [undefined, null, {}]) {
      await expect(openWalletExport("{}", keyPair, wrong(options))).rejects.toMatchObject({
        name: "ConfigurationError",
        option: "trustedIssuerKeys",
      });
    }
    for (const trustedIssuerKeys of ["04", [5], [null], { length: 1 }]) {
      const options = wrong({ environment: "production", trustedIssuerKeys });
      await expect(openWalletExport("{}", keyPair, options)).rejects.toMatchObject({
        name: "ConfigurationError",
        option: "trustedIssuerKeys",
        message: expect.stringContaining("must be an array of strings"),
      });
    }
    const unreadable = openWalletExport("{}", keyPair, {
      environment: "production",
      trustedIssuerKeys: ["04"],
    });
    await expect(unreadable).rejects.toThrow("the key at index 0 is invalid");
    for (const text of [undefined, null, 5, {}]) {
      const opening = openWalletExport(wrong(text), keyPair, { environment: "sandbox" });
      await expect(opening).rejects.toMatchObject({ name: "MalformedBundleError", layer: "envelope" });
    }
  });

  it("SessionKey accepts only valid keys", async () => {
    for (const stored of [
      undefined,
      null,
      {},
      { privateKey: {} },
      { privateKey: null, publicKey: "02" },
      5,
    ]) {
      expect(() => SessionKey.fromCryptoKey(wrong(stored))).toThrow(
        expect.objectContaining({
          name: "InvalidKeyError",
          message: expect.stringContaining("`privateKey`"),
        }),
      );
    }
    const { privateKey } = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, [
      "sign",
    ]);
    for (const publicKey of [undefined, null, 5, {}]) {
      expect(() => SessionKey.fromCryptoKey(wrong({ privateKey, publicKey }))).toThrow(
        expect.objectContaining({ name: "InvalidKeyError", message: expect.stringContaining("`publicKey`") }),
      );
    }
    const bytes = [...Buffer.from(randomScalarHex(), "hex")];
    for (const key of [
      undefined,
      null,
      32,
      -1,
      1e12,
      {},
      bytes,
      new Uint8Array(bytes).buffer,
      { length: 32 },
    ]) {
      await expect(SessionKey.fromPrivateKey(wrong(key))).rejects.toMatchObject({ name: "InvalidKeyError" });
    }
  });

  it.each([
    ["must be a string, got undefined", undefined],
    ["must be a string, got object", null],
    ["must be a string, got number", 5],
    ["must be a string, got object", new Uint8Array([123, 125])],
    ["must not have unpaired surrogates", "a\ud800b"],
    ["must not have unpaired surrogates", "\udc00"],
  ])("SessionKey rejects a payload that %s", async (message, payload) => {
    const key = await SessionKey.fromPrivateKey(randomScalarHex());
    const expected = { ...invalidRequest, issues: [{ path: "payload", message }] };
    await expect(key.stamp(wrong(payload))).rejects.toMatchObject(expected);
    await expect(key.signDer(wrong(payload))).rejects.toMatchObject(expected);
  });

  it("verifyStamp rejects a stamp and a payload of another type", async () => {
    const key = await SessionKey.fromPrivateKey(randomScalarHex());
    const refused = (check: string) => ({
      name: "SignatureVerificationError",
      code: "SIGNATURE_INVALID",
      check,
    });
    for (const stamp of [undefined, null, 5, {}])
      await expect(verifyStamp(wrong(stamp), "{}")).rejects.toMatchObject(refused("stamp"));
    // Were they turned into text, these payloads would have these stamps.
    for (const [text, payload] of [
      ["", undefined],
      ["null", null],
      ["\ufffd", "\ud800"],
    ] as const) {
      const stamp = await key.stamp(text);
      await expect(verifyStamp(stamp, wrong(payload))).rejects.toMatchObject(refused("payload"));
    }
  });

  it("toAttestation and toAssertion name the missing field", () => {
    for (const map of [toAttestation, toAssertion]) {
      for (const credential of [null, undefined, 5, {}, { rawId: "YQ" }, { rawId: 5, response: {} }]) {
        expect(() => map(wrong(credential))).toThrow(expect.objectContaining(invalidRequest));
      }
    }
  });

  it("the factories of ceremonies, stores and tokens check their parameters", () => {
    expect(() => sandboxOidcToken(wrong(null))).toThrow(expect.objectContaining(invalidRequest));
    expect(() => sandboxOidcToken(wrong({}))).toThrow(expect.objectContaining(invalidRequest));
    expect(() => browserPasskeys(wrong(null))).not.toThrow();
    expect(() => browserPasskeys(wrong({ storage: "local" }))).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: "storage" }),
    );
    expect(() => indexedDbStore(wrong(null))).not.toThrow();
    expect(() => indexedDbStore(wrong({ name: 5 }))).toThrow(
      expect.objectContaining({ name: "ConfigurationError", option: "name" }),
    );
  });
});
