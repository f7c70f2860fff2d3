/**
 * Runs a program of the reader, or of a link, in a worker. The worker's address is a `data:` URL, so it has an origin of its own:
 * a program reaches neither the site's pages nor its storage. The page can always stop it.
 *
 * @see HTML, section 10.2.6.3, "Dedicated workers and the Worker interface"
 */
import type { Fault } from "payments-sdk/simulator";
import { loadScript } from "./load";
import { MOST_LINES } from "./messages";
import type { Order, Report } from "./messages";
import { askForPasskey } from "./page-passkeys";
import type { View } from "./view";

declare global {
  /** The code of the worker, which `runner.js` sets. A page that was opened from a folder can load it, too. */
  var paymentsRunner: string | undefined;
}

/** What a page does with the reports of a program. */
export interface Shows {
  readonly print: (line: string) => void;
  readonly showView?: (view: View) => void;
  readonly faults?: readonly Fault[];
}

/** A program that was started. */
export interface Started {
  /** Resolves when the program ended, failed or was stopped. */
  readonly ended: Promise<void>;
  /** Moves the clock of its simulator, also after the end. */
  advance(by: string): void;
  /** Ends the program at once, and frees its memory. */
  stop(note?: string): void;
}

const TIME_LIMIT_MS = 60_000;

/** Starts a program. The runner is loaded at the first start. */
export async function startProgram(code: string, { print, showView, faults = [] }: Shows): Promise<Started> {
  if (globalThis.paymentsRunner === undefined) await loadScript("runner.js");
  const source = encodeURIComponent(globalThis.paymentsRunner ?? "");
  const worker = new Worker(`data:text/javascript;charset=utf-8,${source}`);
  const send = (order: Order) => worker.postMessage(order);
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let isStopped = false;
  let lines = 0;

  const stop = (note?: string) => {
    if (isStopped) return;
    isStopped = true;
    worker.terminate();
    clearTimeout(timer);
    if (note !== undefined) print(note);
    end();
  };
  const timer = setTimeout(() => stop(`Stopped after ${TIME_LIMIT_MS / 1000} seconds.`), TIME_LIMIT_MS);

  worker.addEventListener("error", () => stop("The program could not start."));
  worker.addEventListener("message", ({ data }: MessageEvent<Report>) => {
    if (isStopped) return;
    if (data.type === "line") {
      lines += 1;
      // The worker has the same limit, unless the program goes around it.
      if (lines > MOST_LINES + 10) stop("Stopped: the program printed too much.");
      else print(String(data.text));
    } else if (data.type === "view") showView?.(data.view);
    else if (data.type === "passkey") void askForPasskey(data).then(send);
    else if (data.type === "end") {
      clearTimeout(timer);
      end();
    }
  });
  send({ type: "run", code, hostname: globalThis.location.hostname, faults });
  return { ended, stop, advance: (by) => send({ type: "advance", by }) };
}
