import {
  _check,
  $ZodArray,
  $ZodBoolean,
  $ZodNullable,
  $ZodNumber,
  $ZodOptional,
  $ZodString,
  $ZodUnknown,
} from "zod/v4/core";
import type { $ZodRawIssue, $ZodShape, $ZodType, ParsePayload } from "zod/v4/core";
import { objectClass } from "./zod-object";

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
  /** Created on first use, because a program uses few of its schemas. */
  readonly zod: $ZodType;
  /** Checks a value. Keep using the value itself: zod's copy lacks unknown fields. */
  safeParse(value: unknown): Checked;
}

/** The mark sets an optional field apart from one that merely accepts `undefined`. */
interface OptionalSchema<Value> extends Schema<Value> {
  readonly isOptional: true;
}

/** Uses before zod compiles a schema. Compiling only pays off for many responses. */
const INTERPRETED_USES = 2;

// @__NO_SIDE_EFFECTS__
function schema<Model>(make: () => $ZodType): Schema<Model> {
  let made: $ZodType | undefined;
  let uses = 0;
  return {
    get zod() {
      return (made ??= make());
    },
    safeParse(value) {
      uses += 1;
      const context = { async: false, jitless: uses <= INTERPRETED_USES };
      // `z.safeParse` creates an error for each row that differs, which triples the cost of a row.
      const { issues } = this.zod._zod.run({ value, issues: [] }, context) as ParsePayload;
      return issues.length === 0
        ? { success: true }
        : { success: false, error: { issues: issues.map(differenceOf) } };
    },
  };
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

/** Checks these fields only. */
function zodObject(shape: $ZodShape): $ZodType {
  return new (objectClass())({ type: "object", shape });
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
export const record: Schema<Record<string, unknown>> = /* @__PURE__ */ schema(() => zodObject({}));

/** A field that may be absent or `null`. */
// @__NO_SIDE_EFFECTS__
export function nullish<Value>(value: Schema<Value>): OptionalSchema<Value | null | undefined> {
  const field = schema<Value | null | undefined>(() => {
    const nullable = new $ZodNullable({ type: "nullable", innerType: value.zod });
    return new $ZodOptional({ type: "optional", innerType: nullable });
  });
  return Object.assign(field, { isOptional: true } as const);
}

export const nullishString = /* @__PURE__ */ nullish(string);

/** The schema of a list. */
// @__NO_SIDE_EFFECTS__
export function list<Item>(item: Schema<Item>): Schema<Item[]> {
  return schema(() => new $ZodArray({ type: "array", element: item.zod }));
}

/** The schema of an interface, field by field. Unknown fields are not checked. */
// @__NO_SIDE_EFFECTS__
export function model<Model>(shape: Shape<Model>): Schema<Model> {
  return schema(() => {
    const fields = Object.entries<Schema<unknown>>(shape).map(([name, field]) => [name, field.zod]);
    return zodObject(Object.fromEntries(fields));
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
    const fitsVariant = _check<unknown>(({ value, issues }) => {
      const name = (value as Record<string, unknown> | null | undefined)?.[discriminator];
      const { error } = (byName.get(name) ?? unlisted).safeParse(value);
      error?.issues.forEach(({ path, message }) =>
        issues.push({ code: "custom", path, message, input: value }),
      );
    });
    return new $ZodUnknown({ type: "unknown", checks: [fitsVariant] });
  });
}
