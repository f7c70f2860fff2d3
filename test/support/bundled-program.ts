import { mkdirSync, readFileSync, renameSync, statSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildSync } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const programs = new Map<string, string>();

/** What a bundle depends on beside its sources. */
const TOOLS = ["test/support/bundled-program.ts", "package-lock.json", "tsconfig.json"];

/** Compilers find their files beside themselves. */
const COMPILERS = ["esbuild", "vite", "@vitejs/*", "@sveltejs/*"];

/** Packages of CommonJS load Node's modules with it. */
const REQUIRE =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Writes a file. Another worker may run the same program. Renaming ensures that it never sees half a file. */
function write(file: string, contents: string | Uint8Array): void {
  const whole = `${file}.${String(process.pid)}`;
  writeFileSync(whole, contents);
  renameSync(whole, file);
}

/** Whether another worker, or a run before, has bundled the same sources. */
function isFresh(bundled: string): boolean {
  try {
    const { mtimeMs } = statSync(bundled);
    const sources = JSON.parse(readFileSync(`${bundled}.json`, "utf8")) as string[];
    return sources.every((source) => statSync(path.join(root, source)).mtimeMs < mtimeMs);
  } catch {
    // Nobody has bundled it yet, or a source has gone.
    return false;
  }
}

/**
 * Bundles a program of this repository with its packages, and returns the new file. It starts in a fifth of the time that `tsx` needs.
 * The file is below this project, because it imports compilers, which cannot be bundled.
 */
export function bundledProgram(file: string): string {
  const known = programs.get(file);
  if (known !== undefined) return known;
  const bundled = path.join(root, "node_modules/.cache/test-programs", file.replace(/\.ts$/, ".mjs"));
  if (!isFresh(bundled)) bundle(file, bundled);
  programs.set(file, bundled);
  return bundled;
}

function bundle(file: string, bundled: string): void {
  const started = new Date();
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [path.join(root, file)],
    bundle: true,
    format: "esm",
    platform: "node",
    external: COMPILERS,
    // A program finds its own files beside its source.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(path.join(root, file))) },
    banner: { js: REQUIRE },
    write: false,
    metafile: true,
    logLevel: "error",
  });
  mkdirSync(path.dirname(bundled), { recursive: true });
  write(`${bundled}.json`, JSON.stringify([...TOOLS, ...Object.keys(metafile.inputs)]));
  write(bundled, outputFiles[0]?.contents ?? "");
  // A source that changes from now on is newer.
  utimesSync(bundled, started, started);
}
