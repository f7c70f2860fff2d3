import { nearest } from "../../options/nearest";
import { parse } from "../domain/format";
import type { Format } from "../domain/format";
import { missingField } from "../domain/problem";
import { isRecord } from "../runtime/saved";

/** One field of a body or a query. */
export interface Field<T> extends Format<T> {
  isRequired?: boolean;
  /** The field is allowed but has no effect. */
  isIgnored?: boolean;
  /** The fields of an object, or the format of the items of an array. Without them, all inner fields are allowed. */
  fields?: Fields;
  item?: Field<unknown>;
  /** The kinds of objects without this field: values by the name of their field. */
  notIn?: Readonly<Record<string, readonly string[]>>;
}

/** The fields of an object, a body or a query: those that a route reads, and those that it allows. */
export type Fields = Readonly<Record<string, Field<unknown>>>;

type ValueOf<F> = F extends Field<infer T> ? T : never;
type RequiredNames<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { isRequired: true } ? Name : never;
}[keyof F];

/** The values of the read fields. An optional field is absent, not `undefined`. */
export type Values<F extends Fields> = { [Name in RequiredNames<F>]: ValueOf<F[Name]> } & {
  [Name in Exclude<keyof F, RequiredNames<F>>]?: ValueOf<F[Name]>;
};

export const requiredField = <F extends Field<unknown>>(field: F): F & { isRequired: true } => ({
  ...field,
  isRequired: true,
});

/** The fields, with some of them required. */
export const requiring = <F extends Fields, Name extends keyof F>(fields: F, names: readonly Name[]) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      names.some((one) => one === name) ? requiredField(field) : field,
    ]),
  ) as Omit<F, Name> & { [Required in Name]: F[Required] & { isRequired: true } };

export const ignored: Field<never> = { expected: "anything", isIgnored: true, parse: () => undefined };

export const anyValue: Field<unknown> = { expected: "anything", parse: (value) => value };

const nameIn = (path: string, name: string): string => (path === "" ? name : `${path}.${name}`);

/** Reads fields in their order. `null` means absent. */
export function readFields<F extends Fields>(fields: F, values: object, path = ""): Values<F> {
  const read: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value: unknown = Object.hasOwn(values, name) ? Reflect.get(values, name) : undefined;
    if (value === undefined || value === null) {
      if (field.isRequired) throw missingField(nameIn(path, name), field.expected);
    } else if (!field.isIgnored) {
      read[name] = parse(value, nameIn(path, name), field);
    }
  }
  // The loop reads the fields of the type.
  return read as Values<F>;
}

/** An object with these fields and no others. */
export const closedObject = <F extends Fields>(fields: F): Field<Values<F>> => ({
  expected: "an object",
  fields,
  parse: (value, name) => (isRecord(value) ? readFields(fields, value, name) : undefined),
});

/** An object that is kept as sent. Its other fields may have any value. */
export const openObject = <F extends Fields>(fields: F): Field<Values<F> & Record<string, unknown>> => ({
  expected: "an object",
  parse(value, name) {
    if (!isRecord(value)) return undefined;
    readFields(fields, value, name);
    // The line before has checked the fields.
    return value as Values<F> & Record<string, unknown>;
  },
});

export interface UnknownField {
  field: string;
  /** The nearest known name. */
  nearest: string | undefined;
}

/** The fields that an object of this kind can have. `null` means absent. */
function fieldsOf(values: object, fields: Fields): Fields {
  const valueOf = (name: string): unknown => Reflect.get(values, name);
  const isIn = ([name, { notIn = {} }]: [string, Field<unknown>]) =>
    valueOf(name) === null ||
    Object.entries(notIn).every(([kind, others]) => !others.includes(String(valueOf(kind))));
  return Object.fromEntries(Object.entries(fields).filter(isIn));
}

/** The unknown names in a body or a query. */
export function unknownFields(values: object, all: Fields, path = ""): UnknownField[] {
  const fields = fieldsOf(values, all);
  const entries: [string, unknown][] =
    values instanceof URLSearchParams ? [...values] : Object.entries(values);
  return entries.flatMap(([name, value]) => {
    const known = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const field = nameIn(path, name);
    return known
      ? unknownInside(value, known, field)
      : [{ field, nearest: nearest(name, Object.keys(fields)) }];
  });
}

function unknownInside(value: unknown, { fields, item }: Field<unknown>, path: string): UnknownField[] {
  if (item && Array.isArray(value))
    return value.flatMap((one, index) => unknownInside(one, item, `${path}[${index}]`));
  return fields && isRecord(value) ? unknownFields(value, fields, path) : [];
}
