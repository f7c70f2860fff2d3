import { describe, expect, it } from "vitest";
import { refusals } from "../../src/simulator/domain/eligibility";
import type { Refusal, State } from "../../src/simulator/domain/eligibility";
import { walks } from "../simulator/eligibility-walks";
import { readProjectFile } from "./source-files";

const columns: [heading: string, party: string, state: State][] = [
  ["Customer deleted", "customer", "customer deleted"],
  ["External account INACTIVE", "external account", "external account INACTIVE"],
  ["External account deleted", "external account", "external account deleted"],
  ["Quote not PENDING", "quote", "quote EXPIRED"],
];

/** The table that the guide must show. */
function table(): string[] {
  const rows = Object.entries(refusals).map(([operation, row]: [string, Partial<Record<State, Refusal>>]) => {
    const parties = Object.entries(walks)
      .filter(([name]) => name === operation)
      .flatMap(([, ways]) => ways.flatMap((way): string[] => way.parties));
    const cells = columns.map(([, party, state]) => {
      const refusal = row[state];
      if (refusal) return `${String(refusal.status)} \`${refusal.code}\``;
      return parties.includes(party) ? "" : "-";
    });
    return `| ${[operation, ...cells].join(" | ")} |`;
  });
  const headings = ["Operation", ...columns.map(([heading]) => heading)];
  return [`| ${headings.join(" | ")} |`, `| ${headings.map(() => "---").join(" | ")} |`, ...rows];
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

  it("shows one column for the four states of a used quote", () => {
    for (const row of Object.values(refusals) as Partial<Record<State, Refusal>>[]) {
      const spent = (["PROCESSING", "COMPLETED", "FAILED", "EXPIRED"] as const).map(
        (status) => row[`quote ${status}`],
      );
      expect(new Set(spent).size).toBe(1);
    }
  });
});
