/** The worker of the sandbox. It runs one program, and reports lines and the state of the simulator. */
import type { Simulator } from "payments-sdk/simulator";
import { MOST_CHARACTERS, MOST_LINES } from "./messages";
import type { Order, Report } from "./messages";
import { offerPasskeys, settlePasskey } from "./worker-passkeys";
import { explain, run } from "./runner";
import { viewOf } from "./view";

const report = (message: Report) => globalThis.postMessage(message);

let lines = 0;
let characters = 0;

/** Prints a line. A program that prints without end does not slow down the page. */
function print(text: string): void {
  if (lines > MOST_LINES || characters > MOST_CHARACTERS) return;
  lines += 1;
  characters += text.length;
  const isLast = lines > MOST_LINES || characters > MOST_CHARACTERS;
  report({ type: "line", text: text.slice(0, MOST_CHARACTERS) });
  if (isLast) report({ type: "line", text: "… The page shows no more output of this program." });
}

let simulator: Simulator | undefined;
let isShowing = false;

/** Reports the state soon. Many changes in a row make one report. */
function show(): void {
  if (isShowing) return;
  isShowing = true;
  setTimeout(() => {
    isShowing = false;
    if (simulator !== undefined) report({ type: "view", view: viewOf(simulator) });
  }, 30);
}

async function runProgram({ code, hostname, faults }: Extract<Order, { type: "run" }>): Promise<void> {
  // A passkey belongs to the site, not to the worker's own address.
  Object.defineProperty(globalThis, "location", { value: { hostname } });
  const onSimulator = (created: Simulator) => {
    simulator = created;
    for (const fault of faults) created.faults.add(fault);
    created.onExchange(show);
    created.on("*", show);
  };
  try {
    await run(code, { print, onSimulator, hostname });
  } catch (error) {
    print(await explain(error));
  }
  if (simulator !== undefined) report({ type: "view", view: viewOf(simulator) });
  report({ type: "end" });
}

async function printUncaught(error: unknown): Promise<void> {
  print(`Uncaught ${await explain(error)}`);
}

globalThis.addEventListener("unhandledrejection", (event) => {
  event.preventDefault();
  void printUncaught(event.reason);
});
globalThis.addEventListener("error", (event) => {
  event.preventDefault();
  void printUncaught(event.error);
});
globalThis.addEventListener("message", ({ data }: MessageEvent<Order>) => {
  if (data.type === "run") void runProgram(data);
  else if (data.type === "passkey") settlePasskey(data);
  else void simulator?.clock.advance(data.by).then(show);
});
offerPasskeys(report);
