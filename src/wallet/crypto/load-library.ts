import { onDemand } from "../../core/load-on-demand";

/**
 * Loads what opens and seals values. A sign-in with a held key needs it only for a one-time code.
 *
 * @throws {ConnectionError} when it cannot be loaded; the next call retries
 */
export const loadHpke = /* @__PURE__ */ onDemand(() => import("./library-hpke"));

/**
 * Loads P-256. A page that only shows a sign-in does not need it.
 *
 * @throws {ConnectionError} when it cannot be loaded; the next call retries
 */
export const loadP256 = /* @__PURE__ */ onDemand(() => import("./library-p256"));
