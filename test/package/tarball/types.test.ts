import { execFile } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import ts from "typescript";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { publicNames } from "../../../scripts/api/read.mjs";
import { entries } from "../../../scripts/entries.mjs";

const consumer = inject("consumer");
const dist = path.join(consumer, "node_modules/payments-sdk/dist");
const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url));
const tsc = fileURLToPath(new URL("../../../node_modules/typescript/bin/tsc", import.meta.url));

/** The public symbols in the declarations of the entries. */
function declarations(extension: "d.ts" | "d.cts") {
  const files = entries.map(({ name }) => path.join(dist, `${name}.${extension}`));
  const program = ts.createProgram(files, {
    noLib: true,
    types: [],
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
  });
  const checker = program.getTypeChecker();
  const exported = entries.map(({ specifier }, index) => {
    const file = program.getSourceFile(files[index] ?? "");
    const symbol = file && checker.getSymbolAtLocation(file);
    return { specifier, symbols: symbol ? checker.getExportsOfModule(symbol) : [] };
  });
  return { checker, exported };
}

/** The names that a declaration file exports, types included. */
function declared(extension: "d.ts" | "d.cts"): Record<string, string[]> {
  return Object.fromEntries(
    declarations(extension).exported.map(({ specifier, symbols }) => [
      specifier,
      symbols.map(({ name }) => name).sort(),
    ]),
  );
}

/** The undocumented exports, and the undocumented members of exported classes. */
function undocumented(): string[] {
  const { checker, exported } = declarations("d.ts");
  const isSilent = (symbol: ts.Symbol) => symbol.getDocumentationComment(checker).length === 0;
  return exported.flatMap(({ specifier, symbols }) =>
    symbols.flatMap((symbol) => {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const members = (target.declarations ?? [])
        .filter(ts.isClassDeclaration)
        .flatMap(({ members }) => [...members])
        .flatMap(({ name }) => (name === undefined || ts.isPrivateIdentifier(name) ? [] : [name]))
        .flatMap((name) => checker.getSymbolAtLocation(name) ?? []);
      return [
        ...(isSilent(target) ? [`${specifier} ${symbol.name}`] : []),
        ...members.filter(isSilent).map((member) => `${specifier} ${symbol.name}.${member.name}`),
      ];
    }),
  );
}

/** The compiler's work for a user's file, in counts that are the same on every machine. */
function compilerCounts(name: string, text: string) {
  const file = path.join(consumer, name);
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts"],
    types: [],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  });
  expect(ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)).toEqual([]);
  return { symbols: program.getSymbolCount(), instantiations: program.getInstantiationCount() };
}

async function compile(...options: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", "tsconfig.json", ...options], {
      cwd: consumer,
    });
    return stdout;
  } catch (error) {
    // The compiler writes its messages to the standard output and exits with 2.
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  }
}

