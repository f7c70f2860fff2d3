/** What typedoc's pages lack: levels of headings, a description, a Markdown twin, links to the source and the neighbours. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import TurndownService from "turndown";
import { gfm } from "turndown-plugin-gfm";
import { repository } from "../entries.mjs";
import { resources } from "../readme.mjs";
import { addressOfDocument, addressOfResource } from "./addresses.mjs";
import { documents, SITE } from "./documents.mjs";
import { homeProgram } from "./pages.mjs";
import { withPicture } from "./pictures.mjs";

const CONTENT = /<div class="col-content">[^]*?(?=<div class="col-sidebar">)/;

/** Sets the level of each heading to one below the heading that it belongs to. typedoc chooses levels by size. */
function withLevels(html) {
  const above = [];
  return html.replaceAll(/<h([1-6])(?=[\s>])/g, (tag, level) => {
    while (above.length > 0 && above.at(-1) >= level) above.pop();
    above.push(level);
    return above.length === Number(level) ? tag : `${tag} role="heading" aria-level="${above.length}"`;
  });
}

/** A summary opens its section, so it has no link. */
const withoutNestedLinks = (html) =>
  html.replaceAll(/<summary\b[^]*?<\/summary>/g, (summary) =>
    summary.replaceAll(/<a [^>]*tsd-anchor-icon[^]*?<\/a>/g, ""),
  );

const toMarkdown = new TurndownService({ headingStyle: "atx", bulletListMarker: "-" })
  .use(gfm)
  .addRule("block", {
    filter: "pre",
    replacement: (_text, node) => {
      const language = node.querySelector("code")?.className ?? "";
      return `\n\n\`\`\`${language}\n${node.textContent.trim()}\n\`\`\`\n\n`;
    },
  });

/** What only a page needs: breadcrumbs, permalinks, buttons, the index of a page, and places in the sources. */
const ONLY_IN_PAGES = [
  /<ul class="tsd-breadcrumb"[^]*?<\/ul>/g,
  /<a [^>]*tsd-anchor-icon[^]*?<\/a>/g,
  /<button[^]*?<\/button>/g,
  /<svg[^]*?<\/svg>/g,
  /<aside[^]*?<\/aside>/g,
  /<section class="tsd-panel-group tsd-index-group">[^]*?<\/section>/g,
];

