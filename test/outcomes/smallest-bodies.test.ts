import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createClient, fakeFetch, json } from "../core/client";
import { operationOf } from "../resources/witness";
import { cases } from "../resources/wire-cases";

/*
 * The smallest bodies that the schema of each write allows still resolve. The service of August adds `direction` to a transaction,
 * and allows card transactions without source and destination.
 */

interface Schema {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly const?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}
interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Record<string, { responses: Record<string, { content?: Record<string, { schema: Schema }> }> }>
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const document = JSON.parse(
  readFileSync(new URL("../../docs/openapi.json", import.meta.url), "utf8"),
) as Document;

function resolved({ $ref, ...schema }: Schema): Schema {
  if ($ref === undefined) return schema;
  const found = document.components.schemas[$ref.slice("#/components/schemas/".length)];
  if (found === undefined) throw new Error(`no schema ${$ref}`);
  return resolved(found);
}

/** Each variant of a schema: its properties, and the names that it requires. */
function variants(given: Schema): { properties: Record<string, Schema>; required: string[] }[] {
  const { properties = {}, required = [], allOf = [], oneOf = [], anyOf = [] } = resolved(given);
  const join = (left: ReturnType<typeof variants>, right: ReturnType<typeof variants>) =>
    left.flatMap((one) =>
      right.map((other) => ({
        properties: { ...one.properties, ...other.properties },
        required: [...one.required, ...other.required],
      })),
    );
  const own = [{ properties: { ...properties }, required: [...required] }];
  const parts = [...allOf.map(variants), ...[oneOf, anyOf].map((choice) => choice.flatMap(variants))];
  return parts.filter((part) => part.length > 0).reduce(join, own);
}

/** The parts of a complete value that the schema requires. */
function smallest(schema: Schema, complete: unknown): unknown {
  if (typeof complete !== "object" || complete === null || Array.isArray(complete)) return complete;
  const values = complete as Record<string, unknown>;
  const isOf = (one: { properties: Record<string, Schema>; required: string[] }) =>
    one.required.every((name) => {
      const { const: constant } = resolved(one.properties[name] ?? {});
      return values[name] !== undefined && (constant === undefined || constant === values[name]);
    });
  const fitting = variants(schema).find(isOf);
  if (fitting === undefined) return complete;
  return Object.fromEntries(
    fitting.required.map((name) => [name, smallest(fitting.properties[name] ?? {}, values[name])]),
  );
}

/** The schema of the success of an operation. */
function schemaOf(operation: string): Schema | undefined {
  const [method = "", path = ""] = operation.split(" ");
  const responses = document.paths[path]?.[method.toLowerCase()]?.responses ?? {};
  return [responses["200"], responses["201"], responses["202"]]
    .map((response) => response?.content?.["application/json"]?.schema)
    .find((schema) => schema !== undefined);
}

const writes = cases
  .filter(({ request, response }) => !request.startsWith("GET ") && response !== undefined)
  .flatMap((wire) => {
    const schema = schemaOf(operationOf(wire.request) ?? wire.request);
    const body = schema && smallest(schema, wire.response);
    // A passkey needs its challenge, although the schema also allows a plain credential.
    if (wire.name === "auth.credentials.challenge") return [];
    // Nothing is required of the settings. An empty object proves nothing.
    return body === undefined || Object.keys(body as object).length === 0 ? [] : [{ wire, body }];
  });

describe("the smallest body that the schema allows is a result [C1]", () => {
  it("of most writes of the client", () => {
    expect(writes.length).toBeGreaterThan(25);
    const shrunk = writes.filter(
      ({ wire, body }) => Object.keys(body as object).length < Object.keys(wire.response as object).length,
    );
    expect(shrunk.length).toBeGreaterThan(15);
  });

  it.each(writes.map(({ wire, body }) => [wire.name, wire, body] as const))(
    "of %s",
    async (_name, wire, body) => {
      const { fetch } = fakeFetch(() => json(body, wire.status));
      await expect(wire.call(createClient({ fetch, maxRetries: 0 }))).resolves.toBeDefined();
    },
  );

  it.each(["umaDomain", "webhookEndpoint", "proxyUmaSubdomain", "isRegulatedFinancialInstitution"])(
    "of config.update: `%s` alone [C19]",
    async (name) => {
      const { fetch } = fakeFetch(() => json({ [name]: null, id: "config-1", supportedCurrencies: null }));
      const other = fakeFetch(() => json({ [name]: name.startsWith("is") ? true : "text" }));
      const update = (with_: typeof fetch) =>
        createClient({ fetch: with_, maxRetries: 0 }).config.update({ supportedCurrencies: [] });
      await expect(update(fetch)).rejects.toMatchObject({ outcome: "unknown" });
      await expect(update(other.fetch)).resolves.toBeDefined();
    },
  );

  const ids = { id: "0195", customerId: "c", platformCustomerId: "p" };
  const card = { type: "CARD", direction: "DEBIT", accountId: "a", authorizedAmount: {}, merchant: {} };
  const transactions = [
    ...["CREATED", "PENDING_AUTHORIZATION", "REFUNDED"].flatMap((status) => [
      { ...ids, type: "INCOMING", direction: "CREDIT", status, destination: {}, receivedAmount: {} },
      { ...ids, type: "OUTGOING", direction: "DEBIT", status, source: {}, destination: {}, sentAmount: {} },
    ]),
    ...["AUTHORIZED", "EXCEPTION"].map((status) => ({ ...ids, ...card, status })),
  ];
  const transfers = cases.filter(({ name }) => name.startsWith("transfers."));
  it.each(transfers.flatMap((wire) => transactions.map((body) => [wire.name, body, wire] as const)))(
    "of %s at the service of August: %j",
    async (_name, body, wire) => {
      const { fetch } = fakeFetch(() => json(body, 201));
      expect(await wire.call(createClient({ fetch, maxRetries: 0 }))).toEqual(body);
    },
  );
});
