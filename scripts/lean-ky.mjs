import { readFile } from "node:fs/promises";
import { changes } from "./ky-patch.mjs";

/** The paths of ky's modules. */
const IN_KY = /[\\/]node_modules[\\/]ky[\\/]distribution[\\/](.*\.js)$/;

/** The text of a module, with the changes if it is ky's. */
export function patched(file, text) {
  const name = IN_KY.exec(file)?.[1].replaceAll("\\", "/");
  return Object.entries(changes[name] ?? {}).reduce((changed, [from, to]) => {
    if (changed.split(from).length !== 2) throw new Error(`${file}: the change of ky does not fit: ${from}`);
    return changed.replace(from, () => to);
  }, text);
}

/** Changes ky in a build of esbuild. */
export const leanKy = {
  name: "lean-ky",
  setup: ({ onLoad }) =>
    onLoad({ filter: IN_KY }, async ({ path }) => ({
      contents: patched(path, await readFile(path, "utf8")),
    })),
};
