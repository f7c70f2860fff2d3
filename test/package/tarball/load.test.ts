import { execFileSync } from "node:child_process";
import { describe, expect, inject, it } from "vitest";
import { entries } from "../../../scripts/entries.mjs";
import { pageBudgets, walletPage } from "../../../scripts/wallet-page.mjs";

const consumer = inject("consumer");

/** Prints the address of each loaded file. */
const hook = `
  import { writeSync } from "node:fs";
  export async function load(url, context, next) {
    if (url.startsWith("file:")) writeSync(1, url + "\\n");
    return next(url, context);
  }`;

/** The files that a new process loads to import an entry. */
function loaded(specifier: string): string[] {
  const program = `
    import { register } from "node:module";
    register("data:text/javascript,${encodeURIComponent(hook)}");
    await import("${specifier}");`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: consumer,
    encoding: "utf8",
  });
  return output.split("\n").filter((line) => line !== "");
}

/** The most files that importing an entry may load, of this package and of its dependencies. */
const budgets: Record<string, { own: number; all: number } | undefined> = {
  "payments-sdk": { own: 32, all: 52 },
  "payments-sdk/wallet": { own: 33, all: 33 },
  "payments-sdk/relay": { own: 19, all: 19 },
  "payments-sdk/webhooks": { own: 11, all: 27 },
  "payments-sdk/simulator": { own: 20, all: 40 },
  "payments-sdk/node": { own: 9, all: 9 },
  "payments-sdk/otel": { own: 16, all: 37 },
  "payments-sdk/payouts": { own: 5, all: 5 },
  "payments-sdk/forms": { own: 7, all: 7 },
  "payments-sdk/react": { own: 1, all: 2 },
};

describe("importing the packed package", () => {
  it.each(entries)("loads few files: $specifier", ({ specifier }) => {
    const files = loaded(specifier);
    const own = files.filter((file) => file.includes("/payments-sdk/dist/"));
    // A new entry needs a budget.
    expect({ own: own.length, all: files.length }).toEqual(budgets[specifier]);
  });

  /** ky loads the platform's `fetch`, and the first call would. */
  const withKy = ["payments-sdk", "payments-sdk/otel"];

  it.each(entries.filter(({ specifier }) => !withKy.includes(specifier)))(
    "does not load the platform's `fetch`, which costs as much: $specifier",
    ({ specifier }) => {
      const program = `await import("${specifier}"); console.log(process.moduleLoadList.join(" "));`;
      const output = execFileSync(process.execPath, ["--input-type=module", "--eval", program], {
        cwd: consumer,
        encoding: "utf8",
      });
      expect(output).toContain("NativeModule internal/");
      expect(output).not.toContain("undici");
    },
  );
});

describe("a page with the packed wallet", () => {
  it("loads few bytes, and before the first call only what an open page shows", async () => {
    const { first, held, sealed, files } = await walletPage(consumer);
    expect(first).toBeLessThanOrEqual(pageBudgets.first);
    expect(held).toBeLessThanOrEqual(pageBudgets.held);
    expect(sealed).toBeLessThanOrEqual(pageBudgets.sealed);
    expect(files.filter((file) => file.includes("/node_modules/ky/"))).toEqual([]);
  });
});
