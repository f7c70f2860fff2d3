/** Gives every code block that can run in a page a Run button, an editor and a place for its output. */
import { loadProgram } from "./load";

/** The mark that the build puts before a block. */
const MARK = "[data-run]";

function button(text: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  return made;
}

function addRunButton(block: HTMLPreElement): void {
  // Read at the click: lines end in <br>, and `innerText` has them only while the block is visible.
  let text = () => block.querySelector("code")?.innerText ?? "";
  const bar = document.createElement("div");
  bar.className = "run-bar";
  const runButton = button("Run");
  const editButton = button("Edit");
  bar.append(runButton, editButton);
  const output = document.createElement("output");
  output.className = "run-output";
  output.hidden = true;
  block.after(bar, output);

  editButton.addEventListener("click", async () => {
    const { createEditor } = await loadProgram();
    const place = document.createElement("div");
    place.className = "run-editor";
    const editor = createEditor(place, text());
    block.replaceWith(place);
    text = editor.text;
    editButton.remove();
    editor.focus();
  });

  runButton.addEventListener("click", async () => {
    runButton.disabled = true;
    output.hidden = false;
    output.textContent = "";
    const print = (line: string) => output.append(`${line}\n`);
    try {
      const { run, explain } = await loadProgram();
      await run(text(), { print }).catch((error: unknown) => print(explain(error)));
    } catch (error) {
      print(String(error));
    } finally {
      runButton.disabled = false;
    }
  });
}

function addRunButtons(): void {
  for (const mark of document.querySelectorAll(MARK)) {
    const block = mark.nextElementSibling;
    if (block instanceof HTMLPreElement) addRunButton(block);
  }
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", addRunButtons);
else addRunButtons();
