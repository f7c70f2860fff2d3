/** The editor of code blocks and of the playground. */
import { javascript } from "@codemirror/lang-javascript";
import { basicSetup, EditorView } from "codemirror";
import { editorTheme } from "./editor-theme";

export interface Editor {
  text(): string;
  replace(text: string): void;
  focus(): void;
}

/** Puts an editor into an element. */
export function createEditor(parent: HTMLElement, doc: string): Editor {
  const label = EditorView.contentAttributes.of({ "aria-label": "Program" });
  const view = new EditorView({
    parent,
    doc,
    extensions: [basicSetup, javascript({ typescript: true }), EditorView.lineWrapping, editorTheme, label],
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    focus: () => view.focus(),
  };
}
