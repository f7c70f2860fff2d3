/** Gives every code block that can run in a page its buttons, an editor and a place for its output. */
import { openEditor } from "./load";
import { toHash } from "./link";
import { made } from "./made";
import { startProgram } from "./sandbox";
import type { Started } from "./sandbox";

/** The mark that the build puts before a block. */
const MARK = "[data-run]";

const button = (text: string) => made("button", { type: "button" }, text);

/** The output that the document shows below a block. After a run, it would stand there twice. */
function printedOutput(after: Element): HTMLElement | undefined {
  for (let next = after.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (next.querySelector(":scope > code.text") !== null) return next as HTMLElement;
    if (/^(?:H\d|PRE)$/.test(next.tagName) || next.matches(MARK)) return undefined;
  }
  return undefined;
}

function addRunButton(block: HTMLPreElement): void {
  // Read at the click: lines end in <br>, and `innerText` has them only while the block is visible.
  let text = () => block.querySelector("code")?.innerText ?? "";
  const runButton = button("Run");
  const editButton = button("Edit");
  const playgroundButton = button("Open in the playground");
  const bar = made("div", { className: "run-bar" }, runButton, editButton, playgroundButton);
  const output = made("output", { className: "run-output", hidden: true });
  block.after(bar, output);
  let running: Started | undefined;

  editButton.addEventListener("click", async () => {
    const place = made("div", { className: "run-editor" });
    const editor = await openEditor(place, text());
    block.replaceWith(place);
    text = editor.text;
    editButton.remove();
    editor.focus();
  });

  playgroundButton.addEventListener("click", () => {
    const site = document.documentElement.dataset["base"] ?? "./";
    globalThis.location.href = new URL(`${site}playground.html${toHash(text())}`, document.baseURI).href;
  });

  runButton.addEventListener("click", async () => {
    if (running !== undefined) return running.stop("Stopped.");
    output.hidden = false;
    output.textContent = "";
    printedOutput(output)?.setAttribute("hidden", "");
    const print = (line: string) => output.append(`${line}\n`);
    runButton.textContent = "Stop";
    try {
      running = await startProgram(text(), { print });
      await running.ended;
      running.stop();
    } catch (error) {
      print(String(error));
    } finally {
      running = undefined;
      runButton.textContent = "Run";
    }
  });
}

/** Adds the buttons to the page. */
export function addRunButtons(): void {
  for (const mark of document.querySelectorAll(MARK)) {
    const block = mark.nextElementSibling;
    if (block instanceof HTMLPreElement) addRunButton(block);
  }
}
