import { existsSync, readFileSync, statSync } from "node:fs";
import { repository } from "../../scripts/entries.mjs";
import { blocksOf } from "./blocks/extract";

/** A set of files, such as the project or the packed package. Paths are relative to its top. */
export interface Tree {
  readonly kindOf: (path: string) => "file" | "folder" | undefined;
  readonly read: (path: string) => string;
}

/** All files below a folder. */
export function treeAt(root: URL): Tree {
  const at = (path: string) => new URL(path.split("/").map(encodeURIComponent).join("/"), root);
  return {
    kindOf: (path) => {
      if (!existsSync(at(path))) return undefined;
      return statSync(at(path)).isDirectory() ? "folder" : "file";
    },
    read: (path) => readFileSync(at(path), "utf8"),
  };
}

/** The listed files and folders of a tree. */
export function partOf(tree: Tree, names: readonly string[]): Tree {
  const isNamed = (path: string) => names.some((name) => path === name || path.startsWith(`${name}/`));
  return {
    kindOf: (path) => (isNamed(path.replace(/\/$/, "")) ? tree.kindOf(path) : undefined),
    read: tree.read,
  };
}

export interface Link {
  /** The document with the link. */
  readonly from: string;
  readonly target: string;
}

/** The links in the prose of a document. */
export function linksOf(tree: Tree, path: string): Link[] {
  const text = tree.read(path);
  const lines = text.split("\n");
  for (const { line, code } of blocksOf(path, text))
    lines.fill("", line - 1, line - 1 + code.split("\n").length - 1);
  const prose = lines.join("\n").replaceAll(/`[^`\n]*`/g, "`code`");
  const inline = [...prose.matchAll(/\]\(<?([^()\s>]+(?:\([^()\s]*\)[^()\s]*)?)>?(?: "[^"]*")?\)/g)];
  return inline.map(([, target = ""]) => ({ from: path, target }));
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(tree: Tree, path: string): Set<string> {
  const anchors = new Set<string>();
  const text = tree.read(path);
  const inCode = new Set(
    blocksOf(path, text).flatMap(({ line, code }) => code.split("\n").map((_, index) => line + index)),
  );
  for (const [index, content] of text.split("\n").entries()) {
    const heading = inCode.has(index + 1) ? undefined : /^#{1,6} (.+)$/.exec(content)?.[1];
    if (heading === undefined) continue;
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .replaceAll(" ", "-");
    let anchor = slug;
    for (let number = 1; anchors.has(anchor); number += 1) anchor = `${slug}-${number}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The path and anchor of a link. Undefined for a link to another site. */
function destinationOf({ from, target }: Link) {
  const inRepository = new RegExp(`^${repository}/(?:blob|tree)/main/(.*)$`).exec(target)?.[1];
  if (inRepository === undefined && /^[a-z]+:/i.test(target)) return undefined;
  const { pathname, hash } = new URL(
    inRepository ?? target,
    inRepository === undefined ? `file:///${from}` : "file:///",
  );
  return {
    path: decodeURIComponent(pathname.slice(1)),
    anchor: hash.slice(1),
    isInRepository: inRepository !== undefined,
  };
}

/** The problem with a link of the project. A link to the repository must lead to a file of the project. */
export function problemOf(tree: Tree, link: Link): string | undefined {
  const destination = destinationOf(link);
  if (destination === undefined) return undefined;
  const { path, anchor, isInRepository } = destination;
  const name = `${link.from}: ${link.target}`;
  const kind = tree.kindOf(path);
  if (kind === undefined) return `${name} leads nowhere`;
  const part = kind === "folder" ? "tree" : "blob";
  if (isInRepository && !link.target.startsWith(`${repository}/${part}/`))
    return `${name} should be below ${part}`;
  if (anchor !== "" && !(path.endsWith(".md") && anchorsOf(tree, path).has(anchor)))
    return `${name} has no such anchor`;
  return undefined;
}

/** The problem with a link of a packed document. A link to a file that is not packed must lead to the repository. */
export function problemInPackage(packed: Tree, link: Link): string | undefined {
  const destination = destinationOf(link);
  if (destination?.isInRepository !== true) return problemOf(packed, link);
  return packed.kindOf(destination.path) === undefined
    ? undefined
    : `${link.from}: ${link.target} should be relative`;
}
