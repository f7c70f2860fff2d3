import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { entries } from "../../scripts/entries.mjs";

const source = fileURLToPath(new URL("../../src", import.meta.url));

/** The parts that each part of the sources may import. */
const allowed: Record<string, readonly string[]> = {
  options: [],
  models: [],
  operations: ["models", "options"],
  core: ["models", "options", "operations"],
  money: ["models", "core"],
  transactions: ["models", "core", "options"],
  forms: ["models", "core", "options"],
  transport: ["core"],
  config: ["core", "options", "transport"],
  resources: ["models", "core", "options", "operations", "transactions"],
  client: ["models", "core", "config", "resources", "options"],
  index: ["models", "core", "money", "transactions", "config", "resources", "client"],
  wallet: ["options", "models", "operations", "core", "config", "resources", "client"],
  relay: ["options", "models", "core", "config", "resources", "client"],
  react: ["models", "core", "wallet"],
  otel: ["core", "config", "options", "transport"],
  payouts: ["core", "options"],
  node: ["core", "options"],
  webhooks: ["models", "core", "options"],
  // The forms and the simulator refuse the same check digits.
  simulator: ["models", "operations", "options", "forms"],
};

interface Import {
  from: string;
  to: string;
  /** The compiler erases it, so it loads no module. */
  typeOnly: boolean;
  /** `import()`: loaded on demand. */
  lazy?: boolean;
}

/** The part of a source file: its first folder, or its own name. */
const part = (file: string) => file.replace(/\/.*$|\.ts$/g, "");

function importsOf(file: string, text: string) {
  const found: { specifier: string; typeOnly: boolean; lazy?: boolean }[] = [];
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
        found.push({ specifier: specifier.text, typeOnly: false, lazy: true });
    }
    ts.forEachChild(node, visit);
  };
  const jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  visit(ts.createSourceFile(file, text, { languageVersion: ts.ScriptTarget.ES2022, jsDocParsingMode }));
  return found;
}

const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".ts"),
);
const known = new Set(files);

const graph: Import[] = files.flatMap((from) =>
  importsOf(from, readFileSync(path.join(source, from), "utf8"))
    .filter(({ specifier }) => specifier.startsWith(".") && !specifier.endsWith("/package.json"))
    .map(({ specifier, ...how }) => {
      const target = path.posix.join(path.posix.dirname(from), specifier);
      const to = [`${target}.ts`, `${target}/index.ts`].find((candidate) => known.has(candidate));
      if (to === undefined) throw new Error(`${from} imports ${specifier}, which is no file`);
      return { from, to, ...how };
    }),
);

/** The layers of the simulator, lowest first. Each may import the layers before it. `top` is the public part. */
const layers = ["runtime", "crypto", "domain", "api", "transports", "admin", "status-page", "parity", "top"];

function layer(file: string): number {
  const [, folder = "", name] = file.split("/");
  return layers.indexOf(name === undefined ? "top" : folder);
}

/** Imports inside the simulator from a lower layer to a higher one, and files without a layer. */
const againstLayers = (imports: Import[]) =>
  imports
    .filter(({ from, to }) => part(from) === "simulator" && part(to) === "simulator")
    .filter(({ from, to }) => layer(from) < 0 || layer(to) < 0 || layer(from) < layer(to))
    .map(({ from, to }) => `${from} -> ${to}`);

const statusPage = "simulator/status-page/";

/** Imports that load the status page with the simulator. */
const againstStatusPage = (imports: Import[]) =>
  imports
    .filter(({ from, to, lazy }) => to.startsWith(statusPage) && !from.startsWith(statusPage) && !lazy)
    .map(({ from, to }) => `${from} -> ${to}`);

const againstDirection = (imports: Import[]) =>
  imports
    .filter(({ from, to }) => part(from) !== part(to) && !allowed[part(from)]?.includes(part(to)))
    .map(({ from, to }) => `${from} -> ${to}`);

const loading = (imports: Import[]) => imports.filter(({ typeOnly }) => !typeOnly);

/** The first cycle of files that import each other, as a chain of files. */
function cycle(imports: Import[]): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, trail: string[]): string[] | undefined => {
    if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const { from, to } of imports) {
      const found = from === file ? walk(to, [...trail, file]) : undefined;
      if (found) return found;
    }
    done.add(file);
    return undefined;
  };
  return imports.map(({ from }) => walk(from, [])).find((found) => found !== undefined);
}

