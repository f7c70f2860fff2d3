import { serviceErrors } from "../support/endings";
import type { Meaning, ServiceError } from "../support/endings";

/** What an error of the service says about an earlier run with the key. From the public documents, without the package. */
const ABOUT: Partial<Record<Meaning, "nothing" | "open">> = {
  denied: "nothing",
  "denied for now": "nothing",
  authentication: "nothing",
  running: "open",
  "running, 422": "open",
  "unlisted 409": "open",
  "unlisted 422": "open",
  failed: "open",
};
const explored = (about: "nothing" | "open" | undefined): readonly ServiceError[] =>
  serviceErrors.filter(({ means, isExplored }) => isExplored === true && ABOUT[means] === about);

/** The service refuses the request after it looked at its key. */
export const refusing = explored(undefined);

/** The service refuses the request before it looks at its key. */
export const beforeTheKey = explored("nothing");

/** It stays open whether the service acted. */
export const open = explored("open");
