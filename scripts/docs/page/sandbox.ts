/**
 * Runs a program of the reader, or of a link, in a worker. The worker's address is a `data:` URL, so it has an origin of its own:
 * a program reaches neither the site's pages nor its storage. The page can always stop it.
 *
 * @see HTML, section 10.2.6.3, "Dedicated workers and the Worker interface"
 */
import type { Fault } from "payments-sdk/simulator";
import type { CallSink } from "../../../src/simulator/status-page/viewer/viewer";
import { openChannel } from "./channel";
import type { Channel } from "./channel";
import { loadScript } from "./load";
import { askForPasskey } from "./page-passkeys";

declare global {
  /** The code of the worker, which `runner.js` sets. A page that was opened from a folder can load it, too. */
  var paymentsRunner: string | undefined;
}

/** In lines and characters. A page with more output becomes slow. */
export const MOST_LINES = 1_000;
export const MOST_CHARACTERS = 100_000;

/** What the worker gets to run a program. */
export interface Task {
  readonly code: string;
  readonly hostname: string;
  readonly faults?: readonly Fault[] | undefined;
  /** A snapshot as JSON. The first simulator that it fits starts from it. */
  readonly state?: string | undefined;
}

/** Gets what a viewer shows of the simulator, and its time in ISO 8601. */
export interface Sink extends CallSink {
  now(time: string): void;
}

/** What a page does with the reports of a program. */
export interface Shows extends Omit<Task, "code" | "hostname"> {
  readonly print: (line: string) => void;
  readonly sink?: Partial<Sink>;
}

/** A program that was started. */
export interface Started {
  /** Resolves when the program ended, failed or was stopped. */
  readonly ended: Promise<unknown>;
  /** Calls `detail(requestId)`, `act(name, value)` or `save()` for its simulator, also after the end. Rejects once it was stopped. */
  readonly ask: Channel["ask"];
  /** Ends the program at once, and frees its memory. */
  stop(note?: string): void;
}

const TIME_LIMIT_MS = 60_000;

/** Starts a program. The runner is loaded at the first start. */
export async function startProgram(code: string, { print, sink, ...task }: Shows): Promise<Started> {
  if (globalThis.paymentsRunner === undefined) await loadScript("runner.js");
  const source = encodeURIComponent(globalThis.paymentsRunner ?? "");
  const worker = new Worker(`data:text/javascript;charset=utf-8,${source}`);
  let lines = 0;
  const printSome = (text: string) => {
    lines += 1;
    // The worker has the same limit, unless the program goes around it.
    if (lines > MOST_LINES + 10) stop("Stopped: the program printed too much.");
    else print(String(text));
  };
  const { ask, close } = openChannel(worker, { ...sink, print: printSome, passkey: askForPasskey });
  const stop = (note?: string) => {
    worker.terminate();
    clearTimeout(timer);
    if (note !== undefined) print(note);
    close("The simulator ended with its program. Run it again.");
  };
  const timer = setTimeout(() => stop(`Stopped after ${TIME_LIMIT_MS / 1000} seconds.`), TIME_LIMIT_MS);
  worker.addEventListener("error", () => stop("The program could not start."));
  const run: Task = { code, hostname: globalThis.location.hostname, ...task };
  const ended = ask("run", run).then(
    () => clearTimeout(timer),
    () => {},
  );
  return { ended, ask, stop };
}
