/** What surrounds the content of every page: the header, the list of pages, the contents of the page, its neighbours. */
import { manifest, repository } from "../entries.mjs";
import { operations, resources } from "../readme.mjs";
import { addressOfDocument, addressOfResource } from "./addresses.mjs";
import { SITE } from "./documents.mjs";
import { navigation } from "./guides.mjs";

const withAddress = ({ path, title }) => ({ title, address: addressOfDocument(path) });

/** The groups beside the guides. */
const guideGroups = navigation().map(({ group, pages }) => ({ group, pages: pages.map(withAddress) }));

/** The pages that lead on, in order. */
const reading = guideGroups.flatMap(({ group, pages }) => pages.map((page) => ({ ...page, group })));

/** The resource of each method. */
const calls = operations().map(({ method }) => method.slice(0, method.lastIndexOf(".")));

/** The groups beside the reference. A container such as `auth` only holds others, which have pages of their own. */
const referenceGroups = [
  {
    group: "Resources",
    pages: resources()
      .filter(({ resource }) => calls.includes(resource))
      .map(({ resource }) => ({ title: resource, address: addressOfResource(resource) })),
  },
  { group: "By import", pages: [{ title: "All names", address: "modules.html" }] },
];

const isReference = (address) => /^(?:reference\/|modules\.)/.test(address);

/** A link that knows if it leads to its own page. */
const linkTo = ({ title, address }, own) =>
  `<a href="${SITE}${address}"${address === own ? ' aria-current="page"' : ""}>${title}</a>`;

function navigationOf(own) {
  const groups = isReference(own) ? referenceGroups : guideGroups;
  const others = isReference(own)
    ? { title: "Guides", address: reading[0].address }
    : { title: "Reference", address: "modules.html" };
  const lists = groups.map(
    ({ group, pages }) =>
      `<h2>${group}</h2><ul>${pages.map((page) => `<li>${linkTo(page, own)}</li>`).join("")}</ul>`,
  );
  return `<nav class="pages" id="pages" aria-label="Pages" popover>${lists.join("")}<p class="more">${linkTo(others, own)}${linkTo({ title: "Playground", address: "playground.html" }, own)}${linkTo({ title: "All pages", address: "all.html" }, own)}</p></nav>`;
}

const plain = (html) => html.replaceAll(/<[^>]*>/g, "").trim();

/** The headings of a page, with links. */
function contentsOf(content) {
  const headings = [...content.matchAll(/<h([23])\b[^>]* id="([^"]+)"[^>]*>([^]*?)<\/h\1>/g)];
  if (headings.length < 2) return "";
  const items = headings.map(
    ([, level, id, text]) => `<li class="level-${level}"><a href="#${id}">${plain(text)}</a></li>`,
  );
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}

/** The links of a page to the one before and the one after. */
function neighboursOf(own) {
  const at = reading.findIndex(({ address }) => address === own);
  if (at < 0) return "";
  const link = (page, relation, label) =>
    page === undefined
      ? "<span></span>"
      : `<a rel="${relation}" href="${SITE}${page.address}"><small>${label}</small> <span>${page.title}</span></a>`;
  const links = [link(reading[at - 1], "prev", "Previous:"), link(reading[at + 1], "next", "Next:")];
  return `<nav class="neighbours" aria-label="Neighbours">${links.join("")}</nav>`;
}

/** The group of a page and its step in it, above its heading. */
function placeOf(own) {
  const page = reading.find(({ address }) => address === own);
  if (page === undefined) return "";
  const { pages } = guideGroups.find(({ group }) => group === page.group);
  const step = pages.findIndex(({ address }) => address === own) + 1;
  return `<p class="place">${page.group} <span>${step} of ${pages.length}</span></p>`;
}

/** The links of a page to its twin and its source. */
function toolsOf(own, source) {
  const edit = source === undefined ? "" : `<a href="${repository}/edit/main/${source}">Edit this page</a>`;
  return `<div class="page-tools"><a href="${SITE}${own.replace(/html$/, "md")}" data-twin>Markdown</a>${edit}</div>`;
}

/** The scheme that the reader chose, before the first paint. */
const SCHEME = 'try{document.documentElement.style.colorScheme=localStorage.getItem("scheme")||""}catch{}';

const header = (own) => `<header class="site">
<a class="name" href="${SITE}index.html"><img src="${SITE}assets/mark.svg" width="28" height="28" alt="" />payments-sdk</a>
<nav aria-label="Site">${[
  {
    title: "Guides",
    address: reading[0].address,
    is: !isReference(own) && /^(?:guides|documents)\//.test(own),
  },
  { title: "Reference", address: "modules.html", is: isReference(own) },
  { title: "Playground", address: "playground.html", is: own === "playground.html" },
]
  .map(
    ({ title, address, is }) => `<a href="${SITE}${address}"${is ? ' aria-current="true"' : ""}>${title}</a>`,
  )
  .join("")}</nav>
<button type="button" class="search-button" data-search><span>Search</span><kbd>/</kbd></button>
<button type="button" class="scheme-button" data-scheme aria-label="Light or dark"></button>
<button type="button" class="menu-button" popovertarget="pages">Menu</button>
</header>`;

const footer = `<footer class="site"><p>payments-sdk ${manifest.version} · MIT licence</p>
<p><a href="${SITE}overview.html">Overview</a><a href="${SITE}all.html">All pages</a><a href="${SITE}llms.txt">llms.txt</a><a href="${repository}">Repository</a></p></footer>`;

const quoted = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/**
 * A whole page.
 *
 * @param {object} page
 * @param {string} page.address relative to the site
 * @param {string} page.title without the name of the site, as HTML
 * @param {string} page.description as text
 * @param {string} page.content as HTML
 * @param {"document" | "home" | "wide"} [page.kind] a document has lists of pages and headings beside it
 * @param {string} [page.source] the file to edit
 * @param {string} [page.first] what the head begins with
 * @param {string} [page.head] more elements of the head
 */
export function pageOf({
  address,
  title,
  description,
  content,
  kind = "document",
  source,
  first = "",
  head = "",
}) {
  const main = kind === "document" ? `${placeOf(address)}${content}${neighboursOf(address)}` : content;
  const isDocument = kind === "document";
  return `<!doctype html>
<html lang="en" data-base="${SITE}">
<head>
<meta charset="utf-8" />${first}
<meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title === "payments-sdk" ? title : `${title} - payments-sdk`}</title>
<meta name="description" content="${quoted(description)}" />
<meta name="color-scheme" content="light dark" />
<script>${SCHEME}</script>
<link rel="icon" href="${SITE}assets/mark.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${SITE}assets/site.css" />
<script defer src="${SITE}assets/site.js"></script>
${head}</head>
<body class="${kind}">
<a class="skip" href="#content">Skip to content</a>
${header(address)}
${navigationOf(address)}
<main id="content">${isDocument ? toolsOf(address, source) : ""}${main}</main>
${isDocument ? contentsOf(content) : ""}
${footer}
</body>
</html>
`;
}
