#!/usr/bin/env node
import { announcement, help, readCommand, UsageError } from "./transports/command-line";
import type { SimulatorServer } from "./transports/http-server";
import { Simulator } from "./simulator";

function stopOnSignals(server: SimulatorServer): void {
  let stopping = false;
  const stop = (): void => {
    // A second signal while the first is still at work ends the process at once.
    if (stopping) process.exit(1);
    stopping = true;
    void server.close().then(() => process.exit(0));
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
}

async function main(args: string[]): Promise<void> {
  const command = readCommand(args);
  if (command === undefined) {
    process.stdout.write(help);
    return;
  }
  const simulator = new Simulator(command.options);
  const server = await simulator.listen({ port: command.port, statusPage: command.statusPage });
  stopOnSignals(server);
  const webhookPublicKey =
    command.options.webhookUrl === undefined ? undefined : simulator.webhookPublicKeyHex;
  process.stdout.write(announcement(server, simulator.clientOptions(), webhookPublicKey));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isBusy = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
  const message = error instanceof Error ? error.message : String(error);
  const reason = isBusy ? "the port is taken; choose another one with --port" : message;
  process.stderr.write(`payments-simulator: ${reason}\n`);
  if (error instanceof UsageError) process.stderr.write("Try payments-simulator --help\n");
  process.exit(error instanceof UsageError ? 2 : 1);
}
