import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { linksOf, problemInPackage, treeAt } from "../../docs/links";

const folder = path.join(inject("consumer"), "node_modules/payments-sdk");
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
const packed = treeAt(pathToFileURL(`${folder}/`));

describe("the packed documents", () => {
  const documents = files.filter((file) => /\.md$|^llms\.txt$/.test(file));

  it("are every document but those for contributors", () => {
    const others = documents.filter((file) => !file.startsWith("docs/guides/"));
    const wanted = [
      "AGENTS.md",
      "CHANGELOG.md",
      "README.md",
      "SECURITY.md",
      "SKILL.md",
      "docs/compatibility-browsers.md",
      "docs/compatibility.md",
      "docs/errors.md",
      "docs/newest-service.md",
      "docs/not-handled.md",
      "docs/outcomes.md",
      "docs/resources.md",
      "docs/security.md",
      "examples/payouts-queue/README.md",
      "llms.txt",
    ];
    expect(others.toSorted()).toEqual(wanted);
    expect(documents.length - others.length).toBeGreaterThan(20);
    expect(files.filter((file) => file.startsWith("docs/") && !documents.includes(file))).toEqual([]);
  });

  it("have whole programs to copy beside them, with all that these import and read", () => {
    const programs = files.filter((file) => /^examples\/.*\.(?:tsx?|vue|svelte)$/.test(file));
    const named = [
      "payouts-from-csv.ts",
      "payouts-queue/worker.ts",
      "wallet-payment.ts",
      "relay-hono/app.ts",
    ];
    const pages = ["react/wallet-page.tsx", "vue/use-wallet.ts", "svelte/wallet-store.ts"];
    for (const name of [...named, ...pages.map((page) => `wallet-frameworks/${page}`)])
      expect(programs).toContain(`examples/${name}`);
    const imported = programs.flatMap((file) =>
      [...readFileSync(path.join(folder, file), "utf8").matchAll(/\bfrom "(\.[^"]+)"/g)].map(
        ([, target = ""]) => path.posix.join(path.posix.dirname(file), target),
      ),
    );
    expect(imported.length).toBeGreaterThan(40);
    // An import of `./app.js` is one of `app.ts` or `app.tsx`.
    const there = new Set(
      files.flatMap((file) => [file, file.replace(/\.tsx?$/, ""), file.replace(/\.tsx?$/, ".js")]),
    );
    expect(imported.filter((file) => !there.has(file))).toEqual([]);
    // The migrations of a database are found at run time.
    for (const name of ["payouts-queue", "postgres"])
      expect(files).toContainEqual(expect.stringMatching(`^examples/${name}/migrations/\\w+\\.sql$`));
  });

  it("have links that work in the installed package", () => {
    const links = documents.flatMap((file) => linksOf(packed, file));
    expect(links.length).toBeGreaterThan(100);
    const problems = links.map((link) => problemInPackage(packed, link));
    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });
});
