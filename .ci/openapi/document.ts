import { API_VERSION } from "../../src/version";
import { withAccountKinds } from "./accounts";
import { documentationOf } from "./documentation";
import { Components } from "./schemas";
import type { Schema } from "./schemas";

const REASONS: Record<string, string> = {
  200: "OK",
  201: "Created",
  202: "Accepted: sign the challenge and send the request again",
  204: "No Content",
};

/** An error response (specification, "Errors"). */
const errorSchema: Schema = {
  type: "object",
  description: "An error response. Codes may be added.",
  properties: {
    status: { type: "integer", description: "The HTTP status." },
    code: { type: "string", description: "What went wrong, for a program." },
    reason: {
      type: "string",
      description: "In place of `code` where a signature or a session is concerned.",
    },
    message: { type: "string", description: "What went wrong, for a person." },
    details: { type: "object", description: "More about it, for example the invalid field." },
  },
  required: ["message"],
};

/** A parameter of the path, the query or the headers. */
interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: true;
  description?: string;
  schema: Schema;
}

/** `GET /quotes/{quoteId}` in its parts. */
function parts(operation: string): { verb: string; template: string } {
  const [verb = "", template = ""] = operation.split(" ");
  return { verb: verb.toLowerCase(), template };
}

function parametersIn(
  place: "query" | "header",
  schema: Schema | undefined,
  components: Components,
): Parameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = components.object(schema);
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...shape } = components.written(property);
    return {
      name,
      in: place,
      ...(required.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema: shape,
    };
  });
}

function pathParameters(template: string): Parameter[] {
  return [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
}

function responses(properties: Record<string, Schema>, components: Components): Schema {
  const statuses = Object.entries(properties).filter(([name]) => /^\d{3}$/.test(name));
  const successes = statuses.map(([status, schema]) => {
    const content = { "application/json": { schema: components.written(schema) } };
    return [status, { description: REASONS[status] ?? status, ...(status !== "204" && { content }) }];
  });
  return {
    ...Object.fromEntries(successes),
    default: {
      description: "An error",
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    },
  };
}

function requestBody(properties: Record<string, Schema>, required: string[], components: Components) {
  const [name, type] = properties.form
    ? (["form", "multipart/form-data"] as const)
    : (["body", "application/json"] as const);
  const schema = properties[name];
  if (schema === undefined) return {};
  const content = { [type]: { schema: components.written(schema) } };
  return { requestBody: { ...(required.includes(name) && { required: true }), content } };
}

/** The whole document: every operation of `Operations`, with the doc comments of the client. */
export function createDocument(): Schema {
  const { components, properties } = Components.of(new URL("operations.ts", import.meta.url), "Operations");
  const documentation = documentationOf();
  const paths: Record<string, Record<string, Schema>> = {};
  const tags = new Set<string>();
  for (const [operation, entry] of Object.entries(properties)) {
    const { verb, template } = parts(operation);
    const { properties: facts = {}, required = [] } = components.object(entry);
    const method = String(facts.method?.const);
    const tag = method.split(".").slice(0, -1).join(".");
    tags.add(tag);
    const parameters = [
      ...pathParameters(template),
      ...parametersIn("query", facts.query, components),
      ...parametersIn("header", facts.headers, components),
    ];
    paths[template] = {
      ...paths[template],
      [verb]: {
        operationId: method,
        tags: [tag],
        ...documentation(method),
        ...(parameters.length > 0 && { parameters }),
        ...requestBody(facts, required, components),
        responses: responses(facts, components),
      },
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Payments service",
      version: API_VERSION,
      description:
        "Written by `npm run openapi` from the models of payments-sdk. Sets of values may grow, and objects may have more fields than are listed.",
    },
    servers: [{ url: `http://127.0.0.1:4010/${API_VERSION}`, description: "payments-simulator --port 4010" }],
    security: [{ basic: [] }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic", description: "API token id and client secret." },
      },
      schemas: { Error: errorSchema, ...withAccountKinds(components.reachable(paths)) },
    },
  };
}
