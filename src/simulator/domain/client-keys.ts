import { invalidInput } from "./problem";
import type { ClientKey } from "./records/wallets";
import type { World } from "./world";

/** @throws {Problem} when the request is refused: 400 when the key has served before, where that matters (OP-20) */
export function requireUnusedKey(world: World, { hex }: ClientKey): void {
  if (world.options.strictClientKeys && world.usedClientKeys.has(hex)) {
    throw invalidInput(
      "clientPublicKey served before: make a new key pair for each verification and export",
      { field: "clientPublicKey" },
    );
  }
}

/** Notes that a key has served. */
export function spendKey(world: World, { hex }: ClientKey): void {
  world.usedClientKeys.set(hex, true);
}
