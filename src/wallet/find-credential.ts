import { refuse } from "../core/errors";
import type { AuthMethod, AuthMethodType } from "../models/auth-method";
import type { WalletContext } from "./context";
import { CredentialNotFoundError } from "./errors";
import type { WalletCall } from "./wallet-call";

/** Finds the wallet's credential of a type. */
export async function findCredential(
  context: WalletContext,
  call: WalletCall,
  type: AuthMethodType,
): Promise<AuthMethod> {
  const listed = await context.passkeyRecords.list(call);
  const [credential, second] = listed.filter((candidate) => candidate.type === type);
  if (credential === undefined) throw new CredentialNotFoundError(call.operation, type);
  if (second !== undefined) {
    refuse("credentialId", `is needed: the wallet has several ${type} credentials`, call.operation);
  }
  return credential;
}
