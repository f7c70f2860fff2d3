import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { filesIn, readProjectFile } from "../docs/source-files";

interface Package {
  version: string;
  scripts?: Record<string, string>;
  repository: { type: string; url: string };
  homepage: string;
  bugs: { url: string };
  author: string;
}

const packageOf = (folder: string) =>
  JSON.parse(readProjectFile(path.join(folder, "package.json"))) as Package;
const root = packageOf(".");

/** Texts that name commands: the documents, the workflows, the scripts, and the sources with their comments. */
const texts = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", ".ci/run"].map((file) => ({
    path: file,
    text: readProjectFile(file),
  })),
  ...filesIn(
    ["docs", "examples", "src", "bench", "scripts", ".github"],
    [".md", ".ts", ".tsx", ".mjs", ".yml"],
  ),
].filter(({ path: file }) => !/node_modules|\.next\//.test(file));

/** The scripts that a text names, with the folder of their package.json. */
function named(text: string): { folder: string; script: string }[] {
  const found = text.matchAll(
    /\bnpm (?:--prefix (\S+) )?(?:--silent )?(?:run (?:--silent )?([a-z][\w:-]*)|(start|test)\b)(?: --silent)?(?: --prefix ([\w./-]+))?/g,
  );
  return [...found].map(([, before, script, short, after]) => ({
    folder: before ?? after ?? ".",
    script: script ?? short ?? "",
  }));
}

/** The nearest folder with a package.json. A text in it may name its commands without the folder. */
function packageAround(file: string): string {
  const folder = path.dirname(file);
  return existsSync(path.join(folder, "package.json")) ? folder : packageAround(folder);
}

describe("commands", () => {
  it("are all documented in CONTRIBUTING.md or README.md", () => {
    const documents = ["CONTRIBUTING.md", "docs/maintainers/harnesses.md", "README.md"]
      .map(readProjectFile)
      .join("");
    const missing = Object.keys(root.scripts ?? {}).filter(
      (script) => !new RegExp(`npm (?:run )?${script}(?![\\w:-])|\`${script}\``).test(documents),
    );
    expect(missing).toEqual([]);
  });

  it("exist if a text names them", () => {
    const all = texts.flatMap(({ path: file, text }) => named(text).map((one) => ({ file, ...one })));
    expect(all.length).toBeGreaterThan(40);
    const broken = all.filter(({ file, folder, script }) => {
      const folders = folder === "." ? [folder, packageAround(file)] : [folder];
      return folders.every((one) => packageOf(one).scripts?.[script] === undefined);
    });
    expect(broken).toEqual([]);
  });

  it("are found in a text, with the folder of their package", () => {
    const text =
      "`npm run docs:readme`, npm --prefix bench run --silent call; npm test --silent --prefix test/runtimes, npm start";
    expect(named(text)).toEqual([
      { folder: ".", script: "docs:readme" },
      { folder: "bench", script: "call" },
      { folder: "test/runtimes", script: "test" },
      { folder: ".", script: "start" },
    ]);
  });
});

describe("the package", () => {
  it("states its repository, and that it is a placeholder", () => {
    const home = "https://github.com/payments-sdk/payments-sdk";
    expect(root.repository).toEqual({ type: "git", url: `git+${home}.git` });
    expect(root.homepage).toBe(`${home}#readme`);
    expect(root.bugs).toEqual({ url: `${home}/issues` });
    expect(root.author).not.toBe("");
    for (const file of ["CONTRIBUTING.md", "SECURITY.md"]) {
      expect(readProjectFile(file)).toContain("placeholder organisation");
    }
  });

  it("has the same version as the lock file", () => {
    const lock = JSON.parse(readProjectFile("package-lock.json")) as Package & {
      packages: Record<string, Package>;
    };
    expect([lock.version, lock.packages[""]?.version]).toEqual([root.version, root.version]);
  });
});

describe("CHANGELOG.md", () => {
  const text = readProjectFile("CHANGELOG.md");
  const headings = [...text.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

  it("begins with unreleased changes, then lists dated versions, newest first", () => {
    expect(headings[0]).toBe("[Unreleased]");
    const versions = headings
      .slice(1)
      .map((heading) => /^\[(\d+\.\d+\.\d+(?:-[\w.]+)?)\] - (\d{4}-\d{2}-\d{2})$/.exec(heading));
    expect(versions[0]?.[1]).toBe(root.version);
    const dates = versions.map((version) => version?.[2]);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  it("tells each unreleased change once, below its subject", () => {
    const [, unreleased = ""] = text.split(/^## /m);
    const lines = [...unreleased.matchAll(/^- .+/gm)].map(([line]) => line);
    expect(lines.filter((line, index) => lines.indexOf(line) < index)).toEqual([]);
    // A merge can bring lines back above the subjects.
    for (const group of ["Added", "Changed"])
      expect(unreleased).toMatch(new RegExp(`### ${group}\\n\\n[A-Z]`));
  });

  it("groups changes as Keep a Changelog does", () => {
    const groups = [...text.matchAll(/^### (.+)$/gm)].map(([, group]) => group);
    expect(["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]).toEqual(
      expect.arrayContaining(groups),
    );
  });
});

it("the links of CONTRIBUTING.md and SECURITY.md lead to existing files", () => {
  for (const page of ["CONTRIBUTING.md", "SECURITY.md"]) {
    const links = [...readProjectFile(page).matchAll(/\]\(((?!https?:)[^)#]+)/g)].map(
      ([, link = ""]) => link,
    );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  }
});
