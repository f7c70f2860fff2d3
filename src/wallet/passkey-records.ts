import { sha256 } from "@noble/hashes/sha2.js";
import { base64urlnopad } from "@scure/base";
import type { WalletContext } from "./context";
import { utf8 } from "./crypto/bytes";
import type { PasskeyCeremony } from "./passkey-ceremony";

type PasskeyContext = Pick<WalletContext, "accountId" | "log" | "passkeys" | "relyingParty">;

/** The WebAuthn user id of a wallet: the same for all its passkeys, and at most 64 bytes. */
export function passkeyUserId(accountId: string): string {
  return base64urlnopad.encode(sha256(utf8(accountId)));
}

/**
 * Records that the service accepted a passkey. A wallet has at most one, so any other passkey on the device is stale.
 */
export function passkeyAccepted(context: PasskeyContext, credentialId: string): void {
  record(context, "remember", (passkeys) => passkeys.remember?.(context.accountId, credentialId));
  signalAccepted(context, [credentialId]);
}

/** Forgets the passkey. The next sign-in lets the customer choose. */
export function forgetPasskey(context: PasskeyContext): void {
  record(context, "remember", (passkeys) => passkeys.remember?.(context.accountId, undefined));
}

/** Records that the service has no passkey of the wallet. */
export function noPasskeyAccepted(context: PasskeyContext): void {
  signalAccepted(context, []);
}

/** Records that the service does not know this passkey. */
export function passkeyUnknown(context: PasskeyContext, credentialId: string): void {
  const { id: rpId } = context.relyingParty;
  record(context, "signalUnknown", (passkeys) => passkeys.signalUnknown?.({ rpId, credentialId }));
}

function signalAccepted(context: PasskeyContext, credentialIds: readonly string[]): void {
  const { id: rpId } = context.relyingParty;
  const userId = passkeyUserId(context.accountId);
  record(context, "signalAccepted", (passkeys) => passkeys.signalAccepted?.({ rpId, userId, credentialIds }));
}

/** A failure here does not affect the call. */
function record(
  { passkeys, log }: PasskeyContext,
  call: keyof PasskeyCeremony,
  action: (passkeys: PasskeyCeremony) => unknown,
): void {
  (async () => action(passkeys()))().catch(() => {
    log(
      "warn",
      `the passkey ceremony failed at \`${call}\`: the browser may offer a passkey that does not work`,
    );
  });
}