describe("the declarations of the packed package", () => {
  const names = declared("d.ts");

  beforeAll(() => {
    copyFileSync(path.join(fixtures, "tsconfig.json"), path.join(consumer, "tsconfig.json"));
    const everything = entries.map(
      ({ specifier }, index) =>
        `import type * as entry${index} from "${specifier}";\nexport type { ${names[specifier]?.join(", ")} } from "${specifier}";\nexport type Entry${index} = typeof entry${index};\n`,
    );
    for (const extension of ["mts", "cts"]) {
      copyFileSync(path.join(fixtures, "uses.ts"), path.join(consumer, `uses.${extension}`));
      everything.forEach((text, index) =>
        writeFileSync(path.join(consumer, `everything-${index}.${extension}`), text),
      );
    }
  });

  it("export the names of the API report", () => {
    expect(names).toEqual(publicNames());
  });

  it("export the same names for ESM and for CommonJS", () => {
    expect(declared("d.cts")).toEqual(names);
    for (const { specifier } of entries) expect(names[specifier]).not.toEqual([]);
  });

  it("declare only values that exist at run time, in either format", async () => {
    for (const { name, specifier } of entries) {
      const imported = Object.keys(await import(pathToFileURL(path.join(dist, `${name}.js`)).href)).sort();
      const required = Object.keys(await import(pathToFileURL(path.join(dist, `${name}.cjs`)).href)).sort();
      expect(required.filter((key) => key !== "default" && key !== "module.exports")).toEqual(imported);
      expect(names[specifier]).toEqual(expect.arrayContaining(imported));
    }
  });

  it("contain no internals of the simulator", () => {
    const text = readFileSync(path.join(dist, "simulator.d.cts"), "utf8");
    const { statements } = ts.createSourceFile("simulator.d.cts", text, ts.ScriptTarget.Latest);
    const declared = statements.flatMap((statement) =>
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement)
        ? (statement.name?.text ?? [])
        : [],
    );
    // Public signatures use these types, but users do not need to import them.
    expect(declared.filter((name) => !names["payments-sdk/simulator"]?.includes(name)).sort()).toEqual([
      "AccountStatus",
      "Body",
      "Bytes",
      "CustomHandler",
      "Declared",
      "ExchangeListener",
      "GatewayName",
      "Named",
      "Names",
      "OidcClaims",
      "OidcTokenVerifier",
      "Or",
      "Posting",
      "Replacement",
      "SimulatorApprovalOptions",
      "SimulatorCustomerOptions",
      "SimulatorDelays",
      "SimulatorEnvironment",
      "SimulatorEventHandler",
      "SimulatorFees",
      "SimulatorKeep",
      "SimulatorPlatformOptions",
      "SimulatorQuoteOptions",
      "SimulatorRequestOptions",
      "SimulatorToken",
      "SimulatorTokenPermission",
      "SimulatorWalletOptions",
      "SimulatorWebAuthn",
      "SimulatorWebhookOptions",
      "Texts",
      "TypedHandler",
      "TypedRequest",
      "TypedResponse",
      "WebAuthnExpectation",
      "WebAuthnResponse",
      "WebAuthnVerifier",
      "WithBody",
    ]);
  });

  it("let the declarations of a user's library name the type of each member, and of what each call returns", () => {
    const file = path.join(consumer, "library.mts");
    const { checker, exported } = declarations("d.ts");
    const lines = ["payments-sdk", "payments-sdk/wallet", "payments-sdk/simulator"].flatMap((specifier) => {
      const { symbols = [] } = exported.find((entry) => entry.specifier === specifier) ?? {};
      return symbols
        .filter(({ name }) => ["PaymentsClient", "Wallet", "Simulator"].includes(name))
        .flatMap((symbol) => {
          const members = checker
            .getPropertiesOfType(checker.getDeclaredTypeOfSymbol(checker.getAliasedSymbol(symbol)))
            // A library cannot read what is protected.
            .filter(({ declarations = [] }) =>
              declarations.every((one) => !(ts.getCombinedModifierFlags(one) & ts.ModifierFlags.Protected)),
            )
            .filter(({ name }) => /^[a-z]\w*$/i.test(name));
          expect(members.length).toBeGreaterThan(5);
          const values = members.map(({ name }) => `${name}: it.${name}`);
          const calls = members.flatMap((member) =>
            checker
              .getPropertiesOfType(checker.getTypeOfSymbol(member))
              .filter((method) => method.declarations?.some(ts.isMethodDeclaration))
              .map(({ name }) => {
                const given = `...({} as Parameters<${symbol.name}["${member.name}"]["${name}"]>)`;
                return `${member.name}_${name}: await it.${member.name}.${name}(${given})`;
              }),
          );
          return [
            `import type { ${symbol.name} } from "${specifier}";`,
            `export const of${symbol.name} = (it: ${symbol.name}) => ({ ${values.join(", ")} });`,
            `export const calls${symbol.name} = async (it: ${symbol.name}) => ({ ${calls.join(", ")} });`,
          ];
        });
    });
    expect(lines.join().match(/await it\./g)?.length).toBeGreaterThan(60);
    writeFileSync(file, lines.join("\n"));
    const program = ts.createProgram([file], {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      strict: true,
      types: [],
      declaration: true,
    });
    const problems = [...ts.getPreEmitDiagnostics(program), ...program.getDeclarationDiagnostics()];
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });

  it("export no name of a browser global, because an import would shadow it", () => {
    const file = path.join(consumer, "empty.ts");
    writeFileSync(file, "export {};\n");
    const program = ts.createProgram([file], { lib: ["lib.es2023.d.ts", "lib.dom.d.ts"], types: [] });
    const source = program.getSourceFile(file);
    if (source === undefined) throw new Error("the compiler did not read the file");
    const everything = ts.SymbolFlags.Type | ts.SymbolFlags.Value;
    const globals = program.getTypeChecker().getSymbolsInScope(source, everything);
    const inEveryPage = new Set(globals.map(({ name }) => name));
    expect(inEveryPage).toContain("ErrorEvent");
    expect(Object.values(names).flatMap((all) => all.filter((name) => inEveryPage.has(name)))).toEqual([]);
  });

  it("document every export and every member of an exported class", () => {
    expect(undocumented()).toEqual([]);
  });

  it("cost the user's compiler little: a few thousand symbols and few instantiations", () => {
    const empty = compilerCounts("nothing.mts", "export {};");
    const one = compilerCounts(
      "one-line.mts",
      'import { PaymentsClient } from "payments-sdk";\nexport const quote = await new PaymentsClient().quotes.retrieve("Quote:1");\n',
    );
    // Measured: 2,108 and 3. `npm run bench -- types` compares larger packages.
    const symbols = one.symbols - empty.symbols;
    expect(symbols).toBeGreaterThan(500);
    expect(symbols).toBeLessThan(3_500);
    expect(one.instantiations - empty.instantiations).toBeLessThan(50);
  });

  it("need no other package, except the peers of two entries", () => {
    const files = readdirSync(dist).filter((name) => /\.d\.c?ts$/.test(name));
    expect(files.length).toBeGreaterThanOrEqual(2 * entries.length);
    const external = files.flatMap((file) => {
      const { importedFiles, typeReferenceDirectives } = ts.preProcessFile(
        readFileSync(path.join(dist, file), "utf8"),
      );
      return [...importedFiles, ...typeReferenceDirectives]
        .map(({ fileName }) => fileName)
        .filter((name) => !name.startsWith("."))
        .map((name) => `${file} ${name}`);
    });
    expect(external.sort()).toEqual(["otel.d.cts @opentelemetry/api", "react.d.cts react"]);
  });

  it("let what a CommonJS file made fit an ES module: each class", () => {
    const { checker, exported } = declarations("d.cts");
    const lines = exported.flatMap(({ specifier, symbols }) =>
      symbols.flatMap((symbol) => {
        const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        const declaration = target.declarations?.find(ts.isClassDeclaration);
        if (declaration === undefined) return [];
        const parameters = declaration.typeParameters?.map(() => "unknown").join();
        const name = `${symbol.name}${parameters === undefined ? "" : `<${parameters}>`}`;
        const required = `import("${specifier}", { with: { "resolution-mode": "require" } }).${name}`;
        return [`(value: ${required}): import("${specifier}").${name} => value,`];
      }),
    );
    expect(lines.length).toBeGreaterThan(50);
    const text = `export const fits = [\n${lines.join("\n")}\n];\n`;
    expect(compilerCounts("both-formats.mts", text).symbols).toBeGreaterThan(0);
  });

  it("let what an earlier version made fit this one", () => {
    copyFileSync(path.join(fixtures, "rc1.d.mts"), path.join(consumer, "rc1.d.mts"));
    const text = readFileSync(path.join(fixtures, "takes-rc1.mts"), "utf8");
    expect(compilerCounts("takes-rc1.mts", text).symbols).toBeGreaterThan(0);
  });

  // `npm test --prefix test/runtimes` tries the oldest and the newest compiler.
  it.each([
    ["node16, without the DOM library", ["--module", "node16"]],
    [
      "bundler, with the DOM library",
      ["--module", "esnext", "--moduleResolution", "bundler", "--lib", "ES2023,DOM,DOM.Iterable"],
    ],
  ])("compile for a strict user: %s", { timeout: 120_000 }, async (_label, options) => {
    expect(await compile(...options)).toBe("");
  });
});
