import { createGenerator } from "ts-json-schema-generator";
import type { JSONSchema7 } from "json-schema";
import { fileURLToPath } from "node:url";

/** A JSON schema (draft 2020-12, as OpenAPI 3.1 has it), as far as this tool writes one. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  [keyword: string]: unknown;
}

const DEFINITIONS = "#/definitions/";
const COMPONENTS = "#/components/schemas/";

/** The name of the definition that a reference leads to. */
const nameOf = (reference: string): string => decodeURIComponent(reference.slice(DEFINITIONS.length));

/** Generic helpers such as `Open<…>` and `Id<…>` are written out where they are used; models keep their names. */
const isModel = (name: string): boolean => /^\w+$/.test(name) && name !== "Unlisted";

/** What the doc comments say of a value in fixed words, which lint holds: integers and instants. */
function fromWords(type: Schema["type"], description = ""): Pick<Schema, "type" | "format"> {
  if (type === "number" && /^Integer\b/.test(description)) return { type: "integer" };
  if (type === "string" && /^ISO 8601 date-time\b/.test(description)) return { format: "date-time" };
  return {};
}

/** A string, any string. */
function isAnyString(schema: Schema): boolean {
  return schema.type === "string" && schema.enum === undefined && schema.const === undefined;
}

/** Writes the definitions of TypeScript types as components of an OpenAPI document. */
export class Components {
  readonly #definitions: Record<string, Schema>;

  constructor(definitions: Record<string, Schema>) {
    this.#definitions = definitions;
  }

  /** Reads every type that an interface reaches; its own properties are in `properties`. */
  static of(file: URL, type: string): { components: Components; properties: Record<string, Schema> } {
    const generated: JSONSchema7 = createGenerator({
      path: fileURLToPath(file),
      tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)),
      type,
      skipTypeCheck: true,
      additionalProperties: true,
    }).createSchema(type);
    const definitions = generated.definitions as Record<string, Schema>;
    const components = new Components(definitions);
    return { components, properties: definitions[type]?.properties ?? {} };
  }

  /** The schema with references to the components, everything else written out. */
  written(schema: Schema): Schema {
    const { $ref, pattern: _pattern, anyOf, ...rest } = schema;
    if ($ref !== undefined) return this.#reference(nameOf($ref), rest);
    const alternatives = anyOf?.map((one) => this.#worded(this.written(one), rest.description));
    // An id is a string with a known prefix, or any other: for a reader of the document, a string.
    if (alternatives?.every(isAnyString)) return this.#worded({ ...rest, type: "string" });
    const { type } = rest;
    return this.#worded({
      ...rest,
      ...(Array.isArray(type) && type.length === 1 && { type: type[0] }),
      ...(alternatives && { anyOf: alternatives }),
      ...(rest.properties && { properties: this.#all(rest.properties) }),
      ...(rest.items && { items: this.written(rest.items) }),
    });
  }

  /** The object that a type stands for, itself and not a reference, with all that it extends. */
  object(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.object(this.#definition(nameOf(schema.$ref)));
  }

  /** Every component that the given names lead to. */
  reachable(document: unknown): Record<string, Schema> {
    const found: Record<string, Schema> = {};
    const visit = (value: unknown): void => {
      if (typeof value !== "object" || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        const name = key === "$ref" && typeof inner === "string" ? inner.slice(COMPONENTS.length) : undefined;
        if (name !== undefined && name !== "Error" && found[name] === undefined) {
          found[name] = this.written(this.#definition(name));
          visit(found[name]);
        } else visit(inner);
      }
    };
    visit(document);
    return Object.fromEntries(Object.entries(found).sort(([left], [right]) => left.localeCompare(right)));
  }

  #definition(name: string): Schema {
    const definition = this.#definitions[name];
    if (definition === undefined) throw new Error(`no definition of ${name}`);
    return definition;
  }

  #reference(name: string, described: Schema): Schema {
    if (name === "Unlisted") return { ...described, type: "string" };
    // `CustomerId` and its like say no more than that it is a string.
    const isId = name.endsWith("Id") && this.#definition(name).properties === undefined;
    if (isModel(name) && !isId) return { ...described, $ref: COMPONENTS + name };
    const { description, ...definition } = this.#definition(name);
    return this.written({
      ...definition,
      ...(isId && description !== undefined && { description }),
      ...described,
    });
  }

  #all(properties: Record<string, Schema>): Record<string, Schema> {
    return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, this.written(value)]));
  }

  /** A field that may be `null` has its description beside the alternatives. */
  #worded(schema: Schema, description = schema.description): Schema {
    return { ...schema, ...fromWords(schema.type, description) };
  }
}
