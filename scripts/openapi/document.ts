import { readFileSync } from "node:fs";
import { STATUS_CODES } from "node:http";
import type ts from "typescript";
import { OPERATIONS } from "../../src/operations/all";
import { NEWEST } from "../../src/operations/newest";
import { splitHttp } from "../../src/operations/operation";
import type { Operation } from "../../src/operations/operation";
import type { Route } from "../../src/simulator/api/route";
import { routes } from "../../src/simulator/api/routes/index";
import { API_VERSION } from "../../src/config/version";
import { SINCE } from "./april";
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

/** Every operation, in its newest form. */
const newest: Readonly<Record<string, Operation>> = Object.fromEntries(NEWEST.map((one) => [one.name, one]));
const typed = OPERATIONS.map((one) => one.name);
const declared: readonly Operation[] = [
  ...OPERATIONS.map((one) => newest[one.name] ?? one),
  ...NEWEST.filter(({ name }) => !typed.some((one) => one === name)),
];

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

function parametersIn(place: "query" | "header", type: ts.Type, schemas: Schemas): Part[] {
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

function requestBody(type: ts.Type, isRequired: boolean, schemas: Schemas, name?: string): Part {
  const schema = schemas.schema(schemas.bare(type), name);
  return {
    requestBody: { ...(isRequired && { required: true }), content: { "application/json": { schema } } },
  };
}

/** A form has no `fileName`. The part that holds the file carries the name. */
function form(type: ts.Type, schemas: Schemas): Part {
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

/** The headers of an operation, from the table that has their words. */
function headersOf({ keyed, signed, headers = {} }: Operation, schemas: Schemas): Part[] {
  const headersIn = (table: string) =>
    parametersIn("header", schemas.exported(files.operations, table), schemas);
  return [
    ...headersIn("OwnHeaders").filter(({ name }) => !signed && String(name) in headers),
    ...(keyed ? headersIn("KeyHeaders") : []),
    ...(signed ? headersIn("SignatureHeaders") : []),
  ];
}

/** The error statuses of an operation. Some follow from its request, and its route has the others. */
function failures(operation: Operation, { refusals = [], unmodelled = [] }: Route): string[] {
  const { query, signed } = operation;
  const { method, template } = splitHttp(operation);
  // A deletion takes no more than an id, which gets 404, and a signature.
  const canBeInvalid =
    query !== undefined || (method !== "GET" && (method !== "DELETE" || signed !== undefined));
  return [
    ...(canBeInvalid ? ["400"] : []),
    "401",
    ...(template.includes("{") ? ["404"] : []),
    ...[...refusals, ...unmodelled].map(String),
    "500",
  ].sort();
}

type Bodies = readonly (readonly [status: number | string, body: ts.Type | undefined])[];

function responses(bodies: Bodies, schemas: Schemas, errors: readonly string[]): Part {
  const successes = bodies.map(([status, type]) => {
    const schema = type && !schemas.isVoid(type) ? schemas.schema(type) : undefined;
    return [
      status,
      { description: STATUS_CODES[status], ...(schema && { content: { "application/json": { schema } } }) },
    ];
  });
  return {
    ...Object.fromEntries([
      ...successes,
      ...errors.map((status) => [status, { $ref: `#/components/responses/${status}` }]),
    ]),
  };
}

/** The types of an operation, as its declaration names them. */
type Types = ReturnType<Schemas["properties"]>;

/** What an operation takes: its parameters in the query, the headers and the path, and its body. */
function requestOf(operation: Operation, types: Types, schemas: Schemas): Part {
  const { query, body, form: multipart, isBodyOptional = false } = operation;
  const params = types.get("params")?.type;
  const parameters = [
    ...pathParameters(splitHttp(operation).template),
    ...(query && params ? parametersIn("query", params, schemas) : []),
    ...headersOf(operation, schemas),
  ];
  return {
    ...(parameters.length > 0 && { parameters }),
    ...(body && params && requestBody(params, !isBodyOptional, schemas)),
    ...(multipart && params && form(params, schemas)),
  };
}

/** The bodies of the successes of an operation, by status. */
function successesOf(
  { signed, result }: Operation,
  { status = 200 }: Route,
  types: Types,
  schemas: Schemas,
): Bodies {
  const body = result.form === "nothing" ? undefined : types.get(result.form)?.type;
  const challenge = signed ? [[202, schemas.exported(files.operations, "Challenge")] as const] : [];
  return [[status, body], ...challenge];
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

/** The whole document: declarations, routes, and the first sentence about each method of the client. */
export function createDocument(): Part {
  const schemas = new Schemas(Object.values(files));
  const client = schemas.exported(files.client, "PaymentsClient");
  const types = schemas.properties(schemas.exported(files.operations, "Operations"));
  const used = new Set<string>();
  const paths: Record<string, Part> = {};
  const withoutMethod = schemas.exported(files.operations, "WithoutMethod");
  for (const operation of declared) {
    const { name } = operation;
    const { method, template } = splitHttp(operation);
    const route = routes.find((one) => one.operation?.name === name);
    const row = types.get(name);
    if (route === undefined || row === undefined) throw new Error(`${name} has no route or no types`);
    const own = schemas.properties(row.type);
    const errors = failures(operation, route);
    for (const status of errors) used.add(status);
    paths[template] = {
      ...paths[template],
      [method.toLowerCase()]: {
        operationId: name,
        tags: [name.split(".").slice(0, -1).join(".")],
        ...(operation.since && { [SINCE]: operation.since }),
        summary: schemas.summary(typed.some((one) => one === name) ? client : withoutMethod, name),
        ...requestOf(operation, own, schemas),
        responses: responses(successesOf(operation, route, own, schemas), schemas, [...errors, "default"]),
      },
    };
  }
  const webhooks: Part = {};
  for (const [name, { symbol, type }] of schemas.properties(schemas.exported(files.webhooks, "Webhooks"))) {
    const row = schemas.properties(type);
    const event = schemas.text(row.get("method")?.type);
    const [headers, body] = [row.get("headers"), row.get("body")];
    const bodies = [...row].flatMap(([key, one]) => (/^\d{3}$/.test(key) ? [[key, one.type] as const] : []));
    webhooks[name] = {
      post: {
        operationId: `webhooks.${event}`,
        tags: ["webhooks"],
        summary: schemas.description(symbol),
        security: [],
        parameters: headers ? parametersIn("header", headers.type, schemas) : [],
        ...(body &&
          requestBody(
            body.type,
            body.required,
            schemas,
            `${event.charAt(0).toUpperCase()}${event.slice(1)}Event`,
          )),
        responses: responses(bodies, schemas, ["400", "401", "409"]),
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
