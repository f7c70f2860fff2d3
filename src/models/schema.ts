import { _check, $ZodArray, $ZodBoolean, $ZodNumber, $ZodString, $ZodUnknown } from "zod/v4/core";
import type { $ZodRawIssue, $ZodType, ParsePayload } from "zod/v4/core";

/** One difference between a value and its schema. */
export interface Difference {
  readonly path: PropertyKey[];
  readonly message: string;
}

/** The result of a check. */
export type Checked =
  | { readonly success: true; readonly error?: undefined }
  | { readonly success: false; readonly error: { readonly issues: readonly Difference[] } };

/** A response schema for a model. It checks known fields and ignores all others. */
export interface Schema<Model> {
  /** Ties the schema to its model for the compiler. Always absent at run time. */
  readonly model?: Model;
  /** A field that may be absent or `null`. */
  readonly isOptional?: true;
  /** Created on first use, because a program uses few of its schemas. */
  readonly zod: $ZodType;
  /** Checks a value. Keep using the value itself: zod's copy lacks unknown fields. */
  safeParse(value: unknown): Checked;
}

interface OptionalSchema<Value> extends Schema<Value> {
  readonly isOptional: true;
}

// @__NO_SIDE_EFFECTS__
function schema<Model>(make: () => $ZodType): Schema<Model> {
  let made: $ZodType | undefined;
  return {
    get zod() {
      return (made ??= make());
    },
    safeParse(value) {
      const issues = issuesOf(this.zod, value);
      return issues.length === 0
        ? { success: true }
        : { success: false, error: { issues: issues.map(differenceOf) } };
    },
  };
}

/** `z.safeParse` creates an error for each row that differs, which triples the cost of a row. */
function issuesOf(zod: $ZodType, value: unknown): $ZodRawIssue[] {
  return (zod._zod.run({ value, issues: [] }, { async: false }) as ParsePayload).issues;
}

function differenceOf({ path = [], message, expected, input }: $ZodRawIssue): Difference {
  return { path, message: message ?? (input === undefined ? "is missing" : `must be of type ${expected}`) };
}

/** One schema per field. A changed field of the interface fails to compile here. */
type Shape<Model> = {
  [Property in keyof Model]-?: undefined extends Model[Property]
    ? OptionalSchema<Model[Property]>
    : Schema<Model[Property]>;
};

/** A check of our own within zod. */
function checkedBy(check: (payload: ParsePayload) => void): $ZodType {
  return new $ZodUnknown({ type: "unknown", checks: [_check(check)] });
}

export const string: Schema<string> = /* @__PURE__ */ schema(() => new $ZodString({ type: "string" }));
export const number: Schema<number> = /* @__PURE__ */ schema(() => new $ZodNumber({ type: "number" }));
export const boolean: Schema<boolean> = /* @__PURE__ */ schema(() => new $ZodBoolean({ type: "boolean" }));
/** An amount of money: an integer that a JavaScript number holds exactly. */
export const exactInteger: Schema<number> = /* @__PURE__ */ schema(() => {
  const isInteger = _check<number>(({ value, issues }) => {
    if (!Number.isSafeInteger(value))
      issues.push({ code: "custom", message: "must be an integer", input: value });
  });
  return new $ZodNumber({ type: "number", checks: [isInteger] });
});
/** An object with unchecked fields. */
export const record: Schema<Record<string, unknown>> = /* @__PURE__ */ model({});

/** A field that may be absent or `null`. */
// @__NO_SIDE_EFFECTS__
export function nullish<Value>(value: Schema<Value>): OptionalSchema<Value | null | undefined> {
  return Object.assign(
    schema<Value | null | undefined>(() => value.zod),
    { isOptional: true } as const,
  );
}

export const nullishString = /* @__PURE__ */ nullish(string);

/** The schema of a list. */
// @__NO_SIDE_EFFECTS__
export function list<Item>(item: Schema<Item>): Schema<Item[]> {
  return schema(() => new $ZodArray({ type: "array", element: item.zod }));
}

/**
 * The schema of an interface, field by field. Unknown fields are not checked. zod's own object would copy each row, and compile
 * itself with `new Function`.
 */
// @__NO_SIDE_EFFECTS__
export function model<Model>(shape: Shape<Model>): Schema<Model> {
  return schema(() => {
    const fields = Object.entries<Schema<unknown>>(shape).map(([name, { zod, isOptional }]) => ({
      name,
      zod,
      isOptional,
    }));
    return checkedBy(({ value, issues }) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        issues.push({ code: "invalid_type", expected: "object", input: value });
        return;
      }
      for (const { name, zod, isOptional } of fields) {
        const field = (value as Record<string, unknown>)[name];
        if (isOptional && field == null) continue;
        for (const issue of issuesOf(zod, field))
          issues.push({ ...issue, path: [name, ...(issue.path ?? [])] });
      }
    });
  });
}

/**
 * The schema of an open union. It checks the discriminator, and `fields` that have one type in each variant. So it accepts newer
 * variants.
 */
// @__NO_SIDE_EFFECTS__
export function variant<Union>(
  discriminator: keyof Union & string,
  fields: Readonly<Record<string, Schema<unknown>>> = {},
): Schema<Union> {
  return model<unknown>({ ...fields, [discriminator]: string } as never) as Schema<Union>;
}

/** The fields of each variant, without the discriminator. */
type Variants<Union, Discriminator extends keyof Union> = {
  [Value in Union[Discriminator] & string]: Schema<
    Omit<Extract<Union, Record<Discriminator, Value>>, Discriminator>
  >;
};

/**
 * The schema of a union of known variants. Unlike zod's own union, it accepts an unknown discriminator and
 * leaves that variant's fields unchecked.
 */
// @__NO_SIDE_EFFECTS__
export function union<Union, Discriminator extends keyof Union & string>(
  discriminator: Discriminator,
  variants: Variants<Union, Discriminator>,
): Schema<Union> {
  return schema(() => {
    const byName = new Map<unknown, Schema<unknown>>(Object.entries(variants));
    const unlisted = variant<Union>(discriminator);
    return checkedBy(({ value, issues }) => {
      const name = (value as Record<string, unknown> | null | undefined)?.[discriminator];
      const { zod } = byName.get(name) ?? unlisted;
      issues.push(...issuesOf(zod, value));
    });
  });
}
