import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Simulator } from "payments-sdk/simulator";
import { expect, it } from "vitest";
import { individual } from "../support/parts";
import { World } from "../support/world";
import { start, stateFolder } from "../simulator/state-files";

const { folder, newFile } = stateFolder();

it("payments-simulator restores its state file after a kill in the middle of a write", async () => {
  const file = newFile();
  const temporary = path.join(folder, `.${path.basename(file)}.tmp`);
  const api = new World(new Simulator());
  // A write of 300 customers takes long enough to be met.
  for (let count = 0; count < 300; count += 1) await api.created("/customers", individual);
  await writeFile(file, api.simulator.snapshotText());
  const readIds = async () => {
    const { world } = JSON.parse(await readFile(file, "utf8")) as { world: { customers: { id: string }[] } };
    return world.customers.map(({ id }) => id);
  };
  let known = await readIds();
  let duringWrite = 0;
  for (let kill = 0; kill < 4; kill += 1) {
    const command = await start(file);
    const created: string[] = [];
    let isRunning = true;
    const creating = (async () => {
      while (isRunning) {
        const response = await command.call("POST", "/customers", individual).catch(() => undefined);
        if (response === undefined) return;
        created.push(String(response.body["id"]));
      }
    })();
    await expect.poll(() => created.length, { timeout: 10_000 }).toBeGreaterThan(0);
    const endMs = performance.now() + 10_000;
    while (!existsSync(temporary) && performance.now() < endMs) await sleep(0);
    await command.stop("SIGKILL");
    isRunning = false;
    await creating;
    if (existsSync(temporary)) duringWrite += 1;
    const restored = await readIds();
    // The file has everything from its start, then the new customers in order, without a gap.
    const all = [...known, ...created];
    expect(restored.slice(0, all.length)).toEqual(all.slice(0, restored.length));
    expect(restored.length).toBeGreaterThanOrEqual(known.length);
    known = restored;
  }
  expect(duringWrite).toBeGreaterThan(0);
}, 60_000);
