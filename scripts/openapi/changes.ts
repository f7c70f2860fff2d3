import type { Field, Fields } from "./fields";

/** What a program meets that was written for our document. */
export type Effect =
  /** It goes on, and may receive or send more. */
  | "more"
  /** It has to change: something that it sends or reads is different. */
  | "code"
  /** It notices nothing. */
  | "none";

/** One difference, told at the schema where it stands. */
export interface Change {
  /** The schema, or the operation for its statuses and parameters. */
  readonly place: string;
  /** Begins with `+`, `-` or `!`. */
  readonly text: string;
  readonly effect: Effect;
}

type Direction = "sent" | "received";

const missingFrom = <T>(known: readonly T[], values: readonly T[]) =>
  values.filter((value) => !known.includes(value));

/** The path of what a field stands in, such as `data[]` for `data[].id`. */
const parentOf = (path: string): string => path.replace(/(?:^|\.)[^.]*$/, "");

/** Names without a parent in the list, so that a new object does not list every field. */
const outermost = (names: readonly string[]) =>
  names.filter(
    (name) => !names.some((other) => name.startsWith(`${other}.`) || name.startsWith(`${other}[`)),
  );

/** Where a field of theirs stands: beside the fields of ours that have the same parent. */
function placeOf(path: string, ours: Fields, operation: string): [place: string, name: string] {
  const own = ours.get(path);
  if (own) return [own.home.schema || operation, own.home.path];
  const sibling = [...ours].find(([other]) => parentOf(other) === parentOf(path));
  const leaf = path.slice(parentOf(path).length).replace(/^\./, "");
  if (!sibling) return [operation, path];
  const { schema, path: beside } = sibling[1].home;
  const parent = parentOf(beside);
  return [schema || operation, parent === "" ? leaf : `${parent}.${leaf}`];
}

function changedValues(name: string, ours: Field, theirs: Field, direction: Direction) {
  // If only one document has an enum, the values cannot be compared.
  if (ours.values.length === 0 || theirs.values.length === 0) return [];
  return [
    ...missingFrom(ours.values, theirs.values).map((value): [string, Effect] => [
      `+ ${name} may be ${value}`,
      "more",
    ]),
    ...missingFrom(theirs.values, ours.values).map((value): [string, Effect] => [
      `- ${name} may be ${value}`,
      direction === "sent" ? "code" : "none",
    ]),
  ];
}

function changedRequirement(
  name: string,
  ours: Field,
  theirs: Field,
  direction: Direction,
): [string, Effect][] {
  if (ours.isRequired === theirs.isRequired) return [];
  if (direction === "sent") {
    const text = `! ${name} is ${theirs.isRequired ? "now required" : "no longer required"}`;
    return [[text, theirs.isRequired ? "code" : "none"]];
  }
  return theirs.isRequired ? [] : [[`! ${name} may be missing`, "code"]];
}

/** The differences of the fields of one operation, in one direction. */
export function changedFields(
  ours: Fields,
  theirs: Fields,
  direction: Direction,
  operation: string,
): Change[] {
  const added = outermost(missingFrom([...ours.keys()], [...theirs.keys()]));
  const removed = outermost(missingFrom([...theirs.keys()], [...ours.keys()]));
  const at = (path: string, say: (name: string) => [string, Effect][]) => {
    const [place, name] = placeOf(path, ours, operation);
    return say(name).map(([text, effect]): Change => ({ place, text, effect }));
  };
  return [
    ...added.flatMap((path) =>
      at(path, (name) => {
        const isNeeded = direction === "sent" && theirs.get(path)?.isRequired === true;
        return [[`+ ${name}${isNeeded ? " (required)" : ""}`, isNeeded ? "code" : "more"]];
      }),
    ),
    ...removed.flatMap((path) => {
      // A response that may lack a field needs no other code without it.
      const isMissed = direction === "sent" || ours.get(path)?.isRequired === true;
      return at(path, (name) => [[`- ${name}`, isMissed ? "code" : "none"]]);
    }),
    ...[...ours].flatMap(([path, field]) => {
      const other = theirs.get(path);
      if (!other) return [];
      return at(path, (name) => [
        ...changedRequirement(name, field, other, direction),
        ...changedValues(name, field, other, direction),
      ]);
    }),
  ];
}

/** What alternatives require that did not before, such as one kind of account. */
export function changedRequirements(
  ours: Fields,
  theirs: Fields,
  direction: Direction,
  operation: string,
): Change[] {
  const known = [...ours].flatMap(([path, field]): Change[] => {
    const other = theirs.get(path);
    const [place, name] = placeOf(path, ours, operation);
    const found = other ? changedRequirement(name, field, other, direction) : [];
    return found.map(([text, effect]) => ({ place, text, effect }));
  });
  const added = outermost(missingFrom([...ours.keys()], [...theirs.keys()])).filter(
    (path) => direction === "sent" && theirs.get(path)?.isRequired === true && ours.has(parentOf(path)),
  );
  return [
    ...known,
    ...added.map((path): Change => {
      const [place, name] = placeOf(path, ours, operation);
      return { place, text: `+ ${name} (required)`, effect: "code" };
    }),
  ];
}

/** The differences of the statuses of one operation. */
export function changedStatuses(
  ours: readonly string[],
  theirs: readonly string[],
  operation: string,
): Change[] {
  const isSuccess = (status: string) => status.startsWith("2");
  return [
    ...missingFrom(ours, theirs).map((status): Change => {
      return { place: operation, text: `+ status ${status}`, effect: isSuccess(status) ? "code" : "more" };
    }),
    ...missingFrom(theirs, ours).map((status): Change => {
      return { place: operation, text: `- status ${status}`, effect: isSuccess(status) ? "code" : "none" };
    }),
  ];
}
