import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { build } from "vite";

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)];

const folder = fileURLToPath(new URL(".", import.meta.url));
const sources = fileURLToPath(new URL("../../src/", import.meta.url));

/** Where `npm run demo` puts the page. */
export const pageFolder = `${folder}dist`;

/** Builds the page as static files. It has no inline script or style, so a strict Content-Security-Policy works. */
export async function buildPage(outDir: string = pageFolder): Promise<void> {
  await build({
    root: folder,
    configFile: false,
    logLevel: "error",
    // In this repository, the package's names map to its sources.
    resolve: {
      alias: [
        { find: /^payments-sdk$/, replacement: `${sources}index.ts` },
        { find: /^payments-sdk\/(\w+)$/, replacement: `${sources}$1/index.ts` },
      ],
    },
    build: { outDir, emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false } },
  });
  await compress(outDir);
}

/**
 * Puts a `.br` and a `.gz` beside each text file. Compressing once allows a higher level than compressing each response.
 */
async function compress(outDir: string): Promise<void> {
  const names = await readdir(outDir, { recursive: true });
  const texts = names.filter((name) => /\.(html|js|css|svg)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = path.join(outDir, name);
      const content = await readFile(file);
      await Promise.all([
        writeFile(`${file}.br`, await toBrotli(content)),
        writeFile(`${file}.gz`, await toGzip(content, { level: 9 })),
      ]);
    }),
  );
}
