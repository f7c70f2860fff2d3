import {
  ClientKeyPair,
  generateClientKeyPair,
  openSessionBundle,
  openWalletExport,
  SessionKey,
  verifyStamp,
} from "payments-sdk/wallet";
import { sealOneTimeCode } from "../../../src/wallet/crypto/signed-values";
import type { CodeVector, ExportVector, SessionVector, StampVector } from "../../wallet/crypto/vectors";

/** What went wrong, in the words of the vectors where they have one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return "not an error";
  const part = Reflect.get(error, "layer") ?? Reflect.get(error, "check");
  if (typeof part === "string") return part;
  return error.name === "DecryptionError" ? "open" : error.name;
}

/** What an attempt gives, or why it gives nothing. */
async function outcomeOf(attempt: () => string | Promise<string>): Promise<string> {
  try {
    return await attempt();
  } catch (error) {
    return `refused: ${reasonOf(error)}`;
  }
}

/** What the tests of cryptography do in a page. */
export const program = {
  hasWebCrypto: () => crypto.subtle !== undefined,

  /** As on a page without HTTPS. */
  removeWebCrypto: () => {
    Object.defineProperty(Crypto.prototype, "subtle", { value: undefined });
  },

  /** The session's public key, by a stamp that was verified. */
  openBundle: ({ bundle, clientPrivateKey }: SessionVector) =>
    outcomeOf(async () => {
      const key = await openSessionBundle(bundle, await ClientKeyPair.fromPrivateKey(clientPrivateKey));
      return (await verifyStamp(await key.stamp("payload"), "payload")).publicKey;
    }),

  stamp: ({ sessionPrivateKey, payload }: StampVector) =>
    outcomeOf(async () => (await SessionKey.fromPrivateKey(sessionPrivateKey)).stamp(payload)),

  signerOf: ({ stamp, payload }: StampVector) =>
    outcomeOf(async () => (await verifyStamp(stamp, payload)).publicKey),

  openExport: ({
    clientPrivateKey,
    encryptedWalletCredentials,
    environment,
    trustedIssuerPublicKey,
    expectedOrganizationId,
  }: ExportVector) =>
    outcomeOf(async () => {
      const keyPair = await ClientKeyPair.fromPrivateKey(clientPrivateKey);
      return openWalletExport(encryptedWalletCredentials, keyPair, {
        environment: environment === "sandbox" ? "sandbox" : "production",
        trustedIssuerKeys: trustedIssuerPublicKey === null ? undefined : [trustedIssuerPublicKey],
        organizationId: expectedOrganizationId ?? undefined,
      });
    }),

  /** The public key is a new session's, compressed. */
  sealCode: ({ code, publicKey, vector }: { code: string; publicKey: string; vector: CodeVector }) =>
    outcomeOf(() => {
      const { otpEncryptionTargetBundle: target, trustedIssuerPublicKey } = vector;
      return sealOneTimeCode({ code, publicKey, target, issuerKeys: [trustedIssuerPublicKey] });
    }),

  useKey: (privateKey: string) =>
    outcomeOf(async () => {
      await SessionKey.fromPrivateKey(privateKey);
      return "taken";
    }),

  generateKeyPair: () => outcomeOf(async () => (await generateClientKeyPair()).publicKey),

  /** Tries to get at the bytes of a session's key in every form that WebCrypto has. */
  exportKey: async (privateKey: string) => {
    const stored = (await SessionKey.fromPrivateKey(privateKey)).stored();
    if (stored === undefined) return ["there is no key to store"];
    const attempts = (["raw", "pkcs8", "jwk"] as const).map((format) =>
      crypto.subtle.exportKey(format, stored.privateKey).then(
        () => "exported",
        (error: unknown) => (error instanceof Error ? error.name : "not an error"),
      ),
    );
    return Promise.all(attempts);
  },
};

export type CryptoProgram = typeof program;
Object.assign(globalThis, { program });
