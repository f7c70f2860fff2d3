import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { compareDocuments } from "../../.ci/openapi/compare";
import type { Document } from "../../.ci/openapi/compare";

const text = { type: "string" };
const body = (schema: object) => ({ content: { "application/json": { schema } } });
const query = (name: string, more: object = {}) => ({ name, in: "query", schema: text, ...more });

const ours = {
  paths: {
    "/cards/{cardId}": { get: { operationId: "cards.retrieve", responses: { 200: body(text) } } },
    "/payments": {
      get: {
        operationId: "payments.list",
        parameters: [query("limit"), query("status", { schema: { enum: ["OPEN", "PAID"] } })],
        responses: { 200: body({ $ref: "#/components/schemas/List" }) },
      },
      post: {
        operationId: "payments.create",
        requestBody: body({
          required: ["amount", "payee"],
          properties: { amount: { type: "integer" }, payee: text, note: text },
        }),
        responses: { 201: body({ $ref: "#/components/schemas/Payment" }), 400: body(text), default: {} },
      },
    },
    "/links": { get: { operationId: "links.create", responses: { 200: {} } } },
  },
  webhooks: { paid: {}, refunded: {} },
  components: {
    schemas: {
      Payment: { required: ["id"], properties: { id: text, status: { enum: ["OPEN", "PAID"] } } },
      List: { properties: { data: { type: "array", items: { $ref: "#/components/schemas/Payment" } } } },
    },
  },
};

const theirs = {
  paths: {
    "/cards/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { operationId: "getCard", responses: { 200: body(text) } },
    },
    "/coins": {
      get: { parameters: [query("cursor")], responses: { 200: {} } },
      post: {
        parameters: [{ name: "Idempotency-Key", in: "header", required: true, schema: text }],
        requestBody: { content: { "multipart/form-data": { schema: { properties: { file: text } } } } },
        responses: { 202: body({ properties: { payloadToSign: text } }) },
      },
    },
    "/payments": {
      get: {
        parameters: [
          query("limit", { required: true }),
          query("cursor"),
          query("status", { schema: { enum: ["PAID", "HELD"] } }),
        ],
        responses: { 200: body({ $ref: "#/components/schemas/List" }) },
      },
      post: {
        requestBody: { $ref: "#/components/requestBodies/Payment" },
        responses: { 201: body({ $ref: "#/components/schemas/Payment" }), 409: body(text) },
      },
    },
  },
  webhooks: { paid: {}, held: {} },
  components: {
    requestBodies: {
      Payment: body({
        oneOf: [
          {
            required: ["amount", "kind"],
            properties: { amount: { type: "integer" }, kind: { const: "BANK" } },
          },
          {
            allOf: [{ required: ["amount"], properties: { amount: { type: "integer" } } }],
            required: ["kind"],
            properties: { kind: { const: "CARD" }, payee: { required: ["id"], properties: { id: text } } },
          },
        ],
      }),
    },
    schemas: {
      Payment: {
        properties: {
          id: text,
          status: { anyOf: [{ enum: ["OPEN", "PAID", "HELD"] }, { type: "null" }] },
          parent: { $ref: "#/components/schemas/Payment" },
        },
      },
      List: { properties: { data: { type: "array", items: { $ref: "#/components/schemas/Payment" } } } },
    },
  },
};

const compare = (left: object, right: object) => compareDocuments(left as Document, right as Document);

/** The same document with its properties in the opposite order. */
const turned = <T>(value: T): T =>
  typeof value !== "object" || value === null || Array.isArray(value)
    ? value
    : (Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([name, inner]) => [name, turned(inner)]),
      ) as T);

describe("npm run contract:diff", () => {
  it("lists what another document adds, removes and changes, with the affected methods", () => {
    expect(compare(ours, theirs)).toBe(`4 operations here, 5 there: 2 new, 1 gone, 2 changed

New operations
  GET /coins [pages]
  POST /coins [key required, signed, form]

Gone operations
  GET /links (links.create)

GET /payments (payments.list)
  + query parameter cursor
  ! query parameter limit is now required
  + query parameter status may be HELD
  - query parameter status may be OPEN
  ! field of 200 data[].id may be missing
  + field of 200 data[].parent
  + field of 200 data[].status may be HELD

POST /payments (payments.create)
  + status 409
  - status 400
  + field kind (required)
  - field note
  ! field payee is no longer required
  + field payee.id
  ! field of 201 id may be missing
  + field of 201 parent
  + field of 201 status may be HELD

New webhooks
  held

Gone webhooks
  refunded

Methods touched
  links.create
  payments.create
  payments.list
`);
  });

  it("returns the same text for any order of properties", () => {
    expect(compare(turned(ours), turned(theirs))).toBe(compare(ours, theirs));
  });

  it("finds no difference between a document and itself", () => {
    const document = JSON.parse(readFileSync("docs/openapi.json", "utf8")) as Document;
    expect(compareDocuments(document, document)).toBe(
      "67 operations here, 67 there: 0 new, 0 gone, 0 changed\n",
    );
  });

  it("names a broken reference", () => {
    const broken = {
      paths: { "/a": { get: { responses: { 200: { $ref: "#/components/responses/None" } } } } },
    };
    expect(() => compare(ours, broken)).toThrow("#/components/responses/None is not in the document");
  });
});
