import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bundles a piece of a user's code the way their bundler would.
 *
 * @param {string} contents the user's module
 * @param {string} resolveDir the folder from which its imports are found
 * @param {import("esbuild").BuildOptions} [options]
 */
export async function bundle(contents, resolveDir, options = {}) {
  const result = await build({
    stdin: { contents, resolveDir, loader: "js" },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // This project's own `paths` would lead to the sources.
    tsconfigRaw: {},
    logLevel: "silent",
    ...options,
  });
  const [output] = Object.values(result.metafile.outputs);
  const { text } = result.outputFiles[0];
  return {
    text,
    gzip: gzipSync(text, { level: 9 }).length,
    /** The files of which something is left in the bundle. */
    files: Object.entries(output.inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file]) => file),
  };
}
