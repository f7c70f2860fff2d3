/** The colours of the editor. The first of each pair is for the light scheme, the second for the dark one. */
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";
import { EditorView } from "codemirror";

const surface = "light-dark(#ffffff, #14171d)";
const raised = "light-dark(#f6f7f9, #1b1f27)";
const border = "light-dark(#c9cfd9, #363d4a)";
const text = "light-dark(#1b1f27, #e7eaf0)";
const quiet = "light-dark(#545b69, #a9b1c0)";
const mark = "light-dark(#1a56b8, #8ab8ff)";
const selection = "light-dark(#cfe0fb, #2f4468)";

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
  { tag: tags.keyword, color: "light-dark(#a0228f, #ff9bdd)" },
  { tag: [tags.string, tags.special(tags.string)], color: "light-dark(#0a6b2f, #8fdd9f)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#8a4500, #ffbb7a)" },
  { tag: [tags.function(tags.variableName), tags.className], color: "light-dark(#1a56b8, #8ab8ff)" },
  { tag: tags.typeName, color: "light-dark(#0b6570, #7fd8e4)" },
  { tag: tags.comment, color: quiet, fontStyle: "italic" },
]);

export const editorTheme = [surfaces, syntaxHighlighting(words)];
