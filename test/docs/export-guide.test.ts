import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { transform } from "esbuild";
import { PaymentsClient } from "payments-sdk";
import { Simulator } from "payments-sdk/simulator";
import { expect, it, onTestFinished } from "vitest";
import { readProjectFile } from "./source-files";

interface Program {
  exportTransactions(file: string, startDate: Date, endDate: Date): Promise<void>;
}

/** The program of the guide, with its `payments`. */
async function programWith(payments: PaymentsClient): Promise<Program> {
  const [, section = ""] = readProjectFile("docs/guides/pagination.md").split("## An export that can resume");
  const [, code = ""] = /```ts\n([^]*?)```/.exec(section) ?? [];
  const { code: program } = await transform(code, { loader: "ts", format: "esm" });
  Object.assign(globalThis, { payments });
  onTestFinished(() => void Reflect.deleteProperty(globalThis, "payments"));
  return (await import(`data:text/javascript,${encodeURIComponent(program)}`)) as Program;
}

it("the export of the guide has each row of its period once, also after a crash, and then the next period", async () => {
  const simulator = new Simulator({ now: "2026-11-26T00:00:00Z" });
  simulator.seed({ customers: 3, transactions: 250, period: "60d" });
  const payments = new PaymentsClient({ ...simulator.clientOptions(), maxRetries: 0 });
  const { exportTransactions } = await programWith(payments);
  const folder = await mkdtemp(path.join(tmpdir(), "export-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const start = new Date("2026-09-01T00:00:00Z");
  const middle = new Date("2026-11-10T00:00:00Z");
  const periods = [
    ["first.jsonl", start, middle],
    ["second.jsonl", new Date(middle.getTime() + 1), new Date("2026-11-26T00:00:00Z")],
  ] as const;
  for (const [name, from, to] of periods) {
    const file = path.join(folder, name);
    simulator.faults.add({ operation: "GET /transactions", kind: "status", status: 503, skip: 1, times: 1 });
    await exportTransactions(file, from, to).catch(() => {});
    simulator.faults.clear();
    // The process ended while it wrote.
    if (name === "first.jsonl") await appendFile(file, '{"id":"Transaction:half');
    await exportTransactions(file, from, to);
    await exportTransactions(file, from, to);
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    const ids = lines.map((line) => (JSON.parse(line) as { id: string }).id);
    const wanted = await payments.transactions
      .list({ startDate: from, endDate: to, sortOrder: "asc" })
      .toArray();
    expect(wanted.length).toBeGreaterThan(20);
    expect(ids).toEqual(wanted.map(({ id }) => id));
  }
});
