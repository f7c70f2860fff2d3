import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Found } from "./choices";
import type { Defect } from "./defects";
import type { Rule } from "./rules";
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
export async function sourcesWith(defect: Defect | Rule): Promise<Sources> {
  const { file } = defect;
  const contents = changed(await readFile(path.join(root, file), "utf8"), defect);
  const folder = await mkdtemp(path.join(tmpdir(), "payments-sdk-defect-"));
  const outfile = path.join(folder, "sources.mjs");
  try {
    await build({
      stdin: {
        contents: ["index", "wallet/index", "react/store"]
          .map((name) => `export * from "./src/${name}.ts";`)
          .join("\n"),
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
              loaded === path.join(root, file) ? { contents, loader: "ts" } : undefined,
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

/** The changed text of a file. A rule is replaced by its name, and not by the lines that it has today. */
function changed(source: string, defect: Defect | Rule): string {
  const { file } = defect;
  if ("code" in defect) return `${source}\n${defect.code}`;
  const { text, replacement } = defect;
  if (source.split(text).length !== 2) throw new Error(`${file} must have this text once: ${text}`);
  return source.replace(text, () => replacement);
}

/** Finds one of the shortest histories that reveal a defect. */
export async function findDefect(
  defect: Defect | Rule,
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
