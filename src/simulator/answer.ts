import type { Problem } from "./problem";
import type { Reply } from "./route";

/** An answer as it goes over the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** `undefined`: no body at all. */
  body: string | undefined;
}

/** What becomes of a request: an answer, part of one, or none. */
export type Delivery =
  | { kind: "answer"; answer: Answer }
  /** The headers and the first half of the body; then the connection ends, breaks, or falls silent (for `resumeAfterMs`). */
  | { kind: "partial"; answer: Answer; then: "end" | "reset" | "stall"; resumeAfterMs?: number }
  | { kind: "refused" }
  | { kind: "reset" }
  /** Silence, until the client gives up. */
  | { kind: "stall" };

export function toAnswer({ status, body, headers = {} }: Reply): Answer {
  if (body === undefined) return { status, headers, body: undefined };
  return { status, headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

export function problemReply(problem: Problem): Reply {
  return { status: problem.status, body: problem.body, headers: problem.headers };
}
