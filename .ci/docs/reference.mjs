/** The addresses and groups of the reference: a page for each resource, and every other name below its import. */
import path from "node:path";
import { Comment, CommentTag, KindRouter, ReflectionKind } from "typedoc";
import { entries } from "../entries.mjs";
import { addressOfDocument, addressOfName, addressOfResource } from "./addresses.mjs";

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

/** The resources of the client, with those of resources, each under its name: `customers`, `customers.bulk`. */
function resourcesBelow(reflection, prefix) {
  const isResource = (type) => type?.reflection?.sources?.[0]?.fileName.startsWith("src/resources/") === true;
  return (reflection.children ?? [])
    .filter((child) => child.kindOf(ReflectionKind.Property) && isResource(child.type))
    .flatMap(({ name, type }) => [
      { name: `${prefix}${name}`, reflection: type.reflection },
      ...resourcesBelow(type.reflection, `${prefix}${name}.`),
    ]);
}

function addTag(reflection, tag, content) {
  reflection.comment ??= new Comment();
  reflection.comment.blockTags.push(new CommentTag(tag, content));
}

/**
 * Names each entry as its users import it.
 *
 * @param {import("typedoc").ProjectReflection} project
 */
export function nameEntries(project) {
  for (const module of project.getReflectionsByKind(ReflectionKind.Module)) {
    const entry = entries.find(({ source }) => source === module.sources?.[0]?.fileName);
    if (entry !== undefined) module.name = entry.specifier;
  }
}

/**
 * Moves each resource to the top of the reference, under the name that its callers write.
 *
 * @param {import("typedoc").ProjectReflection} project
 */
export function liftResources(project) {
  const [client] = project
    .getReflectionsByKind(ReflectionKind.Class)
    .filter(({ name }) => name === "PaymentsClient");
  for (const { name, reflection } of resourcesBelow(client, "")) {
    reflection.parent.removeChild(reflection);
    reflection.parent = project;
    reflection.name = name;
    project.addChild(reflection);
    addTag(reflection, "@group", [{ kind: "text", text: "Resources" }]);
  }
}
