import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The options of playwright's `launch` for a Chromium. */
export interface ChromiumCommand {
  executablePath: string;
  env: Record<string, string>;
}

/**
 * The Chromium of the tests, which needs no installed browser. On Linux (x64) @sparticuz/chromium is unpacked at the first use.
 * CHROMIUM_PATH in the environment names another Chromium, and is required on other systems.
 */
export async function findChromium(): Promise<ChromiumCommand> {
  const env = definedVariables(process.env);
  const { CHROMIUM_PATH: chosen } = env;
  if (chosen) return { executablePath: chosen, env };
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("the Chromium from npm is for Linux on x64: name an installed one in CHROMIUM_PATH");
  }
  const folder = await unpackedChromium();
  const executablePath = path.join(folder, "chromium");
  const { stdout } = await run("ldd", [executablePath]);
  // Minimal images lack libraries such as NSS. If the system has them, they fit its C library best.
  if (!stdout.includes("not found")) return { executablePath, env };
  const libraries = [path.join(folder, "al2023", "lib"), env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  const fonts = path.join(folder, "fonts");
  return { executablePath, env: { FONTCONFIG_PATH: fonts, ...env, LD_LIBRARY_PATH: libraries } };
}

function definedVariables(variables: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(variables).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(entries);
}

/** Several test files may unpack at once, so each uses a separate folder. The first folder gets the final name. */
async function unpackedChromium(): Promise<string> {
  const manifest = path.join(root, "node_modules/@sparticuz/chromium/package.json");
  const { version }: { version: string } = JSON.parse(await readFile(manifest, "utf8"));
  const cache = path.join(root, "node_modules/.cache");
  const folder = path.join(cache, `chromium-${version}`);
  if (await exists(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const own = await mkdtemp(`${folder}-`);
  try {
    // In a separate process, because the package unpacks to the folder for temporary files. It unpacks its libraries only if the
    // environment looks like a minimal image.
    const script = 'import chromium from "@sparticuz/chromium"; await chromium.executablePath();';
    await run(process.execPath, ["--input-type=module", "--eval", script], {
      cwd: root,
      env: { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
    });
    await rename(own, folder);
  } catch (error) {
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(own, { recursive: true, force: true });
  }
  return folder;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
