import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A text file of the project. */
export interface SourceFile {
  /** Relative to the project, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** One file of the project. */
export function readProjectFile(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** The files with one of the extensions below some folders of the project. */
export function filesIn(folders: readonly string[], extensions: readonly string[] = [".ts"]): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && extensions.some((extension) => entry.name.endsWith(extension)))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !/[\\/](?:node_modules|dist)[\\/]/.test(path))
      .map((path) => ({
        path: path.slice(root.length).replaceAll("\\", "/"),
        text: readFileSync(path, "utf8"),
      })),
  );
}

/** Parses a TypeScript file. */
export function parsed({ path, text }: SourceFile): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Calls `visit` with every node of a file. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}
