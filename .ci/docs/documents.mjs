import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { repository, root } from "../entries.mjs";
import { guides, titleOf } from "./guides.mjs";

const project = fileURLToPath(root);

/** Stands for the site's own address until a page is written: pages are at different depths. */
export const SITE = "https://site.invalid/";

/** The pictures of the documents, which the site has at `benchmarks/`. */
export const CHARTS = "docs/benchmarks/";

/** The documents beside the guides, in the order in which they are read. */
const REFERENCE = ["errors", "outcomes", "security", "compatibility", "benchmarks", "reliability"];
/** Documents for people who change this package. The repository has them. */
const INTERNAL = ["architecture", "requirements", "mutation-testing"];

/** Stands before a code block that runs in the reader's page. */
const RUN_MARK = "<div data-run></div>";

/** Modules that only Node has. */
const NODE_ONLY = /from "(?:node:|msw)/;

/** The code of the fence that begins with the first line. */
const codeOf = ([, ...lines]) =>
  lines
    .slice(
      0,
      lines.findIndex((line) => /^ *```/.test(line)),
    )
    .join("\n");

/** Whether a fence is marked `run`, and a page has all that it imports. */
function runsInPage(lines) {
  return /^```ts\b.* run\b/.test(lines[0]) && !NODE_ONLY.test(codeOf(lines));
}

/**
 * The programs of the documents that run in a page, each with the heading above it.
 *
 * @returns {{ title: string, code: string }[]}
 */
export function programs() {
  return [{ path: "README.md" }, ...documents()].flatMap(({ path: file }) => {
    const lines = readFileSync(path.join(project, file), "utf8").split("\n");
    return lines.flatMap((line, index) => {
      if (!runsInPage(lines.slice(index))) return [];
      const heading = lines.slice(0, index).findLast((above) => /^#+ /.test(above)) ?? "";
      return [{ title: heading.replace(/^#+ /, "").replaceAll("`", ""), code: codeOf(lines.slice(index)) }];
    });
  });
}

/** The documents of a folder, without the folders in it. @param {string} folder */
const markdownIn = (folder) =>
  readdirSync(path.join(project, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`)
    .sort();

/**
 * Every document of the site, in order, each with the group that it stands in.
 *
 * @returns {{ path: string, title: string, group: string }[]}
 */
export function documents() {
  const top = markdownIn("docs");
  const named = (names) => names.map((name) => `docs/${name}.md`).filter((file) => top.includes(file));
  const others = top.filter((file) => ![...named(REFERENCE), ...named(INTERNAL)].includes(file));
  const entry = (group) => (file) => ({ path: file, title: titleOf(file), group });
  return [
    ...guides().flatMap(({ group, guides: list }) =>
      list.map((guide) => ({ ...guide, group: `Guides: ${group}` })),
    ),
    ...[...named(REFERENCE), ...others].map(entry("Documents")),
  ];
}

/**
 * A document as the site has it: links to other documents stay relative, links to any other file lead to the repository,
 * links to the README to the front page.
 *
 * @param {string} file the document, relative to the project
 * @param {ReadonlySet<string>} known the documents of the site
 * @param {string} text
 */
function relinked(file, known, text) {
  const target = (link) => {
    const absolute = link.startsWith(`${repository}/`) && /\/(?:blob|tree)\/main\/(.*)$/.exec(link)?.[1];
    if (!absolute && /^(?:[a-z]+:|#)/i.test(link)) return link;
    const [where = "", anchor] = link.split("#");
    const name = absolute ? absolute.split("#")[0] : path.posix.join(path.posix.dirname(file), where);
    const hash = anchor === undefined ? "" : `#${anchor}`;
    if (name === "README.md") return `${SITE}index.html${hash}`;
    if (known.has(name)) return `${path.posix.relative(path.posix.dirname(file), name)}${hash}`;
    const there = path.join(project, decodeURIComponent(name));
    if (!existsSync(there)) throw new Error(`${file}: ${link} leads nowhere`);
    if (name.startsWith(CHARTS)) return `${SITE}${name.slice("docs/".length)}`;
    const kind = statSync(there).isDirectory() ? "tree" : "blob";
    return `${repository}/${kind}/main/${name}${hash}`;
  };
  let fenced = false;
  return text
    .split("\n")
    .map((line, index, lines) => {
      const opens = !fenced && /^ *```/.test(line);
      if (/^ *```/.test(line)) fenced = !fenced;
      if (opens && runsInPage(lines.slice(index))) return `${RUN_MARK}\n\n${line}`;
      if (fenced) return line;
      // typedoc makes an anchor of a heading without its code.
      if (/^#+ /.test(line)) return line.replaceAll("`", "").replaceAll("<", "\\<");
      return line.replace(/\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)?)\)/g, (_, link) => `](${target(link)})`);
    })
    .join("\n");
}

/**
 * Writes the README and the documents into a folder, as typedoc takes them.
 *
 * @param {string} folder
 * @returns {string[]} the documents in order, relative to the folder
 */
export function writeDocuments(folder) {
  rmSync(folder, { recursive: true, force: true });
  const list = documents();
  const known = new Set(list.map(({ path: file }) => file));
  const write = (file, text) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  const read = (file) => readFileSync(path.join(project, file), "utf8");
  // The front page has the name of the package by itself.
  write("README.md", relinked("README.md", known, read("README.md").replace(/^# .+\n+/, "")));
  for (const { path: file, title, group } of list) {
    const matter = `---\ntitle: ${JSON.stringify(title)}\ngroup: ${JSON.stringify(group)}\n---\n\n`;
    write(file, matter + relinked(file, known, read(file)));
  }
  return list.map(({ path: file }) => file);
}
