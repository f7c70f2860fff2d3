import { onDemand } from "../../core/load-on-demand";
import { readConfiguration } from "../../core/read-options";
import { kind } from "../../options/kinds";
import type * as actions from "../actions";
import type { AcceptedPasskeys, PasskeyCeremony, UnknownPasskey } from "../passkey-ceremony";

type Dialogs = Pick<typeof actions, "canAutofill" | "createPasskey" | "getPasskey">;

/** Options of {@link browserPasskeys}. */
export interface BrowserPasskeysOptions {
  /**
   * Remembers which passkey belongs to which wallet on this device. Sign-in then requests that passkey, so the customer need
   * not choose among all passkeys of the site. It stores ids, no secrets. Default: `localStorage`. `false` remembers nothing.
   */
  storage?: PasskeyStorage | false | undefined;
}

const storageKind = /* @__PURE__ */ kind(
  "a storage such as `sessionStorage`, or false",
  (value) => value === false || typeof value === "object",
);

/** The dialogs are in one file with the calls of the wallet: whoever has made a call can open one. */
const loadDialogs = /* @__PURE__ */ onDemand<Dialogs>(() => import("../actions"));

/**
 * Passkeys of the browser, for the wallet option `passkeys`.
 *
 * A page can show one dialog at a time. While it is open, another call fails with the reason `busy`. A dialog ends a pending
 * autofill, which then fails with the reason `aborted`. If you abort, the dialog closes and the call rejects with an
 * `AbortedError`.
 *
 * @example
 * ```ts
 * const passkeys = browserPasskeys({ storage: sessionStorage });
 * const wallet = new Wallet({ relay: "/wallet", accountId, passkeys });
 * ```
 *
 * @throws {PasskeyError} when the browser creates or returns no passkey (from `create` and `get`).
 * @throws {ConnectionError} when the code for passkeys cannot be loaded (from `create` and `get`).
 * @throws {InvalidRequestError} when an option is not valid for WebAuthn; the browser is not called (from `create` and
 * `get`).
 * @throws {ConfigurationError} when `storage` is neither a storage nor `false`.
 * @see WebAuthn Level 3, sections 5.1.3 and 5.1.4
 */
export function browserPasskeys(options: BrowserPasskeysOptions = {}): PasskeyCeremony {
  const { storage } = readConfiguration(options, { storage: storageKind }, "browserPasskeys");
  const memory = passkeyMemory(() => (storage === false ? undefined : (storage ?? globalThis.localStorage)));
  let loaded: Dialogs | undefined;
  const load = async (): Promise<Dialogs> => (loaded ??= await loadDialogs());

  return {
    ...memory,
    prepare: load,
    // Without a wait after `prepare`: Safari forgets a gesture at the first wait.
    create: async (...given) => (loaded ?? (await load())).createPasskey(...given),
    get: async (...given) => (loaded ?? (await load())).getPasskey(...given),
    canAutofill: async () => (await load()).canAutofill(),
    signalUnknown: async ({ rpId = location.hostname, credentialId }: UnknownPasskey) =>
      signals().signalUnknownCredential?.({ rpId, credentialId }),
    signalAccepted: async ({ rpId = location.hostname, userId, credentialIds }: AcceptedPasskeys) =>
      signals().signalAllAcceptedCredentials?.({
        rpId,
        userId,
        allAcceptedCredentialIds: [...credentialIds],
      }),
  };
}

/** The Signal API, if the browser has it (WebAuthn Level 3, section 5.1.10). A browser without passkeys has none to hide. */
const signals = (): Partial<typeof PublicKeyCredential> => globalThis.PublicKeyCredential ?? {};

/** Storage for passkey ids: `localStorage`, or any object with these three methods. They may throw. */
export interface PasskeyStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Remembers the WebAuthn credential id of each wallet's passkey in a storage, and its unfinished registration. A storage that
 * throws (blocked cookies, private mode, full) counts as empty.
 *
 * @param storage called at each use, because reading `localStorage` itself can throw
 */
function passkeyMemory(storage: () => PasskeyStorage | undefined) {
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
  } satisfies Partial<PasskeyCeremony>;
}
