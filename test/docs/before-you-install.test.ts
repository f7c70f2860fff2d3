import { describe, expect, it } from "vitest";
import { manifest } from "../../scripts/entries.mjs";
import { filesIn, readProjectFile } from "./source-files";

interface Package {
  license: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
}
const page = readProjectFile("docs/guides/before-you-install.md");
const packageOf = (name: string) =>
  JSON.parse(readProjectFile(`node_modules/${name}/package.json`)) as Package;
const { dependencies, peerDependencies, scripts, license } = manifest as Package & {
  peerDependencies: object;
};

/** The packages that npm installs: the dependencies, and theirs. */
function installed(names: readonly string[]): string[] {
  const all = new Set(names);
  for (const name of all) for (const inner of Object.keys(packageOf(name).dependencies ?? {})) all.add(inner);
  return [...all];
}

describe("the page Before you install", () => {
  it("lists each dependency with its licence, and each optional peer", () => {
    const rows = [...page.matchAll(/^\| `([@\w/-]+)` \| ([\w.-]+) \|/gm)].map(([, name, licence]) => [
      name,
      licence,
    ]);
    const names = Object.keys(dependencies ?? {});
    expect(rows).toEqual([[manifest.name, license], ...names.map((name) => [name, packageOf(name).license])]);
    for (const peer of Object.keys(peerDependencies)) expect(page).toContain(`\`${peer}\``);
  });

  it("has the budget of the client and the sizes of decision 9, in thousands of bytes", () => {
    const [, kibibytes] = /^  client: (\d+) \* KILOBYTE,$/m.exec(readProjectFile("scripts/size.mjs")) ?? [];
    const figures = readProjectFile("docs/maintainers/decisions/0009-size.md");
    const pages = [...figures.matchAll(/^\| [^|]+ \| ([\d.]+) KB \|/gm)].map(([, size]) => Number(size));
    expect(pages).toHaveLength(3);
    const sizes = [(Number(kibibytes) * 1024) / 1000, ...pages, 2].map((size) => `${Math.round(size)} KB`);
    const [, table = ""] = page.split("| gzip, 1 KB is 1,000 bytes |");
    expect(table.split("\n\n")[0]?.match(/\b\d+ KB/g)).toEqual(sizes);
  });

  it("is right that no install script runs", () => {
    const found = [
      scripts ?? {},
      ...installed(Object.keys(dependencies ?? {})).map((name) => packageOf(name).scripts ?? {}),
    ];
    const hooks = found
      .flatMap((one) => Object.keys(one))
      .filter((name) => /^(?:pre|post)?install$/.test(name));
    expect(found.length).toBeGreaterThan(Object.keys(dependencies ?? {}).length);
    expect(hooks).toEqual([]);
  });

  it("names every environment variable that the sources read", () => {
    const text = filesIn(["src"])
      .map((file) => file.text)
      .join("\n");
    const read = [...text.matchAll(/"((?:PAYMENTS|NODE_USE)_[A-Z_]+)"/g)].map(([, name]) => name);
    const proxies = readProjectFile("docs/guides/proxies-and-custom-cas.md");
    expect(read).toContain("PAYMENTS_LOG");
    for (const name of read) expect(page + proxies).toContain(String(name));
  });
});
