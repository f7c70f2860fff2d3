import { refuse } from "../core/errors";
import { textOf } from "../core/fields";
import type { AuthMethod, AuthMethodType } from "../models/auth";
import type { AuthMethodId } from "../models/ids";
import type { WalletContext } from "./context";
import { CredentialNotFoundError } from "./errors";
import { webAuthnIdOf } from "./passkey-records";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";

/** A device that signs in with a passkey, for the customer to recognize. */
export interface WalletDevice {
  /** The id of its credential. Pass it to `wallet.signIn` as `credentialId`. */
  readonly id: AuthMethodId;
  /** The name from the registration. Devices of the same name are numbered, in the order of their registration. */
  readonly name: string;
  /** When it was registered. ISO 8601 date-time in UTC. */
  readonly createdAt: string;
  /** Whether this browser made or used the passkey. `undefined` if the service does not show which passkey it is. */
  readonly isThisDevice: boolean | undefined;
  /** Revokes the passkey and its sessions, with a session of another credential. The same as `wallet.credentials.revoke`. */
  readonly remove: (options?: WalletRequestOptions) => Promise<void>;
}

/** The devices of the listed credentials, the oldest first. */
export function devicesOf(
  listed: readonly AuthMethod[],
  onDevice: readonly string[],
  revoke: (id: AuthMethodId, options?: WalletRequestOptions) => Promise<void>,
): WalletDevice[] {
  const used = new Map<string, number>();
  return listed
    .filter(({ type }) => type === "PASSKEY")
    .sort((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt))
    .map((row) => {
      const { id, createdAt } = row;
      const name = textOf(row, "nickname")?.trim() || "Passkey";
      const count = (used.get(name) ?? 0) + 1;
      used.set(name, count);
      const passkeyId = webAuthnIdOf(row);
      return {
        id,
        name: count === 1 ? name : `${name} (${count})`,
        createdAt,
        isThisDevice: passkeyId === undefined ? undefined : onDevice.includes(passkeyId),
        remove: (options) => revoke(id, options),
      };
    });
}

/** Finds the wallet's credential of a type. Of several passkeys, it is the one that this device remembers. */
export async function findCredential(
  { passkeyRecords }: WalletContext,
  call: WalletCall,
  type: AuthMethodType,
): Promise<AuthMethod> {
  const found = (await passkeyRecords.list(call)).filter((candidate) => candidate.type === type);
  const [first] = found;
  if (first === undefined) throw new CredentialNotFoundError(call.operation, type);
  const onDevice = passkeyRecords.onDevice.map((id) => found.find((row) => webAuthnIdOf(row) === id));
  const chosen = onDevice.find(Boolean) ?? (found.length === 1 ? first : undefined);
  if (chosen !== undefined) return chosen;
  const devices = type === "PASSKEY" ? ": `wallet.credentials.devices()` lists them" : "";
  return refuse(
    "credentialId",
    `is needed, because the wallet has several ${type} credentials${devices}`,
    call.operation,
  );
}
