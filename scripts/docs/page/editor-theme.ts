/** The colours of the editor: those of the site. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { EditorView } from "codemirror";

const surface = "var(--surface)";
const raised = "var(--sunken)";
const border = "var(--line)";
const text = "var(--ink)";
const quiet = "var(--muted)";
const mark = "var(--accent)";
const selection = "light-dark(#c9e6d8, #1f4d3c)";

const surfaces = EditorView.theme({
  "&": { backgroundColor: surface, color: text },
  "& .cm-content": { caretColor: text },
  "& .cm-cursor": { borderLeftColor: text },
  "& .cm-gutters": { backgroundColor: raised, color: quiet, borderRight: `1px solid ${border}` },
  "& .cm-activeLine, & .cm-activeLineGutter": { backgroundColor: raised },
  "& .cm-activeLine": { boxShadow: `inset 3px 0 ${mark}` },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": { backgroundColor: selection },
  "& .cm-selectionBackground, & .cm-selectionMatch": { backgroundColor: selection },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: selection },
  "& .cm-panels, & .cm-tooltip": { backgroundColor: raised, color: text, borderColor: border },
});

const words = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-keyword)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-number)" },
  { tag: [tags.function(tags.variableName), tags.className], color: "var(--code-function)" },
  { tag: tags.typeName, color: "var(--code-type)" },
  { tag: tags.comment, color: "var(--code-comment)", fontStyle: "italic" },
]);

export const editorTheme = [surfaces, syntaxHighlighting(words)];
