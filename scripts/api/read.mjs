/** Reads the API report: what each entry exports. */
import { readFileSync } from "node:fs";
import ts from "typescript";
import { entries, root } from "../entries.mjs";

/** The report in the repository. `npm run api` writes it. */
export const REPORT = new URL("test/package/api/current.api.md", root);

/** @returns {Record<string, string[]>} the public names in the repository's report, sorted, by import specifier */
export function publicNames() {
  const [, code = ""] = /```ts\n([\s\S]*)\n```/.exec(readFileSync(REPORT, "utf8")) ?? [];
  const { statements } = ts.createSourceFile("api.d.ts", code, ts.ScriptTarget.Latest);
  const namesOf = (entry) =>
    statements
      .filter((statement) => ts.isModuleDeclaration(statement) && statement.name.text === entry)
      .flatMap(({ body }) => body.statements)
      .flatMap(({ exportClause }) => exportClause.elements.map(({ name }) => name.text));
  return Object.fromEntries(entries.map(({ name, specifier }) => [specifier, namesOf(name).sort()]));
}
