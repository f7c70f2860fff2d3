import { onDemand } from "../../core/load-on-demand";
import type * as library from "./library-hpke";
import { loadP256 } from "./load-p256";

type Hpke = typeof library;

/**
 * Loads what opens and seals values. A sign-in with a held key needs it only for a one-time code.
 *
 * @throws {ConnectionError} when it cannot be loaded (`PART_NOT_LOADED`)
 */
export const loadHpke = /* @__PURE__ */ onDemand<Hpke>(() => import("./library-hpke"));

/**
 * Loads all that this platform needs to open a sealed session key.
 *
 * @throws {ConnectionError} when it cannot be loaded (`PART_NOT_LOADED`)
 */
export async function loadOpener(): Promise<Hpke> {
  const hpke = await loadHpke();
  if (!(await hpke.derivesPoints())) await loadP256();
  return hpke;
}
