/** Passkeys for a program in the worker. Only a page can ask the person, so the worker asks the page. */
import type { Order, Report } from "./messages";

type Response = Extract<Order, { type: "passkey" }>;

/** The page's passkey as plain values: buffers and texts. */
interface PlainCredential {
  readonly response: { readonly transports: readonly string[] };
  readonly extensions: object;
}

const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
let asked = 0;

/** The page's response to a question. */
export function settlePasskey({ id, result, error }: Response): void {
  const question = waiting.get(id);
  waiting.delete(id);
  if (error !== undefined) question?.reject(new DOMException(error, "NotAllowedError"));
  else question?.resolve(credentialOf(result as PlainCredential));
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
export function offerPasskeys(report: (message: Report) => void): void {
  const ask = (kind: "create" | "get") => (options: { publicKey: unknown }) =>
    new Promise((resolve, reject) => {
      asked += 1;
      waiting.set(asked, { resolve, reject });
      report({ type: "passkey", id: asked, kind, options: options.publicKey });
    });
  Object.defineProperty(globalThis.navigator, "credentials", {
    value: { create: ask("create"), get: ask("get") },
  });
  Object.defineProperty(globalThis, "PublicKeyCredential", { value: class PublicKeyCredential {} });
}
