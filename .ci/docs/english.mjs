/** Finds long sentences and forbidden phrases in Markdown documents. */

/** The most words of a sentence. */
export const MOST_WORDS = 30;

/** Phrases that are hard to read, each with its replacement. */
const PHRASES = [
  [/\bthere (?:is|are) (?:not?|none|nothing|nobody)\b/i, "say who lacks what: `Lists have no …`"],
  [/\bof which\b/i, "split the sentence"],
  [/\bwhose\b/i, "split the sentence, or write `with`"],
  [/\b(?:is|are|was|be) told\b/i, "say who tells whom, or write `gets`, `returns`, `reports`"],
  [/\bby (?:itself|themselves)\b/i, "write `automatically`, or say who does it"],
  [/\bas it is\b/i, "write `unchanged`"],
  [/\bfor certain\b/i, "write `certain`, or say what is known"],
  [/\bwhat of\b/i, "name the subject"],
  [/\bwhat (?:became|becomes|has become) of\b/i, "write `the outcome`"],
];

/**
 * The text of a document without code, tables, comments and markup, in blocks: paragraphs, list items, headings.
 *
 * @param {string} text
 * @returns {{ line: number, text: string }[]}
 */
function blocksOf(text) {
  const blocks = [];
  let open;
  let fence;
  for (const [index, line] of text.split("\n").entries()) {
    const [, ticks] = /^ *(`{3,})/.exec(line) ?? [];
    const isFence = ticks !== undefined && (fence === undefined || ticks === fence);
    if (isFence) fence = fence === undefined ? ticks : undefined;
    const isText = fence === undefined && !isFence && !/^ *(?:\||<!--|<\/?\w|$)/.test(line);
    if (!isText || /^ *(?:[-*]|\d+\.|#+) /.test(line)) open = undefined;
    if (!isText) continue;
    if (open === undefined) blocks.push((open = { line: index + 1, text: "" }));
    open.text += `${line.replace(/^ *(?:(?:[-*]|\d+\.) (?:\[[ x]\] )?|#+ )?/, "")} `;
  }
  return blocks;
}

/** A text for readers: code counts as one word, and a link is its text. @param {string} text */
function readable(text) {
  return text
    .replaceAll(/<!--.*?-->/g, "")
    .replaceAll(/(`+)(?:(?!\1).)+\1/g, "code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, "");
}

/**
 * The sentences of a document, each with its line and its number of words.
 *
 * @param {string} text
 * @returns {{ line: number, text: string, words: number }[]}
 */
export function sentencesOf(text) {
  return blocksOf(text).flatMap(({ line, text: block }) =>
    readable(block)
      .split(/(?<=[.!?]["”)]*)\s+(?=[\p{Lu}\p{N}"“(]|code\b)/u)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== "")
      .map((sentence) => ({
        line,
        text: sentence,
        words: sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length,
      })),
  );
}

/**
 * The problems in the English of a text, by line. Tables are checked for phrases only.
 *
 * @param {string} text
 * @returns {{ line: number, message: string }[]}
 */
export function englishProblems(text) {
  const sentences = sentencesOf(text);
  const long = sentences
    .filter(({ words }) => words > MOST_WORDS)
    .map(({ line, words, text: sentence }) => ({
      line,
      message: `has a sentence of ${words} words: ${sentence}`,
    }));
  const rows = text.split("\n").flatMap((line, index) => {
    return /^ *\|/.test(line) ? [{ line: index + 1, text: readable(line) }] : [];
  });
  const forbidden = [...sentences, ...rows].flatMap(({ line, text: part }) =>
    PHRASES.flatMap(([pattern, better]) => {
      const [found] = pattern.exec(part) ?? [];
      return found === undefined ? [] : [{ line, message: `says "${found}": ${better}` }];
    }),
  );
  return [...long, ...forbidden];
}

/**
 * The problems in the English of a document.
 *
 * @param {string} path
 * @param {string} text
 * @returns {string[]}
 */
export function problemsOf(path, text) {
  return englishProblems(text).map(({ line, message }) => `${path}:${line} ${message}`);
}
