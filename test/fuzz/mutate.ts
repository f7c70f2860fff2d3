/** JSON text with small errors, unusual digits and repeated names. */
import fc from "fast-check";
import { oddJson, oddName, oddText } from "./values";

/** A JSON value with known digits. */
export type Node =
  | { readonly kind: "raw"; text: string }
  | { readonly kind: "array"; items: Node[] }
  | { readonly kind: "object"; fields: [name: string, value: Node][] };

const raw = (text: string): Node => ({ kind: "raw", text });

export function nodeOf(value: unknown): Node {
  if (Array.isArray(value)) return { kind: "array", items: value.map(nodeOf) };
  if (typeof value !== "object" || value === null) return raw(JSON.stringify(value) ?? "null");
  return { kind: "object", fields: Object.entries(value).map(([name, field]) => [name, nodeOf(field)]) };
}

export function write(node: Node): string {
  if (node.kind === "raw") return node.text;
  if (node.kind === "array") return `[${node.items.map(write).join(",")}]`;
  return `{${node.fields.map(([name, value]) => `${JSON.stringify(name)}:${write(value)}`).join(",")}}`;
}

/** Where a value stands, and how to put another in its place or remove it. */
interface Slot {
  readonly node: Node;
  /** Of the field that it is the value of. */
  readonly name: string;
  readonly owner: Node | undefined;
  readonly replace: (node: Node) => void;
  readonly remove: () => void;
}

function slotsOf(root: Node, replaceRoot: (node: Node) => void): Slot[] {
  const slots: Slot[] = [
    { node: root, name: "", owner: undefined, replace: replaceRoot, remove: () => replaceRoot(raw("null")) },
  ];
  const visit = (owner: Node): void => {
    if (owner.kind === "raw") return;
    const children = owner.kind === "array" ? owner.items : owner.fields.map(([, value]) => value);
    for (const [index, node] of children.entries()) {
      const list: unknown[] = owner.kind === "array" ? owner.items : owner.fields;
      const replace = (next: Node) => {
        if (owner.kind === "array") owner.items[index] = next;
        else if (owner.kind === "object") owner.fields[index] = [owner.fields[index]?.[0] ?? "", next];
      };
      const name = owner.kind === "object" ? (owner.fields[index]?.[0] ?? "") : "";
      slots.push({ node, name, owner, replace, remove: () => list.splice(index, 1) });
      visit(node);
    }
  };
  visit(root);
  return slots;
}

/** Numbers by their text: beyond the safe integers, with fractions that a double loses, in every notation. */
const NUMBERS = [
  "0",
  "-0",
  "-1",
  "1.0",
  "1.5",
  "12.00",
  "1e3",
  "1E+2",
  "15e-1",
  "1e400",
  "-1e400",
  "9007199254740991",
  "9007199254740993",
  "-9007199254740993",
  "9007199254740992",
  "18446744073709551616",
  "100000000000000.001",
  "9007199254740990.5",
  "90071992547409905e-1",
  "4503599627370497.5",
  "0.1e17",
  "1e-7",
  "123456789012345678e-2",
];

/** Other things in the place of a value. */
const VALUES = [
  "null",
  "true",
  "false",
  "0",
  '""',
  '"text"',
  "[]",
  "{}",
  "[null]",
  "[[]]",
  '"SOMETHING_NEW"',
  '"\\ud800"',
  '"\\u0000"',
  '"__proto__"',
  '"constructor"',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":null,"valueOf":1}',
  '{"then":1}',
  '"2026-13-45T99:99:99Z"',
  '"275760-09-13T00:00:00.001Z"',
];

/** One change of a JSON text. `at` chooses the place: the value with that number, counted round. */
export type Mutation =
  | { readonly kind: "drop" | "duplicate" | "wrap" | "list"; readonly at: number }
  | { readonly kind: "value" | "amount"; readonly at: number; readonly text: string }
  | { readonly kind: "nest"; readonly at: number; readonly depth: number; readonly inArrays: boolean }
  | { readonly kind: "field"; readonly at: number; readonly name: string; readonly text: string }
  | { readonly kind: "swap"; readonly at: number; readonly with: number };

const at = fc.nat(200);
const json = oddJson.map((value) => JSON.stringify(value));
const value = (text: fc.Arbitrary<string>) => fc.record({ kind: fc.constant("value" as const), at, text });

/** Any change; `texts` are put in the places of values and names more often than others. */
export function mutation(texts: readonly string[] = []): fc.Arbitrary<Mutation> {
  const own = texts.length === 0 ? oddText : fc.constantFrom(...texts);
  return fc.oneof(
    fc.record({
      kind: fc.constantFrom("drop" as const, "duplicate" as const, "wrap" as const, "list" as const),
      at,
    }),
    value(fc.constantFrom(...NUMBERS)),
    fc.record({ kind: fc.constant("amount" as const), at, text: fc.constantFrom(...NUMBERS) }),
    value(fc.constantFrom(...VALUES)),
    value(json),
    value(fc.oneof(oddText, own).map((text) => JSON.stringify(text))),
    fc.record({
      kind: fc.constant("nest" as const),
      at,
      depth: fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom(3, 70, 520) },
        { weight: 1, arbitrary: fc.constant(10_000) },
      ),
      inArrays: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant("field" as const),
      at,
      name: fc.oneof(
        oddName,
        fc.constantFrom("amount", "fees", "feesIncluded", "id", "nextCursor", "hasMore"),
        own,
      ),
      text: fc.oneof(json, fc.constantFrom(...NUMBERS)),
    }),
    fc.record({ kind: fc.constant("swap" as const), at, with: at }),
  );
}

/** The name of a field that is money, in any model of the specification. */
export const AMOUNT = /amount$|^fees|fee$/i;

function nested(text: string, depth: number, inArrays: boolean): Node {
  const [open, close] = inArrays ? ["[", "]"] : ['{"amount":', "}"];
  return raw(open.repeat(depth) + text + close.repeat(depth));
}

/** Applies changes to a value, and gives the JSON as a tree and as text. */
export function mutated(sample: unknown, mutations: readonly Mutation[]): { root: Node; text: string } {
  let root = nodeOf(sample);
  for (const change of mutations) {
    const slots = slotsOf(root, (node) => {
      root = node;
    });
    const amounts = slots.filter(({ name }) => AMOUNT.test(name));
    const fitting = change.kind === "amount" && amounts.length > 0 ? amounts : slots;
    const slot = fitting[change.at % fitting.length];
    if (slot === undefined) continue;
    const { node, owner, replace, remove } = slot;
    if (change.kind === "drop") remove();
    else if (change.kind === "value" || change.kind === "amount") replace(raw(change.text));
    else if (change.kind === "nest") replace(nested(write(node), change.depth, change.inArrays));
    else if (change.kind === "list") replace({ kind: "array", items: [node, node] });
    else if (change.kind === "wrap") replace({ kind: "object", fields: [["value", node]] });
    else if (change.kind === "swap") {
      const other = slots[change.with % slots.length]?.node;
      // A copy: a value must not come to hold itself.
      if (other !== undefined) replace(raw(write(other)));
    } else if (change.kind === "field") {
      if (node.kind === "object") node.fields.push([change.name, raw(change.text)]);
      else replace({ kind: "object", fields: [[change.name, raw(change.text)]] });
    } else if (owner?.kind === "object") {
      const [name] = owner.fields.find(([, field]) => field === node) ?? ["copy"];
      owner.fields.push([name, raw("1")]);
    } else if (owner?.kind === "array") owner.items.push(node);
  }
  return { root, text: write(root) };
}
