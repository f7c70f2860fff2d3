import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Found } from "./choices";
import type { Defect } from "./defects";
import { scenarios, searchScenario } from "./scenarios";
import type { Sources } from "./world";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The most disturbances for finding a defect. */
const DEEPEST = 3;

/**
 * The package with one change in its sources.
 *
 * @throws {Error} when the text to replace does not occur exactly once
 */
export async function sourcesWith({ file, text, replacement }: Defect): Promise<Sources> {
  const source = await readFile(path.join(root, file), "utf8");
  if (source.split(text).length !== 2) throw new Error(`${file} must have this text once: ${text}`);
  const folder = await mkdtemp(path.join(tmpdir(), "payments-sdk-defect-"));
  const outfile = path.join(folder, "sources.mjs");
  try {
    await build({
      stdin: {
        contents: 'export * from "./src/index.ts"; export * from "./src/wallet/index.ts";',
        resolveDir: root,
      },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      logLevel: "error",
      plugins: [
        {
          name: "defect",
          setup: ({ onLoad }) => {
            onLoad({ filter: /\.ts$/ }, ({ path: loaded }) =>
              loaded === path.join(root, file)
                ? { contents: source.replace(text, () => replacement), loader: "ts" }
                : undefined,
            );
          },
        },
      ],
    });
    return (await import(pathToFileURL(outfile).href)) as Sources;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Finds one of the shortest histories that reveal a defect. */
export async function findDefect(
  defect: Defect,
): Promise<{ readonly found: Found; readonly scenario: string } | undefined> {
  const sources = await sourcesWith(defect);
  for (let disturbances = 0; disturbances <= DEEPEST; disturbances += 1) {
    for (const scenario of scenarios) {
      if (!scenario.name.startsWith(defect.operation) || disturbances > scenario.bounds[1]) continue;
      const found = await searchScenario({ ...scenario, bounds: [0, disturbances] }, sources, "long");
      if (found.violations.length > 0) return { found, scenario: scenario.name };
    }
  }
  return undefined;
}
