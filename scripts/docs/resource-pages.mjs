/** What a resource's page has beside its doc comments: its requests, a program, and the errors of the service. */
import { readFileSync } from "node:fs";
import { Comment, CommentTag } from "typedoc";
import { WITNESS } from "../../test/resources/witness";
import { manifest, root } from "../entries.mjs";
import { operations } from "../readme.mjs";
import { addressOfMethod } from "./addresses.mjs";
import { codeRows, runnable, SITE } from "./documents.mjs";

const read = (file) => readFileSync(new URL(file, root), "utf8");

const EXAMPLES = "docs/resources.md";

/** The programs of the resources, by name. */
const examples = new Map(
  runnable(read(EXAMPLES))
    .split(/^## /m)
    .map((section) => [section.split("\n")[0], section.slice(section.indexOf("\n")).trim()]),
);

const table = read("docs/errors.md");

/** The class of a status, from the table of statuses. */
const classOf = (status) =>
  new RegExp(`^\\| ${status} \\| \`(\\w+)\``, "m").exec(table)?.[1] ??
  (status >= 500 ? "ServerError" : "ApiError");

const codes = codeRows("docs/errors.md").filter(({ section }) => section === "Codes of the service");

/** More codes than this are a link. */
const MOST_CODES = 20;

/** The error statuses of each method, from the list that is written by hand from the contract. */
const statuses = new Map(
  WITNESS.map(({ name, statuses: all }) => [name, all.map(Number).filter((status) => status >= 400)]),
);

/** The errors of the service that a method can throw, as Markdown. Undefined without a request of its own. */
function serviceErrors(method) {
  const rows = (statuses.get(method) ?? []).map((status) => {
    const own = codes.filter((row) => row.status === String(status));
    const links = own.map(({ code, anchor }) => `[\`${code}\`](${SITE}documents/errors.html#${anchor})`);
    const list =
      own.length > MOST_CODES
        ? `[${own.length} codes](${SITE}documents/errors.html#${own[0].anchor})`
        : links.join(", ");
    return `| ${status} | \`${classOf(status)}\` | ${list} |`;
  });
  return rows.length === 0 ? undefined : ["| Status | Class | Codes |", "|---|---|---|", ...rows].join("\n");
}

const text = (markdown) => ({ kind: "text", text: markdown });

/**
 * Completes the page of a resource.
 *
 * @param {import("typedoc").DeclarationReflection} resource under the name that callers write
 * @param {string} type the name of its type
 */
export function describeResource(resource, type) {
  const own = operations().filter(({ method }) => method.slice(0, method.lastIndexOf(".")) === resource.name);
  const example = examples.get(resource.name);
  const rows = own.map(
    ({ method, http, does }) => `| [\`${method}\`](${SITE}${addressOfMethod(method)}) | ${http} | ${does} |`,
  );
  const parts = [
    ...(rows.length === 0 ? [] : [["| Method | Request | Does |", "|---|---|---|", ...rows].join("\n")]),
    ...(example === undefined ? [] : [example]),
    `The type of \`payments.${resource.name}\` is \`${type}\`, which you can import from \`${manifest.name}\`.`,
  ];
  resource.comment ??= new Comment();
  resource.comment.summary.push(text(parts.map((part) => `\n\n${part}`).join("")));
  for (const { name, signatures = [] } of resource.children ?? []) {
    const errors = serviceErrors(`${resource.name}.${name}`);
    for (const { comment } of errors === undefined ? [] : signatures)
      comment?.blockTags.push(new CommentTag("@serviceErrors", [text(errors)]));
  }
}
