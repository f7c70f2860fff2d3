import ts from "typescript";
import { describe, expect, it } from "vitest";
import { VARIABLES } from "../../src/config/client-options";
import { withDefaults } from "../../src/core/call-defaults";
import { filesIn, parsed, readProjectFile, walk } from "./source-files";

/** The doc comment of each option of an interface, on one line. */
function commentsOf(path: string, name: string): Record<string, string> {
  const comments: Record<string, string> = {};
  walk(parsed({ path, text: readProjectFile(path) }), (node) => {
    if (!ts.isInterfaceDeclaration(node) || node.name.text !== name) return;
    for (const member of node.members) {
      const text = ts
        .getJSDocCommentsAndTags(member)
        .map((one) => ts.getTextOfJSDocComment(one.comment) ?? "");
      comments[member.name?.getText() ?? ""] = text.join(" ").replaceAll(/\s+/g, " ");
    }
  });
  return comments;
}

const shared = commentsOf("src/core/call-defaults.ts", "CallDefaults");
const client = {
  ...shared,
  ...commentsOf("src/config/shared-options.ts", "LogOptions"),
  ...commentsOf("src/config/client-options.ts", "ClientOptions"),
};

it("each option of the client is read where it acts", () => {
  const read = new Set<string>();
  const own = ["src/config/client-options.ts", "src/client.ts", "src/config/base-url.ts"].map((path) => ({
    path,
    text: readProjectFile(path),
  }));
  const core = filesIn(["src/core"]).filter(({ path }) => !path.endsWith("call-defaults.ts"));
  for (const file of [...own, ...core]) {
    walk(parsed(file), (node) => {
      if (ts.isPropertyAccessExpression(node)) read.add(node.name.text);
      if (ts.isBindingElement(node)) read.add((node.propertyName ?? node.name).getText());
    });
  }
  expect(Object.keys(client).filter((option) => !read.has(option))).toEqual([]);
});

describe("the doc comments of the client's options", () => {
  it("name the environment variables that the client reads", () => {
    const named = Object.entries(client).flatMap(([option, text]) => {
      const [, variable] = /Variable: `(\w+)`/.exec(text) ?? [];
      return variable === undefined ? [] : [[option, variable] as const];
    });
    expect(Object.fromEntries(named)).toEqual(VARIABLES);
  });

  it("name the defaults that the client uses", () => {
    const defaults = Object.entries(withDefaults({})).filter(([, usual]) => typeof usual !== "object");
    expect(defaults.length).toBeGreaterThan(3);
    for (const [option, usual] of defaults) {
      const words = {
        number: () => `Default ${usual.toLocaleString("en")}.`,
        string: () => `\`"${String(usual)}"\` (the default)`,
        // The delay before a retry, in words.
        function: () => "That delay is random: at most half a second",
      }[typeof usual as "number"]();
      expect({ option, text: shared[option] }).toEqual({ option, text: expect.stringContaining(words) });
    }
  });

  it("are the list of variables in the guide, in order", () => {
    const page = readProjectFile("docs/guides/before-you-install.md");
    const [, list = ""] = /reads these environment variables\*\*: (.+?)\. /s.exec(page) ?? [];
    expect([...list.matchAll(/`(\w+)`/g)].map(([, variable]) => variable)).toEqual(Object.values(VARIABLES));
  });
});
