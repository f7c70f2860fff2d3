import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { Block } from "./extract";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** What `./newest-service` means in a block: types that a reader generates beside the code. */
const GENERATED = join(root, "test/fixtures/openapi/newest-service.d.ts");

/** The types of the queues that a guide shows. Their packages are not installed. */
const ENGINES = join(root, "test/docs/blocks/engines.d.ts");

/** The file behind a path. A block in any folder may import the generated types. */
const fileAt = (path: string): string => (path.endsWith("/newest-service.d.ts") ? GENERATED : path);

/** Names that a block may use without a declaration or import, each with its module. */
export type Names = ReadonlyMap<string, string>;

interface Unit {
  readonly block: Block;
  readonly fileName: string;
  readonly text: string;
}

function parse(name: string, text: string): ts.SourceFile {
  return ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX);
}

function bindingNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : bindingNames(element.name),
  );
}

/** The names that a statement declares at module level. */
function declaredBy(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) => bindingNames(name));
  }
  if (ts.isImportDeclaration(statement)) {
    const { name, namedBindings } = statement.importClause ?? {};
    const named =
      namedBindings === undefined
        ? []
        : ts.isNamespaceImport(namedBindings)
          ? [namedBindings.name.text]
          : namedBindings.elements.map((element) => element.name.text);
    return name === undefined ? named : [name.text, ...named];
  }
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
    return statement.name === undefined ? [] : [statement.name.text];
  }
  return [];
}

/** The identifiers of a block, without its own declarations. */
export function freeNames(code: string): Set<string> {
  const source = parse("block.tsx", code);
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const name of source.statements.flatMap(declaredBy)) names.delete(name);
  return names;
}

/** One line of imports for the names that a block uses and does not declare. */
function importsFor(code: string, names: Names): string {
  const used = [...freeNames(code)].filter((name) => names.has(name));
  return used.map((name) => `import { ${name} } from ${JSON.stringify(names.get(name))};`).join(" ");
}

function unitOf(block: Block, names: Names, index: number): Unit {
  const folder = dirname(join(root, block.copyOf ?? block.path));
  const name = `block-${index}.${block.language}`;
  return { block, fileName: join(folder, name), text: `${importsFor(block.code, names)}\n${block.code}` };
}

function compilerOptions(): ts.CompilerOptions {
  const config = ts.readConfigFile(join(root, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { compilerOptions: json } = config.config as { compilerOptions: object };
  const { options } = ts.convertCompilerOptionsFromJson(json, root);
  return { ...options, jsx: ts.JsxEmit.ReactJSX, moduleDetection: ts.ModuleDetectionKind.Force };
}

function messageOf(units: ReadonlyMap<string, Unit>, diagnostic: ts.Diagnostic): string {
  const { file, start = 0 } = diagnostic;
  const unit = units.get(file?.fileName ?? "");
  const text = ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n");
  if (file === undefined || unit === undefined) return `${file?.fileName}: ${text}`;
  // The import line comes first.
  const line = unit.block.line - 1 + file.getLineAndCharacterOfPosition(start).line;
  return `${unit.block.path}:${line} ${text}`;
}

/**
 * Compiles each block as a separate module with the project's options. All blocks share one program.
 *
 * @returns the compiler's messages, each with the file and the line of its block
 */
export function compile(groups: readonly { blocks: readonly Block[]; names: Names }[]): Map<Block, string[]> {
  const units = groups
    .flatMap(({ blocks, names }) => blocks.map((block) => ({ block, names })))
    .map(({ block, names }, index) => unitOf(block, names, index));
  const byName = new Map(units.map((unit) => [unit.fileName, unit]));
  const options = compilerOptions();
  const host = ts.createCompilerHost(options);
  // As `tsc` does. No message is about the other comments.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => byName.has(path) || fileExists(fileAt(path));
  host.readFile = (path) => byName.get(path)?.text ?? readFile(fileAt(path));
  host.getSourceFile = (path, version, ...rest) => {
    const unit = byName.get(path);
    return unit === undefined
      ? getSourceFile(fileAt(path), version, ...rest)
      : ts.createSourceFile(path, unit.text, version);
  };
  const rootNames = [ENGINES, ...units.map(({ fileName }) => fileName)];
  const program = ts.createProgram({ rootNames, options, host });
  return new Map(
    units.map(({ block, fileName }) => {
      const file = program.getSourceFile(fileName);
      const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)];
      return [block, found.map((diagnostic) => messageOf(byName, diagnostic))];
    }),
  );
}
