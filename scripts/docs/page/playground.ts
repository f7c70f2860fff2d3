/** The playground: a program, its console, and the simulator that it uses. */
import type { Fault } from "payments-sdk/simulator";
import { mountCalls } from "simulator-viewer";
import type { CallDetail } from "../../../src/simulator/status-page/calls";
import type { CallSource } from "../../../src/simulator/status-page/viewer/viewer";
import { keepDraft, readDraft } from "./draft";
import type { Editor } from "./editor";
import { fromHash, toHash, toHashWithState } from "./link";
import { openEditor } from "./load";
import { startProgram } from "./sandbox";
import type { Sink, Started } from "./sandbox";

interface Example {
  readonly title: string;
  readonly code: string;
}

declare global {
  /** Written by the build, from the blocks of the guides. */
  var playgroundExamples: readonly Example[];
  /** Where they call what the reference links. `program` is the index of the example. */
  var playgroundPlaces: readonly { name: string; program: number; line: number }[];
}

const find = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;
const examples = find<HTMLSelectElement>("examples");
const runButton = find<HTMLButtonElement>("run");
const stopButton = find<HTMLButtonElement>("stop");
const output = find("console");
const notice = find("notice");
const fault = find<HTMLSelectElement>("fault");
const faultOperation = find<HTMLSelectElement>("fault-operation");

/** The last program. Its simulator stays until the next run. */
let last: Started | undefined;

/** The state of a link. Each run starts from it. */
let state: string | undefined;

/** What holds that state before the first run. The reader may move its clock. */
let restored: Started | undefined;

let isScrolling = false;

/** Prints a line, and scrolls once for all lines of a frame. */
function print(line: string): void {
  output.append(`${line}\n`);
  if (isScrolling) return;
  isScrolling = true;
  requestAnimationFrame(() => {
    isScrolling = false;
    output.scrollTop = output.scrollHeight;
  });
}

/** Asks the simulator of the last program. Rejects with a text for the reader. */
async function ask(...question: Parameters<Started["ask"]>): Promise<unknown> {
  if (last === undefined) throw new Error("Run a program first.");
  return last.ask(...question);
}

/** Loses the next response of an operation: of the program that runs, or in the next run. */
async function lose(operation: string): Promise<void> {
  if (!stopButton.disabled) await ask("act", "lose", operation);
  else {
    faultOperation.value = operation;
    if (faultOperation.value === "") faultOperation.append(new Option(operation, operation, true, true));
    fault.value = '{"kind":"reset-after"}';
  }
}

const now: Sink["now"] = (time) => (find("clock").textContent = String(time));
let sink: Sink;

const source: CallSource = {
  follow: (viewer) => (sink = { ...viewer, now }),
  detail: async (id) => (await ask("detail", id)) as CallDetail,
  act: (_lose, operation) => lose(operation),
  guide: (page) => `guides/${page.replace(/md$/, "html")}`,
};

/** Starts a program in the place of the last one. */
async function startNext(code: string, faults: readonly Fault[] = []): Promise<Started> {
  last?.stop();
  output.textContent = find("clock").textContent = "";
  sink.clear();
  last = await startProgram(code, { print, sink, faults, state });
  return last;
}

async function runProgram(editor: Editor): Promise<void> {
  runButton.disabled = true;
  const chosen = { ...(JSON.parse(fault.value) as Fault), operation: faultOperation.value, times: 1 };
  try {
    if (state !== undefined && last === restored) state = String(await ask("save"));
    const { ended } = await startNext(editor.text(), chosen.kind === undefined ? [] : [chosen]);
    stopButton.disabled = false;
    await ended;
  } catch (error) {
    print(String(error));
  } finally {
    stopButton.disabled = true;
    runButton.disabled = false;
  }
}

/** Shows the message of an error beside the buttons. */
const say = (error: unknown) => (notice.textContent = error instanceof Error ? error.message : String(error));

async function share(hash: string): Promise<void> {
  globalThis.history.replaceState(null, "", hash);
  try {
    await navigator.clipboard.writeText(globalThis.location.href);
    notice.textContent = "Link copied.";
  } catch {
    notice.textContent = "Copy the link from the address bar.";
  }
}

const exampleCode = () => globalThis.playgroundExamples[examples.selectedIndex]?.code ?? "";

/** A program, and the line to show. */
interface Opened {
  readonly code: string;
  readonly line?: number;
}

/** Restores the state of the address. Returns its program, with a word about it. */
async function openLink(): Promise<Opened | undefined> {
  const { call, code, ...linked } = await fromHash(globalThis.location.hash);
  const place = globalThis.playgroundPlaces.find(({ name }) => name === call);
  const isDamaged = linked.isDamaged === true || (call !== undefined && place === undefined);
  ({ state } = linked);
  if (state !== undefined) {
    restored = await startNext("simulator;");
    await restored.ended;
  }
  // A state that cannot be restored prints the reason.
  if (isDamaged || (state !== undefined && output.textContent !== "")) {
    state = undefined;
    notice.textContent = "The link is damaged, so the playground opened without it.";
    return undefined;
  }
  if (place !== undefined) {
    examples.selectedIndex = place.program;
    notice.textContent = `Line ${place.line} calls ${place.name}.`;
    return { code: exampleCode(), line: place.line };
  }
  const came = state === undefined ? "This program" : "This program and the state of its simulator";
  if (code === undefined) return undefined;
  notice.textContent = `${came} came with the link. Read it before you run it.`;
  return { code };
}

async function start(): Promise<void> {
  for (const [index, { title }] of globalThis.playgroundExamples.entries())
    examples.append(new Option(title, String(index)));
  mountCalls(find("calls"), source);
  const { hash } = globalThis.location;
  const opened = (await openLink()) ?? { code: readDraft() ?? exampleCode() };
  const editor = await openEditor(find("editor"), opened.code, keepDraft);
  if (opened.line !== undefined) editor.show(opened.line);
  runButton.disabled = false;
  examples.addEventListener("change", () => {
    state = undefined;
    editor.replace(exampleCode());
  });
  runButton.addEventListener("click", () => void runProgram(editor));
  stopButton.addEventListener("click", () => last?.stop("Stopped."));
  find("share").addEventListener("click", () => void share(toHash(editor.text())));
  find("share-state").addEventListener("click", () => {
    ask("save")
      .then((saved) => toHashWithState(editor.text(), String(saved)))
      .then(share)
      .catch(say);
  });
  find("advance-clock").addEventListener("click", () => {
    ask("act", "by", find<HTMLSelectElement>("advance").value).catch(say);
  });
  const follow = async (): Promise<void> => {
    const linked = await openLink();
    if (linked === undefined) return;
    editor.replace(linked.code);
    if (linked.line !== undefined) editor.show(linked.line);
  };
  globalThis.addEventListener("hashchange", follow);
  // Another link may have come while the editor loaded.
  if (globalThis.location.hash !== hash) await follow();
}

start().catch((error: unknown) => print(String(error)));
