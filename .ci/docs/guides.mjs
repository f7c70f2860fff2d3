import { readdirSync, readFileSync } from "node:fs";
import { root } from "../entries.mjs";

/** The guides in the order in which they are read, by group. A guide that is not here comes last. */
const GROUPS = {
  Start: ["getting-started", "money-safety", "pagination", "webhooks"],
  Wallets: ["embedded-wallets", "browser-wallet", "frameworks"],
  Test: [
    "testing-your-integration",
    "simulator",
    "simulator-events",
    "simulator-state",
    "simulator-status-page",
  ],
  Operate: [
    "going-to-production",
    "troubleshooting",
    "proxies",
    "logging",
    "observability",
    "versions-and-deprecations",
  ],
  More: ["moving-over", "platform-operations"],
};

/** The title of a Markdown document. @param {string} path relative to the project */
export function titleOf(path) {
  const [, title] = /^# (.+)$/m.exec(readFileSync(new URL(path, root), "utf8")) ?? [];
  if (title === undefined) throw new Error(`${path} has no title`);
  return title;
}

/**
 * The guides that there are, by group.
 *
 * @returns {{ group: string, guides: { path: string, title: string }[] }[]}
 */
export function guides() {
  const found = readdirSync(new URL("docs/guides/", root))
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.slice(0, -3));
  const known = Object.values(GROUPS).flat();
  const others = found.filter((name) => !known.includes(name)).sort();
  return Object.entries({ ...GROUPS, More: [...GROUPS.More, ...others] })
    .map(([group, names]) => ({
      group,
      guides: names
        .filter((name) => found.includes(name))
        .map((name) => ({ path: `docs/guides/${name}.md`, title: titleOf(`docs/guides/${name}.md`) })),
    }))
    .filter(({ guides }) => guides.length > 0);
}
