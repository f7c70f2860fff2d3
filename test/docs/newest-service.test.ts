import { describe, expect, it } from "vitest";
import { OPERATIONS } from "../../src/operations/all";
import { readProjectFile } from "./source-files";

const page = readProjectFile("docs/newest-service.md");

/** What the contract of April has. */
const april = OPERATIONS.filter(({ since }) => since === undefined);

/** The cells of the rows below a heading. */
const rowsUnder = (heading: string): string[][] => {
  const section = page.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return [...section.matchAll(/^\| (.+) \|$/gm)].map(([, cells = ""]) => cells.split(" | "));
};

const numbersIn = (text = ""): number[] => (text.match(/\d+/g) ?? []).map(Number);

/** The August count of the row that starts with a text. */
const august = (start: string): number[] =>
  numbersIn(
    rowsUnder("In short")
      .find(([title = ""]) => title.startsWith(start))
      ?.at(-1),
  );

const namesIn = (text = ""): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

/** The methods of a first cell: a list, or resources before a colon and their methods behind it. */
function methodsOf(cell = ""): string[] {
  const [resources, methods] = cell.split(": ").map(namesIn);
  if (!methods) return resources ?? [];
  return (resources ?? []).flatMap((resource) => methods.map((method) => `${resource}.${method}`));
}

// The document of August is not part of the project. The counts must fit each other and the declarations.
describe("the page about the newest service", () => {
  it("counts each method of the client once", () => {
    const counts = ["unchanged", "with more", "need your code"].flatMap((verdict) =>
      august(verdict === "need your code" ? `methods that ${verdict}` : `methods that go on ${verdict}`),
    );
    expect(counts).toHaveLength(3);
    expect(counts.reduce((sum, count) => sum + count)).toBe(april.length);
  });

  it("names as many methods that need code as it counts, and only methods of the client", () => {
    const methods = new Set(rowsUnder("Methods that need your code").flatMap(([cell]) => methodsOf(cell)));
    expect([methods.size]).toEqual(august("methods that need your code"));
    const names = new Set<string>(april.map(({ name }) => name));
    expect([...methods].filter((method) => !names.has(method))).toEqual([]);
  });

  it("lists as many new operations as it counts, and compares the others", () => {
    const [total = 0, added = 0, gone = 0] = august("operations");
    const listed = rowsUnder("New operations").flatMap(([, count]) => numbersIn(count));
    expect(listed.reduce((sum, count) => sum + count)).toBe(added);
    expect(april.length - gone + added).toBe(total);
    expect(august("operations that differ").at(-1)).toBe(april.length - gone);
  });

  it("lists exactly the fields that the types of responses may lack", () => {
    const kinds = readProjectFile("src/models/account-fields.ts").matchAll(
      /(\w+_ACCOUNT): AccountKind<([^;]*)>;/g,
    );
    const lacking = [...kinds].flatMap(([, kind = "", parts = ""]) => {
      const [, , fields = ""] = parts.split(",");
      return (fields.match(/\w+/g) ?? []).map((field) => `${kind}.${field}`);
    });
    const rows = rowsUnder("Fields that may be missing").slice(1);
    const listed = rows.flatMap(([names, fields]) =>
      namesIn(names).flatMap((kind) => namesIn(fields).map((field) => `${kind}.${field}`)),
    );
    expect(lacking.toSorted()).toEqual(listed.toSorted());
  });
});
