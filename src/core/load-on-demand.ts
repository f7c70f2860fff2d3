import { ConnectionError } from "./errors";
import type { ErrorFacts } from "./errors";

/**
 * Makes a function that loads a part of the package when it is first needed.
 *
 * @throws {ConnectionError} when the part cannot be loaded; the next call of the function tries again
 */
export function onDemand<Part>(load: () => Promise<Part>): (facts?: ErrorFacts) => Promise<Part> {
  let loading: Promise<Part> | undefined;
  return async (facts) => {
    loading ??= load();
    try {
      return await loading;
    } catch (cause) {
      loading = undefined;
      const message = "A part of payments-sdk could not be loaded: try again";
      throw new ConnectionError(message, { ...facts, advice: "retry", cause });
    }
  };
}
