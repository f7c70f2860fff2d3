import ts from "typescript";
import { expect, it } from "vitest";
import { filesIn, parsed, readProjectFile, walk } from "../docs/source-files";

/** The types that the public methods of a file return. */
function namedBy(file: ts.SourceFile): Set<string> {
  const names = new Set<string>();
  walk(file, (node) => {
    if (!ts.isMethodDeclaration(node) || !ts.isIdentifier(node.name)) return;
    if (node.type === undefined) return;
    walk(node.type, (part) => {
      if (ts.isTypeReferenceNode(part)) names.add(part.typeName.getText());
    });
  });
  return names;
}

const exported = new Set(readProjectFile("src/index.ts").match(/\w+/g));

it("the class of each resource is exported", () => {
  const classes = filesIn(["src/resources"]).flatMap(({ text }) =>
    [...text.matchAll(/^export class (\w+) extends Resource\b/gm)].map(([, name = ""]) => name),
  );
  expect(classes.length).toBeGreaterThan(20);
  expect(classes.filter((name) => !exported.has(name))).toEqual([]);
});

it("the types of the models that a method returns are exported", () => {
  const models = new Set(
    filesIn(["src/models"]).flatMap(({ text }) =>
      [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name = ""]) => name),
    ),
  );
  const used = filesIn(["src/resources"]).flatMap((file) => [...namedBy(parsed(file))]);
  const missing = used.filter((name) => models.has(name) && !exported.has(name));
  expect(missing).toEqual([]);
  expect(used).toContain("Quote");
});
