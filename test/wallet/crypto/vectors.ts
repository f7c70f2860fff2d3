import exportFile from "../../fixtures/vectors/wallet-exports.json";
import { openSealed } from "../../support/node-wallet";
import codeFile from "../../fixtures/vectors/otp-bundles.json";
import sessionFile from "../../fixtures/vectors/session-bundles.json";
import stampFile from "../../fixtures/vectors/stamps.json";

interface Vector {
  id: string;
  note: string;
}

export interface SessionVector extends Vector {
  clientPrivateKey: string;
  clientPublicKey: string;
  bundle: string;
  expected: {
    ok: boolean;
    reason?: string | undefined;
    sessionPrivateKey?: string | undefined;
    sessionPublicKey?: string | undefined;
  };
}

export interface StampVector extends Vector {
  sessionPrivateKey: string;
  sessionPublicKey: string;
  payload: string;
  payloadByteLength: number;
  payloadSha256: string;
  stamp: string;
  expected: { verifies: boolean; reason?: string | undefined };
  deterministicSignature?: string | undefined;
}

export interface ExportVector extends Vector {
  environment: string;
  clientPrivateKey: string;
  clientPublicKey: string;
  trustedIssuerPublicKey: string | null;
  expectedOrganizationId: string | null;
  encryptedWalletCredentials: string;
  expected: {
    ok: boolean;
    reason?: string | undefined;
    mnemonic?: string | undefined;
    plaintextHex?: string | undefined;
  };
}

export interface CodeVector {
  id: string;
  trustedIssuerPublicKey: string;
  otpEncryptionTargetBundle: string;
}

export const acceptedCodes: readonly (CodeVector & { targetPrivateKey: string; otp: string })[] =
  codeFile.accept;
export const rejectedCodes: readonly (CodeVector & { note: string })[] = codeFile.reject;
/** Opens a sealed code with the target's private key, by `node:crypto` alone. */
export function openCode(targetPrivateKey: string, bundle: string, target: string): unknown {
  const bytes = (digits: string) => Buffer.from(digits, "hex");
  const publicKey: string = JSON.parse(bytes(JSON.parse(target).data).toString()).targetPublic;
  const { encappedPublic, ciphertext } = JSON.parse(bundle);
  const recipient = { privateKey: bytes(targetPrivateKey), publicKey };
  return JSON.parse(openSealed(recipient, bytes(encappedPublic), bytes(ciphertext)).toString());
}

export const sessionVectors: readonly SessionVector[] = sessionFile.cases;
export const stampVectors: readonly StampVector[] = stampFile.cases;
export const exportVectors: readonly ExportVector[] = exportFile.cases;
export const unusableSessionKeys: readonly (Vector & { sessionPrivateKey: string })[] =
  stampFile.unusableSessionKeys;
