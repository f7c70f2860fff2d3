import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { BuildOptions } from "esbuild";
import { bundlePage } from "../support/site";

/** The versions of React that the hooks support. */
export type Version = 18 | 19;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** React 18 of `npm ci --prefix test/runtimes`, in the place of React 19. */
const react18 = {
  react: `${root}/test/runtimes/node_modules/react`,
  "react-dom": `${root}/test/runtimes/node_modules/react-dom`,
};

/** React's development version runs effects twice in Strict Mode. */
const optionsOf = (version: Version): BuildOptions => ({
  ...(version === 18 ? { alias: react18 } : {}),
  define: { "process.env.NODE_ENV": '"development"' },
});

/** The page with the hooks, for a browser. */
export function bundleReactPage(version: Version): Promise<Map<string, string | Uint8Array>> {
  return bundlePage("test/browser/pages/react.tsx", optionsOf(version));
}

/** What a server renders of the page. */
export async function renderOnServer(version: Version): Promise<string> {
  const { outputFiles } = await build({
    ...optionsOf(version),
    absWorkingDir: root,
    entryPoints: ["test/browser/pages/react-server.tsx"],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    logLevel: "silent",
  });
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-react-"));
  try {
    const file = path.join(folder, "server.cjs");
    writeFileSync(file, outputFiles[0]?.text ?? "");
    const { render } = createRequire(import.meta.url)(file) as { render: () => string };
    return render();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
