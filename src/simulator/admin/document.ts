import { adminOperations } from "./operations";
import type { AdminOperation } from "./operations";
import { openSchema, schemaOf, schemas } from "./schemas";
import type { JsonSchema } from "./schemas";

const json = (schema: JsonSchema) => ({ "application/json": { schema } });

const problem = (description: string) => ({
  description,
  content: json({ $ref: "#/components/schemas/Problem" }),
});

function pathItem({ name, summary, template, query, body, result }: AdminOperation) {
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([parameter, { schema }]) => ({
    name: parameter,
    in: "query",
    schema,
  }));
  return {
    operationId: name,
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body && {
      requestBody: { required: true, content: json(body === "open" ? openSchema : schemaOf(body)) },
    }),
    responses: {
      ...(result
        ? { 200: { description: "OK", content: json(result) } }
        : { 204: { description: "No Content" } }),
      400: problem("The request has a mistake."),
      ...(inPath.length > 0 && { 404: problem("Nothing has this id.") }),
    },
  };
}

/** The OpenAPI document of the admin API. */
export function adminDocument(root: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of adminOperations)
    paths[operation.template] = {
      ...paths[operation.template],
      [operation.method.toLowerCase()]: pathItem(operation),
    };
  return {
    openapi: "3.1.0",
    info: { title: "Payments simulator: admin API", version: "1" },
    servers: [{ url: root }],
    security: [{}, { token: [] }],
    paths,
    components: { schemas, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}
