import { faultKinds } from "../runtime/fault";
import { gatewayNames } from "../runtime/gateways";
import type { JsonSchema } from "./schema";

export const textSchema: JsonSchema = { type: "string" };
export const countSchema: JsonSchema = { type: "integer", minimum: 0 };
export const positiveSchema: JsonSchema = { type: "integer", minimum: 1 };
export const durationSchema: JsonSchema = {
  anyOf: [textSchema, { type: "number", minimum: 0 }],
  description: 'Milliseconds, or a string such as "30s".',
};
export const operationSchema: JsonSchema = {
  ...textSchema,
  description: 'Such as "quotes.create" or "POST /quotes". Default: every call.',
};
export const open: JsonSchema = { type: "object", additionalProperties: true };
export const arraySchema = (items: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { data: { type: "array", items } },
  required: ["data"],
});
export const fields = (
  properties: Readonly<Record<string, JsonSchema>>,
  ...required: string[]
): JsonSchema => ({
  type: "object",
  properties,
  required,
});
export const named = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const fault = fields(
  {
    kind: { ...textSchema, enum: [...faultKinds, ...gatewayNames] },
    operation: operationSchema,
    times: countSchema,
    skip: countSchema,
    rate: { type: "number", minimum: 0 },
    status: countSchema,
    retryAfter: { anyOf: [textSchema, { type: "number", minimum: 0 }] },
    headers: { type: "object", additionalProperties: textSchema },
    body: textSchema,
    after: { type: "boolean" },
    delay: durationSchema,
  },
  "kind",
);

/** The schemas that several operations share. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Clock: fields({ now: textSchema, stands: { type: "boolean" } }, "now", "stands"),
  Fault: fault,
  AddedFault: fields(
    {
      id: textSchema,
      fault,
      left: { ...countSchema, description: "How often it will still strike. Absent without a limit." },
      toSkip: countSchema,
    },
    "id",
    "fault",
    "toSkip",
  ),
  Problem: fields(
    { status: countSchema, code: textSchema, message: textSchema, details: open },
    "status",
    "code",
    "message",
  ),
};
