import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { repository, root } from "../entries.mjs";
import { navigation, titleOf } from "./guides.mjs";

const project = fileURLToPath(root);

/** Placeholder for the site's own address until a page is written, because pages have different depths. */
export const SITE = "https://site.invalid/";

/** The program of the home page, which typedoc colours in a document of its own. */
export const HOME = "home.md";

const whole = readFileSync(new URL("page/examples/home.ts", import.meta.url), "utf8");

/** All of it runs. The page shows the lines below a mark. */
export const homeProgram = { whole, shown: whole.split("shows the lines below.\n")[1].trimEnd() };

/** Marks the next code block as one that runs in the reader's page. */
const RUN_MARK = "<div data-run></div>";

/** Modules that need Node. */
const NODE_ONLY = /from "(?:node:|msw)/;

/** The code of the fence that begins with the first line. */
const codeOf = ([, ...lines]) =>
  lines
    .slice(
      0,
      lines.findIndex((line) => /^ *```/.test(line)),
    )
    .join("\n");

/** True if a fence is marked `run`, and a page has all its imports. */
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

/** The documents of a folder, without its subfolders. @param {string} folder */
const markdownIn = (folder) =>
  readdirSync(path.join(project, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`)
    .sort();

/**
 * Every document of the site, in order: the navigation, then the others. `docs/maintainers` is for contributors, and only in the
 * repository.
 *
 * @returns {{ path: string, title: string }[]}
 */
export function documents() {
  const first = navigation().flatMap(({ pages }) => pages);
  const others = markdownIn("docs").filter((file) => !first.some(({ path: listed }) => listed === file));
  return [...first, ...others.map((file) => ({ path: file, title: titleOf(file) }))];
}

/** A row of a table that begins with a code, such as `QUOTE_EXPIRED`. */
const CODE_ROW = /^\| `([A-Z]+(?:_[A-Z]+)*)` \|/;

/**
 * The codes of a document's tables, each with its section, its anchor on the site and the next two cells. A code of two tables has
 * two anchors.
 *
 * @param {string} file
 * @returns {{ code: string, section: string, anchor: string, status: string, meaning: string }[]}
 */
export function codeRows(file) {
  const seen = new Map();
  const sections = readFileSync(path.join(project, file), "utf8").split(/^## /m);
  return sections.flatMap((section) =>
    section
      .split("\n")
      .filter((line) => CODE_ROW.test(line))
      .map((line) => {
        const [code, status, meaning] = line.split(" | ").map((cell) => cell.replaceAll(/^\| |`/g, ""));
        const number = (seen.get(code) ?? 0) + 1;
        seen.set(code, number);
        const anchor = `code-${code.toLowerCase()}${number > 1 ? `-${number}` : ""}`;
        return { code, section: section.split("\n")[0], anchor, status, meaning };
      }),
  );
}

/**
 * Marks the blocks of a document that run in a page.
 *
 * @param {string} text
 */
export const runnable = (text) =>
  text
    .split("\n")
    .map((line, index, lines) => (runsInPage(lines.slice(index)) ? `${RUN_MARK}\n\n${line}` : line))
    .join("\n");

/**
 * The site's version of a document. Links to other documents stay relative. Links to the README lead to the overview, links to the
 * list of guides to the list of all pages, and links to other files to the repository.
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
    if (name === "README.md") return `${SITE}overview.html${hash}`;
    if (name === "docs/guides/README.md") return `${SITE}all.html${hash}`;
    if (known.has(name)) return `${path.posix.relative(path.posix.dirname(file), name)}${hash}`;
    const there = path.join(project, decodeURIComponent(name));
    if (!existsSync(there)) throw new Error(`${file}: ${link} leads nowhere`);
    const kind = statSync(there).isDirectory() ? "tree" : "blob";
    return `${repository}/${kind}/main/${name}${hash}`;
  };
  const rows = codeRows(file);
  let fenced = false;
  return runnable(text)
    .split("\n")
    .map((line) => {
      if (/^ *```/.test(line)) fenced = !fenced;
      if (fenced) return line;
      // typedoc omits code from the anchor of a heading.
      if (/^#+ /.test(line)) return line.replaceAll("`", "").replaceAll("<", "\\<");
      const marked = CODE_ROW.test(line) ? line.replace("| ", `| <a id="${rows.shift().anchor}"></a>`) : line;
      return marked.replace(
        /\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)?)( "[^"]*")?\)/g,
        (_, link, title = "") => `](${target(link)}${title})`,
      );
    })
    .join("\n");
}

/**
 * Writes the README and the documents into a folder, in the form for typedoc.
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
  write("README.md", relinked("README.md", known, read("README.md")));
  write(HOME, `# Home\n\n\`\`\`ts\n${homeProgram.shown}\n\`\`\`\n`);
  for (const { path: file, title } of list)
    write(file, `---\ntitle: ${JSON.stringify(title)}\n---\n\n${relinked(file, known, read(file))}`);
  return [...list.map(({ path: file }) => file), HOME];
}
