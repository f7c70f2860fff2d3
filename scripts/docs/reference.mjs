/** The addresses and groups of the reference: a page for each resource, and every other name below its import. */
import path from "node:path";
import { Comment, CommentTag, KindRouter, ReflectionKind } from "typedoc";
import { entries, manifest } from "../entries.mjs";
import { resources } from "../readme.mjs";
import { addressOfDocument, addressOfName, addressOfResource } from "./addresses.mjs";
import { describeResource } from "./resource-pages.mjs";

/**
 * A router with these addresses. They stay when a type becomes an interface.
 *
 * @param {string} sources the folder of the documents
 */
export const routerFor = (sources) =>
  class extends KindRouter {
    getIdealBaseName(reflection) {
      return this.#address(reflection).replace(/\.html$/, "");
    }
    #address(reflection) {
      if (reflection.isDocument()) {
        const file = reflection.project.files.getReflectionPath(reflection) ?? "";
        return addressOfDocument(path.relative(sources, file).split(path.sep).join("/"));
      }
      const { parent } = reflection;
      const isTop = parent === undefined || parent.isProject();
      if (isTop) return addressOfResource(reflection.name);
      const names = parent.children.map(({ name }) => name);
      return addressOfName(parent.name, reflection.name, names);
    }
  };

/** Names each entry as its users import it. @param {import("typedoc").ProjectReflection} project */
export function nameEntries(project) {
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const entry = entries.find(({ source }) => source === module.sources?.[0]?.fileName);
    if (entry !== undefined) module.name = entry.specifier;
  }
}

/** Moves each resource to the top of the reference, under the name that its callers write. @param {import("typedoc").ProjectReflection} project */
export function liftResources(project) {
  const reflections = project.getReflectionsByKind(ReflectionKind.ClassOrInterface);
  for (const { resource, type } of resources()) {
    const reflection = reflections.find(
      ({ name, parent }) => name === type && parent?.name === manifest.name,
    );
    reflection.parent.removeChild(reflection);
    reflection.parent = project;
    reflection.name = resource;
    delete reflection.extendedTypes;
    project.addChild(reflection);
    describeResource(reflection, type);
    reflection.comment.blockTags.push(new CommentTag("@group", [{ kind: "text", text: "Resources" }]));
  }
}

/** Sorts the resources as the client has them. @param {import("typedoc").ProjectReflection} project */
export function sortResources(project) {
  const order = resources().map(({ resource }) => resource);
  const group = project.groups.find(({ title }) => title === "Resources");
  group.children.sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name));
}

/** The group of a public name, by its purpose. typedoc's own groups are kinds of declarations. */
function groupOf({ name, sources: places }) {
  if (/Error$/.test(name)) return "Errors";
  return places?.[0]?.fileName.startsWith("src/models/") === true ? "Models" : undefined;
}

/** Puts errors and models into groups of their own. @param {import("typedoc").ProjectReflection} project */
export function groupNames(project) {
  const kinds = ReflectionKind.ClassOrInterface | ReflectionKind.TypeAlias;
  for (const reflection of project.getReflectionsByKind(kinds)) {
    const group = groupOf(reflection);
    if (group === undefined || !reflection.parent?.kindOf(ReflectionKind.Module)) continue;
    reflection.comment ??= new Comment();
    reflection.comment.blockTags.push(new CommentTag("@group", [{ kind: "text", text: group }]));
  }
}

/** Makes one list of the errors of each comment, with links to their classes. typedoc omits the class of `@throws {Class}`. @param {import("typedoc").ProjectReflection} project */
export function listErrors(project) {
  const classes = new Map(
    project.getReflectionsByKind(ReflectionKind.Class).map((reflection) => [reflection.name, reflection]),
  );
  const itemOf = ({ typeAnnotation, content }) => {
    const name = typeAnnotation?.slice(1, -1) ?? "";
    const target = classes.get(name);
    const type =
      target === undefined
        ? { kind: "code", text: `\`${name}\`` }
        : { kind: "inline-tag", tag: "@link", text: name, target };
    return [
      { kind: "text", text: "- " },
      type,
      { kind: "text", text: " " },
      ...content,
      { kind: "text", text: "\n" },
    ];
  };
  for (const { comment } of project.getReflectionsByKind(ReflectionKind.All)) {
    const [first, ...others] = comment?.blockTags.filter(({ tag }) => tag === "@throws") ?? [];
    if (first === undefined) continue;
    first.content = [first, ...others].flatMap(itemOf);
    delete first.typeAnnotation;
    comment.blockTags = comment.blockTags.filter((tag) => !others.includes(tag));
  }
}
