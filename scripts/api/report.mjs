/**
 * Writes the API report: each public name of each entry, with its signature. Usage: npm run api
 * After a build, `node scripts/api/report.mjs --check` fails if the report in the repository is another.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { entries, root } from "../entries.mjs";
import { REPORT } from "./read.mjs";

/** Silences what the compiler and the documentation say: their own checks have said it. */
const SILENT = { default: { logLevel: "none" } };

/** A module with one namespace for each entry, so that a declaration stands in the report once. */
const everyEntry = () =>
  [
    ...entries.map(({ name }) => `import * as ${name} from "./${name}.js";`),
    `export { ${entries.map(({ name }) => name).join(", ")} };\n`,
  ].join("\n");

/**
 * The report of a built package.
 *
 * @param {string} folder of its package.json and `dist`
 * @returns {string} Markdown with one block of declarations
 */
export function apiReport(folder) {
  const entry = path.join(folder, "dist/every-entry.d.ts");
  const out = mkdtempSync(path.join(folder, ".api-"));
  writeFileSync(entry, everyEntry());
  try {
    const config = ExtractorConfig.prepare({
      configObjectFullPath: undefined,
      packageJsonFullPath: path.join(folder, "package.json"),
      configObject: {
        projectFolder: folder,
        mainEntryPointFilePath: entry,
        newlineKind: "lf",
        compiler: {
          overrideTsconfig: {
            compilerOptions: {
              module: "node16",
              moduleResolution: "node16",
              target: "es2022",
              lib: ["es2023", "dom"],
              types: [],
              strict: true,
            },
            files: [entry],
          },
        },
        apiReport: {
          enabled: true,
          reportFileName: "current.api.md",
          reportFolder: out,
          reportTempFolder: out,
          includeForgottenExports: true,
        },
        docModel: { enabled: false },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {
          compilerMessageReporting: SILENT,
          extractorMessageReporting: SILENT,
          tsdocMessageReporting: SILENT,
        },
      },
    });
    Extractor.invoke(config, { localBuild: true, messageCallback: (message) => (message.handled = true) });
    return readFileSync(path.join(out, "current.api.md"), "utf8");
  } finally {
    rmSync(out, { recursive: true, force: true });
    rmSync(entry);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { check: { type: "boolean" } } });
  const report = apiReport(fileURLToPath(root));
  if (!values.check) writeFileSync(REPORT, report);
  else if (readFileSync(REPORT, "utf8") !== report) {
    console.error(
      "The API has changed. Run `npm run api`, review the difference, and name it in CHANGELOG.md.",
    );
    process.exitCode = 1;
  }
}
