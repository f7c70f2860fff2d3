import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { bundledProgram } from "../support/bundled-program";

it("keeps a whole journal when a full disk takes a part of a line", async () => {
  const folder = await mkdtemp(join(tmpdir(), "payouts-"));
  const path = join(folder, "payouts.journal");
  // The limit of a file's size stands in for the disk.
  const program = `
      import { spawnSync } from "node:child_process";
      import { Journal } from ${JSON.stringify(pathToFileURL(bundledProgram("examples/payouts-journal.ts")))};
      process.on("SIGXFSZ", () => {});
      const limit = (bytes) => spawnSync("prlimit", ["--pid", String(process.pid), "--fsize=" + bytes + ":"]);
      const journal = new Journal(${JSON.stringify(path)});
      const record = (id) => journal.record({ id, payee: "payee", amount: 1, history: { tries: [] } });
      record("1");
      limit(100);
      try { record("2"); } catch (error) { console.log(error.code); }
      limit("unlimited");
      record("3");
      console.log([...new Journal(${JSON.stringify(path)}).entries.keys()]);`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  await rm(folder, { recursive: true });
  expect({ stdout, stderr }).toEqual({ stdout: "EFBIG\n[ '1', '3' ]\n", stderr: "" });
});
