import { compare } from "./compare";
import type { AsOf, Comparison, Document, Facts } from "./compare";
import type { Change } from "./changes";

const idOf = ({ name, id }: Facts): string => id ?? name;

const byText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Sorts `+ a` beside `- a`. */
const byName = (left: string, right: string): number =>
  byText(left.slice(2), right.slice(2)) || byText(left, right);

/** The summary of a new operation. */
function traitsOf({ parameters, received, hasForm }: Facts): string {
  const key = parameters.get("header parameter Idempotency-Key");
  const isSigned =
    parameters.has("header parameter Service-Wallet-Signature") &&
    parameters.has("header parameter Request-Id");
  const hasChallenge = [...received.values()].some(({ joined }) => joined.has("payloadToSign"));
  const traits = [
    key === undefined ? [] : [key.isRequired ? "key required" : "key"],
    isSigned || hasChallenge ? ["signed"] : [],
    parameters.has("query parameter cursor") ? ["pages"] : [],
    hasForm ? ["form"] : [],
  ].flat();
  return traits.length === 0 ? "" : ` [${traits.join(", ")}]`;
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ["", title, ...lines.map((line) => `  ${line}`)];

/** The changes of each place, and the operations that each one touches. */
function byPlace(common: Comparison["common"]): Map<string, Map<string, string[]>> {
  const places = new Map<string, Map<string, string[]>>();
  for (const { facts, changes } of common)
    for (const { place, text } of changes) {
      const texts = places.get(place) ?? new Map<string, string[]>();
      places.set(place, texts.set(text, [...(texts.get(text) ?? []), idOf(facts)]));
    }
  return places;
}

/** One schema, or one operation, with its changes. */
function placeLines([place, texts]: [string, Map<string, string[]>]): string[] {
  const operations = [...new Set([...texts.values()].flat())].sort(byText);
  const isSchema = !/^[A-Z]+ \//.test(place);
  const title = isSchema ? `${place}: ${operations.join(", ")}` : place;
  const lines = [...texts]
    .sort(([left], [right]) => byName(left, right))
    .map(([text, touched]) =>
      touched.length === operations.length ? text : `${text} (only ${touched.sort(byText).join(", ")})`,
    );
  return section(title, lines);
}

/** How many reasons a verdict names. */
const REASONS = 3;

function verdictOf(changes: readonly Change[]): string {
  const needed = changes.filter(({ effect }) => effect === "code");
  if (needed.length > 0) {
    const reasons = needed.map(({ place, text }) =>
      /^[A-Z]+ \//.test(place) ? text : text.replace(/^(. )/, `$1${place}.`),
    );
    const more = reasons.length > REASONS ? `; and ${String(reasons.length - REASONS)} more` : "";
    return `needs your code: ${reasons.slice(0, REASONS).join("; ")}${more}`;
  }
  return changes.some(({ effect }) => effect === "more") ? "goes on with more" : "goes on";
}

function verdicts({ gone, common }: Comparison): string[] {
  return [
    ...gone.map((facts) => `${idOf(facts)}: needs your code: the operation is gone`),
    ...common.map(({ facts, changes }) => `${idOf(facts)}: ${verdictOf(changes)}`),
  ].sort(byText);
}

/**
 * Compares another OpenAPI document with ours: additions, removals and changes by schema, and a verdict for each
 * method. The same two documents always give the same text.
 */
export function compareDocuments(ours: Document, theirs: Document, asOf?: AsOf): string {
  const found = compare(ours, theirs, asOf);
  const { added, gone, common, counts } = found;
  const changed = common.filter(({ changes }) => changes.length > 0);
  const places = [...byPlace(common)].sort(([left], [right]) => byText(left, right));
  const isEqual = added.length + gone.length + changed.length === 0;
  const lines = [
    `${counts[0]} operations here, ${counts[1]} there: ${added.length} new, ${gone.length} gone, ${changed.length} changed`,
    ...section(
      "New operations",
      added.map((facts) => `${facts.name}${traitsOf(facts)}`),
    ),
    ...section(
      "Gone operations",
      gone.map(({ name, id }) => `${name}${id === undefined ? "" : ` (${id})`}`),
    ),
    ...places.flatMap(placeLines),
    ...section("New webhooks", found.newWebhooks),
    ...section("Gone webhooks", found.goneWebhooks),
    ...section("Methods", isEqual ? [] : verdicts(found)),
  ];
  return `${lines.join("\n")}\n`;
}
