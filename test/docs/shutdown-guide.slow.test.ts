import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { bundledProgram } from "../support/bundled-program";
import { dropConnection, inOrder, reply, startServer } from "../support/local-server";
import { readProjectFile } from "../docs/source-files";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The program of the guide. */
function shutdownProgram(): string {
  const [, section = ""] = readProjectFile("docs/guides/going-to-production.md").split("## Shutdown");
  const [, code = ""] = /```ts\n([^]*?)```/.exec(section) ?? [];
  return code;
}

/** Starts the program of the guide with a job that is running: a payment, and a slow table after it. */
function startProgram(baseUrl: string) {
  const folder = path.join(root, ".artifacts/shutdown");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, "program.ts");
  const pay = `
    await run(async () => {
      const paid = await payments.transfers.in(
        { source: { accountId: "ExternalAccount:1" }, destination: { accountId: "InternalAccount:1" }, amount: 1 },
        { idempotencyKey: "shutdown" },
      );
      await setTimeout(500);
      console.log("stored", paid.id);
    });
  `;
  writeFileSync(file, shutdownProgram().replace("listen(8080)", `listen(0, "127.0.0.1")`) + pay);
  return spawn(process.execPath, [bundledProgram(path.relative(root, file))], {
    cwd: root,
    env: {
      ...process.env,
      PAYMENTS_BASE_URL: baseUrl,
      PAYMENTS_CLIENT_ID: "id",
      PAYMENTS_CLIENT_SECRET: "secret",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

it("the guide's shutdown waits for a job between two attempts and after its last call, and then ends the process", async () => {
  const transaction = {
    id: "Transaction:1",
    type: "INCOMING",
    status: "PENDING",
    source: { sourceType: "ACCOUNT", accountId: "ExternalAccount:1" },
    destination: { destinationType: "ACCOUNT", accountId: "InternalAccount:1" },
    receivedAmount: { amount: 1, currency: { code: "USD", decimals: 2 } },
  };
  const running: { program?: ReturnType<typeof startProgram> } = {};
  const server = await startServer(
    inOrder(
      (response, request) => {
        dropConnection(response, request);
        // The call now waits for its second attempt.
        running.program?.kill("SIGTERM");
      },
      reply(201, transaction),
    ),
  );
  const started = startProgram(server.url);
  running.program = started;
  onTestFinished(() => {
    started.kill("SIGKILL");
  });
  let output = "";
  started.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(started, "close")) as [number | null];
  expect({ code, output: output.trim() }).toEqual({ code: 0, output: "stored Transaction:1" });
  expect(server.requests).toHaveLength(2);
}, 30_000);
