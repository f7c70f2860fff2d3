/** Writes the README's list of guides, and its list of methods from their declarations. Usage: npm run docs:readme */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { OPERATIONS } from "../src/operations/all";
import { guides } from "./docs/guides.mjs";
import { root } from "./entries.mjs";

const readme = new URL("README.md", root);

/** The classes of the files, by name. */
function classesIn(files) {
  const classes = new Map();
  for (const file of files) {
    const source = ts.createSourceFile(
      file.pathname,
      readFileSync(file, "utf8"),
      ts.ScriptTarget.Latest,
      true,
    );
    for (const statement of source.statements) {
      if (ts.isClassDeclaration(statement) && statement.name) classes.set(statement.name.text, statement);
    }
  }
  return classes;
}

/** The first sentence of a method's doc comment, and the call that it cites. */
function documented(method) {
  const [comment] = ts.getJSDocCommentsAndTags(method);
  const text = comment?.getText() ?? "";
  const description = text.replace(/^\s*\/?\*+(?:\/| ?)/gm, "").split(/\n@|\n\s*\n/)[0];
  const [, sentence] = /^(.*?)\.(?:\s|$)/s.exec(description) ?? [];
  const [, call] = /@see ([A-Z]+ \/\S*)/.exec(text) ?? [];
  if (!sentence || !call)
    throw new Error(`${method.name.getText()} says not what it does, or not what it calls`);
  return { http: call, does: sentence.replace(/\s+/g, " ").trim() };
}

/** The public methods of a class, then those of its resources, in source order. */
function methodsBelow(name, classes, prefix) {
  const { members } = classes.get(name);
  const rows = [];
  const nested = [];
  for (const member of members) {
    const key = member.name?.getText() ?? "";
    const type = ts.isPropertyDeclaration(member) ? member.type?.getText() : undefined;
    if (classes.has(type)) nested.push(...methodsBelow(type, classes, `${prefix}${key}.`));
    if (!ts.isMethodDeclaration(member) || key.startsWith("#") || prefix === "") continue;
    const method = `${prefix}${key}`;
    // Only the first overload has the comment.
    if (!rows.some((row) => row.method === method)) rows.push({ method, ...documented(member) });
  }
  return [...rows, ...nested];
}

/** The resources of a class, with those of its resources. */
function resourcesBelow(name, classes, prefix) {
  return classes.get(name).members.flatMap((member) => {
    const type = ts.isPropertyDeclaration(member) ? member.type?.getText() : undefined;
    if (!classes.has(type)) return [];
    const resource = `${prefix}${member.name.getText()}`;
    return [{ resource, type }, ...resourcesBelow(type, classes, `${resource}.`)];
  });
}

function classesOfClient() {
  const folder = new URL("src/resources/", root);
  const files = readdirSync(folder).map((name) => new URL(name, folder));
  return classesIn([new URL("src/client.ts", root), ...files]);
}

/**
 * Every method of the client, with its call and its description.
 *
 * @returns {{ method: string, http: string, does: string }[]}
 */
export const operations = () => methodsBelow("PaymentsClient", classesOfClient(), "");

/**
 * Every resource of the client, such as `customers.bulk`, with its type.
 *
 * @returns {{ resource: string, type: string }[]}
 */
export const resources = () => resourcesBelow("PaymentsClient", classesOfClient(), "");

/** Replaces the text between the two comments of a name. */
function replaced(text, name, content) {
  const start = `<!-- ${name}: written by \`npm run docs:readme\` -->`;
  const end = `<!-- end of ${name} -->`;
  const [before, rest] = text.split(start);
  const [, after] = rest?.split(end) ?? [];
  if (after === undefined) throw new Error(`README.md has no place for the ${name}`);
  return `${before}${start}\n\n${content}\n\n${end}${after}`;
}

/** The methods of each resource, and the options that only some take. */
function listOfMethods() {
  const all = operations().map(({ method }) => [method.slice(0, method.lastIndexOf(".")), method]);
  const lines = [...new Set(all.map(([resource]) => resource))].map((resource) => {
    const own = all.filter(([other]) => other === resource);
    return `- **\`${resource}\`**: ${own.map(([, name]) => `\`${name.slice(resource.length + 1)}\``).join(", ")}`;
  });
  const taking = (option, takes) => {
    const names = OPERATIONS.filter(takes).map(({ name }) => `\`${name}\``);
    return `- Only these take \`${option}\`: ${names.join(", ")}`;
  };
  return [
    ...lines,
    "",
    taking("idempotencyKey", ({ keyed }) => keyed),
    taking("signer", ({ signed }) => signed),
  ].join("\n");
}

/**
 * The README with its generated parts.
 *
 * @param {string} text the current README
 * @returns {string}
 */
export function written(text) {
  const lines = guides().map(({ group, guides: list }) => {
    const links = list.map(({ path, title }) => `[${title}](${path})`);
    return `- ${group}: ${links.join(" · ")}`;
  });
  return replaced(replaced(text, "guides", lines.join("\n")), "operations", listOfMethods());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(readme, written(readFileSync(readme, "utf8")));
}
