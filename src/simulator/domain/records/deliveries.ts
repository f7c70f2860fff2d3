import type { SimulatorEvent } from "../../runtime/events";

/** One attempt to deliver an event. */
export interface Attempt {
  event: SimulatorEvent;
  /** 1 for the first. */
  attempt: number;
  /** When it is due, in milliseconds since 1970-01-01 UTC. */
  dueMs: number;
}

/** The platform's endpoint. */
export interface Endpoint {
  /** As set at run time; `null` for none. Absent: that of the options. */
  url?: string | null;
  /** The attempts under way. A restored world makes them again. */
  attempts: Attempt[];
}