/** The Markdown of a page. Its links lead to other twins. @param {string} content */
function markdownOf(content) {
  const html = ONLY_IN_PAGES.reduce((text, part) => text.replaceAll(part, ""), content)
    .replaceAll(/<div class="tsd-signature[^>]*>([^]*?)<\/div>/g, '<pre><code class="ts">$1</code></pre>')
    .replaceAll(/<br\s*\/?>/g, "\n")
    .replaceAll(/&nbsp;|\u00A0/g, " ");
  return toMarkdown
    .turndown(html)
    .replaceAll(/\]\((?![a-z]+:|(?:\.\.\/)*playground\.)([^)#]+)\.html/g, "]($1.md");
}

/** The first paragraph of a page, for search engines and previews. */
function descriptionOf(content) {
  const text =
    /<p>([^]*?)<\/p>/
      .exec(content)?.[1]
      .replaceAll(/<[^>]*>/g, "")
      .replaceAll(/\s+/g, " ") ?? "";
  if (text === "") return "Every public name of payments-sdk, by the import that has it.";
  return text.length <= 160 ? text : `${text.slice(0, text.lastIndexOf(" ", 157))}…`;
}

/** The documents in reading order, with their addresses. */
const reading = documents().map(({ path: file, title }) => ({
  file,
  title,
  address: addressOfDocument(file),
}));

/** The links of a page to its twin and its source. */
function toolsOf(address) {
  const file = address === "index.html" ? "README.md" : reading.find((one) => one.address === address)?.file;
  const twin = address.replace(/html$/, "md");
  const edit = file === undefined ? "" : `<a href="${repository}/edit/main/${file}">Edit this page</a>`;
  return `<div class="page-tools"><a href="${SITE}${twin}" data-twin>Markdown</a>${edit}</div>`;
}

/** The links of a document to the one before and the one after. */
function neighboursOf(address) {
  const at = reading.findIndex((one) => one.address === address);
  if (at < 0) return "";
  const link = (one, relation, label) =>
    one === undefined
      ? "<span></span>"
      : `<a rel="${relation}" href="${SITE}${one.address}">${label} ${one.title}</a>`;
  const links = [link(reading[at - 1], "prev", "Previous:"), link(reading[at + 1], "next", "Next:")];
  return `<nav class="page-neighbours" aria-label="Neighbours">${links.join("")}</nav>`;
}

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** The start of the front page: a payment that runs there. */
const homeDemo = `<section id="home-demo" aria-label="A payment in this page">
<pre tabindex="0"><code class="ts">${escaped(homeProgram.split("shows the lines below.\n")[1].trimEnd())}</code></pre>
<div class="run-bar"><button type="button" data-pay disabled>Run</button><button type="button" data-lose hidden>Now lose the response</button>
<span>Balance: <strong data-balance>$1,000.00</strong></span></div>
<output class="run-output">It runs in this page, in a simulator of the whole service.</output>
</section>`;

/** Writes the list of the pages in Markdown, for programs that read the site. @param {string} out @param {string} summary */
function writeList(out, summary) {
  const line = (title, address) => `- [${title}](${address.replace(/html$/, "md")})`;
  const lists = [
    ["Documents", ["README", "index.html"], ...reading.map(({ title, address }) => [title, address])],
    ["Resources", ...resources().map(({ resource }) => [resource, addressOfResource(resource)])],
    ["Reference", ["Every name", "modules.html"]],
  ].map(
    ([title, ...pages]) =>
      `## ${title}\n\n${pages.map(([name, address]) => line(name, address)).join("\n")}\n`,
  );
  writeFileSync(path.join(out, "llms.txt"), `# payments-sdk\n\n> ${summary}\n\n${lists.join("\n")}`);
}

/**
 * Completes every page of typedoc in a folder, and writes its Markdown twin.
 *
 * @param {string} out
 */
export function finishPages(out) {
  const files = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".html"));
  for (const file of files) {
    const address = file.split(path.sep).join("/");
    const up = "../".repeat(address.split("/").length - 1);
    const html = withLevels(readFileSync(path.join(out, file), "utf8"));
    const [content] = CONTENT.exec(html) ?? [];
    if (content === undefined) {
      // One of our own pages.
      writeFileSync(path.join(out, file), withPicture(html, address));
      continue;
    }
    const isResource = /^reference\/[^/]+\.html$/.test(address) && !/>Module /.test(content);
    const shown = withoutNestedLinks(content).replace("<h1>Interface ", isResource ? "<h1>payments." : "$&");
    const description = descriptionOf(content);
    const page = html
      .replace(
        content,
        () =>
          // A landmark, and tables that the keyboard can scroll.
          `<div class="col-content" role="main">${toolsOf(address)}${shown
            .slice(shown.indexOf(">") + 1)
            .replace(/(?=<pre>)/, () => (address === "index.html" ? homeDemo : ""))
            .replaceAll("<table>", '<table tabindex="0">')
            .replace(/<\/div>\s*$/, `${neighboursOf(address)}</div>`)}`,
      )
      .replace(/(?<=content=")Documentation for [^"]*/, description)
      .replace(
        '<div class="page-menu">',
        '<div class="page-menu" role="complementary" aria-label="This page">',
      )
      .replace('<nav id="tsd-sidebar-links"', '$& aria-label="Links"')
      .replace('<nav class="tsd-navigation">', '<nav class="tsd-navigation" aria-label="Pages">')
      .replace("<li>Loading...</li>", `<li><a href="${SITE}modules.html">All pages</a></li>`)
      // Our search loads when somebody opens it.
      .replace(/ src="[^"]*search.js" (?=id="tsd-search-script")/, " ")
      // Each page knows how deep it is.
      .replaceAll(SITE, up);
    writeFileSync(path.join(out, file), withPicture(page, address));
    const markdown = markdownOf(shown.replaceAll(SITE, up));
    writeFileSync(path.join(out, file.replace(/html$/, "md")), `${markdown}\n`);
    if (address === "index.html") writeList(out, description);
  }
}
