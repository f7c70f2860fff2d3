import { readFileSync } from "node:fs";
import process from "node:process";
import { openRuntimes } from "../../runtimes/runtimes.mjs";
import { nodes, versionOf } from "../place.mjs";

const beside = (name) =>
  JSON.parse(
    readFileSync(new URL(`../../runtimes/node_modules/${name}/package.json`, import.meta.url), "utf8"),
  ).version;

/** The JavaScript runtimes. Each runs the scenario of `test/runtimes` over real HTTP with the installed package. */
export async function runtimeRows(place) {
  const runtimes = await openRuntimes({
    modules: place.modules,
    nodes: { "node 20": nodes["node 20"], "node 26": nodes["node 26"] },
  });
  const versions = {
    "node 20": versionOf("node20"),
    "node 22": beside("node22"),
    "node 24": beside("node24"),
    "node 26": versionOf("node26"),
    bun: beside("bun"),
    deno: beside("deno"),
    workerd: `${beside("workerd")} (miniflare ${beside("miniflare")})`,
  };
  process.once("exit", () => runtimes.close());
  return Object.entries(versions).map(([name, version]) => ({
    area: "Runtimes",
    name: name.replace("node", "Node"),
    version,
    run: () => runtimes.check(name),
  }));
}
