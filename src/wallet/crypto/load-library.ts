import { ConnectionError } from "../../core/errors";

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

function onDemand<Library>(load: () => Promise<Library>): () => Promise<Library> {
  let loading: Promise<Library> | undefined;
  return async () => {
    loading ??= load();
    try {
      return await loading;
    } catch (cause) {
      loading = undefined;
      throw new ConnectionError("A part of the wallet could not be loaded: try again", { cause });
    }
  };
}
