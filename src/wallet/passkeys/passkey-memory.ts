/** Storage for passkey ids: `localStorage`, or any object with these three methods. They may throw. */
export interface PasskeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of a ceremony that remembers passkeys on this device. */
export interface PasskeyMemory {
  recall(accountId: string): string | undefined;
  remember(accountId: string, credentialId: string | undefined): void;
}

const keyOf = (accountId: string) => `payments-sdk.passkey.${accountId}`;

/**
 * Remembers the WebAuthn credential id of each wallet's passkey in a storage. A storage that throws (blocked cookies, private
 * mode, full) counts as empty.
 *
 * @param storage called at each use, because reading `localStorage` itself can throw
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
