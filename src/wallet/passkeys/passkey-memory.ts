import type { PasskeyCeremony } from "../passkey-ceremony";

/** Storage for passkey ids: `localStorage`, or any object with these three methods. They may throw. */
export interface PasskeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** The part of a ceremony that remembers passkeys on this device. */
export type PasskeyMemory = Required<
  Pick<PasskeyCeremony, "recall" | "remember" | "recallAttempt" | "rememberAttempt">
>;

/**
 * Remembers the WebAuthn credential id of each wallet's passkey in a storage, and its unfinished registration. A storage that
 * throws (blocked cookies, private mode, full) counts as empty.
 *
 * @param storage called at each use, because reading `localStorage` itself can throw
 */
export function passkeyMemory(storage: () => PasskeyStorage | undefined): PasskeyMemory {
  const read = (key: string): string | undefined => {
    try {
      return storage()?.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const write = (key: string, text: string | undefined): void => {
    try {
      if (text === undefined) storage()?.removeItem(key);
      else storage()?.setItem(key, text);
    } catch {
      // Sign-in then offers every passkey of the site, as on a new device.
    }
  };
  return {
    recall: (accountId) => read(`payments-sdk.passkey.${accountId}`),
    remember: (accountId, credentialId) => write(`payments-sdk.passkey.${accountId}`, credentialId),
    recallAttempt: (accountId) => read(`payments-sdk.registration.${accountId}`),
    rememberAttempt: (accountId, attempt) => write(`payments-sdk.registration.${accountId}`, attempt),
  };
}
