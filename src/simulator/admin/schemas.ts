import { faultKinds } from "../runtime/fault";
import { gatewayNames } from "../runtime/gateways";
import type { JsonSchema } from "./schema";

export const text: JsonSchema = { type: "string" };
export const count: JsonSchema = { type: "integer", minimum: 0 };
export const duration: JsonSchema = {
  anyOf: [text, { type: "number", minimum: 0 }],
  description: 'Milliseconds, or a string such as "30s".',
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
    kind: { ...text, enum: [...faultKinds, ...gatewayNames] },
    operation: { ...text, description: 'Such as "quotes.create" or "POST /quotes". Default: every call.' },
    times: count,
    skip: count,
    rate: { type: "number", minimum: 0 },
    status: count,
    retryAfter: { anyOf: [text, { type: "number", minimum: 0 }] },
    headers: { type: "object", additionalProperties: text },
    body: text,
    after: { type: "boolean" },
    delay: duration,
  },
  "kind",
);

/** The schemas that several operations share. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Clock: fields({ now: text, stands: { type: "boolean" } }, "now", "stands"),
  Fault: fault,
  AddedFault: fields(
    {
      id: text,
      fault,
      left: { ...count, description: "How often it will still strike. Absent without a limit." },
      toSkip: count,
    },
    "id",
    "fault",
    "toSkip",
  ),
  Problem: fields({ status: count, code: text, message: text, details: open }, "status", "code", "message"),
};
