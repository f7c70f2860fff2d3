import { describe, expect, it } from "vitest";
import { refusals, statusOf } from "../simulator/eligibility-table";
import type { State } from "../simulator/eligibility-table";
import { walks } from "../simulator/eligibility-walks";
import { readProjectFile } from "./source-files";

const columns: [heading: string, party: string, state: State][] = [
  ["Customer deleted", "customer", "customer deleted"],
  ["External account INACTIVE", "external account", "external account INACTIVE"],
  ["External account deleted", "external account", "external account deleted"],
  ["Quote EXPIRED", "quote", "quote EXPIRED"],
  ["Quote executed", "quote", "quote executed"],
];

/** The table that the guide must show. */
function table(): string[] {
  const rows = Object.entries(refusals).map(([operation, row]: [string, Partial<Record<State, string>>]) => {
    const parties = Object.entries(walks)
      .filter(([name]) => name === operation)
      .flatMap(([, ways]) => ways.flatMap((way): string[] => way.parties));
    const cells = columns.map(([, party, state]) => {
      const code = row[state];
      if (code !== undefined) return `${String(statusOf(code))} \`${code}\``;
      return parties.includes(party) ? "" : "-";
    });
    return [operation, cells.join(" | ")] as const;
  });
  // Operations with the same refusals share a row.
  const shared = [...new Set(rows.map(([, cells]) => cells))].map((cells) => {
    const operations = rows.filter(([, other]) => other === cells).map(([operation]) => operation);
    return `| ${operations.join("<br>")} | ${cells} |`;
  });
  const headings = ["Operation", ...columns.map(([heading]) => heading)];
  return [`| ${headings.join(" | ")} |`, `| ${headings.map(() => "---").join(" | ")} |`, ...shared];
}

describe("docs/guides/simulator.md", () => {
  it("shows the current table of eligibility", () => {
    const [, shown = ""] = readProjectFile("docs/guides/simulator.md").split(/<!-- \/?eligibility -->/);
    const squeezed = shown
      .trim()
      .split("\n")
      .map((line) => line.replaceAll(/ +/g, " ").replaceAll(/-{3,}/g, "---"));
    expect(squeezed).toEqual(table().map((line) => line.replaceAll(/ +/g, " ")));
  });
});
