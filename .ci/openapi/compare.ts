import { fieldsOf, valuesOf } from "./fields";
import type { Field, Fields, Resolve, Schema } from "./fields";

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: Schema;
}

interface Content {
  $ref?: string;
  required?: boolean;
  content?: Record<string, { schema?: Schema }>;
}

interface Operation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** An OpenAPI document, as far as the comparison reads it. */
export interface Document {
  paths?: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  webhooks?: Record<string, unknown>;
}

/** The compared parts of one operation. */
interface Facts {
  readonly name: string;
  readonly id: string | undefined;
  readonly statuses: readonly string[];
  /** By their name in messages: `query parameter limit`, `field amount`. */
  readonly sent: Fields;
  readonly received: Fields;
  readonly hasForm: boolean;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Follows references inside a document. */
function resolver(document: Document): Resolve {
  return (part) => {
    let found: { $ref?: string } = part;
    while (found.$ref !== undefined) {
      const names = found.$ref.replace(/^#\//, "").split("/");
      const target = names.reduce<unknown>(
        (value, name) => (value as Record<string, unknown> | undefined)?.[name.replaceAll("~1", "/")],
        document,
      );
      if (target === undefined) throw new Error(`${found.$ref} is not in the document`);
      found = target as { $ref?: string };
    }
    return found as typeof part;
  };
}

function bodyFields(content: Content | undefined, prefix: string, resolve: Resolve): Fields {
  const bodies = Object.values((content && resolve(content).content) ?? {});
  const fields = bodies.flatMap(({ schema }) => (schema ? [...fieldsOf(schema, resolve)] : []));
  return new Map(fields.map(([path, field]) => [`${prefix} ${path}`, field]));
}

function factsOf(name: string, operation: Operation, shared: readonly Parameter[], resolve: Resolve): Facts {
  const parameters = [...shared, ...(operation.parameters ?? [])]
    .map(resolve)
    .filter((parameter) => parameter.in !== "path")
    .map(({ in: place, name: called, required = false, schema = {} }): [string, Field] => [
      `${place} parameter ${called}`,
      { isRequired: required, values: [...new Set(valuesOf(schema, resolve))] },
    ]);
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^\d+$/.test(status));
  const received = responses
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, response]) => [...bodyFields(response, `field of ${status}`, resolve)]);
  const body = operation.requestBody && resolve(operation.requestBody);
  return {
    name,
    id: operation.operationId,
    statuses: responses.map(([status]) => status).sort(),
    sent: new Map([...parameters, ...bodyFields(body, "field", resolve)]),
    received: new Map(received),
    hasForm: body?.content?.["multipart/form-data"] !== undefined,
  };
}

/** The operations of a document. The names of path parameters do not matter. */
function operationsOf(document: Document): Map<string, Facts> {
  const resolve = resolver(document);
  const found = Object.entries(document.paths ?? {}).flatMap(([template, item]) =>
    METHODS.flatMap((method): [string, Facts][] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const name = `${method.toUpperCase()} ${template}`;
      const facts = factsOf(name, operation, item.parameters ?? [], resolve);
      return [[name.replaceAll(/\{[^}]*\}/g, "{}"), facts]];
    }),
  );
  return new Map(found.sort(([, left], [, right]) => (left.name < right.name ? -1 : 1)));
}

const missingFrom = <T>(known: readonly T[], values: readonly T[]) =>
  values.filter((value) => !known.includes(value));

function changedValues(name: string, ours: Field, theirs: Field): string[] {
  // If only one document has an enum, the values cannot be compared.
  if (ours.values.length === 0 || theirs.values.length === 0) return [];
  return [
    ...missingFrom(ours.values, theirs.values).map((value) => `+ ${name} may be ${value}`),
    ...missingFrom(theirs.values, ours.values).map((value) => `- ${name} may be ${value}`),
  ];
}

/** Names without a parent in the list, so that a new object does not list every field. */
const outermost = (names: readonly string[]) =>
  names.filter(
    (name) => !names.some((other) => name.startsWith(`${other}.`) || name.startsWith(`${other}[`)),
  );

