/** What TypeScript reads to know the types of the package: its declarations, and those of the language and the browser. */
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { entries, root } from "../entries.mjs";

const project = fileURLToPath(root);
const { options } = ts.getParsedCommandLineOfConfigFile(
  path.join(project, "tsconfig.json"),
  { noEmit: false, declaration: true, emitDeclarationOnly: true },
  ts.sys,
);

/** The options of a program in the editor. */
export const editorOptions = {
  target: options.target,
  lib: options.lib,
  module: options.module,
  moduleResolution: options.moduleResolution,
  moduleDetection: ts.ModuleDetectionKind.Force,
  strict: true,
  skipLibCheck: true,
  types: [],
  paths: Object.fromEntries(
    entries.map(({ specifier, source }) => [specifier, [`/${source.replace(/\.ts$/, ".d.ts")}`]]),
  ),
};

/**
 * The declarations that a program of the editor can reach, by their path there.
 *
 * @returns {Record<string, string>}
 */
export function declarations() {
  const program = ts.createProgram(
    entries.map(({ source }) => path.join(project, source)),
    options,
  );
  const files = program
    .getSourceFiles()
    .filter((file) => program.isSourceFileDefaultLibrary(file))
    .map(({ fileName, text }) => [`/${path.basename(fileName)}`, text]);
  program.emit(undefined, (file, text) => files.push([`/${path.relative(project, file)}`, text]));
  return Object.fromEntries(files);
}
