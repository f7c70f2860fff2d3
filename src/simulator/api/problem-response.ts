import { internal, Problem } from "../domain/problem";
import { toWire } from "../runtime/wire";
import type { WireResponse } from "../runtime/wire";

/** The response to a request that is not carried out. */
export function problemResponse(error: unknown): WireResponse {
  if (error instanceof Problem) {
    return toWire({ status: error.status, body: error.body, headers: error.headers });
  }
  // A defect of the simulator, or of a custom route: its text is what a tester needs to see.
  const message = error instanceof Error ? error.message : String(error);
  return problemResponse(internal(`The simulator failed: ${message}`));
}
