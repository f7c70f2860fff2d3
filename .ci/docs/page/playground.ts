/** The playground: a program, its console, and the simulator that it uses. */
import type { Fault } from "payments-sdk/simulator";
import { keepDraft, readDraft } from "./draft";
import type { Editor } from "./editor";
import { fromHash, toHash } from "./link";
import { openEditor } from "./load";
import { startProgram } from "./sandbox";
import type { Started } from "./sandbox";
import { showView } from "./simulator-view";

interface Example {
  readonly title: string;
  readonly code: string;
}

declare global {
  /** Written by the build, from the blocks of the guides. */
  var playgroundExamples: readonly Example[];
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

/** The faults that a reader can choose, by their text. */
const FAULTS: Readonly<Record<string, Fault>> = {
  "the request is lost": { kind: "reset-before" },
  "the response is lost": { kind: "reset-after" },
  "429: too many requests": { kind: "status", status: 429, retryAfter: 1 },
  "500: the service failed": { kind: "status", status: 500 },
  "a gateway's page": { kind: "html" },
};

async function runProgram(editor: Editor): Promise<void> {
  runButton.disabled = true;
  last?.stop();
  output.textContent = "";
  const chosen = FAULTS[fault.value];
  const faults = chosen === undefined ? [] : [{ ...chosen, operation: faultOperation.value, times: 1 }];
  try {
    last = await startProgram(editor.text(), { print, showView, faults });
    stopButton.disabled = false;
    await last.ended;
  } catch (error) {
    print(String(error));
  } finally {
    stopButton.disabled = true;
    runButton.disabled = false;
  }
}

async function share(editor: Editor): Promise<void> {
  globalThis.history.replaceState(null, "", toHash(editor.text()));
  try {
    await navigator.clipboard.writeText(globalThis.location.href);
    notice.textContent = "Link copied.";
  } catch {
    notice.textContent = "Copy the link from the address bar.";
  }
}

/** The program of the address, with a word about it. */
function linkedProgram(): string | undefined {
  const { code, isDamaged = false } = fromHash(globalThis.location.hash);
  if (isDamaged) notice.textContent = "The link is damaged. It does not contain a program.";
  if (code !== undefined) notice.textContent = "This program came with the link. Read it before you run it.";
  return code;
}

function addOptions(): void {
  for (const [index, { title }] of globalThis.playgroundExamples.entries()) {
    examples.append(new Option(title, String(index)));
  }
  for (const text of Object.keys(FAULTS)) fault.append(new Option(text));
  for (const operation of [
    "quotes.create",
    "quotes.execute",
    "transfers.out",
    "transfers.in",
    "customers.create",
  ]) {
    faultOperation.append(new Option(operation));
  }
}

async function start(): Promise<void> {
  addOptions();
  const exampleCode = () => globalThis.playgroundExamples[examples.selectedIndex]?.code ?? "";
  const code = linkedProgram() ?? readDraft() ?? exampleCode();
  const editor = await openEditor(find("editor"), code, keepDraft);
  runButton.disabled = false;
  examples.addEventListener("change", () => editor.replace(exampleCode()));
  runButton.addEventListener("click", () => void runProgram(editor));
  stopButton.addEventListener("click", () => last?.stop("Stopped."));
  find("share").addEventListener("click", () => void share(editor));
  find("advance-clock").addEventListener("click", () => {
    if (last === undefined) notice.textContent = "Run a program first.";
    else last.advance(find<HTMLSelectElement>("advance").value);
  });
  globalThis.addEventListener("hashchange", () => {
    const linked = linkedProgram();
    if (linked !== undefined) editor.replace(linked);
  });
}

start().catch((error: unknown) => print(String(error)));
