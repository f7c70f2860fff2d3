/** The playground: a program, its console, and the simulator that it uses. */
import type { Fault, Simulator } from "payments-sdk/simulator";
import type { Editor } from "./editor";
import { loadProgram } from "./load";
import { showSimulator } from "./simulator-view";

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
const output = find("console");
const notice = find("notice");
const fault = find<HTMLSelectElement>("fault");
const faultOperation = find<HTMLSelectElement>("fault-operation");

/** The simulator of the last run. */
let simulator: Simulator | undefined;

const print = (line: string) => {
  output.append(`${line}\n`);
  output.scrollTop = output.scrollHeight;
};

/** A program as the part of a link after `#`: base64url of UTF-8. */
function toHash(code: string): string {
  const bytes = Array.from(new TextEncoder().encode(code), (byte) => String.fromCharCode(byte));
  return `#code=${btoa(bytes.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The program in a link, or `undefined`. It runs only after a click. */
function fromHash(hash: string): string | undefined {
  const [, text] = /^#code=([\w-]+)$/.exec(hash) ?? [];
  if (text === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    notice.textContent = "The link is damaged. It does not contain a program.";
    return undefined;
  }
}

/** The faults that a reader can choose, by their text. */
const FAULTS: Readonly<Record<string, Fault>> = {
  "the request is lost": { kind: "reset-before" },
  "the response is lost": { kind: "reset-after" },
  "429: too many requests": { kind: "status", status: 429, retryAfter: 1 },
  "500: the service failed": { kind: "status", status: 500 },
  "a gateway's page": { kind: "html" },
};

function onSimulator(created: Simulator): void {
  simulator = created;
  const chosen = FAULTS[fault.value];
  if (chosen !== undefined) created.faults.add({ ...chosen, operation: faultOperation.value, times: 1 });
  const show = () => showSimulator(created);
  created.onExchange(show);
  created.on("*", show);
  show();
}

async function runProgram(editor: Editor): Promise<void> {
  runButton.disabled = true;
  output.textContent = "";
  const { explain, run } = await loadProgram();
  try {
    await run(editor.text(), { print, onSimulator });
  } catch (error) {
    print(explain(error));
  } finally {
    if (simulator !== undefined) showSimulator(simulator);
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

async function moveClock(): Promise<void> {
  if (simulator === undefined) {
    notice.textContent = "Run a program first.";
    return;
  }
  await simulator.clock.advance(find<HTMLSelectElement>("advance").value);
  showSimulator(simulator);
}

async function start(): Promise<void> {
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
  const exampleCode = () => globalThis.playgroundExamples[examples.selectedIndex]?.code ?? "";
  const shared = fromHash(globalThis.location.hash);
  const { createEditor } = await loadProgram();
  const editor = createEditor(find("editor"), shared ?? exampleCode());
  if (shared !== undefined)
    notice.textContent = "This program came with the link. Read it before you run it.";
  examples.addEventListener("change", () => editor.replace(exampleCode()));
  runButton.addEventListener("click", () => void runProgram(editor));
  find("share").addEventListener("click", () => void share(editor));
  find("advance-clock").addEventListener("click", () => void moveClock());
}

start().catch((error: unknown) => print(String(error)));
