import ts from "typescript";
import { fileURLToPath } from "node:url";
import { APRIL } from "./april";
import { boundsOf, fromWords } from "./facts";

/** The parts of a JSON schema of OpenAPI 3.1 that this tool writes. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [keyword: string]: unknown;
}

/** Sentences about the package rather than the service. */
const ABOUT_PACKAGE = /\b(?:package|[Ee]ditors?|iterating|waitFor|the option|Unlisted)\b/;

const COMPONENTS = "#/components/schemas/";

/** Sorts by name, so that the document does not depend on the order in which the compiler reads files. */
const byName = <Value>(entries: [string, Value][]): Record<string, Value> =>
  Object.fromEntries(entries.sort(([left], [right]) => (left < right ? -1 : 1)));

/** `SPARK_WALLET` and `AccountInfo` become `SparkWalletAccountInfo`. `USD_ACCOUNT` becomes `UsdAccountInfo`. */
const variantName = (kind: string, union: string): string =>
  kind
    .replace(/_ACCOUNT$/, "")
    .replace(/(?:^|_)(\w)(\w*?)(?=_|$)/g, (_, first: string, rest: string) => first + rest.toLowerCase()) +
  union;

/** The texts of a string literal, or of a union of them. Undefined for any other type. */
function literals(type: ts.Type): string[] | undefined {
  const all = type.isUnion() ? type.types : [type];
  return all.every((one) => one.isStringLiteral()) ? all.map((one) => one.value).sort() : undefined;
}

/** The interface or type that declares a property. */
function ownerOf(property: ts.Symbol): string {
  let node: ts.Node | undefined = property.declarations?.[0];
  while (node && !ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) node = node.parent;
  return node?.name.text ?? "";
}

