import * as z from "zod/mini";

/** A response schema for a model. It checks the fields it knows and keeps all. */
export type Schema<Model> = z.ZodMiniType<Model>;

/** The schema of a field that may be missing; the mark tells it from one that merely reads `undefined`. */
type OptionalSchema<Value> = Schema<Value> & { readonly _zod: { readonly optin: "optional" | "defaulted" } };

/** One schema for each field: a field that is added, renamed or retyped in the interface fails to compile here. */
type Shape<Model> = {
  [Property in keyof Model]-?: undefined extends Model[Property]
    ? OptionalSchema<Model[Property]>
    : Schema<Model[Property]>;
};

export const text: Schema<string> = /* @__PURE__ */ z.string();
export const number: Schema<number> = /* @__PURE__ */ z.number();
export const boolean: Schema<boolean> = /* @__PURE__ */ z.boolean();
/** An amount of money: an integer that a JavaScript number holds exactly. `z.int()` would cost 500 bytes more. */
export const integer: Schema<number> = /* @__PURE__ */ number.check(({ value, issues }) => {
  if (!Number.isSafeInteger(value))
    issues.push({ code: "custom", input: value, message: "must be an integer" });
});
/** An object whose fields are not checked. */
export const record: Schema<Record<string, unknown>> = /* @__PURE__ */ z.looseObject({});

/** A field that may be missing, or `null`, which means the same. */
// @__NO_SIDE_EFFECTS__
export function optional<Value>(schema: Schema<Value>): OptionalSchema<Value | null | undefined> {
  return z.nullish(schema);
}

export const optionalText = /* @__PURE__ */ optional(text);

/** The schema of a list. */
// @__NO_SIDE_EFFECTS__
export function list<Item>(item: Schema<Item>): Schema<Item[]> {
  return z.array(item);
}

/** The schema of an interface, field by field. Fields that the interface does not know are kept. */
// @__NO_SIDE_EFFECTS__
export function object<Model>(shape: Shape<Model>): Schema<Model> {
  const schema: z.ZodMiniType = z.looseObject(shape);
  // The shape has a schema of the right type for each field, which is what the result claims.
  return schema as Schema<Model>;
}

/**
 * The schema of an open union: only the discriminator is checked, so that a variant newer than this package, or one
 * whose fields differ from what was published, is still read.
 */
// @__NO_SIDE_EFFECTS__
export function variant<Union>(discriminator: keyof Union & string): Schema<Union> {
  const schema: z.ZodMiniType = z.looseObject({ [discriminator]: text });
  // The fields of a variant are not checked on purpose; the discriminator is.
  return schema as Schema<Union>;
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
  return variant<Union>(discriminator).check(({ value, issues }) => {
    const result = byName[String(value[discriminator])]?.safeParse(value);
    // A finished issue is a raw issue with its message already made.
    if (result?.error) issues.push(...(result.error.issues as z.core.$ZodRawIssue[]));
  });
}
