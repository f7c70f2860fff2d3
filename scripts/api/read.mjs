/** Reads an API report: what its entries export, what users can reach from there, and what they must make themselves. */
import { readFileSync } from "node:fs";
import ts from "typescript";
import { entries, root } from "../entries.mjs";

/** The report in the repository. `npm run api` writes it. */
export const REPORT = new URL("test/package/api/current.api.md", root);

/** Adds the names in a node to a set. The package gives the values of a callback's parameters, so `inputsOf` leaves those out. */
function addNames(names, node, withCallbacks) {
  if (ts.isIdentifier(node)) names.add(node.text);
  const isCallback = ts.isFunctionTypeNode(node) || ts.isMethodSignature(node);
  if (isCallback && node.type && !withCallbacks) addNames(names, node.type, false);
  else ts.forEachChild(node, (child) => addNames(names, child, withCallbacks));
}

/** The members of a class that users see. They cannot call the constructor of a class that no entry exports. */
export const seenMembers = (node, isExported) =>
  isExported ? node.members : node.members.filter((member) => !ts.isConstructorDeclaration(member));

/** The public names, and every name in their declarations, and so on. */
function reachableFrom(exported, declarations) {
  const names = new Set(exported);
  // A set visits what is added while it is read.
  for (const name of names) {
    for (const node of declarations.get(name) ?? []) {
      const seen = ts.isClassDeclaration(node)
        ? [...(node.heritageClauses ?? []), ...seenMembers(node, exported.has(name))]
        : [node];
      for (const part of seen) addNames(names, part, true);
    }
  }
  return names;
}

/** The parameters of a function, or of the constructor and the methods of a class. */
function parametersIn(node) {
  if (ts.isFunctionDeclaration(node)) return node.parameters;
  return ts.isClassDeclaration(node) ? node.members.flatMap(({ parameters }) => parameters ?? []) : [];
}

/** The types of which users make objects: those of parameters, and those of their members. */
function inputsOf(declarations, reachable) {
  const names = new Set();
  for (const name of reachable) {
    for (const part of (declarations.get(name) ?? []).flatMap(parametersIn)) addNames(names, part, false);
  }
  for (const name of names) {
    for (const node of declarations.get(name) ?? []) {
      if (!ts.isClassDeclaration(node) && !ts.isFunctionDeclaration(node)) addNames(names, node, false);
    }
  }
  return names;
}

/** The reporter writes `Source_2 as Source` where an internal type has the name of a public one. The two change names here. */
function withPublicNames(code) {
  return [...code.matchAll(/\b(\w+)(_\d+) as \1\b/g)].reduce(
    (text, [alias, name, number]) =>
      text
        .replace(alias, name + number)
        .replace(
          new RegExp(`\\b${name}(${number})?\\b`, "g"),
          (_, isPublic) => name + (isPublic ? "" : number),
        ),
    code,
  );
}

/**
 * @param {string} report
 * @returns the declarations by name (overloads share one), the public names as "entry: name", and the sets of names above
 */
export function readReport(report) {
  const [, code = ""] = /```ts\n([\s\S]*)\n```/.exec(report) ?? [];
  const { statements } = ts.createSourceFile("api.d.ts", withPublicNames(code), ts.ScriptTarget.Latest, true);
  const declarations = new Map();
  const published = new Set();
  const exported = new Set();
  const add = (name, node) => declarations.set(name, [...(declarations.get(name) ?? []), node]);
  for (const statement of statements) {
    if (ts.isModuleDeclaration(statement)) {
      const names = statement.body.statements.flatMap(({ exportClause }) => [...exportClause.elements]);
      for (const { name, propertyName = name } of names) {
        published.add(`${statement.name.text}: ${name.text}`);
        exported.add(propertyName.text);
      }
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        add(declaration.name.text, declaration);
    } else if (statement.name) add(statement.name.text, statement);
  }
  const reachable = reachableFrom(exported, declarations);
  return { declarations, published, exported, reachable, inputs: inputsOf(declarations, reachable) };
}

/** @returns the public names in the repository's report, sorted, by import specifier */
export function publicNames() {
  const { published } = readReport(readFileSync(REPORT, "utf8"));
  const namesOf = (entry) =>
    [...published].filter((one) => one.startsWith(`${entry}: `)).map((one) => one.slice(entry.length + 2));
  return Object.fromEntries(entries.map(({ name, specifier }) => [specifier, namesOf(name).sort()]));
}
