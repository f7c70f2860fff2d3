/** The parts of a schema that the comparison of two documents reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  /** Values that the schema excludes. */
  not?: { enum: readonly unknown[] };
  /** How the schema stood in April. */
  "x-april"?: string;
}

/** Resolves the `$ref` of a schema. */
export type Resolve = (schema: Schema) => Schema;

/** Where a field stands: its schema and its path in it. */
export interface Home {
  /** The name of the schema. Empty for a schema without a name. */
  readonly schema: string;
  readonly path: string;
}

/** A field of a body, by its path: `source.accountId`, or `data[].id` inside a list. */
export interface Field {
  readonly home: Home;
  /** If its parent is present, it must be present too. */
  readonly isRequired: boolean;
  /** The values of its enum. Empty if any value is valid. */
  readonly values: readonly string[];
}

export type Fields = ReadonlyMap<string, Field>;

const union = (left: readonly string[], right: readonly string[]) => [...new Set([...left, ...right])].sort();

/** A field that two schemas restrict has the values that both allow. */
function common(left: readonly string[] = [], right: readonly string[] = []): string[] {
  const both = left.filter((value) => right.includes(value));
  return both.length > 0 ? both : union(left, right);
}

/** Joins the fields of two schemas. One of two alternatives requires a field only if both do. */
function joined(left: Fields, right: Fields, how: "both" | "either"): Fields {
  const names = union([...left.keys()], [...right.keys()]);
  return new Map(
    names.map((name): [string, Field] => {
      const [one, other] = [left.get(name), right.get(name)];
      const isRequired =
        how === "both"
          ? one?.isRequired === true || other?.isRequired === true
          : one?.isRequired === true && other?.isRequired === true;
      const { home } = (one ?? other) as Field;
      const values =
        how === "both" ? common(one?.values, other?.values) : union(one?.values ?? [], other?.values ?? []);
      return [name, { home, isRequired, values }];
    }),
  );
}

/** The parts of a schema, and how they combine. */
function partsOf({ allOf = [], oneOf = [], anyOf = [] }: Schema): { all: Schema[]; alternatives: Schema[] } {
  const alternatives = [...oneOf, ...anyOf].filter(({ type }) => type !== "null");
  return { all: allOf, alternatives };
}

/** The values of an enum, at any place in the schema. */
export function valuesOf(schema: Schema, resolve: Resolve, open: readonly Schema[] = []): string[] {
  const found = resolve(schema);
  if (open.includes(found)) return [];
  const { all, alternatives } = partsOf(found);
  const own = found.const === undefined ? (found.enum ?? []) : [found.const];
  const inner = [...all, ...alternatives, ...(found.items ? [found.items] : [])];
  const values = [
    ...own.filter((value) => value !== null).map(String),
    ...inner.flatMap((part) => valuesOf(part, resolve, [...open, found])),
  ];
  return values.filter((value) => !schema.not?.enum.includes(value)).sort();
}

/** The property that tells alternatives apart: each one has other values of it. */
function discriminatorOf(alternatives: readonly Fields[]): string | undefined {
  const [first, ...others] = alternatives;
  if (!first || others.length === 0) return undefined;
  const valuesIn = (fields: Fields, name: string) => fields.get(name)?.values ?? [];
  return [...first.keys()].find((name) => {
    const all = alternatives.flatMap((fields) => valuesIn(fields, name));
    return (
      alternatives.every((fields) => valuesIn(fields, name).length > 0) && new Set(all).size === all.length
    );
  });
}

/** The fields of alternatives, each under the values that tell it apart: `(USD_ACCOUNT).accountNumber`. */
function variants(alternatives: readonly Fields[], property: string): Fields {
  const found = new Map<string, Field>();
  const schemas = new Set(alternatives.map((fields) => fields.get(property)?.home.schema));
  // The name of its schema tells which alternative it is. Without one, its value does.
  const isNamed = schemas.size === alternatives.length;
  for (const fields of alternatives) {
    const kind = fields.get(property) as Field;
    for (const value of kind.values) {
      found.set(`(${value})`, { ...kind, isRequired: false, values: [] });
      for (const [name, field] of fields) {
        if (name === property) continue;
        const { schema, path } = field.home;
        const home = isNamed ? field.home : { schema, path: `(${value}).${path}` };
        found.set(`(${value}).${name}`, { ...field, home });
      }
    }
    found.set(property, { ...kind, values: [] });
  }
  return found;
}

const join = (path: string, inner: string): string =>
  path === "" || inner.startsWith("[") ? path + inner : `${path}.${inner}`;

/** The home of what is inside a schema: the schema itself if it has a name. */
function homeOf({ $ref }: Schema, outer: Home): Home {
  const name = /^#\/components\/schemas\/(.+)$/.exec($ref ?? "")?.[1];
  return name === undefined ? outer : { schema: name, path: "" };
}

/** How the fields of alternatives are told: as one object, or apart. */
export type Alternatives = "joined" | "apart";

/** The fields of one of several alternatives. */
function choiceOf(alternatives: readonly Fields[], how: Alternatives): Fields {
  const property = how === "apart" ? discriminatorOf(alternatives) : undefined;
  if (property !== undefined) return variants(alternatives, property);
  const [first, ...others] = alternatives;
  return others.reduce((fields, other) => joined(fields, other, "either"), first ?? new Map<string, Field>());
}

/** Every field of a schema. A schema inside itself is not followed. */
export function fieldsOf(
  schema: Schema,
  resolve: Resolve,
  how: Alternatives,
  outer: Home = { schema: "", path: "" },
  open: readonly Schema[] = [],
): Fields {
  const home = homeOf(schema, outer);
  const found = resolve(schema);
  if (open.includes(found)) return new Map();
  const inside = (part: Schema, at = home) => fieldsOf(part, resolve, how, at, [...open, found]);
  const { all, alternatives } = partsOf(found);
  const choice = choiceOf(
    alternatives.map((part) => inside(part)),
    how,
  );
  const own = new Map<string, Field>();
  for (const [name, property] of Object.entries(found.properties ?? {})) {
    const isRequired = found.required?.includes(name) === true;
    const at = { schema: home.schema, path: join(home.path, name) };
    own.set(name, { home: at, isRequired, values: [...new Set(valuesOf(property, resolve))] });
    for (const [path, field] of inside(property, at)) own.set(join(name, path), field);
  }
  if (found.items) {
    const at = { schema: home.schema, path: `${home.path}[]` };
    for (const [path, field] of inside(found.items, at)) own.set(join("[]", path), field);
  }
  return [...all.map((part) => inside(part)), choice].reduce(
    (fields, part) => joined(fields, part, "both"),
    own,
  );
}
