/** The worker of the sandbox. It runs one program, and shows its simulator to the viewer of the page. */
import type { Simulator, SimulatorSnapshot } from "payments-sdk/simulator";
import type { Host } from "../../../src/simulator/api/host";
import { hostOf } from "../../../src/simulator/simulator";
import { followCalls } from "../../../src/simulator/status-page/call-stream";
import { detailOf } from "../../../src/simulator/status-page/calls";
import { act } from "../../../src/simulator/status-page/controls";
import { views } from "../../../src/simulator/status-page/views";
import { openChannel } from "./channel";
import { explain, run } from "./runner";
import { MOST_CHARACTERS, MOST_LINES } from "./sandbox";
import type { Task } from "./sandbox";
import { offerPasskeys } from "./worker-passkeys";

/** The inside of the newest simulator. */
let host: Host | undefined;

function shown(): Host {
  if (host === undefined) throw new Error("The program has no simulator.");
  return host;
}

const { ask, tell } = openChannel(globalThis, {
  run: runProgram,
  detail: (id: string) => detailOf(shown(), id, shown().options.baseUrl.href.replace(/\/$/, "")),
  act: (name: string, value: string) => act(shown(), name, value).then(showTables),
  save: () => shown().save(),
});

let lines = 0;
let characters = 0;

/** Prints a line. A program that prints without end does not slow down the page. */
function print(text: string): void {
  if (lines > MOST_LINES || characters > MOST_CHARACTERS) return;
  lines += 1;
  characters += text.length;
  const isLast = lines > MOST_LINES || characters > MOST_CHARACTERS;
  tell("print", text.slice(0, MOST_CHARACTERS));
  if (isLast) tell("print", "… The page shows no more output of this program.");
}

let isShowing = false;

/** Sends the tables soon. Many changes in a row make one report. */
function showTables(): void {
  if (isShowing) return;
  isShowing = true;
  setTimeout(() => {
    isShowing = false;
    const { Requests: _, ...others } = views;
    const rows = Object.entries(others).map(([title, view]) => [
      title,
      view(shown()).map(({ cells }) => cells),
    ]);
    tell("tables", Object.fromEntries(rows));
  }, 30);
}

let stopFollowing = () => {};

function follow(created: Simulator): void {
  stopFollowing();
  host = hostOf(created);
  created.on("*", showTables);
  stopFollowing = followCalls(host, (event, data) => {
    tell(event, data);
    if (event !== "now") showTables();
  });
}

async function runProgram({ code, hostname, faults = [], state }: Task): Promise<void> {
  // A passkey belongs to the site, not to the worker's own address.
  Object.defineProperty(globalThis, "location", { value: { hostname } });
  try {
    let saved = state === undefined ? undefined : (JSON.parse(state) as SimulatorSnapshot);
    let misfit: unknown = "The program has no simulator.";
    const own = saved && {
      seed: saved.seed,
      environment: saved.environment as "sandbox",
      platform: { id: saved.platformId },
    };
    const onSimulator = (created: Simulator) => {
      try {
        if (saved !== undefined) hostOf(created).restore(saved);
        saved = undefined;
      } catch (error) {
        misfit = error;
      }
      for (const fault of faults) created.faults.add(fault);
      follow(created);
    };
    await run(code, { print, onSimulator, hostname, own: own ?? { seed: "docs" } });
    if (saved !== undefined) print(`The state of the link was not used. ${String(misfit)}`);
  } catch (error) {
    print(await explain(error));
  }
  // The last tables go first.
  await new Promise((resolve) => setTimeout(resolve, 40));
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
offerPasskeys(ask);
