/** Passkeys for a program in the worker. Only a page can ask the person, so the worker asks the page. */
import type { Channel } from "./channel";

/** The page's passkey as plain values: buffers and texts. */
interface PlainCredential {
  readonly response: { readonly transports: readonly string[] };
  readonly extensions: object;
}

/** A credential with the methods that the library calls. */
function credentialOf(plain: PlainCredential): unknown {
  const { response } = plain;
  return {
    ...plain,
    response: { ...response, getTransports: () => response.transports },
    getClientExtensionResults: () => plain.extensions,
  };
}

/** Gives the worker `navigator.credentials` and `PublicKeyCredential`. */
export function offerPasskeys(ask: Channel["ask"]): void {
  const asker = (kind: "create" | "get") => async (options: { publicKey: unknown }) => {
    try {
      return credentialOf((await ask("passkey", kind, options.publicKey)) as PlainCredential);
    } catch (error) {
      throw new DOMException((error as Error).message, "NotAllowedError");
    }
  };
  Object.defineProperty(globalThis.navigator, "credentials", {
    value: { create: asker("create"), get: asker("get") },
  });
  Object.defineProperty(globalThis, "PublicKeyCredential", { value: class PublicKeyCredential {} });
}
