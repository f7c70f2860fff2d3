/**
 * Sends every call of the client to Prism, which serves docs/openapi.json. Prism checks each request against the document, and
 * the client checks each response against its models.
 *
 *     npm ci --prefix test/openapi/tools && npm run test:openapi
 */
import { PaginationError, PaymentsClient, ResponseValidationError } from "payments-sdk";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cases } from "../../resources/wire-cases/index";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

let server: ChildProcess;
let address: string;

/** A port that was free a moment ago: Prism takes no port 0. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}

beforeAll(async () => {
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  const prism = path("node_modules/@stoplight/prism-cli/dist/index.js");
  const options = ["mock", "--host", "127.0.0.1", "--port", String(port), path("../../../docs/openapi.json")];
  server = spawn(process.execPath, [prism, ...options], { stdio: ["ignore", "pipe", "inherit"] });
  const started = new Promise<void>((resolve, reject) => {
    let output = "";
    server.stdout?.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes("is listening")) resolve();
    });
    server.once("exit", () => reject(new Error(`Prism did not start:\n${output}`)));
  });
  await started;
});

afterAll(async () => {
  if (server.exitCode !== null) return;
  server.kill();
  await once(server, "exit");
});

function connect(): PaymentsClient {
  return new PaymentsClient({
    baseUrl: address,
    clientId: "id",
    clientSecret: "secret",
    maxRetries: 0,
    validation: "strict",
    // Prism serves the paths of the document at the root.
    fetch: (url, init) => fetch(url.replace(/\/\d{4}-\d{2}-\d{2}\//, "/"), init),
  });
}

/** True if Prism accepted a call. The response cannot be right, because a mock does not repeat ids, addresses and amounts. */
function isAccepted(name: string, error: unknown): boolean {
  // The mock repeats its page, and no row of it is the wallet.
  if (error instanceof PaginationError) return name === "internalAccounts.findWallet";
  if (!(error instanceof ResponseValidationError)) return false;
  // The mock returns the first of two forms.
  if (name === "auth.credentials.challenge") return true;
  return error.issues.every(({ message }) => /^asked for |^is not the id of /.test(message));
}

for (const { name, title, call } of cases) {
  it(`accepts ${name}${title === undefined ? "" : `, ${title}`}`, async () => {
    try {
      await call(connect());
    } catch (error) {
      expect(isAccepted(name, error) ? "accepted" : error).toBe("accepted");
    }
  });
}

it("rejects a request that the document does not allow", async () => {
  await expect(connect().request("POST", "/quotes", { body: { source: 1 } })).rejects.toMatchObject({
    status: 400,
  });
});
