import { repository } from "../../../scripts/entries.mjs";
import { filesIn, readProjectFile } from "../source-files";

/** A fenced block of code in a document or a doc comment. */
export interface Block {
  /** Its file, relative to the project. */
  readonly path: string;
  /** The line of its first line of code, from 1. */
  readonly line: number;
  readonly language: string;
  /** The text after the language: `run`. */
  readonly flags: readonly string[];
  readonly code: string;
  /** If the paragraph above is only a link, the linked file. The block is a copy of it. */
  readonly copyOf: string | undefined;
  /** The text of the ```text fence that follows: the output of a `run` block. */
  readonly output: string | undefined;
}

interface Fence extends Omit<Block, "output" | "copyOf"> {
  readonly copyOf: string | undefined;
  /** The index of the line after the closing fence. */
  readonly end: number;
}

/** A relative link, or a link to the repository, as a path of the project. */
function resolveFrom(path: string, link: string): string {
  const relative = link.replace(`${repository}/blob/main/`, "/");
  return decodeURIComponent(new URL(relative, `file:///${path}`).pathname.slice(1));
}

/** The file of a line that is only a link to a source file. */
function linkedFile(path: string, line: string | undefined): string | undefined {
  const link = /^\[[^\n]*\]\(([^()\s]+\.tsx?)\)$/.exec(line ?? "")?.[1];
  return link === undefined ? undefined : resolveFrom(path, link);
}

function fencesOf(path: string, text: string): Fence[] {
  const lines = text.split("\n");
  const fences: Fence[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent, ticks, info] = /^( *)(`{3,})(.*)$/.exec(lines[index] ?? "") ?? [];
    if (indent === undefined || ticks === undefined || info === undefined) continue;
    const start = index + 1;
    index = start;
    while (index < lines.length && lines[index]?.trim() !== ticks) index += 1;
    const [language = "", ...flags] = info.trim().split(/\s+/);
    const code = lines
      .slice(start, index)
      .map((line) => line.slice(Math.min(indent.length, line.search(/\S|$/))));
    const before = lines[start - 3];
    fences.push({
      path,
      line: start + 1,
      language,
      flags,
      code: `${code.join("\n")}\n`,
      copyOf: lines[start - 2] === "" ? linkedFile(path, before) : undefined,
      end: index + 1,
    });
  }
  return fences;
}

/** Every fenced block of a Markdown document. */
export function blocksOf(path: string, text: string): Block[] {
  const lines = text.split("\n");
  const fences = fencesOf(path, text);
  return fences.map(({ end, ...fence }, index) => {
    const next = fences[index + 1];
    const between = next === undefined ? [] : lines.slice(end, next.line - 2);
    const isOutput = next?.language === "text" && !between.some((line) => line.startsWith("#"));
    return { ...fence, output: isOutput ? next.code : undefined };
  });
}

/** The documents for users. */
export function documents(): { path: string; text: string }[] {
  const top = ["README.md", "AGENTS.md", "SKILL.md"].map((path) => ({ path, text: readProjectFile(path) }));
  return [...top, ...filesIn(["docs"], [".md"])];
}

/** The fenced blocks of the doc comments of a source file. */
export function commentBlocksOf(path: string, text: string): Block[] {
  return [...text.matchAll(/\/\*\*[\s\S]*?\*\//g)].flatMap(({ 0: comment, index }) => {
    const before = text.slice(0, index).split("\n").length - 1;
    const content = comment.replace(/^[ \t]*\*(?!\/) ?/gm, "");
    return blocksOf(path, content).map((block) => ({ ...block, line: block.line + before }));
  });
}

/** The examples in the doc comments of all sources. */
export function commentBlocks(): Block[] {
  return filesIn(["src"]).flatMap(({ path, text }) => commentBlocksOf(path, text));
}

export const isCode = ({ language }: Block): boolean => language === "ts" || language === "tsx";
