import * as z from "zod/mini";

/** A response schema for a model. It checks the fields it knows and keeps all. */
export interface Schema<Model> {
  /** Ties the schema to its model for the compiler; never there at run time. */
  readonly model?: Model;
  /** Made when a response is first checked by it: a program uses few of the schemas that it loads. */
  readonly zod: z.ZodMiniType<Model>;
  safeParse(value: unknown): ReturnType<z.ZodMiniType<Model>["safeParse"]>;
}

/** The schema of a field that may be missing; the mark tells it from one that merely reads `undefined`. */
interface OptionalSchema<Value> extends Schema<Value> {
  readonly isOptional: true;
}

// @__NO_SIDE_EFFECTS__
function schema<Model>(make: () => z.ZodMiniType): Schema<Model> {
  let made: z.ZodMiniType<Model> | undefined;
  return {
    get zod() {
      // Each maker below says which model its schema is of.
      return (made ??= make() as z.ZodMiniType<Model>);
    },
    safeParse(value) {
      return this.zod.safeParse(value);
    },
  };
}

/** One schema for each field: a field that is added, renamed or retyped in the interface fails to compile here. */
type Shape<Model> = {
  [Property in keyof Model]-?: undefined extends Model[Property]
    ? OptionalSchema<Model[Property]>
    : Schema<Model[Property]>;
};

export const text: Schema<string> = /* @__PURE__ */ schema(() => z.string());
export const number: Schema<number> = /* @__PURE__ */ schema(() => z.number());
export const boolean: Schema<boolean> = /* @__PURE__ */ schema(() => z.boolean());
/** An amount of money: an integer that a JavaScript number holds exactly. `z.int()` would cost 500 bytes more. */
export const integer: Schema<number> = /* @__PURE__ */ schema(() =>
  z.number().check(({ value, issues }) => {
    if (!Number.isSafeInteger(value))
      issues.push({ code: "custom", input: value, message: "must be an integer" });
  }),
);
/** An object whose fields are not checked. */
export const record: Schema<Record<string, unknown>> = /* @__PURE__ */ schema(() => z.looseObject({}));

/** A field that may be missing, or `null`, which means the same. */
// @__NO_SIDE_EFFECTS__
export function optional<Value>(value: Schema<Value>): OptionalSchema<Value | null | undefined> {
  return Object.assign(
    schema<Value | null | undefined>(() => z.nullish(value.zod)),
    { isOptional: true } as const,
  );
}

export const optionalText = /* @__PURE__ */ optional(text);

/** The schema of a list. */
// @__NO_SIDE_EFFECTS__
export function list<Item>(item: Schema<Item>): Schema<Item[]> {
  return schema(() => z.array(item.zod));
}

/** The schema of an interface, field by field. Fields that the interface does not know are kept. */
// @__NO_SIDE_EFFECTS__
export function object<Model>(shape: Shape<Model>): Schema<Model> {
  return schema(() => {
    const fields = Object.entries<Schema<unknown>>(shape).map(([name, field]) => [name, field.zod]);
    return z.looseObject(Object.fromEntries(fields));
  });
}

/**
 * The schema of an open union: only the discriminator is checked, so that a variant newer than this package, or one
 * whose fields differ from what was published, is still read.
 */
// @__NO_SIDE_EFFECTS__
export function variant<Union>(discriminator: keyof Union & string): Schema<Union> {
  return schema(() => z.looseObject({ [discriminator]: z.string() }));
}

/** The fields of each variant of a closed union, without the discriminator. */
type Variants<Union, Discriminator extends keyof Union> = {
  [Value in Union[Discriminator] & string]: Schema<
    Omit<Extract<Union, Record<Discriminator, Value>>, Discriminator>
  >;
};

/**
 * The schema of a union of two or more known variants. A discriminator that names none of them is let through with its
 * fields unchecked.
 */
// @__NO_SIDE_EFFECTS__
export function oneOf<Union, Discriminator extends keyof Union & string>(
  discriminator: Discriminator,
  variants: Variants<Union, Discriminator>,
): Schema<Union> {
  const byName: Record<string, Schema<unknown> | undefined> = variants;
  return schema(() =>
    variant<Record<string, unknown>>(discriminator).zod.check(({ value, issues }) => {
      const result = byName[String(value[discriminator])]?.safeParse(value);
      // A finished issue is a raw issue with its message already made.
      if (result?.error) issues.push(...(result.error.issues as z.core.$ZodRawIssue[]));
    }),
  );
}
