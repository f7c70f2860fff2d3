/** The pages that no document has: the home page, the list of all pages, the playground, and the page for a wrong address. */
import { readFileSync } from "node:fs";
import { entries } from "../entries.mjs";
import { resources } from "../readme.mjs";
import { addressOfDocument, addressOfResource } from "./addresses.mjs";
import { documents, homeProgram, SITE } from "./documents.mjs";
import { navigation } from "./guides.mjs";
import { PUBLISHED } from "./pictures.mjs";

const CLAIM = "Pay once, even when the response is lost";
export const LEAD =
  "The TypeScript client for the payments service: it moves money in a back end, gives customers a wallet in a page, and never guesses whether a payment was made.";

/** What each path is for. The first paths of the guides are doors of the home page. */
const DOORS = {
  "Pay from a back end": "Payouts, transfers and quotes from a server, a queue or a cron job.",
  "A wallet in a page": "Your customer signs with a passkey. A relay keeps your secret on your server.",
  "Test without an account": "The whole service runs in memory, with faults and a clock that you move.",
};

const linkTo = ({ path, title }) => `<a href="${SITE}${addressOfDocument(path)}">${title}</a>`;

function doorOf({ group, pages }) {
  const about = DOORS[group];
  if (about === undefined) throw new Error(`the home page says nothing about "${group}"`);
  return `<section class="door"><h2><a href="${SITE}${addressOfDocument(pages[0].path)}">${group}</a></h2><p>${about}</p>
<ol>${pages.map((page) => `<li>${linkTo(page)}</li>`).join("")}</ol></section>`;
}

/** The home page, with its program in colour. @param {string} program as HTML */
export function homePage(program) {
  const doors = navigation().filter(({ isPath }) => isPath);
  const content = `<section class="hero">
<div class="claim"><h1>${CLAIM}</h1><p class="lead">${LEAD}</p>
<p class="actions"><a class="button" href="${SITE}guides/getting-started.html">Get started</a><a class="button quiet" href="${SITE}playground.html">Open the playground</a></p>
<pre class="install" tabindex="0"><code>npm install payments-sdk</code></pre></div>
<section id="home-demo" aria-label="A payment in this page">
${program.replace("<pre>", '<pre data-language="ts" tabindex="0">')}
<div class="run-bar"><button type="button" class="button" data-pay disabled>Run</button><button type="button" class="button lose" data-lose disabled>Now lose the response</button></div>
<div class="books"><p>Balance <strong data-balance>$1,000.00</strong></p><div class="meter" aria-hidden="true"><span></span></div></div>
<ol class="attempts" aria-label="Requests"></ol>
<output class="run-output">It runs in this page, in a simulator of the whole service.</output>
</section></section>
<div class="doors">${doors.map(doorOf).join("")}</div>`;
  const steps = doors.map(
    ({ group, pages }) =>
      `## ${group}\n\n${DOORS[group]}\n\n${pages.map(({ path, title }, at) => `${at + 1}. [${title}](${addressOfDocument(path).replace(/html$/, "md")})`).join("\n")}`,
  );
  const markdown = `# payments-sdk\n\n${CLAIM}. ${LEAD}\n\n\`\`\`ts\n${homeProgram.shown}\n\`\`\`\n\n${steps.join("\n\n")}`;
  return { address: "index.html", kind: "home", title: "payments-sdk", description: LEAD, content, markdown };
}

/** The list of all pages. */
export function allPages() {
  const first = navigation();
  const listed = new Set(first.flatMap(({ pages }) => pages.map(({ path }) => path)));
  const item = (title, address, about = "") =>
    `<li><a href="${SITE}${address}">${title}</a>${about && `: ${about.replaceAll("`", "")}`}</li>`;
  const list = (title, items) =>
    `<h2 id="${title.toLowerCase().replaceAll(" ", "-")}">${title}</h2><ul>${items.join("")}</ul>`;
  const content = [
    "<h1>All pages</h1><p>Every page of the site. The search knows every name, too.</p>",
    ...first.map(({ group, pages }) =>
      list(
        group,
        pages.map(({ path, title, about }) => item(title, addressOfDocument(path), about)),
      ),
    ),
    list("More facts", [
      item("Overview", "overview.html"),
      ...documents()
        .filter(({ path }) => !listed.has(path))
        .map(({ path, title }) => item(title, addressOfDocument(path))),
    ]),
    list(
      "Resources",
      resources().map(({ resource }) => item(`payments.${resource}`, addressOfResource(resource))),
    ),
    list("Imports", [
      ...entries.map(({ specifier }) => item(specifier, `reference/${specifier}.html`)),
      item("Types without an import", "reference/types.html"),
      item("All names", "modules.html"),
    ]),
  ].join("\n");
  return {
    address: "all.html",
    title: "All pages",
    description: "Every page of the site of payments-sdk.",
    content,
  };
}

/** The playground. */
export const playgroundPage = () => ({
  address: "playground.html",
  kind: "wide",
  title: "Playground",
  description:
    "Write a program with payments-sdk, run it in your browser against a complete simulator, lose a response, and share it by a link.",
  content: readFileSync(new URL("page/playground.html", import.meta.url), "utf8"),
  head: `<link rel="stylesheet" href="${SITE}assets/playground.css" />
<script defer src="${SITE}assets/playground-examples.js"></script>
<script defer src="${SITE}assets/playground.js"></script>
`,
  hasTwin: false,
});

/** The page for a wrong address. A server shows it at any depth, so it finds the site's own folder first. */
export function notFoundPage() {
  const folder = new URL(PUBLISHED).pathname;
  const base = `document.head.prepend(Object.assign(document.createElement("base"),{href:location.pathname.startsWith("${folder}")?"${folder}":"/"}))`;
  return {
    address: "404.html",
    kind: "home",
    title: "Page not found",
    description: "This address has no page.",
    first: `<script>${base}</script>`,
    content: `<section class="missing"><h1>This page does not exist</h1><p class="lead">Its address may be old, or cut. Search for it, or start at one of these:</p>
<ul><li><a href="${SITE}index.html">Home</a></li><li><a href="${SITE}all.html">All pages</a></li><li><a href="${SITE}documents/errors.html">Errors and codes</a></li></ul></section>`,
    hasTwin: false,
  };
}
