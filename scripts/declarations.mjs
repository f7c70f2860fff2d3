import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { entries } from "./entries.mjs";

/**
 * Finishes the declarations in a folder, so that what a CommonJS file made fits an ES module, and one version fits another. Both
 * formats share one declaration. Private and protected members are left out: callers cannot use them, and the compiler takes two
 * classes that have them for different ones.
 */
export function finishDeclarations(dist) {
  for (const { name } of entries) {
    writeFileSync(path.join(dist, `${name}.d.ts`), `export * from "./${name}.cjs";\n`);
  }
  for (const name of readdirSync(dist).filter((each) => each.endsWith(".d.cts"))) {
    const file = path.join(dist, name);
    writeFileSync(file, withoutHidden(readFileSync(file, "utf8")));
  }
}

function withoutHidden(text) {
  const hidden = [];
  const visit = (node) => {
    if (ts.isClassElement(node) && isHidden(node)) hidden.push(node);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("declarations.d.cts", text, ts.ScriptTarget.Latest));
  return hidden.toReversed().reduce((rest, { pos, end }) => rest.slice(0, pos) + rest.slice(end), text);
}

function isHidden(member) {
  if (member.name !== undefined && ts.isPrivateIdentifier(member.name)) return true;
  const isPublic = !(ts.getCombinedModifierFlags(member) & ts.ModifierFlags.NonPublicAccessibilityModifier);
  return !isPublic && !ts.isConstructorDeclaration(member);
}
