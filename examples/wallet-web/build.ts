import { fileURLToPath } from "node:url";
import { build } from "vite";

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = fileURLToPath(new URL("../../src/", import.meta.url));

/** Where `npm run demo` puts the page. */
export const pageFolder = `${folder}dist`;

/** Builds the page: static files, no inline script or style, so that a strict Content-Security-Policy holds. */
export async function buildPage(outDir: string = pageFolder): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    // In this repository the package's names mean its sources.
    resolve: {
      alias: [
        { find: /^payments-sdk$/, replacement: `${sources}index.ts` },
        { find: /^payments-sdk\/(\w+)$/, replacement: `${sources}$1/index.ts` },
      ],
    },
    build: { outDir, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  });
}
