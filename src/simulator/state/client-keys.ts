import { invalidInput } from "../problem";
import type { ObjectReader } from "../read";
import type { Bytes } from "../wallet/encoding";
import { readClientPublicKey } from "../wallet/p256";
import type { World } from "../world";

/** A `clientPublicKey` that answers are sealed to. */
export interface ClientKey {
  /** As sent. */
  text: string;
  /** Uncompressed. */
  point: Bytes;
}

/**
 * Reads the `clientPublicKey` of a body: required in every environment (SBX-41).
 *
 * @throws {Problem} 400 when it is missing, has the wrong form (LIM-10) or is no point of the curve.
 */
export function readClientKey(body: ObjectReader): ClientKey {
  const text = body.string("clientPublicKey");
  const point = readClientPublicKey(text);
  if (!point) {
    throw body.refuse(
      "clientPublicKey",
      "a P-256 public key, uncompressed, in 130 hexadecimal digits starting 04",
    );
  }
  return { text, point };
}

/** @throws {Problem} 400 when the key has served before, where that matters (OP-20). */
export function refuseSpentKey(world: World, key: ClientKey): void {
  if (world.options.strictClientKeys && world.walletAuthority.usedClientKeys.has(key.text.toLowerCase())) {
    throw invalidInput(
      "clientPublicKey served before: make a new key pair for each verification and export",
      {
        field: "clientPublicKey",
      },
    );
  }
}

export function spendClientKey(world: World, key: ClientKey): void {
  world.walletAuthority.usedClientKeys.add(key.text.toLowerCase());
}
