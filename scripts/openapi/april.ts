import type { AsOf, Body } from "./compare";
import type { Field, Schema } from "./fields";

/**
 * The keyword of our document for how a member stood in the contract of April 2026, where it differed. The line above the member in
 * the sources says it: `// April: optional`. It is no doc comment, so it stays out of the package.
 */
export const APRIL = "x-april";

/** The keyword for when an operation came, from its declaration. Those of April have none. */
export const SINCE = "x-since";

/** Statuses that an operation did not have. OP-65 and OP-84 of the requirements have the reasons for the refusals. */
const WITHOUT_STATUS: Readonly<Record<string, readonly string[]>> = {
  "auth.credentials.verify": ["202", "429"],
  "customers.bulk.upload": ["400"],
  "customers.kycLink": ["400", "404"],
  "umaProviders.list": ["400"],
};

/** Header parameters that an operation did not have. */
const WITHOUT_HEADER: Readonly<Record<string, string>> = {
  "auth.credentials.verify": "header parameter Service-Wallet-Signature",
};

/** Optional fields of April that our types leave out, by their path in the body. */
const LEFT_OUT: Readonly<Record<string, { sent?: string[]; received?: string[] }>> = {
  "config.update": {
    sent: [
      "supportedCurrencies[].providerRequiredCounterpartyCustomerFields",
      "supportedCurrencies[].providerRequiredCustomerFields",
    ],
  },
  "tokens.list": { received: ["data[].clientSecret"] },
  "tokens.retrieve": { received: ["clientSecret"] },
};

/** Operations with the response of another one. The specification says more of them. */
const WITH_RESPONSE_OF: Readonly<Record<string, string>> = { "transfers.in": "transfers.out" };

/** `absent`, `optional`, `required`, or `without` and the values that it did not have. */
const MARK = /^(absent|optional|required|without (?<values>[A-Z_, ]+?))(?: in (?<operations>[\w., ]+))?$/;

/** What the marks of a member say of one operation, or of a resource with its operations. */
function readMarks(marks: string | undefined, id: string): { was: string; values: string[] }[] {
  return (marks?.split("; ") ?? []).flatMap((mark) => {
    const found = MARK.exec(mark);
    if (!found) throw new Error(`Unknown mark of April: "${mark}"`);
    const { values, operations = id } = found.groups ?? {};
    if (!operations.split(", ").some((part) => `${id}.`.startsWith(`${part}.`))) return [];
    return [{ was: values === undefined ? (found[1] ?? "") : "without", values: values?.split(", ") ?? [] }];
  });
}

/** A schema of our document as it was in April, for one operation. */
function schemaOfApril(schema: Schema, id: string): Schema {
  const marksOf = (part: Schema) => readMarks(part[APRIL], id);
  const isAbsent = (part: Schema) => marksOf(part).some(({ was }) => was === "absent");
  const names = new Set(schema.required);
  const properties: Record<string, Schema> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const marks = marksOf(property);
    if (marks.some(({ was }) => was === "required")) names.add(name);
    if (marks.some(({ was }) => was === "optional" || was === "absent")) names.delete(name);
    const values = marks.flatMap((mark) => mark.values);
    if (!isAbsent(property))
      properties[name] = values.length > 0 ? { ...property, not: { enum: values } } : property;
  }
  const present = (parts: readonly Schema[] = []) => parts.filter((part) => !isAbsent(part));
  return {
    ...schema,
    properties,
    required: [...names],
    oneOf: present(schema.oneOf),
    anyOf: present(schema.anyOf),
  };
}

const withOptional = ({ joined, apart }: Body, paths: readonly string[] = []): Body => {
  const others = paths.map((path): [string, Field] => [
    path,
    { home: { schema: "", path }, isRequired: false, values: [] },
  ]);
  return { joined: new Map([...joined, ...others]), apart };
};

/** Our document as the contract of April 2026. */
export const asOfApril: AsOf = {
  schema: schemaOfApril,
  facts(facts, find) {
    const { id = "", since, sent, statuses, parameters } = facts;
    if (since !== undefined) return undefined;
    const { received } = find(WITH_RESPONSE_OF[id] ?? id) ?? facts;
    const leftOut = LEFT_OUT[id];
    return {
      ...facts,
      statuses: statuses.filter((status) => !WITHOUT_STATUS[id]?.includes(status)),
      parameters: new Map([...parameters].filter(([label]) => label !== WITHOUT_HEADER[id])),
      sent: withOptional(sent, leftOut?.sent),
      received: new Map(
        [...received].map(([status, body]) => [status, withOptional(body, leftOut?.received)]),
      ),
    };
  },
};