describe("the entry points", () => {
  it("are the root and every folder with a public index, all listed in package.json", () => {
    const indexes = files.filter((file) => /^(?:[\w-]+\/)?index\.ts$/.test(file));
    expect(entries.map(({ source: entry }) => entry).sort()).toEqual(
      indexes.map((file) => `src/${file}`).sort(),
    );
  });
});

/** The names that a file defines and exports. */
function definitionsIn(file: string): string[] {
  const text = readFileSync(path.join(source, file), "utf8");
  const definition = /^export (?:abstract |async )*(?:const|function\*?|class|interface|type|enum) (\w+)/gm;
  return [...new Set([...text.matchAll(definition)].map(([, name = ""]) => name))];
}

it("an exported name has one definition", () => {
  const homes = new Map<string, string[]>();
  for (const file of files) {
    for (const name of definitionsIn(file)) homes.set(name, [...(homes.get(name) ?? []), file]);
  }
  expect(homes.size).toBeGreaterThan(1_000);
  expect([...homes].filter(([, inFiles]) => inFiles.length > 1)).toEqual([]);
});

describe("imports between the sources", () => {
  it("come from a part with a rule", () => {
    expect(files.filter((file) => allowed[part(file)] === undefined)).toEqual([]);
  });

  it("follow the layers: options and models, operations, core, resources, client, then wallet and relay", () => {
    expect(againstDirection(graph)).toEqual([]);
    // The check finds an import in the wrong direction.
    const wrong = [
      { from: "models/quote.ts", to: "core/errors.ts", typeOnly: true },
      { from: "simulator/runtime/clock.ts", to: "wallet/crypto/stamp.ts", typeOnly: false },
    ];
    expect(againstDirection([...graph, ...wrong])).toEqual([
      "models/quote.ts -> core/errors.ts",
      "simulator/runtime/clock.ts -> wallet/crypto/stamp.ts",
    ]);
  });

  it("form no cycle at run time", () => {
    expect(cycle(loading(graph))).toBeUndefined();
    const back = { from: "version.ts", to: "client.ts", typeOnly: false };
    const forth = { from: "client.ts", to: "version.ts", typeOnly: false };
    expect(cycle(loading([...graph, forth, back]))).toContain("version.ts");
    expect(cycle(loading([forth, { ...back, typeOnly: true }]))).toBeUndefined();
  });

  it("form no cycle of types", () => {
    expect(cycle(graph)).toBeUndefined();
    const forth = { from: "simulator/domain/ledger.ts", to: "simulator/domain/quotes.ts", typeOnly: true };
    expect(cycle([...graph, forth])).toContain("simulator/domain/ledger.ts");
  });

  it("follow the simulator's layers: runtime, crypto, domain, api, transports, admin API, status page, public files", () => {
    expect(againstLayers(graph)).toEqual([]);
    const wrong = [
      { from: "simulator/domain/quotes.ts", to: "simulator/api/reader.ts", typeOnly: true },
      { from: "simulator/api/service.ts", to: "simulator/simulator.ts", typeOnly: true },
      { from: "simulator/elsewhere/file.ts", to: "simulator/runtime/clock.ts", typeOnly: true },
    ];
    expect(againstLayers([...graph, ...wrong])).toHaveLength(wrong.length);
  });

  it("load the status page only on demand", () => {
    expect(againstStatusPage(graph)).toEqual([]);
    expect(graph.filter(({ to }) => to === `${statusPage}status-page.ts`)).toMatchObject([
      { from: "simulator/listen.ts", lazy: true },
    ]);
    const wrong = { from: "simulator/simulator.ts", to: `${statusPage}page.ts`, typeOnly: false };
    expect(againstStatusPage([...graph, wrong])).toHaveLength(1);
  });

  it("take only `zod/mini` and single names of its core from zod, so bundles stay small", () => {
    const zod = files.flatMap((file) => {
      const text = readFileSync(path.join(source, file), "utf8");
      return [...text.matchAll(/^(?!import type).*from "zod[^"]*".*$/gm)].map(([line]) => line);
    });
    expect(zod.length).toBeGreaterThan(0);
    expect(new Set(zod)).toEqual(
      new Set([
        'import * as z from "zod/mini";',
        'import { _check, $ZodArray, $ZodBoolean, $ZodNumber, $ZodString, $ZodUnknown } from "zod/v4/core";',
      ]),
    );
  });
});
