import { messageOf } from "../../options/kinds";
import { invalidInput } from "../domain/problem";
import { requiredField } from "../api/fields";
import type { Field } from "../api/fields";
import type { Format } from "../domain/format";
import { digitsFrom, freeText, integerFrom } from "../api/formats";
import { DURATION_RULE, durationMs } from "../runtime/clock";
import { faultOptions, kindNames } from "../runtime/fault";
import type { Fault } from "../runtime/fault";

/** The part of JSON Schema that the document uses. */
export interface JsonSchema {
  type?: "object" | "array" | "string" | "integer" | "number" | "boolean";
  description?: string;
  enum?: readonly string[];
  minimum?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  $ref?: string;
}

const textSchema: JsonSchema = { type: "string" };
const countSchema: JsonSchema = { type: "integer", minimum: 0 };
const positiveSchema: JsonSchema = { type: "integer", minimum: 1 };
const numberSchema: JsonSchema = { type: "number", minimum: 0 };
export const openSchema: JsonSchema = { type: "object", additionalProperties: true };
export const textsSchema: JsonSchema = { type: "object", additionalProperties: textSchema };

const objectSchema = (
  properties: Readonly<Record<string, JsonSchema>>,
  ...required: string[]
): JsonSchema => ({ type: "object", properties, required });

export const arraySchema = (items: JsonSchema): JsonSchema =>
  objectSchema({ data: { type: "array", items } }, "data");

export const namedSchema = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** A field of a request: its check, and its schema in the document. */
export type AdminField<T> = Field<T> & { schema: JsonSchema };

export type AdminFields = Readonly<Record<string, AdminField<unknown>>>;

const documented = <F extends Field<unknown>>(field: F, schema: JsonSchema, description?: string) => ({
  ...field,
  schema: { ...schema, ...(description !== undefined && { description }) },
});

/** The schema of the object that has the fields. */
export const schemaOf = (fields: AdminFields): JsonSchema =>
  objectSchema(
    Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
    ...Object.keys(fields).filter((name) => fields[name]?.isRequired),
  );

export const textField = documented(freeText, textSchema);
export const positiveField = documented(integerFrom(1), positiveSchema);
export const countField = documented(integerFrom(0), countSchema);
export const perUsdField = documented(requiredField(freeText), textSchema, 'A decimal such as "0.95".');
export const limitField = documented(
  digitsFrom(1, Number.MAX_SAFE_INTEGER),
  positiveSchema,
  "The newest so many. Default 100.",
);
export const operationField = documented(
  freeText,
  textSchema,
  'Such as "quotes.create" or "POST /quotes". Default: every call.',
);
const duration: Format<number | string> = {
  expected: DURATION_RULE,
  parse: (value) => (durationMs(value) === undefined ? undefined : (value as number | string)),
};

export const durationField = documented(
  duration,
  { anyOf: [textSchema, numberSchema] },
  'Milliseconds, or a string such as "30s".',
);

/** The fields of a seed. */
export const seedFields = {
  customers: positiveField,
  externalAccounts: positiveField,
  transactions: countField,
  period: durationField,
};

const faultSchemas: Readonly<Record<keyof Fault, JsonSchema>> = {
  kind: { ...textSchema, enum: kindNames },
  operation: operationField.schema,
  times: positiveSchema,
  skip: countSchema,
  rate: numberSchema,
  status: countSchema,
  retryAfter: { anyOf: [textSchema, numberSchema] },
  headers: textsSchema,
  body: textSchema,
  after: { type: "boolean" },
  delay: durationField.schema,
};

/** A field of a fault, with the check of the option. */
const faultField = ([name, schema]: [string, JsonSchema]) => {
  const kind = faultOptions[name as keyof Fault];
  const field: Field<unknown> = {
    expected: `one of ${kindNames.join(", ")}`,
    isRequired: kind.isRequired === true,
    parse(value, path) {
      const problem = kind(value, path);
      if (problem) throw invalidInput(messageOf(problem), { field: path });
      return value;
    },
  };
  return [name, documented(field, schema)] as const;
};

export const faultFields: AdminFields = Object.fromEntries(Object.entries(faultSchemas).map(faultField));

/** The schemas that several operations share. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Clock: objectSchema({ now: textSchema, stands: { type: "boolean" } }, "now", "stands"),
  Fault: schemaOf(faultFields),
  AddedFault: objectSchema(
    {
      id: textSchema,
      fault: namedSchema("Fault"),
      left: { ...countSchema, description: "How often it will still strike. Absent without a limit." },
      toSkip: countSchema,
    },
    "id",
    "fault",
    "toSkip",
  ),
  Problem: objectSchema(
    { status: countSchema, code: textSchema, message: textSchema, details: openSchema },
    "status",
    "code",
    "message",
  ),
};
