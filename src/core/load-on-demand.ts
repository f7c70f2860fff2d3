import { ConnectionError } from "./errors";
import type { ErrorFacts } from "./errors";
import { SharedWork } from "./lease";

/** In milliseconds, as long as an attempt of a call by default. A part that takes longer is loaded anew by the next one who needs it. */
const PART_LIMIT_MS = 30_000;

/**
 * Makes a function that loads a part of the package when it is first needed.
 *
 * @throws {ConnectionError} with the code `PART_NOT_LOADED` when the part cannot be loaded. The next call of the function tries
 * again, but some browsers repeat the failure until the page reloads
 */
export function onDemand<Part>(load: () => Promise<Part>): (facts?: ErrorFacts) => Promise<Part> {
  const loading = new SharedWork<Part>();
  let part: Part | undefined;
  return async (facts) => {
    try {
      return (part ??= await loading.join(load, PART_LIMIT_MS));
    } catch (cause) {
      const message = "a part of payments-sdk could not be loaded, so nothing was sent: reload the page";
      throw new ConnectionError(message, { ...facts, code: "PART_NOT_LOADED", advice: "fix", cause });
    }
  };
}
