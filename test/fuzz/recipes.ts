import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { connect } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { Simulator } from "payments-sdk/simulator";
import { bundledProgram } from "../support/bundled-program";
import { requestLines } from "./request-lines";

const at = (name: string) => fileURLToPath(new URL(`../../${name}`, import.meta.url));

/** The servers of the recipes that start without more packages than this repository has. */
export const recipeServers = {
  "relay-express": ["examples/relay-express", "server.ts"],
  "relay-hono": ["examples/relay-hono", "server.ts"],
  "webhooks-express": ["examples/webhooks-express", "server.ts"],
  "webhooks-fastify": ["examples/webhooks-fastify", "server.ts"],
  "webhooks-hono": ["examples/webhooks-hono", "server.ts"],
  "wallet-frameworks react": ["examples/wallet-frameworks", "server.ts", "react"],
  "wallet-frameworks vue": ["examples/wallet-frameworks", "server.ts", "vue"],
  "wallet-frameworks svelte": ["examples/wallet-frameworks", "server.ts", "svelte"],
  "wallet-web": ["test/fuzz", "demo-server.ts"],
} as const;
export type RecipeServer = keyof typeof recipeServers;

/** The number of open connections. */
const CONNECTIONS = 16;
/** A server without a response for this long hangs. */
const HANG_MS = 30_000;

interface Server {
  readonly port: number;
  /** Why the process ended; `undefined` while it runs. */
  readonly end: () => string | undefined;
  /** The status with which the runtime itself rejects a request line, before the recipe sees it. Default: none above 499 but 501. */
  readonly runtimeStatus?: number | undefined;
}

interface Process extends Server {
  stop(): Promise<unknown>;
}

/** Starts a server in its own process, to notice its end. */
async function start(name: RecipeServer): Promise<Process> {
  const [folder, file, ...args] = recipeServers[name];
  const child = spawn(process.execPath, [bundledProgram(`${folder}/${file}`), ...args], {
    cwd: at(folder),
    env: {
      ...process.env,
      PORT: "0",
      NODE_OPTIONS: "",
      NODE_ENV: "development",
      // No unauthenticated request reaches the service.
      PAYMENTS_BASE_URL: "http://127.0.0.1:9",
      PAYMENTS_CLIENT_ID: "fuzz",
      PAYMENTS_CLIENT_SECRET: "fuzz-secret",
      PAYMENTS_WEBHOOK_PUBLIC_KEY: new Simulator().webhookPublicKeyHex,
      WALLET_RELAY_SECRET: "f".repeat(44),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  let end: string | undefined;
  const closed = new Promise<void>((resolve) => {
    child.on("close", (code) => {
      end = `${name} ended with ${String(code)}: ${said.slice(-2_000)}`;
      resolve();
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    const hear = (text: string) => {
      said = `${said}${text}`.slice(-10_000);
      const found = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(Number(found));
    };
    child.stdout.setEncoding("utf8").on("data", hear);
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said = `${said}${text}`.slice(-10_000)));
    void closed.then(() => reject(new Error(end)));
  });
  return {
    port,
    end: () => end,
    stop: () => {
      child.kill();
      return closed;
    },
  };
}

/** Sends one request line, and resolves to the status line of the response; to "" when the server only closes. */
function send(port: number, line: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "localhost", () => {
      socket.write(`${line}\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, "latin1");
    });
    socket.setTimeout(HANG_MS, () => reject(new Error(`no response to ${JSON.stringify(line)}`)));
    socket.on("data", (chunk: Buffer) => {
      received ||= chunk.toString("latin1");
      // Some servers wait a while for this after an error.
      socket.end();
    });
    // A reset after the response is as good as a close.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") reject(error);
    });
    socket.on("close", () => resolve(received.split("\r\n")[0] ?? ""));
  });
}

/**
 * Sends mutated request lines to the server of a recipe. The server must respond to each or close the connection, without a 5xx of its own.
 * Afterwards it must still run.
 *
 * @returns the status of each line, or 0 where the server only closed
 */
export async function attackServer(
  name: string,
  server: Server,
  count: number,
  seed: number,
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  const queue = requestLines(count, seed).values();
  const work = async () => {
    for (const line of queue) {
      const response = await send(server.port, line).catch((error: unknown) => {
        throw new Error(`${JSON.stringify(line)}: ${server.end() ?? String(error)}`);
      });
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0);
      assert.equal(server.end(), undefined, `${JSON.stringify(line)} ended the process`);
      assert.ok(
        status < 500 || status === 501 || status === server.runtimeStatus,
        `${name}: ${JSON.stringify(line.slice(0, 300))} got ${status}`,
      );
      statuses.set(line, status);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const alive = await send(server.port, "GET /wallet/nothing HTTP/1.1");
  assert.match(alive, /^HTTP\/1\.1 404/, `${name} no longer responds: ${server.end() ?? alive}`);
  return statuses;
}

/** Starts the server of a recipe, sends it mutated request lines, and stops it. */
export async function attack(name: RecipeServer, count: number, seed: number): Promise<Map<string, number>> {
  const server = await start(name);
  try {
    return await attackServer(name, server, count, seed);
  } finally {
    await server.stop();
  }
}
