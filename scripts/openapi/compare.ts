import { parse } from "yaml";
import { changedFields, changedRequirements, changedStatuses } from "./changes";
import type { Change } from "./changes";
import { fieldsOf, valuesOf } from "./fields";
import type { Alternatives, Field, Fields, Resolve, Schema } from "./fields";

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
  "x-since"?: string;
  parameters?: Parameter[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/** An OpenAPI document, as far as the comparison reads it. */
export interface Document {
  paths?: Record<string, Record<string, Operation> & { parameters?: Parameter[] }>;
  webhooks?: Record<string, unknown>;
}

/** Reads JSON or YAML. The parser of YAML reads JSON, too, and takes a hundred times as long. */
export function parseDocument(text: string): Document {
  return (text.startsWith("{") ? JSON.parse(text) : parse(text, { maxAliasCount: -1 })) as Document;
}

/** The fields of one body, with its alternatives as one object and apart. */
export type Body = Readonly<Record<Alternatives, Fields>>;

/** The compared parts of one operation. */
export interface Facts {
  /** The method and the template. */
  readonly name: string;
  readonly id: string | undefined;
  /** Absent for an operation of April 2026. */
  readonly since: string | undefined;
  readonly statuses: readonly string[];
  /** By their name in messages, such as `query parameter limit`. */
  readonly parameters: Fields;
  readonly sent: Body;
  /** By the success status. */
  readonly received: ReadonlyMap<string, Body>;
  readonly hasForm: boolean;
}

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Follows a reference inside a document. */
type Follow = <T extends { $ref?: string }>(part: T) => T;

/** Follows the references of a document. */
function resolver(document: Document): Follow {
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

/** Follows the references of schemas, and shows each as one operation had it. A schema has one view, so that recursion is seen. */
function viewer(resolve: Follow, { schema }: AsOf, id: string): Resolve {
  const views = new Map<Schema, Schema>();
  return (part) => {
    const found = resolve(part);
    const view = views.get(found) ?? schema(found, id);
    views.set(found, view);
    return view;
  };
}

function bodyOf(content: Content | undefined, resolve: Follow, view: Resolve): Body {
  const bodies = Object.values((content && resolve(content).content) ?? {});
  const fields = (how: Alternatives) =>
    new Map(bodies.flatMap(({ schema }) => (schema ? [...fieldsOf(schema, view, how)] : [])));
  return { joined: fields("joined"), apart: fields("apart") };
}

function factsOf(
  name: string,
  operation: Operation,
  shared: readonly Parameter[],
  resolve: Follow,
  view: Resolve,
): Facts {
  const parameters = [...shared, ...(operation.parameters ?? [])]
    .map(resolve)
    .filter((parameter) => parameter.in !== "path")
    .map(({ in: place, name: called, required = false, schema = {} }): [string, Field] => {
      const label = `${place} parameter ${called}`;
      const home = { schema: "", path: label };
      return [label, { home, isRequired: required, values: [...new Set(valuesOf(schema, view))] }];
    });
  const responses = Object.entries(operation.responses ?? {}).filter(([status]) => /^\d+$/.test(status));
  const successes = responses.filter(([status]) => status.startsWith("2"));
  const body = operation.requestBody && resolve(operation.requestBody);
  return {
    name,
    id: operation.operationId,
    since: operation["x-since"],
    statuses: responses.map(([status]) => status).sort(),
    parameters: new Map(parameters),
    sent: bodyOf(body, resolve, view),
    received: new Map(successes.map(([status, response]) => [status, bodyOf(response, resolve, view)])),
    hasForm: body?.content?.["multipart/form-data"] !== undefined,
  };
}

/** The operations of a document. The names of path parameters do not matter. */
function operationsOf(document: Document, asOf?: AsOf): Map<string, Facts> {
  const resolve = resolver(document);
  const found = Object.entries(document.paths ?? {}).flatMap(([template, item]) =>
    METHODS.flatMap((method): [string, Facts][] => {
      const operation = item[method];
      if (operation === undefined) return [];
      const name = `${method.toUpperCase()} ${template}`;
      const view = asOf ? viewer(resolve, asOf, operation.operationId ?? name) : resolve;
      const facts = factsOf(name, operation, item.parameters ?? [], resolve, view);
      return [[name.replaceAll(/\{[^}]*\}/g, "{}"), facts]];
    }),
  );
  return new Map(found.sort(([, left], [, right]) => (left.name < right.name ? -1 : 1)));
}

const labelOf = ({ name, id }: Facts): string => `${name}${id === undefined ? "" : ` (${id})`}`;

function changedBody(ours: Body, theirs: Body, direction: "sent" | "received", label: string): Change[] {
  return [
    ...changedFields(ours.joined, theirs.joined, direction, label),
    ...changedRequirements(ours.apart, theirs.apart, direction, label),
  ];
}

function changesOf(ours: Facts, theirs: Facts): Change[] {
  const label = labelOf(ours);
  const bodies = [...ours.received].flatMap(([status, body]) => {
    const other = theirs.received.get(status);
    return other ? changedBody(body, other, "received", label) : [];
  });
  const all = [
    ...changedStatuses(ours.statuses, theirs.statuses, label),
    ...changedFields(ours.parameters, theirs.parameters, "sent", label),
    ...changedBody(ours.sent, theirs.sent, "sent", label),
    ...bodies,
  ];
  return [...new Map(all.map((change) => [`${change.place} ${change.text}`, change])).values()];
}

/** How our document stood at some time. */
export interface AsOf {
  /** A schema, or another part, where an operation uses it. */
  readonly schema: (found: Schema, id: string) => Schema;
  /** An operation. `undefined`: it did not exist. `find` has the others, by the method of the client. */
  readonly facts: (facts: Facts, find: (id: string) => Facts | undefined) => Facts | undefined;
}

/** What differs between two documents. */
export interface Comparison {
  /** Operations that only the other document has. */
  added: Facts[];
  /** Operations that only ours has. */
  gone: Facts[];
  /** Our operations that both have, with what differs. */
  common: { facts: Facts; changes: Change[] }[];
  newWebhooks: string[];
  goneWebhooks: string[];
  counts: [ours: number, theirs: number];
}

/** Compares another document with ours, as of some time. */
export function compare(ours: Document, theirs: Document, asOf?: AsOf): Comparison {
  const [all, other] = [operationsOf(ours, asOf), operationsOf(theirs)];
  const find = (id: string) => [...all.values()].find((facts) => facts.id === id);
  const known = new Map(
    [...all].flatMap(([name, facts]): [string, Facts][] => {
      const then = asOf ? asOf.facts(facts, find) : facts;
      return then ? [[name, then]] : [];
    }),
  );
  const hooks = ({ webhooks = {} }: Document) => Object.keys(webhooks).sort();
  const [ourHooks, theirHooks] = [hooks(ours), hooks(theirs)];
  return {
    added: [...other].filter(([name]) => !known.has(name)).map(([, facts]) => facts),
    gone: [...known].filter(([name]) => !other.has(name)).map(([, facts]) => facts),
    common: [...known].flatMap(([name, facts]) => {
      const found = other.get(name);
      return found ? [{ facts, changes: changesOf(facts, found) }] : [];
    }),
    newWebhooks: theirHooks.filter((name) => !ourHooks.includes(name)),
    goneWebhooks: ourHooks.filter((name) => !theirHooks.includes(name)),
    counts: [known.size, other.size],
  };
}
