import type { CallDetail, CallSummary } from "../calls";
import type { Row } from "../views";
import { listScript } from "./list";
import { rowScript } from "./row";
import { storyScript } from "./story";
import { tablesScript } from "./tables";

/** What a viewer shows. A source calls it. */
export interface CallSink {
  /** Adds attempts, oldest first. */
  calls(attempts: readonly CallSummary[]): void;
  /** A delivery or a fault came after its call: reads the open calls again. */
  changed(): void;
  /** Empties the list and the tables. */
  clear(): void;
  /** Replaces the tables below the list: the cells of their rows by title. */
  tables(views: Readonly<Record<string, readonly Row["cells"][]>>): void;
}

/** The simulator that a viewer shows. The status page reaches it over HTTP, the playground in its worker. */
export interface CallSource {
  /** Starts with the kept calls, then sends each new one. */
  follow(sink: CallSink): void;
  /** Rejects if the simulator has forgotten the attempt. */
  detail(id: string): Promise<CallDetail>;
  /** Does what `act` does. Rejects with the reason if it cannot. */
  act(name: "lose", operation: string): Promise<void>;
  /** The address of a page of the guide. */
  guide(page: string): string;
}

/**
 * The list of calls, as a module for browsers. It needs nothing else of this package, and no HTML is parsed.
 * `mountCalls(root, source)` fills an element with the calls of a {@link CallSource}.
 */
export const viewerModule = rowScript + storyScript + tablesScript + listScript;
