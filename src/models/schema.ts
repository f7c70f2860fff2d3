import {
  $constructor,
  $ZodArray,
  $ZodBoolean,
  $ZodNumber,
  $ZodObject,
  $ZodObjectJIT,
  $ZodString,
  $ZodType,
  _safeParse,
} from "zod/v4/core";
import type { $ZodCheck, $ZodErrorClass, $ZodIssue, $ZodTypeDef } from "zod/v4/core";

/** A response schema for a model. It checks the fields it knows and ignores all others. */
export interface Schema<Model> {
  /** Ties the schema to its model for the compiler; never there at run time. */
  readonly model?: Model;
  /** Made when a response is first checked by it: a program uses few of the schemas that it loads. */
  readonly zod: $ZodType<Model>;
  /** Checks a value. What counts is the value itself: zod's copy of it lacks the fields that the model does not know. */
  safeParse(value: unknown): ReturnType<typeof check>;
}

/** The schema of a field that may be missing; the mark tells it from one that merely reads `undefined`. */
interface OptionalSchema<Value> extends Schema<Value> {
  readonly isOptional: true;
}

/** zod's own error is half a kilobyte, and has a text that nobody reads. */
class Mismatch {
  declare readonly issues: readonly $ZodIssue[];

  constructor(issues: readonly $ZodIssue[]) {
    this.issues = issues;
  }
}
const check = /* @__PURE__ */ _safeParse(Mismatch as unknown as $ZodErrorClass);

/** How often a schema is interpreted before zod compiles its objects, which pays only where many responses are read. */
const INTERPRETED_USES = 2;

// @__NO_SIDE_EFFECTS__
function schema<Model>(make: () => $ZodType): Schema<Model> {
  let made: $ZodType<Model> | undefined;
  let uses = 0;
  return {
    get zod() {
      // Each maker below says which model its schema is of.
      return (made ??= make() as $ZodType<Model>);
    },
    safeParse(value) {
      uses += 1;
      return check(this.zod, value, { jitless: uses <= INTERPRETED_USES });
    },
  };
}

/** One schema for each field: a field that is added, renamed or retyped in the interface fails to compile here. */
type Shape<Model> = {
  [Property in keyof Model]-?: undefined extends Model[Property]
    ? OptionalSchema<Model[Property]>
    : Schema<Model[Property]>;
};

type ZodShape = Readonly<Record<string, $ZodType>>;

/**
 * Whether zod may compile its objects with `new Function`. Not in a page, whose policy may forbid it: asking there, as zod does,
 * is a violation that the browser reports. Elsewhere zod tries it, and interprets where it is forbidden.
 */
function mayCompile(): boolean {
  if ("document" in globalThis) return false;
  return (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !== undefined;
}

/** The fields are checked and nothing else: the fields beside them are left alone. */
function zodObject(shape: ZodShape): $ZodType {
  const ZodObject = mayCompile() ? $ZodObjectJIT : $ZodObject;
  return new ZodObject({ type: "object", shape });
}

export const text: Schema<string> = /* @__PURE__ */ schema(() => new $ZodString({ type: "string" }));
export const number: Schema<number> = /* @__PURE__ */ schema(() => new $ZodNumber({ type: "number" }));
export const boolean: Schema<boolean> = /* @__PURE__ */ schema(() => new $ZodBoolean({ type: "boolean" }));
/** A check as zod/mini makes it of a function. */
const isInteger = {
  _zod: {
    def: { check: "custom" },
    onattach: [],
    check({ value, issues }) {
      if (!Number.isSafeInteger(value))
        issues.push({ code: "custom", input: value, message: "must be an integer" });
    },
  },
} as Pick<$ZodCheck<number>, "_zod"> as $ZodCheck<number>;
/** An amount of money: an integer that a JavaScript number holds exactly. zod's own would cost 500 bytes more. */
export const integer: Schema<number> = /* @__PURE__ */ schema(
  () => new $ZodNumber({ type: "number", checks: [isInteger] }),
);
/** An object whose fields are not checked. */
export const record: Schema<Record<string, unknown>> = /* @__PURE__ */ schema(() => zodObject({}));

interface ChoiceDef extends $ZodTypeDef {
  readonly optional?: "optional";
  /** The schema that a value is checked by; none where it needs no check. */
  choose(value: unknown): $ZodType | undefined;
}

/**
 * Runs the one schema that a value calls for, in the same pass. zod's own union rejects a discriminator that it does not know;
 * its nullable within its optional takes two steps more, and 250 bytes.
 */
const Choice = /* @__PURE__ */ $constructor<$ZodType, ChoiceDef>("Choice", (inst, def) => {
  $ZodType.init(inst, def);
  inst._zod.optin = inst._zod.optout = def.optional;
  inst._zod.parse = (payload, context) => def.choose(payload.value)?._zod.run(payload, context) ?? payload;
});

/** A field that may be missing, or `null`, which means the same. */
// @__NO_SIDE_EFFECTS__
export function optional<Value>(value: Schema<Value>): OptionalSchema<Value | null | undefined> {
  return Object.assign(
    schema<Value | null | undefined>(() => {
      const { zod } = value;
      const choose = (given: unknown) => (given == null ? undefined : zod);
      return new Choice({ type: "custom", optional: "optional", choose });
    }),
    { isOptional: true } as const,
  );
}

export const optionalText = /* @__PURE__ */ optional(text);

/** The schema of a list. */
// @__NO_SIDE_EFFECTS__
export function list<Item>(item: Schema<Item>): Schema<Item[]> {
  return schema(() => new $ZodArray({ type: "array", element: item.zod }));
}

/** The schema of an interface, field by field. Fields that the interface does not know are not checked. */
// @__NO_SIDE_EFFECTS__
export function object<Model>(shape: Shape<Model>): Schema<Model> {
  return schema(() => {
    const fields = Object.entries<Schema<unknown>>(shape).map(([name, field]) => [name, field.zod]);
    return zodObject(Object.fromEntries(fields));
  });
}

/**
 * The schema of an open union: only the discriminator is checked, so that a variant newer than this package, or one
 * whose fields differ from what was published, is still read.
 */
// @__NO_SIDE_EFFECTS__
export function variant<Union>(discriminator: keyof Union & string): Schema<Union> {
  return schema(() => zodObject({ [discriminator]: text.zod }));
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
  return schema(() => {
    const byName = new Map(Object.entries<Schema<unknown>>(variants));
    const unlisted = variant<Union>(discriminator).zod;
    const choose = (value: unknown) =>
      byName.get((value as Record<string, unknown> | null)?.[discriminator] as string)?.zod ?? unlisted;
    return new Choice({ type: "custom", choose });
  });
}
