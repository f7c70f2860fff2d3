import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../entries.mjs";

const FOLDER = "docs/guides";

const read = (file) => readFileSync(new URL(file, root), "utf8");

/** The title of a Markdown document. @param {string} path relative to the project */
export function titleOf(path) {
  const [, title] = /^# (.+)$/m.exec(read(path)) ?? [];
  if (title === undefined) throw new Error(`${path} has no title`);
  return title.replaceAll("`", "");
}

/**
 * The pages by group, with the order, the short titles and the descriptions of docs/guides/README.md. A group whose pages are numbered is
 * a path.
 *
 * @returns {{ group: string, isPath: boolean, pages: { path: string, title: string, about: string }[] }[]}
 */
export function navigation() {
  const [, ...sections] = read(`${FOLDER}/README.md`).split(/^## /m);
  return sections
    .map((section) => ({
      group: section.split("\n")[0],
      isPath: /^1\. /m.test(section),
      pages: [...section.matchAll(/^(?:\d+\.|-) \[([^\]]+)\]\(((?:\.\.\/)?[\w-]+\.md)\)(?:: )?(.*)$/gm)]
        .map(([, title, name, about]) => ({ path: path.posix.join(FOLDER, name), title, about }))
        .filter(({ path: file }) => existsSync(new URL(file, root))),
    }))
    .filter(({ pages }) => pages.length > 0);
}

/**
 * The guides by group.
 *
 * @returns {{ group: string, guides: { path: string, title: string }[] }[]}
 */
export const guides = () =>
  navigation()
    .map(({ group, pages }) => ({ group, guides: pages.filter(({ path: file }) => file.startsWith(FOLDER)) }))
    .filter((group) => group.guides.length > 0);
