import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { entries } from "../../.ci/entries.mjs";

const source = fileURLToPath(new URL("../../src", import.meta.url));

/** What each part of the sources may import, besides itself. */
const allowed: Record<string, readonly string[]> = {
  models: [],
  version: [],
  core: ["models", "version"],
  money: ["models", "core"],
  config: ["core", "version"],
  resources: ["models", "core"],
  client: ["models", "version", "core", "config", "resources"],
  index: ["models", "version", "core", "money", "config", "resources", "client"],
  wallet: ["models", "version", "core", "config", "resources", "client"],
  relay: ["models", "version", "core", "config", "resources", "client"],
  webhooks: ["models", "version", "core"],
  simulator: ["models", "version"],
};

interface Import {
  from: string;
  to: string;
  /** Erased by the compiler: no module is loaded because of it. */
  typeOnly: boolean;
}

/** Part of the sources that a file belongs to: its first folder, or its own name. */
const part = (file: string) => file.replace(/\/.*$|\.ts$/g, "");

function importsOf(file: string, text: string): { specifier: string; typeOnly: boolean }[] {
  const found: { specifier: string; typeOnly: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({
        specifier: node.moduleSpecifier.text,
        typeOnly: node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword,
      });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [specifier] = node.arguments;
      if (specifier && ts.isStringLiteral(specifier))
        found.push({ specifier: specifier.text, typeOnly: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022));
  return found;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);
const known = new Set(files);

const graph: Import[] = files.flatMap((from) =>
  importsOf(from, readFileSync(path.join(source, from), "utf8"))
    .filter(({ specifier }) => specifier.startsWith("."))
    .map(({ specifier, typeOnly }) => {
      const target = path.posix.join(path.posix.dirname(from), specifier);
      const to = [`${target}.ts`, `${target}/index.ts`].find((candidate) => known.has(candidate));
      if (to === undefined) throw new Error(`${from} imports ${specifier}, which is no file`);
      return { from, to, typeOnly };
    }),
);

const againstDirection = (imports: Import[]) =>
  imports
    .filter(({ from, to }) => part(from) !== part(to) && !allowed[part(from)]?.includes(part(to)))
    .map(({ from, to }) => `${from} -> ${to}`);

/** The first cycle of modules that load each other, as a chain of files. */
function cycle(imports: Import[]): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { from, to, typeOnly } of imports) {
      const found = from === file && !typeOnly ? walk(to, [...trail, file]) : undefined;
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  return imports.map(({ from }) => walk(from, [])).find((found) => found !== undefined);
}

describe("the entry points", () => {
  it("are the root and every folder with a public index: a new one belongs into the `exports` of package.json", () => {
    const indexes = files.filter(
      (file) => /^(?:[\w-]+\/)?index\.ts$/.test(file) && file !== "models/index.ts",
    );
    expect(entries.map(({ source: entry }) => entry).sort()).toEqual(
      indexes.map((file) => `src/${file}`).sort(),
    );
  });
});

describe("imports between the sources", () => {
  it("belong to a part with a rule", () => {
    expect(files.filter((file) => allowed[part(file)] === undefined)).toEqual([]);
  });

  it("go one way: models, core, resources, client, then wallet and relay; the simulator knows the models only", () => {
    expect(againstDirection(graph)).toEqual([]);
    // The same check finds an import against the direction.
    const wrong = [
      { from: "models/quote.ts", to: "core/errors.ts", typeOnly: true },
      { from: "simulator/clock.ts", to: "wallet/crypto/stamp.ts", typeOnly: false },
    ];
    expect(againstDirection([...graph, ...wrong])).toEqual([
      "models/quote.ts -> core/errors.ts",
      "simulator/clock.ts -> wallet/crypto/stamp.ts",
    ]);
  });

  it("form no cycle of modules that load each other", () => {
    expect(cycle(graph)).toBeUndefined();
    const back = { from: "version.ts", to: "client.ts", typeOnly: false };
    expect(cycle([...graph, { from: "client.ts", to: "version.ts", typeOnly: false }, back])).toContain(
      "version.ts",
    );
    expect(
      cycle([
        { ...back, typeOnly: true },
        { from: "client.ts", to: "version.ts", typeOnly: false },
      ]),
    ).toBeUndefined();
  });

  it("of zod are one namespace import of `zod/mini`", () => {
    const zod = files.flatMap((file) => {
      const text = readFileSync(path.join(source, file), "utf8");
      return [...text.matchAll(/^(?!import type).*from "zod[^"]*".*$/gm)].map(([line]) => line);
    });
    expect(zod.length).toBeGreaterThan(0);
    expect(new Set(zod)).toEqual(new Set(['import * as z from "zod/mini";']));
  });
});
