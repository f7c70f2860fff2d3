import { existsSync, statSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Simulator } from "payments-sdk/simulator";
import { Api, individual } from "../support/api";
import { startCommand } from "../support/simulator-command";

type Command = Awaited<ReturnType<typeof startCommand>>;

/** What happened to the state file. */
export interface CrashResult {
  kills: number;
  /** Kills that left a half-written file beside the state file. */
  duringWrite: number;
  /** The size of the state file at the end. */
  bytes: number;
  /** The most that a kill lost: the time from the first lost response to the kill. */
  longestLossMs: number;
  /** What must not happen. */
  violations: string[];
}

/** A customer that the server created. */
interface Created {
  id: string;
  respondedMs: number;
}

/** Creates customers one after the other until the server is gone. */
async function createCustomers({ call }: Command): Promise<Created[]> {
  const created: Created[] = [];
  for (;;) {
    const response = await call("POST", "/customers", individual).catch(() => undefined);
    if (response === undefined) return created;
    created.push({ id: String(response.body["id"]), respondedMs: performance.now() });
  }
}

/** Looks at the state file every few milliseconds. */
class Watch {
  /** When each write ended. */
  readonly writtenMs: number[] = [];
  /** How long the newest write took. */
  writeMs = 0;
  isWriting = false;
  readonly #timer: ReturnType<typeof setInterval>;

  constructor(file: string, temporary: string) {
    let { ino, size } = statSync(file);
    let begunMs = 0;
    this.#timer = setInterval(() => {
      const now = performance.now();
      const state = statSync(file);
      // The state only grows, so a smaller file is one that is written in place.
      const isWriting = existsSync(temporary) || state.size < size;
      if (isWriting && !this.isWriting) begunMs = now;
      this.isWriting = isWriting;
      if (state.ino === ino) return;
      ({ ino, size } = state);
      this.writtenMs.push(now);
      this.writeMs = now - begunMs;
    }, 1);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Kills payments-simulator while it creates customers, most often in the middle of a write, and starts it again on the same file.
 * After each kill the file must restore, with every customer that it held at the end of the write before the last one.
 */
export async function crash(kills: number, customers: number, random: () => number): Promise<CrashResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "payments-crash-"));
  const file = path.join(folder, "state.json");
  const temporary = path.join(folder, ".state.json.tmp");
  const result: CrashResult = { kills, duringWrite: 0, bytes: 0, longestLossMs: 0, violations: [] };
  try {
    const api = new Api(new Simulator());
    for (let count = 0; count < customers; count += 1) await api.created("/customers", individual);
    await writeFile(file, api.simulator.snapshotText());
    let created: Created[] = [];
    let writtenMs: number[] = [];
    let killedMs = 0;
    for (let kill = 0; kill <= kills; kill += 1) {
      const command = await startCommand(["--state", file]);
      if (command.output.stdout === "") {
        result.violations.push(`kill ${String(kill)}: ${command.output.stderr}`);
        break;
      }
      // What the last kill lost.
      // The command writes the file at its start.
      const { world } = JSON.parse(await readFile(file, "utf8")) as { world: { customers: Created[] } };
      const restored = new Set(world.customers.map(({ id }) => id));
      const { body } = await command.call("GET", "/customers");
      if (body["totalCount"] !== restored.size)
        result.violations.push(`kill ${String(kill)}: the service and its file differ`);
      const found = created.map(({ id }) => restored.has(id));
      const lost = found.indexOf(false);
      const firstLost = created[lost];
      if (firstLost) {
        result.longestLossMs = Math.max(result.longestLossMs, killedMs - firstLost.respondedMs);
        if (found.includes(true, lost)) result.violations.push(`kill ${String(kill)}: the state has a gap`);
        if (firstLost.respondedMs < (writtenMs.at(-2) ?? 0))
          result.violations.push(`kill ${String(kill)}: lost ${firstLost.id}, which was written`);
      }
      if (kill === kills) {
        await command.stop("SIGTERM");
        break;
      }
      const watch = new Watch(file, temporary);
      const creating = createCustomers(command);
      if (kill % 4 === 0) {
        await sleep(2000 * random());
      } else {
        const writes = kill % 4 === 1 ? 2 : 0;
        while (watch.writtenMs.length < writes || !watch.isWriting) await sleep(1);
        await sleep(watch.writeMs * random());
      }
      killedMs = performance.now();
      await command.stop("SIGKILL");
      watch.stop();
      if (existsSync(temporary)) result.duringWrite += 1;
      created = await creating;
      ({ writtenMs } = watch);
    }
    result.bytes = (await readFile(file)).length;
  } finally {
    await rm(folder, { recursive: true });
  }
  return result;
}
