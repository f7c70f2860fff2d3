import { buildSync } from "esbuild";
import { describe, expect, it } from "vitest";
import { runExample } from "../support/run-example";

describe("examples/quickstart.ts", () => {
  it("prints ids, amounts and statuses of every step, and exits with 0", { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await runExample("quickstart.ts");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const prefix of ["Customer", "InternalAccount", "ExternalAccount", "Quote", "Transaction"]) {
      expect(stdout).toMatch(new RegExp(`${prefix}:[\\w-]+`));
    }
    expect(stdout).toContain("sends                  $300.00");
    expect(stdout).toMatch(/receives\s+R\$[\d,]+\.\d\d/);
    expect(stdout).toMatch(/status\s+COMPLETED/);
    // 1,000 funded + 250 pulled - 300 paid - 100 pushed.
    expect(stdout).toContain("balance now            $850.00");
  });
});

describe("examples/list-transactions.ts", () => {
  it("reads all rows and adds them up", { timeout: 60_000 }, async () => {
    const { code, stdout, stderr } = await runExample("list-transactions.ts", ["--type", "OUTGOING"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.match(/COMPLETED\s+Transaction:/g)).toHaveLength(30);
    expect(stdout).toContain("$465.00 in 30 payments");
  });
});

describe("examples/wallet.ts", () => {
  it(
    "signs in, pays with a signature, adds a credential, exports and signs out",
    { timeout: 60_000 },
    async () => {
      const { code, stdout, stderr } = await runExample("wallet.ts");
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain("sent                   40.000000 USDC");
      expect(stdout).toMatch(/arrives\s+€\d+\.\d\d/);
      expect(stdout).toMatch(/status\s+COMPLETED/);
      expect(stdout).toMatch(/added\s+OAUTH AuthMethod:/);
      expect(stdout).toMatch(/exported\s+12 words/);
      expect(stdout).toMatch(/sessions left\s+0/);
    },
  );
});

describe("examples/payouts-queue", () => {
  it.each([
    ["worker.ts", "@nats-io"],
    ["nats-worker.ts", "pg-boss"],
  ])("%s starts without the package of the other engine, %s", (program, other) => {
    const { metafile } = buildSync({
      entryPoints: [`examples/payouts-queue/${program}`],
      bundle: true,
      format: "esm",
      packages: "external",
      write: false,
      metafile: true,
    });
    const loaded = Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports)
      .filter(({ kind }) => kind === "import-statement")
      .map(({ path }) => path);
    expect(loaded).toContain("pg");
    expect(loaded.filter((path) => path.startsWith(other))).toEqual([]);
  });
});
