/** Compares two API reports, and says what kind of version their difference needs. */
import ts from "typescript";
import { readReport, seenMembers } from "./read.mjs";

const printer = ts.createPrinter({ removeComments: true });
const textOf = (node) => printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile());
const allText = (nodes) => nodes.map(textOf).join("\n");

/** The members of a declaration by name, or undefined. Overloads share a name. */
function membersOf([node], isExported) {
  const members = ts.isClassDeclaration(node)
    ? seenMembers(node, isExported)
    : (node.members ?? node.type?.members);
  if (members === undefined) return undefined;
  const byName = new Map();
  for (const member of members) {
    const name = member.name?.getText() ?? ts.SyntaxKind[member.kind];
    byName.set(name, [...(byName.get(name) ?? []), member]);
  }
  return byName;
}

/** What stands before the members: type parameters, base, modifiers. */
function headOf([node]) {
  const parts = [...(node.typeParameters ?? []), ...(node.heritageClauses ?? []), ...(node.modifiers ?? [])];
  return [node.kind, ...parts.map(textOf)].join(" ");
}

const isOptional = (node) => (node.questionToken ?? node.dotDotDotToken) !== undefined;

/** True if the only difference of two signatures is new optional parameters at the end. */
function isWiderCall(before, after) {
  const [old, now] = [before[0], after[0]];
  if (before.length !== 1 || after.length !== 1 || !old.parameters || !now.parameters) return false;
  const rest = ({ typeParameters = [], type }) => allText([...typeParameters, ...(type ? [type] : [])]);
  return (
    rest(old) === rest(now) &&
    old.parameters.every(
      (parameter, index) => textOf(parameter) === allText(now.parameters.slice(index, index + 1)),
    ) &&
    now.parameters.slice(old.parameters.length).every(isOptional)
  );
}

/** The values of a union, or the elements of a list. */
function partsOf({ type }) {
  const list = type && ts.isTypeOperatorNode(type) ? type.type : type;
  if (!list) return [];
  if (ts.isUnionTypeNode(list)) return list.types.map(textOf);
  return ts.isTupleTypeNode(list) ? list.elements.map(textOf) : [textOf(list)];
}

/** True if the only difference of two types is more values of a union, or more elements of a list. */
function isWiderType([old], [now]) {
  const known = new Set(partsOf(now));
  return known.size > 1 && partsOf(old).every((value) => known.has(value)) && headOf([old]) === headOf([now]);
}

const isWider = (before, after) => isWiderCall(before, after) || isWiderType(before, after);

/**
 * One change. `name` is `entry: Name`, `Name` or `Name.member`. Users know a name that an entry exports, and members of classes.
 * A type that a member had before is nothing new to them when an entry exports it, too.
 *
 * @typedef {{ name: string, what: string, breaks: boolean, isKnown: boolean }} Change
 */

/** The changes of one declaration, without `isKnown`. */
function changesOf(name, before, after, { isExported, isInput }) {
  if (allText(before) === allText(after)) return [];
  const [old, now] = [membersOf(before, isExported), membersOf(after, isExported)];
  if (!old || !now || headOf(before) !== headOf(after)) {
    return [{ name, what: "changed", breaks: !isWider(before, after) }];
  }
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [was, is] = [old.get(key), now.get(key)];
    const member = `${name}.${key}`;
    if (!is) return { name: member, what: "removed", breaks: true };
    if (!was) {
      const breaks = isInput && !ts.isClassDeclaration(after[0]) && !is.every(isOptional);
      return { name: member, what: breaks ? "added, and required" : "added", breaks };
    }
    if (allText(was) === allText(is)) return [];
    return { name: member, what: "changed", breaks: !isWider(was, is) };
  });
}

/**
 * The changes between two reports, in what users can reach.
 *
 * @param {string} released
 * @param {string} current
 * @returns {Change[]}
 */
export function apiChanges(released, current) {
  const [old, now] = [readReport(released), readReport(current)];
  const removed = [...old.published].filter((name) => !now.published.has(name));
  const added = [...now.published].filter((name) => !old.published.has(name));
  const kept = [...old.reachable].filter((name) => old.declarations.has(name) && now.declarations.has(name));
  return [
    ...removed.map((name) => ({ name, what: "removed", breaks: true, isKnown: true })),
    ...added.map((name) => {
      const isKnown = !old.reachable.has(name.replace(/^\w+: /, ""));
      return { name, what: "added", breaks: false, isKnown };
    }),
    ...kept.flatMap((name) => {
      const [before, after] = [old.declarations.get(name), now.declarations.get(name)];
      const isExported = old.exported.has(name);
      const isKnown = isExported || ts.isClassDeclaration(before[0]);
      const changes = changesOf(name, before, after, { isExported, isInput: now.inputs.has(name) });
      return changes.map((change) => ({ ...change, isKnown }));
    }),
  ];
}

/**
 * The kind of version that changes need.
 *
 * @param {readonly Change[]} changes
 * @returns {"major" | "minor" | "patch"}
 */
export function versionKind(changes) {
  if (changes.some(({ breaks }) => breaks)) return "major";
  return changes.length > 0 ? "minor" : "patch";
}

/**
 * The changes that the changelog does not name after the released version. It names a declaration or its member, as code.
 *
 * @param {readonly Change[]} changes
 * @param {string} changelog
 * @param {string} version the released one
 * @returns {string[]}
 */
export function unnamedChanges(changes, changelog, version) {
  const newer = changelog.split(`\n## [${version}]`)[0] ?? "";
  const words = new Set([...newer.matchAll(/`[^`]+`/g)].flatMap(([code]) => code.match(/[\w$]+/g) ?? []));
  return changes
    .filter(({ isKnown }) => isKnown)
    .map(({ name }) => name)
    .filter(
      (name) =>
        !name
          .replace(/^\w+: /, "")
          .split(".")
          .some((part) => words.has(part)),
    );
}
