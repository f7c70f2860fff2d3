import { describe, expect, it } from "vitest";
import { filesIn, readProjectFile } from "./source-files";

const document = readProjectFile("docs/maintainers/architecture.md");
const core = filesIn(["src/core"]).map(({ path }) => path.replace("src/core/", ""));

describe("docs/maintainers/architecture.md", () => {
  it("names only existing files of the core, the relay and the wallet", () => {
    const folders = /^src\/(?:relay|wallet)\//;
    const others = filesIn(["src/relay", "src/wallet"]).map(({ path }) => path.replace(folders, ""));
    const files = [...core, ...others];
    const named = [...document.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });

  it("names only existing files of the simulator", () => {
    const files = filesIn(["src/simulator"]).map(({ path }) => path.replace("src/simulator/", ""));
    const named = [...document.matchAll(/`(?:src\/simulator\/|(?=domain\/))([a-z/-]+\.ts)`/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });

  it("names every file of the core except types and small helpers", () => {
    const left = core.filter((name) => !document.includes(`\`${name}\``));
    expect(left.sort()).toEqual([
      "attempt-failure.ts",
      "fields.ts",
      "network-failure.ts",
      "response-of.ts",
      "types.ts",
    ]);
  });

  it("names only existing folders", () => {
    for (const [, folder = ""] of document.matchAll(/^\| `(src\/[a-z-]+)` \|/gm)) {
      expect(filesIn([folder]).length).toBeGreaterThan(0);
    }
  });
});
