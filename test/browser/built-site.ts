import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll } from "vitest";
import { useBrowser } from "../support/browser";

/** The folder of the site. `npm run docs` builds it. */
export const folder = fileURLToPath(new URL("../../docs-site/", import.meta.url));

/** The sandbox evaluates the reader's program in a worker. Nothing comes from another host. */
export const policy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:";

/** The files of the site, relative to its folder. */
export const siteFiles = () =>
  readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => statSync(path.join(folder, name)).isFile());

/** A browser, and the built site behind an address. */
export function useSite() {
  const browser = useBrowser();
  const site = { browser, origin: "" };
  beforeAll(async () => {
    const contents = siteFiles().map(
      (name) => [`/${name}`, new Uint8Array(readFileSync(path.join(folder, name)))] as const,
    );
    ({ origin: site.origin } = await browser.serve({ files: new Map(contents), policy }));
  });
  return site;
}
