/**
 * Bundles what the simulator's status page sends to the browser into a module of texts: `node .ci/status-page.mjs` writes
 * src/simulator/status-page/assets.ts. A test holds that the module is what the sources give.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { format, resolveConfig } from "prettier";
import { root } from "./entries.mjs";

const folder = "src/simulator/status-page";
const target = fileURLToPath(new URL(`${folder}/assets.ts`, root));

/**
 * The page's script and style, as the browser gets them.
 *
 * @returns {Promise<{ script: string, style: string }>}
 */
export async function bundleAssets() {
  const { outputFiles } = await build({
    absWorkingDir: fileURLToPath(root),
    entryPoints: { script: `${folder}/browser/main.ts`, style: `${folder}/browser/style.css` },
    outdir: "/",
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    charset: "ascii",
    // The project's `paths` are not meant for a browser.
    tsconfigRaw: {},
    logLevel: "warning",
  });
  const textOf = (name) => outputFiles.find(({ path }) => path.endsWith(name)).text.trim();
  return { script: textOf("script.js"), style: textOf("style.css") };
}

/**
 * The module that carries them.
 *
 * @param {{ script: string, style: string }} assets
 * @returns {Promise<string>}
 */
export async function assetsModule({ script, style }) {
  const text =
    "// Written by .ci/status-page.mjs from the files in `browser`: change those, then run `npm run assets`.\n\n" +
    `export const script = ${JSON.stringify(script)};\n\nexport const style = ${JSON.stringify(style)};\n`;
  return format(text, { ...(await resolveConfig(target)), parser: "typescript" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(target, await assetsModule(await bundleAssets()));
}
