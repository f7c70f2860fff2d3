import { inspect } from "node:util";
import { expect, vi } from "vitest";
import { PaymentsError } from "payments-sdk";

/** The error of a promise. It must be an error of this package. */
export async function refusal(promise: Promise<unknown>): Promise<PaymentsError> {
  const error: unknown = await promise.then(
    () => expect.fail("expected a rejection, got a result"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof PaymentsError)) throw error;
  return error;
}

/** Fails if printing the value shows one of the byte strings (in hexadecimal) in a common encoding. */
export function expectHidden(value: unknown, ...secretsHex: string[]): void {
  const isError = value instanceof Error;
  const prints = [
    inspect(value, {
      showHidden: true,
      depth: Infinity,
      maxStringLength: Infinity,
      maxArrayLength: Infinity,
      getters: true,
    }),
    JSON.stringify(value),
    String(value),
    isError ? String(value.stack) : "",
    isError ? JSON.stringify(value, Object.getOwnPropertyNames(value)) : "",
  ]
    .join("\n")
    .toLowerCase();
  for (const secret of secretsHex) {
    const bytes = Buffer.from(secret, "hex");
    const listed = [...bytes].join(", ");
    for (const form of [
      secret,
      bytes.toString("base64"),
      bytes.toString("base64url"),
      inspect(bytes),
      listed,
    ]) {
      expect(prints).not.toContain(form.toLowerCase());
    }
  }
}

/** Records every buffer that AES-GCM decryption returns. */
export function watchDecryption(): ArrayBuffer[] {
  const plaintexts: ArrayBuffer[] = [];
  const decrypt = crypto.subtle.decrypt.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, "decrypt").mockImplementation(async (...call) => {
    const plaintext = await decrypt(...call);
    plaintexts.push(plaintext);
    return plaintext;
  });
  return plaintexts;
}

/** Records every buffer that held these bytes before it was overwritten. */
export function watchWiping(secretHex: string): ArrayBufferLike[] {
  const wiped: ArrayBufferLike[] = [];
  const typedArray: Uint8Array = Object.getPrototypeOf(Uint8Array.prototype);
  const { fill } = typedArray;
  vi.spyOn(typedArray, "fill").mockImplementation(function (this: Uint8Array, ...call) {
    if (Buffer.from(this).toString("hex") === secretHex) wiped.push(this.buffer);
    return fill.apply(this, call);
  });
  return wiped;
}

/** A platform without WebCrypto, as React Native and pages without HTTPS are. */
export function withoutWebCrypto(): void {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
}

export const isAllZero = (bytes: ArrayBufferLike): boolean =>
  new Uint8Array(bytes).every((byte) => byte === 0);
