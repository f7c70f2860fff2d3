import path from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/**
 * Bundles a user's module as their bundler would: its imports, and separately the code that loads at the first use.
 *
 * @param {string} contents the user's module
 * @param {string} resolveDir the folder from which its imports are found
 * @param {string[]} [external] modules to leave out
 */
export async function bundle(contents, resolveDir, external = []) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir, loader: "js" },
    bundle: true,
    splitting: true,
    outdir: "out",
    write: false,
    minify: true,
    metafile: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external,
    // This project's own `paths` would lead to the sources.
    tsconfigRaw: {},
    logLevel: "silent",
  });
  const { outputs } = metafile;
  const entry = Object.keys(outputs).find((name) => outputs[name].entryPoint === "<stdin>");

  const loaded = new Set([entry]);
  for (const name of loaded) {
    for (const { kind, path: target, external: left } of outputs[name].imports) {
      if (kind === "import-statement" && !left) loaded.add(target);
    }
  }

  /** @param {(name: string) => boolean} wanted */
  const part = (wanted) => {
    const names = Object.keys(outputs).filter(wanted);
    const texts = names.map((name) => outputFiles.find((file) => file.path === path.resolve(name)).text);
    return {
      text: texts.join("\n"),
      gzip: texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0),
      /** The files with code in the bundle. */
      files: names.flatMap((name) =>
        Object.entries(outputs[name].inputs)
          .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
          .map(([file]) => file),
      ),
    };
  };
  return { ...part((name) => loaded.has(name)), lazy: part((name) => !loaded.has(name)) };
}
