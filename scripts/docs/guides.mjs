import { existsSync, readFileSync } from "node:fs";
import { root } from "../entries.mjs";

const read = (path) => readFileSync(new URL(path, root), "utf8");

/** The title of a Markdown document. @param {string} path relative to the project */
export function titleOf(path) {
  const [, title] = /^# (.+)$/m.exec(read(path)) ?? [];
  if (title === undefined) throw new Error(`${path} has no title`);
  return title.replaceAll("`", "");
}

/**
 * The guides by group, with the order and the short titles of docs/guides/README.md.
 *
 * @returns {{ group: string, guides: { path: string, title: string }[] }[]}
 */
export function guides() {
  const [, ...sections] = read("docs/guides/README.md").split(/^## /m);
  return sections
    .map((section) => ({
      group: section.split("\n")[0],
      guides: [...section.matchAll(/^(?:\d+\.|-) \[([^\]]+)\]\(([\w-]+\.md)\)/gm)]
        .map(([, title, name]) => ({ path: `docs/guides/${name}`, title }))
        .filter(({ path }) => existsSync(new URL(path, root))),
    }))
    .filter((group) => group.guides.length > 0);
}
