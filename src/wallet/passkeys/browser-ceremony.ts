import {
  base64URLStringToBuffer as bytes,
  browserSupportsWebAuthnAutofill,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { AbortedError, refuse } from "../../core/errors";
import { fieldOf } from "../../core/fields";
import { rule, text } from "../../options/kinds";
import type { Kind } from "../../options/kinds";
import { check } from "../../resources/checks";
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "../passkey-ceremony";
import { toAssertion, toAttestation } from "../passkey-mapping";
import type { AuthenticationCredential, RegistrationCredential } from "../passkey-mapping";
import { PasskeyError } from "./passkey-error";
import type { PasskeyFailureReason } from "./passkey-error";

/*
 * The dialogs of the browser. `browserPasskeys` loads them before the first one.
 */

/** Whether the browser offers passkeys in the autofill of a field. */
export const canAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill();

type Dialog = "create" | "get";

/** Browsers allow a page one ceremony at a time. */
let openCeremony: { readonly isAutofill: boolean } | undefined;

/** Calls the browser before anything is awaited. */
async function perform<Result>(
  dialog: Dialog,
  start: (signal: AbortSignal) => Promise<Credential | null>,
  /** Reads what the browser gave. Optional parts may be missing, or throw. */
  read: (credential: never) => Result,
  signal: AbortSignal | undefined,
  isAutofill = false,
): Promise<Result> {
  const operation = `passkeys.${dialog}`;
  if (typeof globalThis.PublicKeyCredential !== "function") throw new PasskeyError("unsupported", operation);
  if (signal?.aborted) throw new AbortedError(signal, { operation });
  if (openCeremony?.isAutofill === false) throw new PasskeyError("busy", operation);
  const ceremony = { isAutofill };
  openCeremony = ceremony;
  const cancel = () => {
    if (openCeremony === ceremony) WebAuthnAbortService.cancelCeremony();
  };
  signal?.addEventListener("abort", cancel);
  let given: Credential | null;
  try {
    // Ends an offer in the autofill of a field.
    given = await start(WebAuthnAbortService.createNewAbortSignal());
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

/** Creates a passkey. */
export async function createPasskey(
  options: PasskeyCreationOptions,
  signal?: AbortSignal,
): Promise<RegistrationCredential> {
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
    (ended) =>
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
}

/** Signs in with a passkey. */
export async function getPasskey(
  options: PasskeyRequestOptions,
  signal?: AbortSignal,
  mediation?: "conditional",
): Promise<AuthenticationCredential> {
  check("passkeys.get", options, { challenge: base64Text, allowCredentials: descriptors });
  const isAutofill = mediation === "conditional";
  if (isAutofill) requireField();
  const { challenge, allowCredentials, ...shared } = options;
  // An autofill offers every passkey of the site.
  const allowed = isAutofill ? undefined : allowCredentials;
  return perform(
    "get",
    (ended) =>
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
