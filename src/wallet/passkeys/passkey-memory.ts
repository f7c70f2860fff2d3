/** Where a device remembers its passkeys: `localStorage`, or anything with its three methods. They may throw. */
export interface PasskeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** What a ceremony remembers about a wallet on this device. */
export interface PasskeyMemory {
  recall(accountId: string): string | undefined;
  remember(accountId: string, credentialId: string | undefined): void;
}

const keyOf = (accountId: string) => `payments-sdk.passkey.${accountId}`;

/**
 * The WebAuthn credential id of each wallet's passkey, in a storage. It is only a convenience: a storage that throws (blocked
 * cookies, private mode, full) counts as an empty one.
 *
 * @param storage asked for at each use: in some settings the mere access to `localStorage` throws
 */
export function passkeyMemory(storage: () => PasskeyStorage | undefined): PasskeyMemory {
  return {
    recall(accountId) {
      try {
        return storage()?.getItem(keyOf(accountId)) ?? undefined;
      } catch {
        return undefined;
      }
    },
    remember(accountId, credentialId) {
      try {
        if (credentialId === undefined) storage()?.removeItem(keyOf(accountId));
        else storage()?.setItem(keyOf(accountId), credentialId);
      } catch {
        // Sign-in then offers every passkey of the site, as on a new device.
      }
    },
  };
}
