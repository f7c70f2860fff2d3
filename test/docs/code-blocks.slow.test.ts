import { describe, expect, it } from "vitest";
import { entries } from "../../scripts/entries.mjs";
import { compile } from "../docs/blocks/compile";
import type { Names } from "../docs/blocks/compile";
import { blocksOf, commentBlocks, commentBlocksOf, documents, isCode } from "../docs/blocks/extract";
import type { Block } from "../docs/blocks/extract";
import { rowBlocks } from "../docs/blocks/moving-over";
import { matches, run } from "../docs/blocks/run";
import { messageTests, typedCalls } from "../typed/messages";
import { readProjectFile } from "../docs/source-files";

/** The exports of each entry, by the entry's specifier. */
const exported = await Promise.all(
  entries.map(
    async ({ specifier }) => [specifier, Object.keys(await import(/* @vite-ignore */ specifier))] as const,
  ),
);

function declaredIn(path: string): [string, string][] {
  const module = new URL(`../../${path}`, import.meta.url).pathname.replace(/\.ts$/, "");
  return [...readProjectFile(path).matchAll(/^export declare (?:const|function) (\w+)/gm)].map(
    ([, name = ""]) => [name, module],
  );
}

const names: Names = new Map(declaredIn("test/docs/blocks/names.ts"));
/** Examples in doc comments may use public names without an import, because readers see them beside their module. */
const namesOfExamples: Names = new Map([
  ...exported
    .toReversed()
    .flatMap(([specifier, values]) => values.map((name): [string, string] => [name, specifier])),
  ...names,
  ...declaredIn("test/docs/blocks/example-names.ts"),
]);

const blocks = documents().flatMap(({ path, text }) => blocksOf(path, text));
const code = blocks.filter(isCode);
// The simulator's internal modules are not public.
const examples = commentBlocks().filter(
  (block) => isCode(block) && !/^src\/simulator\/\w+\//.test(block.path),
);

const fence = (...lines: string[]) => ["", "```ts", ...lines, "```", ""].join("\n");
const wrong: Record<string, Block[]> = {
  "a method that there is not": blocksOf("docs/probe.md", fence("", "await payments.quotes.creat();")),
  "a name that nobody declares": blocksOf(
    "docs/probe.md",
    fence("", "await pay.quotes.retrieve(accountId);"),
  ),
  "an import that there is not": blocksOf(
    "docs/probe.md",
    fence("", 'import { Payments } from "payments-sdk";'),
  ),
  "a wrong type": blocksOf("docs/probe.md", fence("", "const amount: string = wallet.serviceTime();")),
  "a syntax error": blocksOf("docs/probe.md", fence("", "const quote = ;")),
  "a missing field": commentBlocksOf(
    "src/probe.ts",
    `/**\n * @example\n${fence("payments.transfers.out({ amount: 1 });").trim().replaceAll(/^/gm, " * ")}\n */`,
  ),
};

// One program for all blocks: most of the cost is the package itself.
const found = compile([
  { blocks: [...code, ...Object.values(wrong).flat()], names },
  { blocks: rowBlocks, names: new Map() },
  { blocks: examples, names: namesOfExamples },
  { blocks: typedCalls, names: new Map() },
]);

describe("the code blocks of the documents", () => {
  it.each(documents().map(({ path }) => path))("compile, each as a module of its own: %s", (path) => {
    expect(code.filter((block) => block.path === path).flatMap((block) => found.get(block))).toEqual([]);
  });

  it.each(code.filter(({ copyOf }) => copyOf !== undefined).map((block) => [block.copyOf, block] as const))(
    "show an unchanged example: %s",
    (path, block) => {
      expect(block.code).toBe(readProjectFile(path ?? ""));
    },
  );

  it("have tables of names that compile: docs/guides/moving-over.md", () => {
    expect(rowBlocks.length).toBeGreaterThan(60);
    expect(rowBlocks.flatMap((block) => found.get(block))).toEqual([]);
  });

  it("name their language, so the checks skip none", () => {
    const languages = /^(?:ts|tsx|js|vue|svelte|html|css|sh|json|toml|yaml|text|http|dockerfile|python|go)$/;
    const others = blocks.filter(({ language, flags }) => {
      return (
        !languages.test(language) || !["", ...(language === "ts" ? ["run"] : [])].includes(flags.join(" "))
      );
    });
    expect(others.map(({ path, line, language }) => `${path}:${line} ${language}`)).toEqual([]);
  });

  it("include those of the README and of the guides", () => {
    for (const start of ["README.md", "docs/guides/"]) {
      expect(code.filter(({ path }) => path.startsWith(start)).length).toBeGreaterThan(4);
    }
  });
});

describe("the code blocks marked `run`", () => {
  const runs = code.filter(({ flags }) => flags.includes("run"));

  it.each(runs.map((block) => [`${block.path}:${block.line}`, block] as const))(
    "print the output in the document: %s",
    async (_place, block) => {
      const output = await run(block);
      if (block.output !== undefined && !matches(output, block.output)) expect(output).toBe(block.output);
    },
  );

  it("fail if the output differs or is an error", async () => {
    const [block] = blocksOf("docs/probe.md", `${fence("console.log(1, `${payments.serviceTime()}`);")}\n`);
    if (block === undefined) throw new Error("no block");
    const output = await run(block);
    expect(output).toBe("1 undefined\n");
    expect(matches(output, "1 …\n")).toBe(true);
    expect(matches(output, "2 …\n")).toBe(false);
    expect(matches(output, "1\n")).toBe(false);
    await expect(run({ ...block, code: 'throw new Error("on purpose");' })).rejects.toThrow("on purpose");
  });
});

describe("the examples of doc comments", () => {
  const paths = [...new Set(examples.map(({ path }) => path))];

  it.each(paths)("compile: %s", (path) => {
    expect(examples.filter((block) => block.path === path).flatMap((block) => found.get(block))).toEqual([]);
  });
});

describe("the check itself", () => {
  it.each(Object.entries(wrong))("reports %s with file and line", (_case, [block, ...others]) => {
    expect(others).toEqual([]);
    const messages = block && found.get(block);
    expect(messages).not.toEqual([]);
    for (const message of messages ?? []) expect(message).toMatch(/^(?:docs\/probe\.md|src\/probe\.ts):4 \S/);
  });
});

messageTests(found);
