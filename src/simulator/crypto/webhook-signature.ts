import { base64, hex } from "@scure/base";
import { SeededRandom } from "../runtime/random";
import { concatBytes, fromHex, utf8 } from "./encoding";
import { createKeyPair, signDer } from "./p256";
import type { P256KeyPair } from "./p256";

/** What stands before a P-256 point in a SubjectPublicKeyInfo (RFC 5480, section 2). */
const spkiPrefix = "3059301306072a8648ce3d020106082a8648ce3d030107034200";

/** Signs the bodies of deliveries with a key from the seed, made when it is first used. */
export class WebhookSigner {
  readonly #seed: string;
  readonly #format: "base64" | "json";
  #keyPair: P256KeyPair | undefined;

  constructor(options: { seed: string; webhookSignatureFormat: "base64" | "json" }) {
    this.#seed = options.seed;
    this.#format = options.webhookSignatureFormat;
  }

  get #keys(): P256KeyPair {
    return (this.#keyPair ??= createKeyPair(new SeededRandom(`${this.#seed} webhooks`)));
  }

  /** The uncompressed SEC1 point, in hexadecimal. */
  get publicKeyHex(): string {
    return hex.encode(this.#keys.publicKey);
  }

  /** SubjectPublicKeyInfo as PEM. */
  get publicKeyPem(): string {
    const der = concatBytes(fromHex(spkiPrefix) ?? new Uint8Array(), this.#keys.publicKey);
    const lines = base64.encode(der).match(/.{1,64}/g) ?? [];
    return ["-----BEGIN PUBLIC KEY-----", ...lines, "-----END PUBLIC KEY-----", ""].join("\n");
  }

  /** The value of `X-Service-Signature` for a body: ECDSA P-256 over the SHA-256 of its bytes. */
  sign(body: string): string {
    const signature = base64.encode(signDer(this.#keys.privateKey, utf8(body)));
    return this.#format === "base64" ? signature : JSON.stringify({ v: "1", s: signature });
  }
}
