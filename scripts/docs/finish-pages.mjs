/** Puts the pages of typedoc into their frame, each with a Markdown twin, and adds the pages that typedoc has not. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import TurndownService from "turndown";
import { gfm } from "turndown-plugin-gfm";
import { resources } from "../readme.mjs";
import { addressOfDocument, addressOfResource } from "./addresses.mjs";
import { documents, SITE } from "./documents.mjs";
import { pageOf } from "./frame.mjs";
import { allPages, homePage, LEAD, notFoundPage, playgroundPage } from "./own-pages.mjs";
import { PUBLISHED, pictureTags } from "./pictures.mjs";

/** What typedoc writes for its own frame. */
const OF_TYPEDOC = [
  "custom.css",
  "highlight.css",
  "hierarchy.js",
  "icons.js",
  "icons.svg",
  "main.js",
  "navigation.js",
  "style.css",
];

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

const INDEX =
  /<section class="tsd-panel-group tsd-index-group">\s*<section class="tsd-panel tsd-index-panel">[^]*?<\/details><\/section><\/section>/;
/** The documents in the list of all names. The list of all pages has them. */
const DOCUMENTS = /<details [^>]*><summary [^>]*data-key="section-Documents"[^]*?<\/details>/;
const PAGE_TITLE = /<div class="tsd-page-title">[^]*?<\/div>/;
const SIGNATURE = /<div class="tsd-signature">[^]*?<\/div>/;

/** The content of a page of typedoc, as our pages show it. The headings beside a page are its index. */
function shownContent(html, address) {
  // A resource's page has a table of its methods in the place of the whole type.
  const isResource = names.has(address);
  const content = withoutNestedLinks(html.replace(/^<!DOCTYPE html>/, "").replaceAll(/<svg[^]*?<\/svg>/g, ""))
    .replace(INDEX, "")
    .replace(DOCUMENTS, "")
    .replace(isResource ? SIGNATURE : /$^/, "")
    .replace(isResource ? "<h1>Interface " : /$^/, "<h1>payments.")
    .replaceAll('<a href="" aria-current="page">', '<a aria-current="page">')
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll(/<pre><code class="(\w+)">/g, '<pre data-language="$1" tabindex="0"><code class="$1">');
  return withLevels(content);
}

const toMarkdown = new TurndownService({ headingStyle: "atx", bulletListMarker: "-" })
  .use(gfm)
  .addRule("block", {
    filter: "pre",
    replacement: (_text, node) => {
      const language = node.querySelector("code")?.className ?? "";
      return `\n\n\`\`\`${language}\n${node.textContent.trim()}\n\`\`\`\n\n`;
    },
  });

/** What only a page needs: breadcrumbs, permalinks, buttons, and places in the sources. */
const ONLY_IN_PAGES = [
  /<ul class="tsd-breadcrumb"[^]*?<\/ul>/g,
  /<a [^>]*tsd-anchor-icon[^]*?<\/a>/g,
  /<button[^]*?<\/button>/g,
  /<aside[^]*?<\/aside>/g,
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

/** The resources by the address of their page. */
const names = new Map(resources().map(({ resource }) => [addressOfResource(resource), resource]));

/** The title of each document and the file that it comes from. */
const sources = new Map([
  ["overview.html", { title: "Overview", file: "README.md" }],
  ...documents().map(({ path: file, title }) => [addressOfDocument(file), { title, file }]),
]);

/** The heading of a page, without its tags. */
const headingOf = (content) => /<h1\b[^>]*>([^]*?)<\/h1>/.exec(content)?.[1].replaceAll(/<[^>]*>/g, "") ?? "";

/** Writes the list of the pages in Markdown, for programs that read the site. */
function listOf(addresses) {
  const line = (title, address) => `- [${title}](${address.replace(/html$/, "md")})`;
  const lists = [
    ["Documents", ...[...sources].map(([address, { title }]) => [title, address])],
    ["Resources", ...[...names].map(([address, title]) => [title, address])],
    ["Reference", ["Every name", "modules.html"]],
  ].map(
    ([title, ...pages]) =>
      `## ${title}\n\n${pages
        .filter(([, address]) => addresses.includes(address))
        .map(([name, address]) => line(name, address))
        .join("\n")}\n`,
  );
  return `# payments-sdk\n\n> ${LEAD}\n\n${lists.join("\n")}`;
}

const sitemapOf = (addresses) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${addresses
    .map((address) => `<url><loc>${PUBLISHED}${address}</loc></url>`)
    .join("\n")}\n</urlset>\n`;

/**
 * Completes the pages of typedoc in a folder, and adds ours.
 *
 * @param {string} out
 */
export function finishPages(out) {
  const at = (name) => path.join(out, name);
  for (const name of OF_TYPEDOC) rmSync(at(`assets/${name}`), { force: true });
  const files = readdirSync(out, { recursive: true }).filter((name) => name.endsWith(".html"));
  const pages = files.map((file) => {
    const address = file.split(path.sep).join("/");
    const html = readFileSync(at(file), "utf8");
    // The README is an overview with a heading of its own, beside a home page of ours.
    if (address === "index.html") return { address: "overview.html", html: html.replace(PAGE_TITLE, "") };
    return { address, html };
  });
  for (const { address } of pages) rmSync(at(address), { force: true });
  const own = pages.flatMap(({ address, html }) => {
    if (address === "home.html") return [homePage(/<pre><code[^]*?<\/pre>/.exec(html)[0])];
    const content = shownContent(html, address);
    const source = sources.get(address);
    const description = descriptionOf(content);
    return [
      { address, title: source?.title ?? headingOf(content), description, content, source: source?.file },
    ];
  });
  const all = [...own, allPages(), playgroundPage(), notFoundPage()];
  for (const page of all) {
    const up = "../".repeat(page.address.split("/").length - 1) || "./";
    const html = pageOf({ ...page, head: `${page.head ?? ""}${pictureTags(page)}` });
    // Each page knows how deep it is.
    writeFileSync(at(page.address), html.replaceAll(SITE, up));
    if (page.hasTwin === false) continue;
    const markdown = page.markdown ?? markdownOf(page.content);
    writeFileSync(at(page.address.replace(/html$/, "md")), `${markdown.replaceAll(SITE, up)}\n`);
  }
  const addresses = all.map(({ address }) => address).filter((address) => address !== "404.html");
  writeFileSync(at("llms.txt"), listOf(addresses));
  writeFileSync(at("sitemap.xml"), sitemapOf(addresses));
}
