import { cpSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tokens } from "../../src/simulator/status-page/tokens";
import { viewerStyle } from "../../src/simulator/status-page/viewer/style";
import { viewerModule } from "../../src/simulator/status-page/viewer/viewer";
import { root } from "../entries.mjs";
import { programs } from "./documents.mjs";
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

const bundleScript = async (source, outfile, options = {}) =>
  writeFileSync(outfile, await bundled(source, options));

/** The program of the front page. */
export const homeProgram = readFileSync(page("examples/home.ts"), "utf8");

/** Builds the script of typedoc's pages: the front page, Run buttons and the search. @param {string} outfile */
export const buildSiteScript = (outfile) =>
  bundleScript("site.ts", outfile, { define: { HOME_PROGRAM: JSON.stringify(homeProgram) } });

/**
 * Builds the playground, and the runner that the site's pages load at the first click.
 *
 * @param {string} out the folder of the site
 * @param {{ name: string, program: number, line: number }[]} places what the reference links to
 */
export async function buildPages(out, places) {
  const asset = (name) => path.join(out, "assets", name);
  const index = JSON.stringify(buildIndex(searchEntries()));
  // In the place of typedoc's search.
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
  writeFileSync(asset("playground.css"), readFileSync(page("playground.css"), "utf8") + tokens + viewerStyle);
  cpSync(page("playground.html"), path.join(out, "playground.html"));
}
