import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const programs = new Map<string, string>();

/** Compilers find their files beside themselves. */
const COMPILERS = ["esbuild", "vite", "@vitejs/*", "@sveltejs/*"];

/** Packages of CommonJS load Node's modules with it. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/**
 * Bundles a program of this repository with its packages, and returns the new file. It starts in a fifth of the time that `tsx` needs.
 * The file is below this project, because it imports compilers, which cannot be bundled.
 */
export function bundledProgram(file: string): string {
  const known = programs.get(file);
  if (known !== undefined) return known;
  const { outputFiles } = buildSync({
    entryPoints: [path.join(root, file)],
    bundle: true,
    format: "esm",
    platform: "node",
    external: COMPILERS,
    // A program finds its own files beside its source.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path.join(root, file))) },
    banner: { js: REQUIRE },
    write: false,
    logLevel: "error",
  });
  const bundled = path.join(root, "node_modules/.cache/test-programs", file.replace(/\.ts$/, ".mjs"));
  mkdirSync(path.dirname(bundled), { recursive: true });
  // Another worker may run the same program. Renaming ensures that it never sees half a file.
  const whole = `${bundled}.${String(process.pid)}`;
  writeFileSync(whole, outputFiles[0]?.contents ?? "");
  renameSync(whole, bundled);
  programs.set(file, bundled);
  return bundled;
}
