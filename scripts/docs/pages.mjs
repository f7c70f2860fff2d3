import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";
import { tokens } from "../../src/simulator/status-page/tokens";
import { viewerStyle } from "../../src/simulator/status-page/viewer/style";
import { viewerModule } from "../../src/simulator/status-page/viewer/viewer";
import { root } from "../entries.mjs";
import { homeProgram, programs } from "./documents.mjs";
import { searchEntries } from "./search-entries.mjs";
import { buildIndex } from "./search-index.mjs";

const at = (file) => fileURLToPath(new URL(file, root));
const page = (name) => at(`scripts/docs/page/${name}`);

/** Bundles a script for the site. A classic script also works in a page that was opened from a folder. */
async function bundled(source, options = {}) {
  const { outputFiles } = await build({
    entryPoints: [page(source)],
    write: false,
    bundle: true,
    minify: true,
    format: "iife",
    platform: "browser",
    target: "es2022",
    // What needs Node: the command line and the HTTP server of the simulator, and file systems. A page never loads them.
    external: ["node:*", "undici", "path", "fs"],
    tsconfig: at("tsconfig.json"),
    logLevel: "error",
    ...options,
  });
  return outputFiles[0].text;
}

export const bundleScript = async (source, outfile, options = {}) =>
  writeFileSync(outfile, await bundled(source, options));

/** Our colour for each colour of typedoc's theme "github-light-high-contrast". Others are plain text. */
const CODE_COLOURS = {
  "#A0111F": "keyword",
  "#032563": "string",
  "#023B95": "number",
  "#622CBC": "function",
  "#702C00": "type",
  "#024C1A": "type",
  "#66707B": "comment",
};

/** The colours of code, from the style that typedoc writes. @param {string} css */
const codeColours = (css) =>
  [...css.matchAll(/--light-hl-(\d+): (#\w+)/g)]
    .map(([, number, colour]) => [number, CODE_COLOURS[colour]])
    .filter(([, kind]) => kind !== undefined)
    .map(([number, kind]) => `.hl-${number} { color: var(--code-${kind}); }`)
    .join("\n");

/** Writes the style of the site, and its mark. @param {string} out */
export async function buildStyle(out) {
  const asset = (name) => path.join(out, "assets", name);
  const style = (name) => readFileSync(at(`scripts/docs/${name}.css`), "utf8");
  const site = `${tokens}${style("site")}${style("reference")}`;
  const { code } = await transform(site + codeColours(readFileSync(asset("highlight.css"), "utf8")), {
    loader: "css",
    minify: true,
  });
  writeFileSync(asset("site.css"), code);
  cpSync(at("scripts/docs/mark.svg"), asset("mark.svg"));
}

/**
 * Builds the scripts of the site: for every page, for the search, for the playground, and the runner that pages load at the first
 * click.
 *
 * @param {string} out the folder of the site
 * @param {{ name: string, program: number, line: number }[]} places what the reference links to
 */
export async function buildPages(out, places) {
  const asset = (name) => path.join(out, "assets", name);
  const index = JSON.stringify(buildIndex(searchEntries()));
  await bundleScript("site.ts", asset("site.js"), {
    define: { HOME_PROGRAM: JSON.stringify(homeProgram.whole) },
  });
  await buildStyle(out);
  writeFileSync(asset("search.js"), await bundled("search-data.ts", { define: { SEARCH_INDEX: index } }));
  await bundleScript("editor.ts", asset("editor.js"));
  // The worker is a text, because a page that was opened from a folder cannot start one from a file.
  const worker = JSON.stringify(await bundled("worker.ts"));
  writeFileSync(asset("runner.js"), `globalThis.paymentsRunner = ${worker};\n`);
  const viewer = `data:text/javascript,${encodeURIComponent(viewerModule)}`;
  await bundleScript("playground.ts", asset("playground.js"), { alias: { "simulator-viewer": viewer } });
  const passkey = {
    title: "A wallet payment with a passkey",
    code: readFileSync(page("examples/passkey.ts"), "utf8"),
  };
  const examples = [...programs(), passkey].map(({ title, code }) => ({
    title,
    code: `${code.trimEnd()}\n`,
  }));
  writeFileSync(
    asset("playground-examples.js"),
    `globalThis.playgroundExamples = ${JSON.stringify(examples)};\nglobalThis.playgroundPlaces = ${JSON.stringify(places)};\n`,
  );
  writeFileSync(asset("playground.css"), readFileSync(page("playground.css"), "utf8") + viewerStyle);
}
