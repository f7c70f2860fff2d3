import { refuse } from "../core/errors";
import type { AuthMethod, AuthMethodType } from "../models/auth";
import type { WalletContext } from "./context";
import { CredentialNotFoundError } from "./errors";
import { webAuthnIdOf } from "./passkey-records";
import type { WalletCall } from "./wallet-call";

/** Finds the wallet's credential of a type. Of several passkeys, it is the one that this device remembers. */
export async function findCredential(
  { passkeyRecords }: WalletContext,
  call: WalletCall,
  type: AuthMethodType,
): Promise<AuthMethod> {
  const listed = await passkeyRecords.list(call);
  const [first, ...others] = listed.filter((candidate) => candidate.type === type);
  if (first === undefined) throw new CredentialNotFoundError(call.operation, type);
  if (others.length === 0) return first;
  for (const id of passkeyRecords.onDevice) {
    const remembered = [first, ...others].find((candidate) => webAuthnIdOf(candidate) === id);
    if (remembered !== undefined) return remembered;
  }
  const devices = type === "PASSKEY" ? ": `wallet.credentials.devices()` lists them" : "";
  return refuse(
    "credentialId",
    `is needed, because the wallet has several ${type} credentials${devices}`,
    call.operation,
  );
}
