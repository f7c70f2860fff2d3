/** The editor of code blocks and of the playground. A page loads it when somebody edits. */
import { javascript } from "@codemirror/lang-javascript";
import { basicSetup, EditorView } from "codemirror";
import { editorTheme } from "./editor-theme";
import { types } from "./types";

declare global {
  /** Set by this script. */
  var createEditor:
    ((parent: HTMLElement, doc: string, onChange?: (text: string) => void) => Editor) | undefined;
}

export interface Editor {
  text(): string;
  replace(text: string): void;
  focus(): void;
}

/** Puts an editor into an element. */
globalThis.createEditor = (parent, doc, onChange) => {
  const label = EditorView.contentAttributes.of({ "aria-label": "Program" });
  const changes = EditorView.updateListener.of(({ docChanged, state }) => {
    if (docChanged) onChange?.(state.doc.toString());
  });
  const view = new EditorView({
    parent,
    doc,
    extensions: [
      basicSetup,
      javascript({ typescript: true }),
      EditorView.lineWrapping,
      editorTheme,
      label,
      changes,
      types(),
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    focus: () => view.focus(),
  };
};
