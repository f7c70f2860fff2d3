/** The index of the site's search, for the build, the page and the tests. */
import MiniSearch from "minisearch";

/**
 * A result with its address. `page` is what the name belongs to: a guide, a request or an import. The snippet is the part of the text
 * that has the words, and the words are those of the text that match.
 *
 * @typedef {{ url: string, group: string, name: string, page: string, snippet: string, words: string[] }} Result
 */

/** The kinds of entries, as readers know them. */
const GROUPS = {
  guide: "Guides",
  section: "Guides",
  method: "Methods",
  resource: "Methods",
  code: "Codes",
  name: "Names",
};

/** A text unchanged, and its parts: `quotes.findOrCreate` is also quotes, findOrCreate, find, or, create. @param {string} text */
function tokensOf(text) {
  return text.split(/[^\p{L}\p{N}._/-]+/u).flatMap((part) => {
    const whole = part.replace(/^[._/-]+|[._/-]+$/g, "");
    const parts = whole.split(/[._/-]+/);
    const words = parts.flatMap((name) => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(" "));
    return [...new Set([whole, ...parts, ...words])];
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
  storeFields: ["kind", "name", "page", "text"],
  tokenize: tokensOf,
  processTerm,
};

/**
 * Builds the index.
 *
 * @param {{ url: string, kind: string, name: string, page: string, text: string, words?: string | undefined }[]} entries `words` are words of readers that the text lacks
 * @returns {string}
 */
export function buildIndex(entries) {
  const index = new MiniSearch(options);
  index.addAll(entries);
  return JSON.stringify(index);
}

/** Words of questions that say nothing about the answer. */
const EMPTY = new Set(
  "a after an and are as at be can do does for from how i in is it me my of on or the to was what when with".split(
    " ",
  ),
);

/** Words that people use, and the words of our pages. @type {[RegExp, string][]} */
const OUR_WORDS = [
  [/docker|container|kubernetes|\b(php|ruby|java|rust|kotlin|swift)\b/, "simulator language command"],
  [/cancel|bounce|void\b|undo|money back/, "refund failed payout"],
  [/convert|conversion|\bfx\b/, "quotes create exchange rate currencies"],
  [/(apple|google|samsung) pay|credit card|debit card|paypal|react native|flutter/, "not here native cards"],
  [/install|set ?up|\bnpm\b/, "getting started install"],
  [/api key|client secret|credential/, "credentials environment real service"],
  [/stuck|\bhang|forever|still processing/, "status still processing troubleshooting"],
  [/crash|restart|kill|power cut/, "money safety job that may crash"],
  [/payroll|batch|salar|mass payout/, "money safety job queues"],
  [/next\.?js/, "webhooks next express fastify hono"],
  [/accounting|ledger|bookkeep|\berp\b/, "reconciliation books"],
  [/cents|dollars|decimals|smallest unit/, "amounts cents getting started"],
  [/without (an )?account|offline|try it/, "getting started simulator pay somebody"],
  [/(lost|new|stolen|another) (phone|device|laptop)/, "passkeys revoked several"],
  [/google|apple id|\boidc\b|social login|single sign-on|\bsso\b/, "openid tokens sign-in"],
  [/\blog ?(out|in)\b|login|logout/, "sign out sign-in sessions"],
  [/\bsms\b|text message|\botp\b/, "one-time codes"],
  [/\bcsp\b/, "content-security-policy"],
  [/datadog|grafana|prometheus|sentry|new relic|honeycomb/, "opentelemetry metrics logging"],
  [/\bssr\b|hydrat|server.side/, "rendering on a server"],
  [/gdpr|privacy|\bpii\b|data protection/, "personal data"],
  [/stable ?coin|\busdt\b|bitcoin/, "crypto usdc withdrawal"],
  [/\bkyc\b|\bkyb\b|identity|verify a customer|onboard/, "verifications kyc link"],
];

/** @param {string} query */
const withOurWords = (query) =>
  OUR_WORDS.reduce(
    (text, [theirs, ours]) => (theirs.test(query.toLowerCase()) ? `${text} ${ours}` : text),
    query,
  );

/**
 * Guides explain. A name comes first only if somebody types all of it, and nothing else.
 *
 * @param {string | undefined} alone the only word of the query
 * @param {{ kind: string, name: string, page: string }} result
 */
function weightOf(alone, { kind, name, page }) {
  if (kind === "guide") return 2;
  if (kind === "section") return 1;
  if (alone === undefined) return kind === "method" ? 0.3 : 0.03;
  // `Refund` is a word, too, and `formatAmount` is only a name.
  const isWord = kind === "name" && /^\p{Lu}\p{Ll}+$/u.test(name);
  if (alone === processTerm(name)) return isWord ? 0.2 : 3;
  const isMethod = name.toLowerCase().endsWith(`.${alone}`) || page.toLowerCase().endsWith(`/${alone}`);
  return kind === "method" && isMethod ? 1 : 0.03;
}

const MOST_RESULTS = 12;
const MOST_RESULTS_OF_A_PAGE = 2;
const SNIPPET = 120;

/** The part of a text around the first of some words. @param {string} text @param {string[]} words */
function snippetOf(text, words) {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - SNIPPET / 3);
  const start = places.length === 0 || from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const part = text.slice(start, start + SNIPPET);
  const end = start + SNIPPET < text.length ? part.lastIndexOf(" ") : part.length;
  return `${start > 0 ? "… " : ""}${part.slice(0, end)}${end < part.length ? " …" : ""}`;
}

/**
 * Returns a function that searches the index. The group of the best result comes first.
 *
 * @param {string} json
 * @returns {(query: string) => Result[]}
 */
export function searcherOf(json) {
  const index = MiniSearch.loadJSON(json, options);
  return (text) => {
    const query = text
      .replace(/^\s*(?:await\s+payments\.|payments\.|(?:get|post|put|patch|delete)\s+)/i, "")
      .trim();
    const alone = query.includes(" ")
      ? undefined
      : processTerm(tokensOf(query).find((token) => token !== "") ?? "");
    const found = index.search(withOurWords(query), {
      processTerm: (term) => (EMPTY.has(term.toLowerCase()) ? undefined : processTerm(term)),
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { name: 4, words: 4, page: 2 },
      boostDocument: (_url, _term, stored) => weightOf(alone, stored),
    });
    /** @type {Map<string, number>} */
    const pages = new Map();
    const best = found
      .filter(({ id }) => {
        const [address] = id.split("#");
        const before = pages.get(address) ?? 0;
        pages.set(address, before + 1);
        return before < MOST_RESULTS_OF_A_PAGE;
      })
      .slice(0, MOST_RESULTS)
      .map(({ id: url, kind, name, page, text, terms: words }) => ({
        url,
        group: GROUPS[kind],
        name,
        page,
        words,
        snippet: snippetOf(text, words),
      }));
    return [...new Set(best.map(({ group }) => group))].flatMap((group) =>
      best.filter((result) => result.group === group),
    );
  };
}
