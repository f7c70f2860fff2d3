/** The index of the site's search, for the build, the page and the tests. */
import MiniSearch from "minisearch";

/**
 * A result: a section, a method, a code or a name, with its address. `page` is what the name belongs to: a guide, a request or an import.
 *
 * @typedef {{ url: string, kind: string, name: string, page: string }} Result
 */

/** A text unchanged, and its parts: `quotes.findOrCreate` is also quotes, find, or, create. @param {string} text */
function tokensOf(text) {
  return text.split(/[^\p{L}\p{N}._/-]+/u).flatMap((part) => {
    const whole = part.replace(/^[._/-]+|[._/-]+$/g, "");
    const words = whole.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(/[\s._/-]+/);
    return words.length > 1 ? [whole, ...words] : [whole];
  });
}

/** Plural and singular are one word. @param {string} term */
const processTerm = (term) =>
  term
    .toLowerCase()
    .replace(/ies$/, "y")
    .replace(/(?<=[^s])s$/, "");

const options = {
  idField: "url",
  fields: ["name", "page", "words", "text"],
  storeFields: ["kind", "name", "page"],
  tokenize: tokensOf,
  processTerm,
};

/**
 * Builds the index.
 *
 * @param {(Result & { words?: string | undefined, text: string })[]} entries `words` are words of readers that the text lacks
 * @returns {string}
 */
export function buildIndex(entries) {
  const index = new MiniSearch(options);
  index.addAll(entries);
  return JSON.stringify(index);
}

/** Guides explain. A name comes first only if somebody types all of it. @param {string} term @param {Result} result */
function weightOf(term, { kind, name }) {
  if (kind === "guide") return 2;
  if (kind === "section") return 1;
  if (term === processTerm(name)) return 3;
  return kind === "method" && name.toLowerCase().endsWith(`.${term}`) ? 1 : 0.03;
}

const MOST_RESULTS = 12;
const MOST_RESULTS_OF_A_PAGE = 2;

/**
 * Returns a function that searches the index, best first.
 *
 * @param {string} json
 * @returns {(query: string) => Result[]}
 */
export function searcherOf(json) {
  const index = MiniSearch.loadJSON(json, options);
  return (query) => {
    const found = index.search(query.replace(/^\s*(?:await\s+)?payments\./, ""), {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { name: 4, words: 4, page: 2 },
      boostDocument: (_url, term, stored) => weightOf(term, stored),
    });
    /** @type {Map<string, number>} */
    const pages = new Map();
    return found
      .map(({ id: url, kind, name, page }) => ({ url, kind, name, page }))
      .filter(({ url }) => {
        const [address] = url.split("#");
        const before = pages.get(address) ?? 0;
        pages.set(address, before + 1);
        return before < MOST_RESULTS_OF_A_PAGE;
      })
      .slice(0, MOST_RESULTS);
  };
}
