import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build, transform } from "esbuild";
import { entries, optionalPeers } from "./entries.mjs";

/**
 * @hpke/common imports Node 18's `crypto` module if the global WebCrypto is missing. Every supported runtime has it. Bundlers for
 * the browser warn about that import and cannot leave it out.
 */
export const withoutNodeCrypto = {
  name: "without-node-crypto",
  setup(builder) {
    builder.onResolve({ filter: /^crypto$/ }, () => ({ path: "crypto", namespace: "absent" }));
    builder.onLoad({ filter: /./, namespace: "absent" }, () => ({
      contents: "export const webcrypto = undefined;",
    }));
  },
};

/**
 * Writes the CommonJS build. It contains the dependencies, because several are ESM only, and Jest and older runtimes cannot
 * `require` those. The bundler splits shared code into chunks only for ESM, so this converts each chunk to CommonJS afterwards.
 * `import()` of an optional peer becomes `require`, which Jest understands.
 *
 * @param {string} project the folder of the sources
 * @param {string} dist the folder to write to
 * @returns {Promise<string[]>} the names of the packages in the build
 */
export async function buildCommonJs(project, dist) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: project,
    entryPoints: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    outdir: dist,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    target: "es2022",
    external: [...optionalPeers, "node:*"],
    plugins: [withoutNodeCrypto],
    logLevel: "warning",
  });
  mkdirSync(dist, { recursive: true });
  for (const file of outputFiles) {
    const { code } = await transform(file.text, {
      format: "cjs",
      platform: "node",
      target: "es2022",
      supported: { "dynamic-import": false },
      // ES modules are strict without it.
      banner: '"use strict";',
      sourcefile: path.basename(file.path),
    });
    writeFileSync(file.path, code);
  }
  const packages = Object.values(metafile.outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
    .map(([file]) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1])
    .filter((name) => name !== undefined);
  return [...new Set(packages)].sort();
}
