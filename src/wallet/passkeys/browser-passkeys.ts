import type * as library from "@simplewebauthn/browser";
import { AbortedError, refuse } from "../../core/errors";
import { fieldOf } from "../../core/fields";
import { onDemand } from "../../core/load-on-demand";
import { readConfiguration } from "../../core/read-options";
import { kind, rule, text } from "../../options/kinds";
import type { Kind } from "../../options/kinds";
import { check } from "../../resources/checks";
import type {
  AcceptedPasskeys,
  PasskeyCeremony,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UnknownPasskey,
} from "../passkey-ceremony";
import { toAssertion, toAttestation } from "../passkey-mapping";
import type { AuthenticationCredential, RegistrationCredential } from "../passkey-mapping";
import { PasskeyError } from "./passkey-error";
import type { PasskeyFailureReason } from "./passkey-error";

type Library = typeof library;
type Dialog = "create" | "get";

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

const loadLibrary = /* @__PURE__ */ onDemand(() => import("@simplewebauthn/browser"));

/** Browsers allow a page one ceremony at a time. */
let openCeremony: { readonly isAutofill: boolean } | undefined;

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
  let loaded: Library | undefined;
  const load = async (): Promise<Library> => (loaded ??= await loadLibrary());

  /** Calls the browser before anything is awaited, if `prepare` has loaded the library. */
  async function perform<Result>(
    dialog: Dialog,
    start: (webAuthn: Library, signal: AbortSignal) => Promise<Credential | null>,
    /** Reads what the browser gave. Optional parts may be missing, or throw. */
    read: (credential: never) => Result,
    signal: AbortSignal | undefined,
    isAutofill = false,
  ): Promise<Result> {
    const operation = `passkeys.${dialog}`;
    if (typeof globalThis.PublicKeyCredential !== "function")
      throw new PasskeyError("unsupported", operation);
    const webAuthn = loaded ?? (await load());
    if (signal?.aborted) throw new AbortedError(signal, { operation });
    if (openCeremony?.isAutofill === false) throw new PasskeyError("busy", operation);
    const ceremony = { isAutofill };
    openCeremony = ceremony;
    const cancel = () => {
      if (openCeremony === ceremony) webAuthn.WebAuthnAbortService.cancelCeremony();
    };
    signal?.addEventListener("abort", cancel);
    let given: Credential | null;
    try {
      // Ends an offer in the autofill of a field.
      given = await start(webAuthn, webAuthn.WebAuthnAbortService.createNewAbortSignal());
    } catch (error) {
      if (signal?.aborted) throw new AbortedError(signal, { operation });
      throw failure(dialog, operation, error);
    } finally {
      signal?.removeEventListener("abort", cancel);
      if (openCeremony === ceremony) openCeremony = undefined;
    }
    if (given === null) throw new PasskeyError("cancelled-or-unavailable", operation);
    try {
      return read(given as never);
    } catch (cause) {
      throw new PasskeyError("unreadable", operation, { cause });
    }
  }

  return {
    ...memory,
    prepare: load,
    async create(options: PasskeyCreationOptions, signal?: AbortSignal) {
      check("passkeys.create", options, {
        challenge: base64Text,
        "rp.name": text,
        "user.id": userHandle,
        "user.name": text,
        pubKeyCredParams: someOf,
        excludeCredentials: descriptors,
      });
      const { challenge, user, excludeCredentials = [] } = options;
      return perform(
        "create",
        ({ base64URLStringToBuffer: bytes }, ended) =>
          navigator.credentials.create({
            publicKey: {
              ...options,
              challenge: bytes(challenge),
              user: { ...user, id: bytes(user.id) },
              excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: bytes(one.id) })),
            },
            signal: ended,
          }),
        registrationOf,
        signal,
      );
    },
    async get(options: PasskeyRequestOptions, signal?: AbortSignal, mediation?: "conditional") {
      check("passkeys.get", options, { challenge: base64Text, allowCredentials: descriptors });
      const isAutofill = mediation === "conditional";
      if (isAutofill) requireField();
      const { challenge, allowCredentials, ...shared } = options;
      // An autofill offers every passkey of the site.
      const allowed = isAutofill ? undefined : allowCredentials;
      return perform(
        "get",
        ({ base64URLStringToBuffer: bytes }, ended) =>
          navigator.credentials.get({
            publicKey: {
              ...shared,
              challenge: bytes(challenge),
              ...(allowed?.length && {
                allowCredentials: allowed.map((one) => ({ ...one, id: bytes(one.id) })),
              }),
            },
            signal: ended,
            ...(mediation && { mediation }),
          }),
        authenticationOf,
        signal,
        isAutofill,
      );
    },
    canAutofill: async () => (await load()).browserSupportsWebAuthnAutofill(),
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

