import { base64urlnopad } from "@scure/base";
import { browserPasskeys, PasskeyError } from "payments-sdk/wallet";
import type { PasskeyCeremony, PasskeyCreationOptions, PasskeyRequestOptions } from "payments-sdk/wallet";
import { expect, vi } from "vitest";
import { SoftwareAuthenticator } from "../support/software-authenticator";

export type CreateCall = { publicKey: PublicKeyCredentialCreationOptions; signal: AbortSignal };
export type GetCall = { publicKey: PublicKeyCredentialRequestOptions; signal: AbortSignal };

export const bytes = (text: string) => base64urlnopad.decode(text).slice().buffer;
export const base64url = (source: BufferSource) =>
  Buffer.from(ArrayBuffer.isView(source) ? source.buffer : source).toString("base64url");

/** `navigator.credentials` with a software authenticator behind it: bytes in, bytes out, as in a browser. */
export function fakeCredentials(device: SoftwareAuthenticator) {
  return {
    create: vi.fn(async ({ publicKey }: CreateCall): Promise<unknown> => {
      const { id: userId, name, displayName } = publicKey.user;
      const made = device.create({
        challenge: base64url(publicKey.challenge),
        user: { id: base64url(userId), name, displayName },
        excludeCredentials: (publicKey.excludeCredentials ?? []).map(({ id }) => ({ id: base64url(id) })),
      });
      return {
        ...made,
        rawId: bytes(made.rawId),
        getClientExtensionResults: () => ({}),
        response: {
          clientDataJSON: bytes(made.response.clientDataJSON),
          attestationObject: bytes(made.response.attestationObject),
          getTransports: () => ["internal", "hybrid"],
        },
      };
    }),
    get: vi.fn(async ({ publicKey }: GetCall): Promise<unknown> => {
      const allowed = publicKey.allowCredentials?.map(({ id }) => ({ id: base64url(id) }));
      const given = device.get({
        challenge: base64url(publicKey.challenge),
        ...(allowed && { allowCredentials: allowed }),
      });
      const { clientDataJSON, authenticatorData, signature, userHandle } = given.response;
      return {
        ...given,
        rawId: bytes(given.rawId),
        getClientExtensionResults: () => ({}),
        response: {
          clientDataJSON: bytes(clientDataJSON),
          authenticatorData: bytes(authenticatorData),
          signature: bytes(signature),
          userHandle: userHandle === undefined ? null : bytes(userHandle),
        },
      };
    }),
  };
}

/** A `localStorage` that stands for itself. */
export function fakeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

export const creation: PasskeyCreationOptions = {
  challenge: "Y2hhbGxlbmdl",
  rp: { name: "Example" },
  user: { id: "dXNlcg", name: "ada", displayName: "Ada" },
  pubKeyCredParams: [{ type: "public-key", alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  attestation: "none",
};
export const request: PasskeyRequestOptions = { challenge: "Y2hhbGxlbmdl", userVerification: "required" };

/** A page of https://wallet.example, in a browser that knows passkeys. */
export function stubPage() {
  const device = new SoftwareAuthenticator({ origin: "https://wallet.example" });
  const credentials = fakeCredentials(device);
  vi.stubGlobal("PublicKeyCredential", class {});
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("location", { href: "https://wallet.example/", hostname: "wallet.example" });
  vi.stubGlobal("document", {});
  return { device, credentials };
}

/** What a browser throws. */
export const thrown = (name: string) => new DOMException("as the browser says", name);

export async function prepared(options?: Parameters<typeof browserPasskeys>[0]): Promise<PasskeyCeremony> {
  const passkeys = browserPasskeys(options);
  await passkeys.prepare?.();
  return passkeys;
}

/** The error of a ceremony that gave no passkey. */
export async function failureOf(attempt: unknown): Promise<PasskeyError> {
  const error: unknown = await Promise.resolve(attempt).then(
    () => expect.fail("expected a rejection"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PasskeyError)) throw error;
  return error;
}
