import { base64url } from "../core/base64";
import type { PasskeyAssertion, PasskeyAttestation } from "../models/auth";
import { check } from "../resources/checks";
import { optional } from "../operations/parameter-kinds";
import { anyText, listOf, rule, text } from "../options/kinds";

/** Bytes, or base64url text in WebAuthn's JSON forms. */
type WebAuthnBytes = ArrayBuffer | ArrayBufferView | string;

/**
 * The result of a registration ceremony, as far as the service needs it. Pass the browser's `PublicKeyCredential` or its JSON
 * form (WebAuthn Level 3, `RegistrationResponseJSON`). The result of `startRegistration` of `@simplewebauthn/browser` also
 * works.
 */
export interface RegistrationCredential {
  rawId: WebAuthnBytes;
  response: {
    clientDataJSON: WebAuthnBytes;
    attestationObject: WebAuthnBytes;
    /** The method of the browser's object. */
    getTransports?: (() => string[]) | undefined;
    /** The field of the JSON form. */
    transports?: readonly string[] | undefined;
  };
}

/**
 * The result of an authentication ceremony, as far as the service needs it. Pass the browser's `PublicKeyCredential` or its
 * JSON form (WebAuthn Level 3, `AuthenticationResponseJSON`). The result of `startAuthentication` of
 * `@simplewebauthn/browser` also works.
 */
export interface AuthenticationCredential {
  rawId: WebAuthnBytes;
  response: {
    clientDataJSON: WebAuthnBytes;
    authenticatorData: WebAuthnBytes;
    signature: WebAuthnBytes;
    userHandle?: WebAuthnBytes | null | undefined;
  };
}

/**
 * Converts the browser's result to the `attestation` of a passkey registration. The challenge is not part of it. Send the
 * challenge beside it, at the top level of the body.
 *
 * @example
 * ```ts
 * import { startRegistration } from "@simplewebauthn/browser";
 * import { toAttestation } from "payments-sdk/wallet";
 *
 * const attestation = toAttestation(await startRegistration({ optionsJSON }));
 * const { challenge } = optionsJSON;
 * await payments.auth.credentials.create({ type: "PASSKEY", accountId, nickname: "My phone", challenge, attestation });
 * ```
 *
 * @throws {InvalidRequestError} when it is not a registration credential, for example the `null` that a browser may return.
 */
export function toAttestation(credential: RegistrationCredential): PasskeyAttestation {
  check("toAttestation", credential, {
    rawId: bytes,
    "response.clientDataJSON": bytes,
    "response.attestationObject": bytes,
  });
  const { rawId, response } = credential;
  const transports = transportsOf(response);
  check("toAttestation", { transports }, { transports: optional(listOf(anyText)) });
  return {
    credentialId: encoded(rawId),
    clientDataJson: encoded(response.clientDataJSON),
    attestationObject: encoded(response.attestationObject),
    ...(transports && { transports: [...transports] }),
  };
}

/**
 * Converts the browser's result to the `assertion` of a passkey sign-in. Leaves `userHandle` out if the authenticator
 * returned none.
 *
 * @example
 * ```ts
 * import { startAuthentication } from "@simplewebauthn/browser";
 * import { toAssertion } from "payments-sdk/wallet";
 *
 * const assertion = toAssertion(await startAuthentication({ optionsJSON: requestOptions }));
 * await payments.auth.credentials.verify(passkey.id, { type: "PASSKEY", assertion, clientPublicKey }, { requestId });
 * ```
 *
 * @throws {InvalidRequestError} when it is not an authentication credential, for example the `null` that a browser may
 * return.
 */
export function toAssertion(credential: AuthenticationCredential): PasskeyAssertion {
  check("toAssertion", credential, {
    rawId: bytes,
    "response.clientDataJSON": bytes,
    "response.authenticatorData": bytes,
    "response.signature": bytes,
    "response.userHandle": optional(bytes),
  });
  const { rawId, response } = credential;
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credentialId: encoded(rawId),
    clientDataJson: encoded(clientDataJSON),
    authenticatorData: encoded(authenticatorData),
    signature: encoded(signature),
    // Empty means none.
    ...(userHandle != null && encoded(userHandle) !== "" && { userHandle: encoded(userHandle) }),
  };
}

/** The transports are optional, and the methods of some password managers throw. */
function transportsOf(response: RegistrationCredential["response"]): readonly string[] | undefined {
  try {
    return response.getTransports?.() ?? response.transports;
  } catch {
    return undefined;
  }
}

/** Base64url without padding (RFC 4648, section 5). Text is already base64url. */
function encoded(value: WebAuthnBytes): string {
  if (typeof value === "string") return value;
  const view = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value);
  return base64url(view);
}

const bytes = /* @__PURE__ */ rule(
  "must be bytes or base64url text",
  (value) => typeof value === "string" || ArrayBuffer.isView(value) || isBuffer(value),
);

/** WebAuthn credential ids from a caller. */
export const credentialIds = /* @__PURE__ */ optional(/* @__PURE__ */ listOf(text));

/** Not checked by class: the object may come from another frame. */
function isBuffer(value: unknown): boolean {
  return Object.prototype.toString.call(value) === "[object ArrayBuffer]";
}
