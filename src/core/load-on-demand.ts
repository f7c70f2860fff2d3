import { ConnectionError } from "./errors";
import type { ErrorFacts } from "./errors";

/**
 * Makes a function that loads a part of the package when it is first needed.
 *
 * @throws {ConnectionError} with the code `PART_NOT_LOADED` when the part cannot be loaded. The next call of the function tries
 * again, but some browsers repeat the failure until the page reloads
 */
export function onDemand<Part>(load: () => Promise<Part>): (facts?: ErrorFacts) => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return async (facts) => {
    loading ??= load();
    try {
      return await loading;
    } catch (cause) {
      loading = undefined;
      const message = "a part of payments-sdk could not be loaded, so nothing was sent: reload the page";
      throw new ConnectionError(message, { ...facts, code: "PART_NOT_LOADED", advice: "fix", cause });
    }
  };
}
