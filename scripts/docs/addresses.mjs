/** The addresses of the site. */

/**
 * The page of a name that you import from an entry. Some file systems do not tell `quoteRate` from `QuoteRate`.
 *
 * @param {string} specifier
 * @param {string} name
 * @param {string[]} names all names of the entry
 */
export function addressOfName(specifier, name, names) {
  const twin = names.find((other) => other !== name && other.toLowerCase() === name.toLowerCase());
  return `reference/${specifier}/${name}${twin === undefined || /^[a-z]/.test(name) ? "" : "-type"}.html`;
}

/** The page of a resource, such as `customers.bulk`. @param {string} resource */
export const addressOfResource = (resource) => `reference/${resource}.html`;

/** The place of a method, such as `quotes.execute`. @param {string} method */
export function addressOfMethod(method) {
  const at = method.lastIndexOf(".");
  return `${addressOfResource(method.slice(0, at))}#${method.slice(at + 1).toLowerCase()}`;
}

/** The page of a document, such as `docs/guides/webhooks.md`. @param {string} file */
export const addressOfDocument = (file) =>
  file === "README.md"
    ? "overview.html"
    : `${file.replace(/^docs\//, file.split("/").length === 2 ? "documents/" : "").replace(/\.md$/, "")}.html`;
