/** What the search of the site finds: sections of documents, methods, codes and the names of the package. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { Slugger } from "typedoc";
import ts from "typescript";
import { entries, root } from "../entries.mjs";
import { operations, resources } from "../readme.mjs";
import { addressOfDocument, addressOfMethod, addressOfName, addressOfResource } from "./addresses.mjs";
import { codeRows, documents } from "./documents.mjs";

const read = (file) => readFileSync(new URL(file, root), "utf8");

/** The words of Markdown without code. @param {string} text */
const wordsOf = (text) =>
  text
    .replaceAll(/<[^>]*>|\]\([^)]*\)|[|`*[\]]|---+/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

/** A document and its sections. */
function sectionsOf({ path, title }) {
  const text = read(path).replaceAll(/^ *(`{3,}).*?^ *\1$/gms, "");
  const [, ...sections] = text.split(/^#{1,3} /m);
  const anchors = new Slugger({ lowercase: true });
  return sections.map((section, index) => {
    const [, words] = /<!-- search: (.*?) -->/.exec(section) ?? [];
    const [heading = "", ...lines] = section.replaceAll("`", "").split("\n");
    const place =
      index === 0 ? { name: title, page: heading === title ? "" : heading } : { name: heading, page: title };
    const anchor = anchors.slug(heading);
    return {
      kind: index === 0 ? "guide" : "section",
      ...place,
      words,
      text: wordsOf(lines.join("\n")),
      url: `${addressOfDocument(path)}${index === 0 ? "" : `#${anchor}`}`,
    };
  });
}

/** The names that a file exports: also its own declarations, and those of an `export *`. @param {string} file */
function exportsOf(file) {
  const { statements } = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
  return statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause, moduleSpecifier } = statement;
      if (exportClause !== undefined) return exportClause.elements.map(({ name }) => name.text);
      return exportsOf(path.join(path.dirname(file), `${moduleSpecifier.text}.ts`));
    }
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
    const declared = isExported ? (statement.declarationList?.declarations ?? [statement]) : [];
    return declared.map(({ name }) => name.text);
  });
}

/**
 * Everything that the search finds. The address is relative to the site.
 *
 * @returns {{ kind: string, name: string, page: string, words?: string, text: string, url: string }[]}
 */
export function searchEntries() {
  const methods = operations();
  const types = new Set(resources().map(({ type }) => type));
  return [
    ...[{ path: "README.md", title: "Overview" }, ...documents()].flatMap(sectionsOf),
    ...resources().map(({ resource, type }) => ({
      kind: "resource",
      name: resource,
      page: "Reference",
      words: type,
      text: "",
      url: addressOfResource(resource),
    })),
    ...methods.map(({ method, http, does }) => ({
      kind: "method",
      name: method,
      page: http,
      text: wordsOf(does),
      url: addressOfMethod(method),
    })),
    ...codeRows("docs/errors.md").map(({ code, anchor, meaning }) => ({
      kind: "code",
      name: code,
      page: "Errors",
      text: wordsOf(meaning),
      url: `${addressOfDocument("docs/errors.md")}#${anchor}`,
    })),
    ...entries.flatMap(({ specifier, source }) => [
      { kind: "name", name: specifier, page: "Entry", text: "", url: `reference/${specifier}.html` },
      ...exportsOf(source)
        .filter((name) => !types.has(name))
        .map((name, _index, names) => ({
          kind: "name",
          name,
          page: specifier,
          text: "",
          url: addressOfName(specifier, name, names),
        })),
    ]),
  ];
}
