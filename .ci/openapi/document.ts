import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import type ts from "typescript";
import { API_VERSION } from "../../src/version";
import { checkBounds } from "./facts";
import { Schemas } from "./schemas";
import type { Schema } from "./schemas";

const at = (path: string) => new URL(path, import.meta.url);
const files = {
  operations: at("operations.ts"),
  webhooks: at("webhooks.ts"),
  client: at("../../src/client.ts"),
};

/** The error codes of the service, by status. */
const codes = JSON.parse(readFileSync(at("../../test/fixtures/error-codes.json"), "utf8")) as Record<
  string,
  string[]
>;

/** A part of the document that is not a schema. */
type Part = Record<string, unknown>;

/** The schema of an error response of one status, or of any. */
function errorSchema(status?: string): Schema {
  const text = { type: "string" };
  const known = status && codes[status];
  return {
    type: "object",
    description: status ? `An error response with the status ${status}.` : "An error response.",
    properties: {
      status: { type: "integer", description: "The HTTP status.", ...(status && { const: Number(status) }) },
      code: {
        description: "The error, for programs. New codes may appear.",
        ...(known ? { anyOf: [{ ...text, enum: known }, text] } : text),
      },
      message: { ...text, description: "The error, for people." },
      ...((status ?? "401") === "401" && {
        reason: { ...text, description: "The check that failed, beside `code`." },
      }),
      details: {
        type: "object",
        description: "More facts, such as the invalid field.",
        additionalProperties: true,
      },
    },
    required: ["status", "code", "message"],
  };
}

/** One row of a table: the facts about an operation or an event. */
type Row = ReturnType<Schemas["properties"]>;

function parametersIn(place: "query" | "header", row: Row, schemas: Schemas): Part[] {
  const type = row.get(place === "query" ? "query" : "headers")?.type;
  if (type === undefined) return [];
  return [...schemas.properties(type)].map(([name, { symbol, type: declared, required }]) => {
    const { description, ...schema } = schemas.property(symbol, declared);
    // One value or several: the parameter repeats.
    const list = schema.anyOf?.find((one) => one.type === "array");
    return {
      name,
      in: place,
      ...(required && { required }),
      ...(description && { description }),
      schema: list ?? schema,
    };
  });
}

function pathParameters(template: string): Part[] {
  const schema = { type: "string", minLength: 1 };
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema,
  }));
}

function requestBody(row: Row, schemas: Schemas, name?: string): Part {
  const body = row.get("body");
  if (body === undefined) return {};
  const schema = schemas.schema(schemas.bare(body.type), name);
  return {
    requestBody: { ...(body.required && { required: true }), content: { "application/json": { schema } } },
  };
}

/** A form has no `fileName`. The part that holds the file carries the name. */
function form(row: Row, schemas: Schemas): Part {
  const type = row.get("form")?.type;
  if (type === undefined) return {};
  const fields = [...schemas.properties(type)].filter(([name]) => name !== "fileName");
  const properties = fields.map(([name, field]) =>
    name === "file"
      ? [name, { type: "string", format: "binary", description: schemas.sentence(field.symbol) }]
      : [name, schemas.property(field.symbol, field.type)],
  );
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties) as Record<string, Schema>,
    required: fields.filter(([, { required }]) => required).map(([name]) => name),
  };
  return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
}

/** The error statuses of an operation. Some follow from its request, and its row names the others. */
function failures(verb: string, template: string, row: Row): string[] {
  const named = row.get("fails")?.type;
  const statuses = named === undefined ? [] : named.isUnion() ? named.types : [named];
  return [
    ...(verb !== "get" || row.has("query") ? ["400"] : []),
    "401",
    ...(template.includes("{") ? ["404"] : []),
    ...statuses.map((one) => String((one as ts.NumberLiteralType).value)),
    "500",
  ].sort();
}

function responses(row: Row, schemas: Schemas, errors: readonly string[]): Part {
  const own = [...row].filter(([name]) => /^\d{3}$/.test(name));
  const bodies = own.map(([status, { type }]) => {
    const schema = schemas.isVoid(type) ? undefined : schemas.schema(type);
    return [
      status,
      { description: STATUS_CODES[status], ...(schema && { content: { "application/json": { schema } } }) },
    ];
  });
  return {
    ...Object.fromEntries([
      ...bodies,
      ...errors.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ]),
  };
}

const retryAfter = {
  description: "The delay before a retry in seconds.",
  schema: { type: "integer", minimum: 0 },
};

const errorResponse = (description: string, name: string): Part => ({
  description,
  ...(name === "Error429" && { headers: { "Retry-After": retryAfter } }),
  content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
});

/** The whole document, from both tables and the first sentence about each method of the client. */
export function createDocument(): Part {
  const schemas = new Schemas(Object.values(files));
  const client = schemas.exported(files.client, "PaymentsClient");
  const used = new Set<string>();
  const paths: Record<string, Part> = {};
  for (const [operation, { type }] of schemas.properties(schemas.exported(files.operations, "Operations"))) {
    const [method = "", template = ""] = operation.split(" ");
    const verb = method.toLowerCase();
    const row = schemas.properties(type);
    const operationId = schemas.text(row.get("method")?.type);
    const parameters = [
      ...pathParameters(template),
      ...parametersIn("query", row, schemas),
      ...parametersIn("header", row, schemas),
    ];
    const errors = failures(verb, template, row);
    for (const status of errors) used.add(status);
    paths[template] = {
      ...paths[template],
      [verb]: {
        operationId,
        tags: [operationId.split(".").slice(0, -1).join(".")],
        summary: schemas.summary(client, operationId),
        ...(parameters.length > 0 && { parameters }),
        ...requestBody(row, schemas),
        ...form(row, schemas),
        responses: responses(row, schemas, [...errors, "default"]),
      },
    };
  }
  const webhooks: Part = {};
  for (const [name, { symbol, type }] of schemas.properties(schemas.exported(files.webhooks, "Webhooks"))) {
    const row = schemas.properties(type);
    const event = schemas.text(row.get("method")?.type);
    webhooks[name] = {
      post: {
        operationId: `webhooks.${event}`,
        tags: ["webhooks"],
        summary: schemas.description(symbol),
        security: [],
        parameters: parametersIn("header", row, schemas),
        ...requestBody(row, schemas, `${event.charAt(0).toUpperCase()}${event.slice(1)}Event`),
        responses: responses(row, schemas, ["400", "401", "409"]),
      },
    };
  }
  checkBounds();
  const statuses = [...used].sort();
  return {
    openapi: "3.1.0",
    info: {
      title: "Payments service",
      version: API_VERSION,
      description: "Sets of values may grow, and objects may have more fields than this document lists.",
    },
    servers: [{ url: `http://127.0.0.1:4010/${API_VERSION}`, description: "payments-simulator --port 4010" }],
    security: [{ basic: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "API token id and client secret." },
      },
      responses: {
        ...Object.fromEntries(
          statuses.map((status) => [status, errorResponse(STATUS_CODES[status] ?? status, `Error${status}`)]),
        ),
        default: errorResponse("Another error", "Error"),
      },
      schemas: {
        Error: errorSchema(),
        ...Object.fromEntries(statuses.map((status) => [`Error${status}`, errorSchema(status)])),
        ...schemas.components,
      },
    },
  };
}
