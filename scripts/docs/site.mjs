/**
 * Builds the reference of the package, its guides and its documents into one static site. It fails on a warning of typedoc, a dead
 * link, and a page that would load something from another host. Usage: npm run docs
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Application, Converter, DefaultTheme, JSX } from "typedoc";
import { entries, repository, root } from "../entries.mjs";
import { linkCalls } from "./calls.mjs";
import { documents, writeDocuments } from "./documents.mjs";
import { finishPages } from "./finish-pages.mjs";
import { buildPages } from "./pages.mjs";
import { writePictures } from "./pictures.mjs";
import {
  groupNames,
  liftResources,
  listErrors,
  nameEntries,
  routerFor,
  sortResources,
} from "./reference.mjs";
import { searchEntries } from "./search-entries.mjs";
import { problemsOf } from "./site-links.mjs";

const at = (file) => fileURLToPath(new URL(file, root));
const out = at("docs-site");
const sources = at(".artifacts/docs");

/** The kinds of public names that must have a description. ESLint checks classes, functions and properties. */
const DOCUMENTED = ["Class", "Interface", "Function", "TypeAlias", "Variable", "Method", "Accessor"];

/** Methods of loggers and of msw, which need no description. */
const NAMES_THAT_SAY_IT = Object.entries({
  "payments-sdk.Logger": ["debug", "info", "warn", "error"],
  "payments-sdk/simulator.MswHttp": ["all"],
}).flatMap(([name, methods]) => methods.map((method) => `${name}.${method}`));

/** typedoc renders what the pages say. `frame.mjs` has what surrounds it. */
class ContentTheme extends DefaultTheme {
  defaultLayoutTemplate = (page, template) =>
    JSX.createElement(JSX.Fragment, null, this.getRenderContext(page).header(page), template(page));
}

rmSync(out, { recursive: true, force: true });
const files = writeDocuments(sources);
const application = await Application.bootstrapWithPlugins({
  // Not the name of the entry: typedoc would take one for the other.
  name: "All names",
  entryPoints: [...entries.map(({ source }) => at(source)), at("scripts/docs/types.ts")],
  tsconfig: at("scripts/docs/tsconfig.json"),
  basePath: at("."),
  out,
  readme: path.join(sources, "README.md"),
  projectDocuments: files.map((file) => path.join(sources, file)),
  disableGit: true,
  gitRevision: "main",
  sourceLinkTemplate: `${repository}/blob/{gitRevision}/{path}#L{line}`,
  theme: "content",
  lightHighlightTheme: "github-light-high-contrast",
  darkHighlightTheme: "github-dark-high-contrast",
  preservedTypeAnnotationTags: ["@throws"],
  excludePrivate: true,
  excludeProtected: true,
  excludeExternals: true,
  sort: ["documents-last", "source-order"],
  groupOrder: [
    "Resources",
    "Modules",
    "Classes",
    "Functions",
    "Errors",
    "Interfaces",
    "Type Aliases",
    "Variables",
    "Models",
    "*",
    "Documents",
  ],
  highlightLanguages: [
    "typescript",
    "tsx",
    "bash",
    "json",
    "html",
    "css",
    "vue",
    "svelte",
    "toml",
    "yaml",
    "http",
    "docker",
    "python",
    "go",
  ],
  requiredToBeDocumented: DOCUMENTED,
  intentionallyNotDocumented: NAMES_THAT_SAY_IT,
  validation: {
    // A list of private types would name symbols that move.
    notExported: false,
    invalidLink: true,
    invalidPath: true,
    rewrittenLink: true,
    notDocumented: true,
  },
  treatWarningsAsErrors: true,
  plugin: [],
  router: "imports",
  includeHierarchySummary: false,
});

application.renderer.defineRouter("imports", routerFor(sources));
application.renderer.defineTheme("content", ContentTheme);

let places = [];
application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project: converted }) => {
  nameEntries(converted);
  liftResources(converted);
  groupNames(converted);
  listErrors(converted);
  places = linkCalls(converted);
});
// After typedoc has made its groups.
application.converter.on(
  Converter.EVENT_RESOLVE_END,
  ({ project: converted }) => sortResources(converted),
  -1_000,
);

const project = await application.convert();
if (project === undefined) process.exit(1);
application.validate(project);
await application.generateOutputs(project);
if (application.logger.hasErrors() || application.logger.hasWarnings()) process.exit(1);

await buildPages(out, places);
finishPages(out);
await writePictures(out);

const problems = problemsOf(
  out,
  searchEntries().map(({ url }) => url),
);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(
  `docs-site/index.html: ${documents().length} documents beside the reference; every link leads somewhere`,
);
