import { describe, expect, it } from "vitest";
import { byHand, commands } from "./commands";
import { filesIn, readProjectFile } from "./source-files";

const { scripts } = JSON.parse(readProjectFile("package.json")) as { scripts: Record<string, string> };

/** npm runs these without `run`. */
const SHORT = ["start", "test"];
/** Commands of npm about packages, which need a registry. */
const ABOUT_PACKAGES =
  /^(?:install|i|view|audit|init|pkg|pack|publish|login|version|outdated|update|warn|trust|error)$/;

const pages = [
  ...["README.md", "AGENTS.md", "SKILL.md", "CONTRIBUTING.md", "SECURITY.md"].map((path) => ({
    path,
    text: readProjectFile(path),
  })),
  ...filesIn(["docs"], [".md"]),
];

/** The code of a page: its blocks of commands, and what is between backticks. */
const codeOf = (text: string) => [
  ...[...text.matchAll(/^ *```(?:sh|bash|yaml|yml)\n([^]*?)^ *```/gm)].flatMap(([, block = ""]) =>
    block.split("\n"),
  ),
  ...[...text.replaceAll(/^ *```[^]*?^ *```/gm, "").matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code),
];

/** The commands of a line, each as the list writes it. */
function commandsOf(line: string): string[] {
  return line.split("&&").flatMap((part) => {
    const words = part
      .trim()
      .replace(/^(?:command: )?(?:\w+=\S+ )*/, "")
      .replace(/#.*/, "")
      .split(/\s+/);
    const [program, ...rest] = words.filter((word) => !["--silent", "--yes"].includes(word));
    if (program === "npx") {
      if (rest[0] === "payments-simulator")
        return [rest[1] === "parity" ? "payments-simulator parity" : rest[0]];
      return rest[0] === "tsx" && rest[1]?.startsWith("examples/") ? [rest.slice(0, 2).join(" ")] : [];
    }
    if (program !== "npm") return [];
    const at = rest.indexOf("--prefix");
    const folder = at < 0 ? [] : [rest[at + 1] ?? ""];
    const [verb = "", name = ""] = at < 0 ? rest : rest.toSpliced(at, 2);
    if (verb === "" || ABOUT_PACKAGES.test(verb) || (verb === "ci" && at >= 0)) return [];
    if (verb === "run" && at < 0) return [`run ${name}`];
    return [[...folder, verb === "run" ? name : verb].join(" ")];
  });
}

const named = new Map(
  pages.flatMap(({ path, text }) =>
    codeOf(text)
      .flatMap(commandsOf)
      .map((command) => [command, path] as const),
  ),
);
const ofPackage = Object.keys(scripts).map((name) => (SHORT.includes(name) ? name : `run ${name}`));

describe("the list of commands", () => {
  it("has each script of the package and each command that a page names", () => {
    const known = new Set([...Object.keys(commands), ...Object.keys(byHand)]);
    const wanted = [...new Set([...named.keys(), ...ofPackage])];
    expect(
      wanted.filter((command) => !known.has(command)).map((command) => `${command} (${named.get(command)})`),
    ).toEqual([]);
    expect([...known].filter((command) => !wanted.includes(command))).toEqual([]);
  });

  it.each(Object.entries(commands))("says what runs `%s`", (_command, [file, text]) => {
    expect(readProjectFile(file)).toContain(text);
  });
});
