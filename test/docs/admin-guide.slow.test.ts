import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { served } from "../simulator/served-admin";
import { bundledProgram } from "../support/bundled-program";

describe("the admin API", () => {
  it("is driven by the guide's command with curl", async () => {
    const { root, simulator } = await served();
    const guide = readFileSync("docs/guides/simulator-admin.md", "utf8");
    const [, command = ""] = /```sh\n(curl -X POST .*)\n```/.exec(guide) ?? [];
    const local = command.replace("http://127.0.0.1:4010/_simulator/api", root);
    const { stdout: output } = await promisify(execFile)("bash", ["-c", local.replace("curl", "curl -s")]);
    expect(JSON.parse(output)).toEqual({ now: "2026-04-27T09:06:00.000Z", stands: true });
    expect(simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
  });

  it("waits in the guide's script until the simulator serves", async () => {
    const guide = readFileSync("docs/guides/simulator-admin.md", "utf8");
    const [, text = ""] = /```sh\n(node_modules.*?)```/s.exec(guide) ?? [];
    const bin = `${process.execPath} ${bundledProgram("src/simulator/bin.ts")}`;
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port);
    server.close();
    const script = text
      .replace("node_modules/.bin/payments-simulator", bin)
      .replace("npm test", "curl -fsS http://127.0.0.1:4010/_simulator/api/health && echo && echo serves")
      .replaceAll("4010", port);
    const { stdout: output } = await promisify(execFile)("bash", ["-c", script]);
    expect(output).toMatch(/^serves$/m);
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow("fetch failed");
  });

  /** A program for another simulator. */
  const programFor = (root: string, text = ""): string => {
    const program = text.replace("http://127.0.0.1:4010/_simulator/api", root);
    expect(program).toContain(root);
    return program;
  };

  it("is driven by the guide's program in Python", async () => {
    const { root, simulator } = await served();
    const [, example] =
      /```python\n(.*?)```/s.exec(readFileSync("docs/guides/simulator-admin.md", "utf8")) ?? [];
    const { stdout: output } = await promisify(execFile)("python3", ["-c", programFor(root, example)]);
    expect(output.trim()).toBe("2026-04-27T09:06:00.000Z");
    expect(simulator.faults.list).toMatchObject([{ fault: { kind: "kong" } }]);
  });

  // Go compiles `net/http` at the first run.
  const hasGo = spawnSync("go", ["version"]).status === 0;
  it.runIf(hasGo)("is driven by the example in Go", { timeout: 300_000 }, async () => {
    const { root, simulator } = await served();
    const file = join(mkdtempSync(join(tmpdir(), "payments-go-")), "shop_test.go");
    writeFileSync(file, programFor(root, readFileSync("examples/simulator-from-go/shop_test.go", "utf8")));
    const { stdout: output } = await promisify(execFile)("go", ["test", "-v", file]);
    expect(output).toContain("--- PASS: TestRetriesAfterATimeout");
    expect(simulator.clock.iso()).toBe("2026-04-27T09:06:00.000Z");
    expect(simulator.faults.list).toMatchObject([{ fault: { kind: "kong" } }]);
  });
});
