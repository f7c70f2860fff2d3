import { readFileSync } from "node:fs";

/** The address of the project. A placeholder until the organisation exists. */
export const repository = "https://github.com/payments-sdk/payments-sdk";

/** The folder of package.json. */
export const root = new URL("..", import.meta.url);

export const manifest = JSON.parse(readFileSync(new URL("package.json", root), "utf8"));

/**
 * The public entry points. The `exports` of package.json is the only list of them: the build, the size budget and the
 * package tests all read it here.
 *
 * @type {{ name: string, specifier: string, source: string }[]}
 */
export const entries = Object.keys(manifest.exports)
  .filter((path) => typeof manifest.exports[path] === "object")
  .map((path) => {
    const name = path === "." ? "index" : path.slice(2);
    return {
      name,
      specifier: path === "." ? manifest.name : `${manifest.name}/${name}`,
      source: path === "." ? "src/index.ts" : `src/${name}/index.ts`,
    };
  });

/** Packages that only some users need. No build of this package contains them. @type {string[]} */
export const optionalPeers = Object.keys(manifest.peerDependencies);