/** The browser's registration, in WebAuthn's JSON form. */
function registrationOf(credential: RegistrationCredential): RegistrationCredential {
  const { credentialId: rawId, clientDataJson: clientDataJSON, ...response } = toAttestation(credential);
  return { rawId, response: { clientDataJSON, ...response } };
}

/** The browser's sign-in, in WebAuthn's JSON form. */
function authenticationOf(credential: AuthenticationCredential): AuthenticationCredential {
  const { credentialId: rawId, clientDataJson: clientDataJSON, ...response } = toAssertion(credential);
  return { rawId, response: { clientDataJSON, ...response } };
}

/** The Signal API, if the browser has it (WebAuthn Level 3, section 5.1.10). A browser without passkeys has none to hide. */
const signals = (): Partial<typeof PublicKeyCredential> => globalThis.PublicKeyCredential ?? {};

/** Without such a field, the browser would silently offer nothing. */
function requireField(): void {
  if (document.querySelector("input[autocomplete$='webauthn']") === null) {
    refuse(
      "mediation",
      'needs a field on the page: <input autocomplete="username webauthn">',
      "passkeys.get",
    );
  }
}

/** Base64 in either alphabet, padded or not. The library decodes all of them. */
const base64Text = /* @__PURE__ */ rule(
  "must be base64url text",
  (value) =>
    typeof value === "string" && /^[\w+/-]+={0,2}$/.test(value) && value.replaceAll("=", "").length % 4 !== 1,
);

const atMost64Bytes = /* @__PURE__ */ rule(
  "must have at most 64 bytes",
  (value) => String(value).replaceAll("=", "").length <= 86,
);

/** WebAuthn Level 3, section 5.4.3: 1 to 64 bytes. */
const userHandle: Kind = (value, path) => base64Text(value, path) ?? atMost64Bytes(value, path);

const someOf = /* @__PURE__ */ rule(
  "must be a non-empty array",
  (value) => Array.isArray(value) && value.length > 0,
);

const descriptors = /* @__PURE__ */ rule(
  "must be an array of passkeys, each with an `id` in base64url",
  (value) =>
    value === undefined ||
    (Array.isArray(value) && value.every((item) => base64Text(fieldOf(item, "id"), "id") === undefined)),
);

/** By the names that WebAuthn gives to errors. Browsers use the first group alike, so that a page learns nothing of a person. */
const reasons: Record<string, PasskeyFailureReason | undefined> = {
  NotAllowedError: "cancelled-or-unavailable",
  InvalidStateError: "cancelled-or-unavailable",
  UnknownError: "cancelled-or-unavailable",
  OperationError: "cancelled-or-unavailable",
  NotReadableError: "cancelled-or-unavailable",
  TimeoutError: "cancelled-or-unavailable",
  AbortError: "aborted",
  ConstraintError: "unsupported",
  NotSupportedError: "unsupported",
  SecurityError: "security",
};

function failure(dialog: Dialog, operation: string, cause: unknown): PasskeyError {
  const name = cause instanceof Error ? cause.name : "";
  // Authentication has no such case: there, the name has another meaning.
  const isKnownDevice = dialog === "create" && name === "InvalidStateError";
  const reason = isKnownDevice ? "already-registered" : (reasons[name] ?? "unreadable");
  return new PasskeyError(reason, operation, {
    cause,
    hint: name === "NotAllowedError" ? embeddingHint(dialog) : undefined,
  });
}

/** A framed page needs permission from its parent. Only Chromium reports it, so elsewhere this is a guess. */
function embeddingHint(dialog: Dialog): string | undefined {
  // A worker has no document. Its page may ask for it, as the playground does.
  if (typeof document === "undefined" || globalThis.parent === globalThis.self) return undefined;
  const feature = `publickey-credentials-${dialog}`;
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(feature: string): boolean } };
  const isAllowed = featurePolicy?.allowsFeature(feature);
  if (isAllowed === true) return undefined;
  const certainty = isAllowed === false ? "does not allow" : "may not allow";
  return `The page runs in an iframe that ${certainty} \`${feature}\`.`;
}

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
