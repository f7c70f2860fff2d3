import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runExample } from "../support/run-example";

const HEADER = "id,name,account_number,routing_number,amount";
const WHOLE = "1,Payee 1,100000000300,021000021,1.25";
const CUT =
  /^bad {8}line 3: the line does not end and may be cut\. If it is whole, add a line break: echo >> \S+\/payouts\.csv$/m;

describe("the CSV file of payouts", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "payouts-"));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  /** Pays the file with a simulator of its own. */
  async function pay(...text: string[]) {
    const csv = join(folder, "payouts.csv");
    await writeFile(csv, text.join("\n"));
    const env = { PAYOUTS_JOURNAL: join(folder, "payouts.journal") };
    return runExample("payouts-from-csv.ts", [csv, "--batch", "batch"], env);
  }

  it("is paid by the simulator of the process, which says so", async () => {
    expect(await pay(HEADER, WHOLE, "2,Payee 2,100000000301,021000021,2.50", "")).toMatchObject({
      code: 0,
      stdout: "2 of 2 payouts paid, $3.75 in all\n",
      // A line of cron has no variables of a shell.
      stderr: "PAYMENTS_BASE_URL is not set: the simulator of this process pays\n",
    });
  });

  it.each(["2", "2.", "2.5", "2.00", '"2.00"'])(
    "pays nothing of %s at a cut end, which may be the start of 2.005, and names the remedy",
    async (amount) => {
      const { code, stdout } = await pay(HEADER, WHOLE, `2,Payee 2,100000000301,021000021,${amount}`);
      expect(code).toBe(1);
      expect(stdout).toContain("1 of 1 payouts paid, $1.25 in all");
      expect(stdout).toMatch(CUT);
    },
  );

  it("refuses an amount with three decimals, also if they are 0", async () => {
    const { code, stdout } = await pay(HEADER, WHOLE, "2,Payee 2,100000000301,021000021,1.000", "");
    expect(code).toBe(1);
    expect(stdout).toContain("1 of 1 payouts paid, $1.25 in all");
    expect(stdout).toMatch(/^bad {8}line 3: .*decimal places/m);
  });

  it("waits with what a spreadsheet, an editor or an unfinished upload spoils", async () => {
    const { code, stdout } = await pay(
      HEADER,
      WHOLE,
      "1\u200b,Payee 1,100000000300,021000021,1.25",
      "2,Jos\ufffd,000111222304,021000021,1.00",
      "3,Payee 3,1.11E+11,021000021,1.00",
      "4,Payee 4,000111222304,21000021,1.00",
      `5,${"long ".repeat(100)},000111222304,021000021,1.00`,
      "6,Payee 6,000111222304,021000021,100",
    );
    expect(code).toBe(1);
    expect(stdout).toContain("1 of 1 payouts paid, $1.25 in all");
    expect(stdout.match(/^bad .*$/gm)?.map((line) => line.replace(/^bad +/, ""))).toEqual([
      expect.stringMatching(/^line 3: id is empty or malformed/),
      "line 4: name is empty or malformed",
      "line 5: account_number is empty or malformed",
      "line 6: routing_number is empty or malformed",
      "line 7: name is empty or malformed",
      expect.stringMatching(/^line 8: the line does not end and may be cut/),
    ]);
  });

  it("refuses ids that a spreadsheet changes: the row would be paid again", async () => {
    const ids = ["0042", "1E5", "1234567890123456", "2026-11", "11/26", "1.10", "-5", "(5)", "$007", "05%"];
    ids.push("NOV-26", "26-Nov", "MAR1", "1sept2026", "June/26", "=A1", "+A1", "-A1", "@A1", "true");
    const rows = ids.map((id) => `${id},Payee 2,100000000301,021000021,2.50`);
    const { code, stdout } = await pay(HEADER, WHOLE, ...rows, "");
    expect(code).toBe(1);
    expect(stdout).toContain("1 of 1 payouts paid, $1.25 in all");
    const bad = stdout.match(/^bad {8}line \d+: a spreadsheet changes this id/gm);
    expect(bad).toHaveLength(ids.length);
  });

  it("takes ids that a spreadsheet keeps", async () => {
    const ids = ["42", "123456789012345", "A-0042", "2026-11_1", "e5c1a9d2-0000-4000-8000-000000000001"];
    ids.push("ANOV-26", "SEPA-1", "mary1", "NOV-26-1");
    const rows = ids.map((id, index) => `${id},Payee ${index},10000000030${index},021000021,1.00`);
    expect(await pay(HEADER, ...rows, "")).toMatchObject({
      code: 0,
      stdout: "9 of 9 payouts paid, $9.00 in all\n",
    });
  });

  it.each([
    ["amount", `${HEADER},amount`, `${WHOLE},9.99`],
    ["amount", HEADER.replace("amount", "total"), WHOLE],
    ["id", `id,${HEADER}`, `7,${WHOLE}`],
  ])("is refused if it has not one column %s: %s", async (column, header, line) => {
    const { code, stdout, stderr } = await pay(header, line, "");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(`payouts.csv must have one column "${column}"`);
  });
});