/** Writes the types of a TypeScript program as schemas. Every named type becomes a component. */
export class Schemas {
  readonly #components = new Map<string, Schema>();
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  /** Reads the files with the settings of the project. */
  constructor(files: readonly URL[]) {
    const root = fileURLToPath(new URL("../../", import.meta.url));
    const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile) as { config: object };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    this.#program = ts.createProgram(
      files.map((file) => fileURLToPath(file)),
      options,
    );
    this.#checker = this.#program.getTypeChecker();
  }

  /** The components so far. */
  get components(): Record<string, Schema> {
    return byName([...this.#components]);
  }

  /** An exported type of a file. */
  exported(file: URL, name: string): ts.Type {
    const source = this.#program.getSourceFile(fileURLToPath(file));
    const symbol =
      source && this.#checker.getSymbolAtLocation(source)?.exports?.get(ts.escapeLeadingUnderscores(name));
    if (symbol === undefined) throw new Error(`${file.pathname} exports no ${name}`);
    return this.#checker.getDeclaredTypeOfSymbol(symbol);
  }

  /** The first sentence of a doc comment. */
  sentence(symbol: ts.Symbol | undefined): string {
    return /^.*?[.!?](?=\s|$)/.exec(this.description(symbol))?.[0] ?? "";
  }

  /** The first sentence about a method such as `customers.create`. */
  summary(owner: ts.Type, method: string): string {
    let symbol: ts.Symbol | undefined;
    for (const name of method.split(".")) {
      symbol = (symbol ? this.#checker.getTypeOfSymbol(symbol) : owner).getProperty(name);
      if (symbol === undefined) throw new Error(`the client has no ${method}`);
    }
    return this.sentence(symbol);
  }

  /** The properties of a type, by name, without those that can only be undefined. */
  properties(type: ts.Type): Map<string, { symbol: ts.Symbol; type: ts.Type; required: boolean }> {
    const entries = this.#checker.getPropertiesOfType(type).flatMap((symbol) => {
      const declared = this.#checker.getTypeOfSymbol(symbol);
      const required = (symbol.flags & ts.SymbolFlags.Optional) === 0;
      const isAbsent = (declared.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Never)) !== 0;
      return isAbsent ? [] : [[symbol.name, { symbol, type: declared, required }] as const];
    });
    return new Map(entries);
  }

  /** The doc comment of a symbol in one line, without citations and links. */
  description(symbol: ts.Symbol | undefined): string {
    const text = ts.displayPartsToString(symbol?.getDocumentationComment(this.#checker));
    return text
      .replace(/\{@link (\w+)\}/g, "`$1`")
      .replace(/ \(WebAuthn\b(?:[^()]|\([^()]*\))*\)/g, "")
      .replace(/\s+/g, " ")
      .trim()
      .split(/(?<=\.) /)
      .filter((sentence) => !ABOUT_PACKAGE.test(sentence))
      .join(" ");
  }

  /** How a property stood in April, from the line above it: `// April: optional`. */
  #april(symbol: ts.Symbol | undefined): Schema {
    const [node] = symbol?.declarations ?? [];
    const text = node?.getSourceFile().text ?? "";
    const lines = (node && ts.getLeadingCommentRanges(text, node.pos)) ?? [];
    const marks = lines.flatMap(({ pos, end }) => /^\/\/ April: (.+)$/.exec(text.slice(pos, end))?.[1] ?? []);
    return marks[0] === undefined ? {} : { [APRIL]: marks[0] };
  }

  /** The text of a literal type. */
  text(type: ts.Type | undefined): string {
    return type?.isStringLiteral() ? type.value : "";
  }

  /** The type without null and undefined. */
  bare(type: ts.Type): ts.Type {
    return this.#checker.getNonNullableType(type);
  }

  /** Whether a response has no body. */
  isVoid(type: ts.Type): boolean {
    return (type.flags & ts.TypeFlags.Void) !== 0;
  }

  /** A schema for a type: a reference to its component if it has a name. */
  schema(type: ts.Type, name = this.#nameOf(type)): Schema {
    if (name === undefined) return this.#written(type, "");
    if (!this.#components.has(name)) {
      this.#components.set(name, {});
      const description = this.description(type.aliasSymbol ?? type.symbol);
      this.#components.set(name, { ...(description && { description }), ...this.#written(type, name) });
    }
    return { $ref: COMPONENTS + name };
  }

  /** A schema for a property, with its description and its bounds. */
  property(symbol: ts.Symbol, type = this.#checker.getTypeOfSymbol(symbol)): Schema {
    const bare = this.bare(type);
    const schema = this.schema(bare);
    const description =
      this.description(symbol) ||
      (schema.$ref || bare.aliasTypeArguments ? "" : this.description(bare.aliasSymbol));
    const bounds = {
      ...fromWords(schema, symbol.name, description),
      ...boundsOf(ownerOf(symbol), symbol.name),
    };
    const isNullable = type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
    const bounded = { ...schema, ...bounds };
    return {
      ...(description && { description }),
      ...(isNullable ? nullable(bounded) : bounded),
      ...this.#april(symbol),
    };
  }

  /** The name of a type's component. Identifiers and helpers such as `Open<…>` have none. */
  #nameOf(type: ts.Type): string | undefined {
    const isOwn = (symbol: ts.Symbol) =>
      symbol.declarations?.some((one) =>
        /\/(?:src\/models|scripts\/openapi)\//.test(one.getSourceFile().fileName),
      );
    const { aliasSymbol, symbol } = type;
    if (aliasSymbol && !type.aliasTypeArguments && isOwn(aliasSymbol)) {
      return this.#isText(type) ? undefined : aliasSymbol.name;
    }
    const isInterface = symbol && type.isClassOrInterface() && !type.typeParameters;
    return isInterface && isOwn(symbol) ? symbol.name : undefined;
  }

  /** Whether a type accepts any text. Identifiers such as `Quote:…` do. */
  #isText(type: ts.Type): boolean {
    const all = type.isUnion() ? type.types : [type];
    const text = this.#checker.getStringType();
    return all.every((one) => !one.isStringLiteral() && this.#checker.isTypeAssignableTo(one, text));
  }

  #written(type: ts.Type, name: string): Schema {
    const { flags } = type;
    if (this.#isText(type)) return { type: "string" };
    if (flags & ts.TypeFlags.Number) return { type: "number" };
    if (flags & ts.TypeFlags.BooleanLike) return { type: "boolean" };
    if (type.isStringLiteral()) return { type: "string", const: type.value };
    if (type.isUnion()) return this.#union(type, name);
    if (type.symbol?.name === "Date") return { type: "string", format: "date-time" };
    if (this.#checker.isArrayType(type)) {
      const [item] = this.#checker.getTypeArguments(type as ts.TypeReference);
      if (item) return { type: "array", items: this.schema(item) };
    }
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.#object(type);
    throw new Error(`no schema for ${this.#checker.typeToString(type)}${name && ` in ${name}`}`);
  }

  #object(type: ts.Type): Schema {
    const properties = this.properties(type);
    const kind = properties.get("accountType");
    const [accountType] = (kind && literals(kind.type)) ?? [];
    const index = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const isTextMap = index !== undefined && this.#isText(index.type);
    const required = [...properties].filter(([, property]) => property.required).map(([key]) => key);
    // The compiler's order depends on the order of the files.
    required.sort();
    return {
      type: "object",
      ...(properties.size > 0 && {
        properties: Object.fromEntries(
          [...properties].map(([key, one]) => [
            key,
            { ...this.property(one.symbol, one.type), ...(accountType && boundsOf(accountType, key)) },
          ]),
        ),
      }),
      ...(required.length > 0 && { required }),
      ...(index && { additionalProperties: isTextMap ? { type: "string" } : true }),
    };
  }

  #union(type: ts.UnionType, name: string): Schema {
    const closed = literals(type);
    if (closed) return { type: "string", enum: closed };
    const discriminator = this.#discriminator(type);
    if (discriminator) return this.#variants(discriminator, name || this.#genericName(type));
    const texts = type.types.filter((one) => one.isStringLiteral() || this.#isText(one));
    const known = texts.flatMap((one) => (one.isStringLiteral() ? [one.value] : [])).sort();
    if (texts.length === 0 && !type.types.some((one) => this.#checker.isArrayType(one))) {
      return this.#merged(type.types);
    }
    // An extensible enum accepts the known values and any other text.
    const text: Schema[] =
      known.length > 0 ? [{ type: "string", enum: known }, { type: "string" }] : [{ type: "string" }];
    const others = type.types.filter((one) => !texts.includes(one)).map((one) => this.schema(one));
    // A `Date` or a text is a text on the wire.
    const isDate = known.length === 0 && others.length > 0 && others.every((one) => one.type === "string");
    if (isDate) return Object.assign({}, ...others) as Schema;
    return { anyOf: [...(texts.length > 0 ? text : []), ...others] };
  }

  /** `BeneficiaryParams<"address">` becomes `BeneficiaryParamsWithAddress`. */
  #genericName({ aliasSymbol, aliasTypeArguments = [] }: ts.Type): string {
    const names = aliasTypeArguments
      .flatMap((one) => literals(one) ?? [])
      .map((text) => text.charAt(0).toUpperCase() + text.slice(1));
    return `${aliasSymbol?.name ?? ""}${names.length > 0 ? `With${names.join("And")}` : ""}`;
  }

  /** The discriminator of a union, and the types by its values. */
  #discriminator(type: ts.UnionType): { property: string; kinds: Record<string, ts.Type[]> } | undefined {
    const [first] = type.types;
    if (first === undefined) return undefined;
    for (const [property] of this.properties(first)) {
      const kinds: Record<string, ts.Type[]> = {};
      const isTelling = type.types.every((one) => {
        const found = this.properties(one).get(property)?.type;
        // A kind newer than this package has no schema.
        if (found === undefined || (found.flags & ts.TypeFlags.TemplateLiteral) !== 0)
          return found !== undefined;
        const texts = literals(found);
        for (const text of texts ?? []) (kinds[text] ??= []).push(one);
        return texts !== undefined;
      });
      if (isTelling && Object.keys(kinds).length > 1)
        return { property, kinds: byName(Object.entries(kinds)) };
    }
    return undefined;
  }

  /** One schema for objects that differ in which of their fields are required. */
  #merged(types: readonly ts.Type[]): Schema {
    const schemas = types.map((one) => this.#object(one));
    const names = schemas.map(({ required = [] }) => required);
    const [first = [], ...others] = names;
    const common = first.filter((name) => others.every((one) => one.includes(name)));
    const own = names.map((one) => one.filter((name) => !common.includes(name)));
    const isExclusive = own.every((required, index) =>
      schemas.every(
        ({ properties = {} }, other) => other === index || !required.some((name) => name in properties),
      ),
    );
    const properties = Object.assign({}, ...schemas.map((one) => one.properties)) as Record<string, Schema>;
    return {
      type: "object",
      properties,
      required: common,
      [isExclusive ? "oneOf" : "anyOf"]: own.map((required) => ({
        properties: Object.fromEntries(required.map((name) => [name, properties[name]])),
        required,
      })),
    };
  }

  #variants(
    { property, kinds }: { property: string; kinds: Record<string, ts.Type[]> },
    union: string,
  ): Schema {
    const references = Object.entries(kinds).map(([kind, types]) => {
      const [type] = types;
      const own = types.length === 1 && type ? this.#nameOf(type) : undefined;
      const name = own ?? variantName(kind, union);
      if (types.length > 1) this.#components.set(name, this.#merged(types));
      else if (type) this.schema(type, name);
      const mark = type && this.#april(this.properties(type).get(property)?.symbol);
      return { kind, $ref: COMPONENTS + name, ...(String(mark?.[APRIL]).startsWith("absent") && mark) };
    });
    return {
      oneOf: [...new Map(references.map(({ kind: _, ...one }) => [one.$ref, one])).values()],
      discriminator: {
        propertyName: property,
        mapping: Object.fromEntries(references.map(({ kind, $ref }) => [kind, $ref])),
      },
    };
  }
}

/** The schema or null, because responses may have null for an absent field. */
function nullable(schema: Schema): Schema {
  if (typeof schema.type === "string" && schema.enum === undefined && schema.const === undefined) {
    return { ...schema, type: [schema.type, "null"] };
  }
  const { anyOf = [schema], ...rest } = schema;
  return { ...(schema.anyOf && rest), anyOf: [...anyOf, { type: "null" }] };
}