function changedFields(ours: Fields, theirs: Fields, direction: "sent" | "received"): string[] {
  const added = outermost(missingFrom([...ours.keys()], [...theirs.keys()]));
  const removed = outermost(missingFrom([...theirs.keys()], [...ours.keys()]));
  const both = [...ours].flatMap(([name, field]) => {
    const other = theirs.get(name);
    if (other === undefined) return [];
    const isSame = field.isRequired === other.isRequired;
    const requirement =
      direction === "sent"
        ? `! ${name} is ${other.isRequired ? "now required" : "no longer required"}`
        : other.isRequired
          ? undefined
          : `! ${name} may be missing`;
    return [
      ...(isSame || requirement === undefined ? [] : [requirement]),
      ...changedValues(name, field, other),
    ];
  });
  const isRequired = (name: string) => direction === "sent" && theirs.get(name)?.isRequired === true;
  return [
    ...added.map((name) => `+ ${name}${isRequired(name) ? " (required)" : ""}`),
    ...removed.map((name) => `- ${name}`),
    ...both,
  ].sort((left, right) => (left.slice(2) < right.slice(2) ? -1 : 1));
}

function changesOf(ours: Facts, theirs: Facts): string[] {
  return [
    ...missingFrom(ours.statuses, theirs.statuses).map((status) => `+ status ${status}`),
    ...missingFrom(theirs.statuses, ours.statuses).map((status) => `- status ${status}`),
    ...changedFields(ours.sent, theirs.sent, "sent"),
    ...changedFields(ours.received, theirs.received, "received"),
  ];
}

/** The summary of a new operation. */
function traitsOf({ sent, received, hasForm }: Facts): string {
  const key = sent.get("header parameter Idempotency-Key");
  const isSigned =
    sent.has("header parameter Service-Wallet-Signature") && sent.has("header parameter Request-Id");
  const traits = [
    key === undefined ? [] : [key.isRequired ? "key required" : "key"],
    isSigned || [...received.keys()].some((name) => name.endsWith(" payloadToSign")) ? ["signed"] : [],
    sent.has("query parameter cursor") ? ["pages"] : [],
    hasForm ? ["form"] : [],
  ].flat();
  return traits.length === 0 ? "" : ` [${traits.join(", ")}]`;
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

/**
 * Compares another OpenAPI document with ours. Lists additions, removals and changes, with our methods.
 * The same two documents always give the same text.
 */
export function compareDocuments(ours: Document, theirs: Document): string {
  const [known, other] = [operationsOf(ours), operationsOf(theirs)];
  const method = ({ name, id }: Facts) => `${name}${id === undefined ? "" : ` (${id})`}`;
  const added = [...other].filter(([name]) => !known.has(name)).map(([, facts]) => facts);
  const gone = [...known].filter(([name]) => !other.has(name)).map(([, facts]) => facts);
  const changed = [...known].flatMap(([name, facts]) => {
    const changes = changesOf(facts, other.get(name) ?? facts);
    return changes.length === 0 ? [] : [{ facts, changes }];
  });
  const hooks = [ours, theirs].map(({ webhooks = {} }) => Object.keys(webhooks).sort());
  const [ourHooks = [], theirHooks = []] = hooks;
  const touched = [...gone, ...changed.map(({ facts }) => facts)].map(({ name, id }) => id ?? name).sort();
  const lines = [
    `${known.size} operations here, ${other.size} there: ${added.length} new, ${gone.length} gone, ${changed.length} changed`,
    ...section(
      "New operations",
      added.map((facts) => `${facts.name}${traitsOf(facts)}`),
    ),
    ...section("Gone operations", gone.map(method)),
    ...changed.flatMap(({ facts, changes }) => section(method(facts), changes)),
    ...section("New webhooks", missingFrom(ourHooks, theirHooks)),
    ...section("Gone webhooks", missingFrom(theirHooks, ourHooks)),
    ...section("Methods touched", touched),
  ];
  return `${lines.join("\n")}\n`;
}
