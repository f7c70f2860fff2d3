import { describe, expect, it } from "vitest";
import { filesIn, readProjectFile } from "./source-files";

const document = readProjectFile("docs/architecture.md");
const core = filesIn(["src/core"]).map(({ path }) => path.replace("src/core/", ""));

describe("docs/architecture.md", () => {
  it("names files of the core and the relay that are there", () => {
    const files = [...core, ...filesIn(["src/relay"]).map(({ path }) => path.replace("src/relay/", ""))];
    const named = [...document.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name = ""]) => name);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });

  it("names files of the simulator that are there", () => {
    const files = filesIn(["src/simulator"]).map(({ path }) => path.replace("src/simulator/", ""));
    const named = [...document.matchAll(/`(?:src\/simulator\/|(?=domain\/))([a-z/-]+\.ts)`/g)].map(
      ([, name = ""]) => name,
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });

  it("leaves out no file of the core but those that only hold types or one small helper", () => {
    const left = core.filter((name) => !document.includes(`\`${name}\``));
    expect(left.sort()).toEqual([
      "attempt-failure.ts",
      "fields.ts",
      "ids.ts",
      "network-failure.ts",
      "response-of.ts",
      "types.ts",
    ]);
  });

  it("names folders that are there", () => {
    for (const [, folder = ""] of document.matchAll(/^\| `(src\/[a-z-]+)` \|/gm)) {
      expect(filesIn([folder]).length).toBeGreaterThan(0);
    }
  });
});
