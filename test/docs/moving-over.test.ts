import { describe, expect, it } from "vitest";
import { operations } from "../../scripts/readme.mjs";
import { rows } from "./blocks/moving-over";
import { readProjectFile } from "./source-files";

/** The names that the official client declares, without its code. */
interface OfficialClient {
  readonly package: string;
  readonly version: string;
  readonly clientOptions: readonly string[];
  readonly variables: readonly string[];
  readonly callOptions: readonly string[];
  readonly clientMembers: readonly string[];
  readonly promiseMembers: readonly string[];
  readonly pageMembers: readonly string[];
  readonly functions: readonly string[];
  readonly errors: readonly string[];
  readonly errorMembers: readonly string[];
  /** Each method with its HTTP call. The text is empty if the method makes no call. */
  readonly methods: Readonly<Record<string, string>>;
}

const official = JSON.parse(readProjectFile("test/fixtures/official-client.json")) as OfficialClient;
const guide = readProjectFile("docs/guides/moving-over.md");
const ours = new Map(operations().map(({ method, http }) => [method, http]));

const theirsBelow = (heading: string) =>
  rows.filter((row) => row.heading === heading).flatMap(({ theirs }) => theirs);

/** The row for a method of the official client: `cards.*` stands for all methods below `cards`. */
const rowOf = (method: string) =>
  rows.find(({ heading, theirs }) => {
    const matches = (name: string) =>
      name.endsWith(".*") ? method.startsWith(name.slice(0, -1)) : name === method;
    return heading === "Methods" && theirs.some(matches);
  });

describe("docs/guides/moving-over.md", () => {
  it("states the package and the version of the fixture", () => {
    expect(guide).toContain(`\`${official.package}\` ${official.version}`);
  });

  it.each([
    ["Client options", official.clientOptions],
    ["Call options", official.callOptions],
    ["Errors", [...official.errors, ...official.errorMembers]],
    [
      "Results and lists",
      [...official.promiseMembers, ...official.pageMembers, ...official.clientMembers, ...official.functions],
    ],
  ])("has exactly one row for each name of the official client: %s", (heading, names) => {
    expect(theirsBelow(heading).toSorted()).toEqual(names.toSorted());
  });

  it("names only variables of the official client", () => {
    const named = guide.match(/\bSERVICE_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !official.variables.includes(name))).toEqual([]);
  });

  it("names only methods of the official client", () => {
    const methods = Object.keys(official.methods);
    const unknown = theirsBelow("Methods").filter((name) =>
      name.endsWith(".*")
        ? !methods.some((method) => method.startsWith(name.slice(0, -1)))
        : !methods.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it.each(Object.entries(official.methods))(
    "maps %s to the method with the same HTTP call",
    (method, http) => {
      const [mapped = method] = rowOf(method)?.ours ?? [];
      if (mapped === "request") expect([...ours.values()]).not.toContain(http);
      else if (mapped === "verifyWebhook") expect(http).toBe("");
      // The service of this package has another call for the link.
      else if (mapped === "customers.kycLink") expect(ours.get(mapped)).toBe("GET /customers/kyc-link");
      else expect([mapped, ours.get(mapped)]).toEqual([mapped, http]);
    },
  );
});
