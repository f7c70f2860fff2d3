import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { bundledProgram } from "../support/bundled-program";
import { runExample } from "../support/run-example";

it("keeps a whole journal when a full disk takes a part of a line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "payouts-"));
  const path = join(folder, "payouts.journal");
  // The limit of a file's size stands in for the disk.
  const program = `
      import { spawnSync } from "node:child_process";
      import { Journal } from ${JSON.stringify(pathToFileURL(bundledProgram("examples/payouts-journal.ts")))};
      process.on("SIGXFSZ", () => {});
      const limit = (bytes) => spawnSync("prlimit", ["--pid", String(process.pid), "--fsize=" + bytes + ":"]);
      const open = () => new Journal(${JSON.stringify(path)}, undefined, new Map());
      const journal = open();
      const record = (id) => journal.record(journal.payoutOf("batch", { id, payee: "payee", amount: 1 }));
      record("1");
      limit(300);
      try { record("2"); } catch (error) { console.log(error.code); }
      limit("unlimited");
      record("3");
      console.log([...open().payouts.keys()]);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  await rm(folder, { recursive: true });
  expect({ stdout, stderr }).toEqual({ stdout: `EFBIG\n[ '["batch","1"]', '["batch","3"]' ]\n`, stderr: "" });
});

const CSV = `id,name,account_number,routing_number,amount
1,Payee 1,100000000300,021000021,1.25
2,Payee 2,100000000301,021000021,2.50
`;

/** Runs the job with a journal in a folder of its own. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), "payouts-"));
  const [csv, path] = [join(folder, "payouts.csv"), join(folder, "payouts.journal")];
  await writeFile(csv, CSV);
  const run = () =>
    runExample("payouts-from-csv.ts", [csv, "--batch", "b"], {
      PAYOUTS_JOURNAL: path,
      PAYOUTS_CONCURRENCY: "1",
    });
  return { folder, path, run };
}

/** The journal after a run that paid both rows. */
let lines: string[];
beforeAll(async () => {
  const { folder, path, run } = await setUp();
  expect((await run()).stdout).toContain("2 of 2 payouts paid");
  lines = (await readFile(path, "latin1")).split("\n");
  await rm(folder, { recursive: true });
});

it.each([
  ["that is cut in its middle", (line: string) => line.slice(0, 40)],
  ["of NUL characters", (line: string) => "\0".repeat(line.length)],
  ["that is JSON of another kind", () => "null"],
  ["that lacks its tries", (line: string) => line.replace('"tries"', '"trees"')],
  ["with another id", (line: string) => line.replace('"row_id":"1"', '"row_id":7')],
  ["with a broken character", (line: string) => line.replace('"batch":"b"', '"batch":"\u00ff"')],
])("names a line %s, and pays nobody until a person has mended it", async (_, damage) => {
  const { folder, path, run } = await setUp();
  const written = (text: readonly string[]) => writeFile(path, text.join("\n"), "latin1");
  // The first line of a payment, which a later one replaces.
  await written([damage(lines[0]!), ...lines.slice(1)]);
  const before = await readFile(path, "latin1");

  const { code, stdout, stderr } = await run();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toContain(
    `${path}:1 cannot be read, so this run sent nothing. Restore the line from a backup. Delete it only if a later line has the same id`,
  );
  expect(await readFile(path, "latin1")).toBe(before);
  await written(lines.slice(1));
  expect(await run()).toMatchObject({ code: 0, stdout: "2 of 2 payouts paid, $3.75 in all\n" });
  await rm(folder, { recursive: true });
});
