import { describe, expect, it } from "vitest";
import { apiChanges, unnamedChanges, versionKind } from "../../scripts/api/changes.mjs";
import { changesSinceRelease, versionKindProblem } from "../../scripts/api/version.mjs";
import { readProjectFile } from "../docs/source-files";

const names = "Client, Params, Payment, Status, pay, version";
/** A report of one entry with these declarations. `exported` are its names. */
const report = (declarations: string, exported = names) =>
  `## API Report\n\n\`\`\`ts\n${declarations}\ndeclare namespace index {\n    export {\n        ${exported}\n    }\n}\nexport { index }\n\n\`\`\`\n`;

const before = `
class Client {
    constructor(options: Options);
    readonly lists: Lists;
    pay(params: Params): Promise<Payment>;
}
class Core {
    inner: string;
}
class Lists {
    constructor(core: Core);
    all(): Promise<Payment[]>;
}
interface Options {
    logger?: (event: LogEvent) => void;
}
interface LogEvent {
    text: string;
}
interface Params {
    amount: number;
}
interface Payment {
    // A comment.
    id: string;
}
type Status = "PAID" | "OPEN";
const KINDS: readonly ["a", "b"];
const version: string;
function pay(params: Params, kind?: (typeof KINDS)[number]): Payment;
`;

/** The changes after one replacement in the declarations. */
function changesAfter(from: string, to: string, exported = names) {
  expect(before).toContain(from);
  return apiChanges(report(before), report(before.replace(from, to), exported));
}
const listed = (changes: ReturnType<typeof apiChanges>) =>
  changes.map(({ name, what, breaks }) => `${breaks ? "breaks" : "fits"} ${name}: ${what}`);

describe("a change of the API report", () => {
  it.each([
    [
      "    pay(params: Params)",
      "    send(params: Params)",
      ["breaks Client.pay: removed", "fits Client.send: added"],
    ],
    ["    amount: number;", "    amount: string;", ["breaks Params.amount: changed"]],
    ["    amount: number;", "", ["breaks Params.amount: removed"]],
    [
      "    amount: number;",
      "    amount: number;\n    to: string;",
      ["breaks Params.to: added, and required"],
    ],
    ["    amount: number;", "    amount: number;\n    to?: string;", ["fits Params.to: added"]],
    // The package makes these, so a new member breaks no user.
    ["    id: string;", "    id: string;\n    status: Status;", ["fits Payment.status: added"]],
    ["    text: string;", "    text: string;\n    level: string;", ["fits LogEvent.level: added"]],
    [
      "    all(): Promise<Payment[]>;",
      "    all(limit?: number): Promise<Payment[]>;",
      ["fits Lists.all: changed"],
    ],
    [
      "    all(): Promise<Payment[]>;",
      "    all(limit: number): Promise<Payment[]>;",
      ["breaks Lists.all: changed"],
    ],
    ["    all(): Promise<Payment[]>;", "    all(): Promise<Status[]>;", ["breaks Lists.all: changed"]],
    ["function pay(params: Params,", "function pay(params: number,", ["breaks pay: changed"]],
    ['"PAID" | "OPEN"', '"PAID" | "OPEN" | "LOST"', ["fits Status: changed"]],
    ['"PAID" | "OPEN"', '"PAID"', ["breaks Status: changed"]],
    ['["a", "b"]', '["a", "b", "c"]', ["fits KINDS: changed"]],
    ["const version: string;", "const version: number;", ["breaks version: changed"]],
    ["interface Payment {", "interface Payment extends Params {", ["breaks Payment: changed"]],
  ])("from %j to %j is listed, with whether it breaks users", (from, to, expected) => {
    expect(listed(changesAfter(from, to))).toEqual(expected);
  });

  it.each([
    ["a comment", "// A comment.", "// Another comment."],
    ["what users cannot reach", "    inner: string;", "    inner: number;"],
    [
      "the constructor of a class that no entry exports",
      "constructor(core: Core);",
      "constructor(core: Options);",
    ],
  ])("does not count %s", (_label, from, to) => {
    expect(changesAfter(from, to)).toEqual([]);
  });

  it("does not count an internal type with the name of a public one", () => {
    const numbered = `${before.replaceAll("Params", "Params_2")}\ntype Params = string;`;
    expect(
      apiChanges(report(numbered, names.replace("Params", "Params_2 as Params")), report(before)),
    ).toEqual([]);
  });

  it("counts the names of an entry", () => {
    const [first, ...more] = [`${names}, Options`, names.replace(", Status", "")].map((exported) =>
      listed(changesAfter("number", "number", exported)),
    );
    expect([first, more]).toEqual([["fits index: Options: added"], [["breaks index: Status: removed"]]]);
  });
});

describe("a version", () => {
  const change = { name: "Params.to", what: "added", breaks: false, isKnown: true };

  it("is major if a change breaks users, minor if one adds, else patch", () => {
    expect(versionKind([change, { ...change, breaks: true }])).toBe("major");
    expect(versionKind([change])).toBe("minor");
    expect(versionKind([])).toBe("patch");
  });

  it.each([
    ["1.2.0", "2.0.0", "major", true],
    ["1.2.0", "2.0.0-rc.1", "major", true],
    ["1.2.0", "1.3.0", "major", false],
    ["1.2.0", "1.3.0", "minor", true],
    ["1.2.0", "1.2.1", "minor", false],
    ["1.2.0", "1.2.1", "patch", true],
    ["1.2.0", "1.2.0", "patch", false],
    ["1.2.0", "1.1.9", "patch", false],
    // A preview promises nothing.
    ["2.0.0-rc.1", "2.0.0-rc.2", "major", true],
  ] as const)("after %s, %s is enough for a %s change: %j", (released, next, kind, isEnough) => {
    expect(versionKindProblem(released, next, kind) === undefined).toBe(isEnough);
  });
});

describe("the changelog", () => {
  it("must name a change, or its declaration, as code and after the released version", () => {
    const changes = changesAfter("    amount: number;", "    amount: number;\n    to?: string;");
    const unnamed = (text: string) =>
      unnamedChanges(changes, `## [Unreleased]\n${text}\n## [1.0.0] - 2026-01-01\n\`Params.to\``, "1.0.0");
    expect(unnamed("")).toEqual(["Params.to"]);
    expect(unnamed("Params have to.")).toEqual(["Params.to"]);
    for (const text of ["`to` is new.", "`Params.to` is new.", "`Params` know the payee."]) {
      expect(unnamed(text)).toEqual([]);
    }
    // A type of a member that an entry exports, too, is nothing new to users. A new name is.
    const exported = (name: string) =>
      unnamedChanges(changesAfter("class Core", "class Fresh", `${names}, ${name}`), "", "1.0.0");
    expect(exported("Lists")).toEqual([]);
    expect(exported("Fresh")).toEqual(["index: Fresh"]);
    // No user knows this name.
    expect(unnamedChanges(changesAfter('["a", "b"]', '["a"]'), "", "1.0.0")).toEqual([]);
  });

  it("names every change of the API since the released version", () => {
    const { version, changes } = changesSinceRelease();
    const changelog = readProjectFile("CHANGELOG.md");
    expect(changelog).toContain(`\n## [${version}]`);
    expect(unnamedChanges(changes, changelog, version)).toEqual([]);
  });
});
