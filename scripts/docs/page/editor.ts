/** The editor of code blocks and of the playground. A page loads it when somebody edits. */
import { javascript } from "@codemirror/lang-javascript";
import { basicSetup, EditorView } from "codemirror";
import { editorTheme } from "./editor-theme";

declare global {
  /** Set by this script. */
  var createEditor:
    ((parent: HTMLElement, doc: string, onChange?: (text: string) => void) => Editor) | undefined;
}

export interface Editor {
  text(): string;
  replace(text: string): void;
  focus(): void;
  /** Scrolls to a line, from 1, and marks it. */
  show(line: number): void;
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
    ],
  });
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
    focus: () => view.focus(),
    show: (line) => {
      const { from: anchor } = view.state.doc.line(line);
      const scroll = EditorView.scrollIntoView(anchor, { y: "center" });
      view.dispatch({ selection: { anchor }, effects: scroll });
    },
  };
};
