import { readFile, symlink, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import process from "node:process";
import { Simulator } from "payments-sdk/simulator";
import { describe, expect, it } from "vitest";
import { keepStateFile } from "../../src/simulator/state-file";
import { lockStateFile } from "../../src/simulator/state-lock";
import { Api, individual } from "../support/api";
import { start, stateFolder } from "./state-files";

const { folder, newFile } = stateFolder();

describe("the lock of a state file", () => {
  const holder = (pid: number | undefined) => `process ${String(pid)} on ${hostname()}`;

  it("stops a second process with an error that names the file and the holder", async () => {
    const file = newFile();
    const one = await start(file);
    const { body: customer } = await one.call("POST", "/customers", individual);
    const other = path.join(folder, "another-name.json");
    await symlink(file, other);
    for (const name of [file, other]) {
      const { ended, output } = await start(name);
      expect(await ended).toBe(1);
      expect(output).toEqual({
        stdout: "",
        stderr: `payments-simulator: the state file ${file} is in use by ${holder(one.pid)}; stop that process, or choose another file\n`,
      });
    }
    await one.stop("SIGTERM");
    const next = await start(other);
    expect(await next.call("GET", `/customers/${String(customer["id"])}`)).toMatchObject({ status: 200 });
    await next.stop("SIGTERM");
  }, 60_000);

  it("goes to only one of two processes that start together, even after a kill", async () => {
    const file = newFile();
    for (let round = 0; round < 2; round += 1) {
      const both = await Promise.all([start(file), start(file)]);
      const [served, ...more] = both.filter(({ output }) => output.stdout !== "");
      expect(more).toEqual([]);
      expect(await served?.call("GET", "/customers")).toMatchObject({ status: 200 });
      const refused = both.find((command) => command !== served);
      expect(await refused?.ended).toBe(1);
      expect(refused?.output.stderr).toMatch(/is in use by/);
      await served?.stop("SIGKILL");
    }
  }, 60_000);

  it("of another machine is valid until it expires", async () => {
    const file = newFile();
    await writeFile(`${file}.lock`, "7 another-machine 1");
    await expect(lockStateFile(file)).rejects.toThrow(`${file} is in use by process 7 on another-machine;`);
    const old = new Date(Date.now() - 31_000);
    await utimes(`${file}.lock`, old, old);
    await expect(lockStateFile(file)).resolves.toMatchObject({ path: file });
  });

  it("of this machine expires if its process id now belongs to another program", async () => {
    const file = newFile();
    await writeFile(`${file}.lock`, `${String(process.ppid)} ${hostname()} 1`);
    await expect(lockStateFile(file)).rejects.toThrow(holder(process.ppid));
    const old = new Date(Date.now() - 31_000);
    await utimes(`${file}.lock`, old, old);
    await expect(lockStateFile(file)).resolves.toMatchObject({ path: file });
  });

  it("of another process prevents all writes", async () => {
    const file = newFile();
    const simulator = new Simulator();
    const save = keepStateFile(await lockStateFile(file), simulator, () => undefined);
    await save();
    const saved = await readFile(file, "utf8");
    await writeFile(`${file}.lock`, "7 another-machine 1");
    await new Api(simulator).created("/customers", individual);
    await expect(save()).rejects.toThrow(`${file} is in use by process 7 on another-machine;`);
    expect(await readFile(file, "utf8")).toBe(saved);
  });
});
