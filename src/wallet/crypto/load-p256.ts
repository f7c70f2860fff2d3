import { onDemand } from "../../core/load-on-demand";

/**
 * Loads P-256, where WebCrypto lacks something.
 *
 * @throws {ConnectionError} when it cannot be loaded (`PART_NOT_LOADED`)
 */
export const loadP256 = /* @__PURE__ */ onDemand(() => import("./library-p256"));
