import { afterEach, describe, expect, it, vi } from "vitest";
import type { PaymentsError } from "payments-sdk";
import {
  ClientKeyPair,
  generateClientKeyPair,
  MalformedBundleError,
  openSessionBundle,
  openWalletExport,
  SessionKey,
} from "payments-sdk/wallet";
import {
  base58check,
  compress,
  nodePrivateKey,
  nodeSign,
  publicKeyOf,
  randomScalarHex,
  scalarHex,
  seal,
  sessionBundle,
  walletExport,
} from "./node-reference";
import { refusal } from "./support";

afterEach(() => vi.unstubAllGlobals());

const clientPrivateKey = randomScalarHex();
const clientPublicKey = publicKeyOf(clientPrivateKey, "uncompressed");
const issuerPrivateKey = randomScalarHex();
const issuerKey = publicKeyOf(issuerPrivateKey, "uncompressed");

const keyPair = (): Promise<ClientKeyPair> => ClientKeyPair.fromPrivateKey(clientPrivateKey);
const openBundle = async (bundle: string): Promise<PaymentsError> =>
  refusal(openSessionBundle(bundle, await keyPair()));
const openExport = async (text: string): Promise<PaymentsError> =>
  refusal(
    openWalletExport(text, await keyPair(), { environment: "production", trustedIssuerKeys: [issuerKey] }),
  );

const exportWith = (sealed: object, plaintext = "some words"): string =>
  walletExport({
    clientPublicKey,
    organizationId: "organization-1",
    issuerPrivateKey,
    plaintext: Buffer.from(plaintext),
    alterData: (data) => ({ ...data, ...sealed }),
  });
const exportOf = (members: object): string =>
  JSON.stringify({ ...(JSON.parse(exportWith({})) as object), ...members });

describe("the errors of keys, bundles and exports", () => {
  it.each([
    ["MalformedBundleError", "MALFORMED_BUNDLE", () => openBundle("0")],
    ["DecryptionError", "DECRYPTION_FAILED", () => openExport(exportWith({ ciphertext: "00".repeat(16) }))],
    [
      "SignatureVerificationError",
      "SIGNATURE_INVALID",
      () =>
        openExport(
          exportOf({ dataSignature: nodeSign(nodePrivateKey(issuerPrivateKey), "x").toString("hex") }),
        ),
    ],
    ["InvalidKeyError", "INVALID_KEY", () => refusal(SessionKey.fromPrivateKey(scalarHex(0n)))],
    [
      "CryptoUnavailableError",
      "CRYPTO_UNAVAILABLE",
      () => {
        vi.stubGlobal("crypto", undefined);
        return refusal(generateClientKeyPair());
      },
    ],
  ])("%s has its name and the code %s", async (name, code, cause) => {
    const error = await cause();
    expect({ name: error.name, code: error.code }).toEqual({ name, code });
    expect(String(error.stack)).toContain(name);
  });

  const session = (plaintext: string): string =>
    sessionBundle(clientPublicKey, Buffer.from(plaintext, "hex"));
  const { encapsulatedKey, ciphertext } = seal(clientPublicKey, Buffer.from(randomScalarHex(), "hex"));

  it.each([
    ["length", "more than 1024 characters", "z".repeat(1025)],
    ["alphabet", "a character outside base58", "0"],
    ["checksum", "no checksum", "z".repeat(1024)],
    [
      "length",
      "a ciphertext shorter than its tag",
      base58check(Buffer.concat([compress(encapsulatedKey), ciphertext.subarray(0, 15)])),
    ],
    ["point", "no point on the curve", base58check(Buffer.concat([Buffer.alloc(33, 5), ciphertext]))],
    ["secret", "a sealed value that is no key", session("00")],
  ])("a session bundle names its %s if it has %s [CRY-14]", async (layer, _, bundle) => {
    const error = await openBundle(bundle);
    expect(error).toBeInstanceOf(MalformedBundleError);
    expect(error).toMatchObject({ layer, code: "MALFORMED_BUNDLE" });
    expect(error.message).toContain("session bundle");
    expect(error.message).toContain(layer);
  });

  it.each([
    ["envelope", "no JSON", () => "{"],
    ["data", "no digits of data", () => exportOf({ data: "" })],
    [
      "data",
      "signed data that is no object",
      () =>
        walletExport({
          clientPublicKey,
          organizationId: "organization-1",
          issuerPrivateKey,
          plaintext: Buffer.from("words"),
          alterData: () => [],
        }),
    ],
    ["organization", "no organization", () => exportWith({ organizationId: "" })],
    [
      "point",
      "a compressed point",
      () => exportWith({ encappedPublic: publicKeyOf(randomScalarHex(), "compressed") }),
    ],
    ["ciphertext", "a ciphertext shorter than its tag", () => exportWith({ ciphertext: "00".repeat(15) })],
    ["mnemonic", "no words", () => exportWith({}, "")],
  ])("a wallet export names its %s if it has %s [CRY-14]", async (layer, _, make) => {
    const error = await openExport(make());
    expect(error).toBeInstanceOf(MalformedBundleError);
    expect(error).toMatchObject({ layer, code: "MALFORMED_BUNDLE" });
    expect(error.message).toContain("wallet export");
    expect(error.message).toContain(layer);
  });
});
