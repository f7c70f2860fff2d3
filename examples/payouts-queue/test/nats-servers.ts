import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nats-io/transport-node";
import { jetstreamManager } from "@nats-io/jetstream";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../../postgres/local-postgres";

const COUNT = 3;

/** Three NATS servers that replicate streams. Needs the command `nats-server`, for example of Debian's package. */
export class NatsServers {
  readonly #folder: string;
  readonly #configurations: readonly string[];
  readonly #running: (ChildProcess | undefined)[] = [];
  /** With commas. */
  readonly addresses: string;

  private constructor(folder: string, configurations: readonly string[], addresses: string) {
    this.#folder = folder;
    this.#configurations = configurations;
    this.addresses = addresses;
  }

  static async start(): Promise<NatsServers> {
    const folder = await mkdtemp(join(tmpdir(), "payouts-nats-"));
    const ports = await Promise.all(Array.from({ length: 2 * COUNT }, freePort));
    const routes = ports.slice(COUNT).map((port) => `nats://127.0.0.1:${port}`);
    const names = Array.from({ length: COUNT }, (_, index) => join(folder, `${index}.conf`));
    for (const [index, name] of names.entries()) {
      await writeFile(
        name,
        `server_name: s${index}
listen: "127.0.0.1:${ports[index]!}"
jetstream: { store_dir: "${join(folder, `store-${index}`)}" }
cluster: { name: payouts, listen: "127.0.0.1:${ports[COUNT + index]!}", routes: ${JSON.stringify(routes)} }
`,
      );
    }
    const addresses = ports.slice(0, COUNT).map((port) => `127.0.0.1:${port}`);
    const servers = new NatsServers(folder, names, addresses.join(","));
    names.forEach((_, index) => servers.#start(index));
    await servers.#ready();
    return servers;
  }

  #start(index: number): void {
    this.#running[index] = spawn("nats-server", ["-c", this.#configurations[index]!], { stdio: "ignore" });
  }

  /** Waits until the servers have a leader. */
  async #ready(): Promise<void> {
    const connection = await connect({ servers: this.addresses.split(","), waitOnFirstConnect: true });
    try {
      for (let tries = 1; ; tries += 1) {
        try {
          await (await jetstreamManager(connection)).getAccountInfo();
          return;
        } catch (error) {
          if (tries === 60) throw error;
          await sleep(500);
        }
      }
    } finally {
      await connection.close();
    }
  }

  /** Loses the stream, as three lost disks would. */
  async loseStream(name: string): Promise<void> {
    const connection = await connect({ servers: this.addresses.split(",") });
    const { streams } = await jetstreamManager(connection);
    await streams.delete(name);
    await connection.close();
  }

  /** Kills a server and starts it again. */
  async crash(index: number): Promise<void> {
    const server = this.#running[index]!;
    server.kill("SIGKILL");
    await once(server, "exit");
    await sleep(500);
    this.#start(index);
  }

  async stop(): Promise<void> {
    for (const server of this.#running) {
      server?.kill("SIGKILL");
      if (server !== undefined && server.exitCode === null) await once(server, "exit");
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}
