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
}

/** Resolves a `$ref` of a document. */
export type Resolve = <T extends { $ref?: string }>(part: T) => T;

/** A field of a body, by its path: `source.accountId`, or `data[].id` inside a list. */
export interface Field {
  /** If its parent is present, it must be present too. */
  readonly isRequired: boolean;
  /** The values of its enum. Empty if any value is valid. */
  readonly values: readonly string[];
}

export type Fields = ReadonlyMap<string, Field>;

const union = (left: readonly string[], right: readonly string[]) => [...new Set([...left, ...right])].sort();

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
      return [name, { isRequired, values: union(one?.values ?? [], other?.values ?? []) }];
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
  return [
    ...own.filter((value) => value !== null).map(String),
    ...inner.flatMap((part) => valuesOf(part, resolve, [...open, found])),
  ].sort();
}

/** Every field of a schema. A schema inside itself is not followed. */
export function fieldsOf(schema: Schema, resolve: Resolve, open: readonly Schema[] = []): Fields {
  const found = resolve(schema);
  if (open.includes(found)) return new Map();
  const inside = (part: Schema) => fieldsOf(part, resolve, [...open, found]);
  const { all, alternatives } = partsOf(found);
  const [first, ...others] = alternatives.map(inside);
  const choice = others.reduce((fields, other) => joined(fields, other, "either"), first ?? new Map());
  const own = new Map<string, Field>();
  for (const [name, property] of Object.entries(found.properties ?? {})) {
    const isRequired = found.required?.includes(name) === true;
    own.set(name, { isRequired, values: [...new Set(valuesOf(property, resolve))] });
    for (const [path, field] of inside(property))
      own.set(`${name}${path.startsWith("[") ? "" : "."}${path}`, field);
  }
  if (found.items) for (const [path, field] of inside(found.items)) own.set(`[].${path}`, field);
  return [...all.map(inside), choice].reduce((fields, part) => joined(fields, part, "both"), own);
}
