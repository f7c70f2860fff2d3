/** Where the programs of the documents call the methods and functions of the package. */
import { ReflectionKind } from "typedoc";
import { resources } from "../readme.mjs";
import { programs, SITE } from "./documents.mjs";

const all = programs();
const ofClient = resources().map(({ resource }) => `${resource}.`);

/** The name of a method or function in links, such as `quotes.execute`, `Wallet.signIn` or `formatAmount`. */
const nameOf = ({ name, parent }) => (parent.kindOf(ReflectionKind.Module) ? name : `${parent.name}.${name}`);

/** How programs call a name. */
function callOf(name) {
  const isResource = ofClient.some((resource) => name.startsWith(resource));
  const path = isResource ? `payments.${name}` : name.replace(/^.(?=.*\.)/, (first) => first.toLowerCase());
  return new RegExp(`(?<![\\w.])${path.replaceAll(".", String.raw`\s*\.`)}\\(`);
}

/**
 * The program that calls a name, by its index in `programs()`, and the line of the call. The program of the resource comes first.
 *
 * @param {string} name
 * @returns {{ name: string, program: number, line: number } | undefined}
 */
export function placeOf(name) {
  const call = callOf(name);
  const found = all.flatMap(({ title, code }, program) => {
    const at = code.search(call);
    return at < 0 ? [] : [{ title, program, line: code.slice(0, at).split("\n").length }];
  });
  const best = found.find(({ title }) => name.startsWith(`${title}.`)) ?? found[0];
  return best && { name, program: best.program, line: best.line };
}

/**
 * Links each method and function to its call in the playground.
 *
 * @param {import("typedoc").ProjectReflection} project
 * @returns {ReturnType<typeof placeOf>[]} what the links lead to
 */
export function linkCalls(project) {
  const kinds = ReflectionKind.Method | ReflectionKind.Function;
  return project.getReflectionsByKind(kinds).flatMap((reflection) => {
    const comment = reflection.signatures?.find((signature) => signature.comment !== undefined)?.comment;
    const place = comment && placeOf(nameOf(reflection));
    if (place === undefined) return [];
    const { content } = comment.blockTags.findLast(({ tag }) => tag === "@example") ?? {};
    const link = `[Open in the playground](${SITE}playground.html#call=${place.name})`;
    (content ?? comment.summary).push({ kind: "text", text: `\n\n${link}` });
    return [place];
  });
}
