#!/usr/bin/env node
import { announcement, help, randomToken, readCommand, UsageError } from "./transports/command-line";
import { listen } from "./listen";
import { hostOf, Simulator } from "./simulator";
import type { SimulatorOptions } from "./runtime/options/simulator-options";
import { codeOf, keepStateFile, reasonOf, restoreState } from "./state-file";

function report(error: unknown): void {
  process.stderr.write(`payments-simulator: ${reasonOf(error)}\n`);
}

/** Calls `stop` at the first signal. A second one ends the process at once. */
function onSignal(stop: () => void): void {
  let act = (): void => {
    act = () => process.exit(1);
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => act());
}

/** What only the simulator finds wrong in an option is a mistake in the command line, too. */
function createSimulator(options: SimulatorOptions): Simulator {
  try {
    return new Simulator(options);
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
}

async function main(args: string[]): Promise<void> {
  if (args[0] === "parity") {
    const { runParityCommand } = await import("./parity/command");
    const stop = new AbortController();
    onSignal(() => stop.abort());
    const write = (text: string) => process.stdout.write(text);
    process.exitCode = await runParityCommand(args.slice(1), process.env, write, stop.signal);
    return;
  }
  const command = readCommand(args);
  if (command === undefined) {
    process.stdout.write(help);
    return;
  }
  const { listen: address, options, state, seedData } = command;
  if (options.environment === "production") {
    // The library that checks passkeys, if it is installed.
    const verifier = await import("@simplewebauthn/server").catch(() => undefined);
    if (verifier === undefined) {
      report("passkeys get a 500: to check them, run `npm install @simplewebauthn/server`");
    }
    const webAuthn = { verifier, ...options.wallet?.webAuthn };
    options.wallet = { ...options.wallet, webAuthn };
  }
  const simulator = createSimulator({ ...options, tokens: options.tokens ?? [randomToken()] });
  const isRestored = state !== undefined && (await restoreState(state, simulator, options));
  if (seedData && !isRestored) simulator.seed(seedData);
  const save = state === undefined ? undefined : keepStateFile(state, simulator, report);
  // Runs the work that became due while the process was stopped, in order.
  await simulator.clock.runDue();
  const server = await listen(hostOf(simulator), address, save);
  // Fails early if the file cannot be written.
  await save?.();
  onSignal(() => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        report(error);
        process.exit(1);
      },
    );
  });
  const webhookPublicKey = options.webhooks?.url === undefined ? undefined : simulator.webhookPublicKeyHex;
  process.stdout.write(announcement(server, simulator.clientOptions(), webhookPublicKey));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isBusy = codeOf(error) === "EADDRINUSE";
  report(isBusy ? "the port is in use; choose another one with --port" : error);
  const command = process.argv[2] === "parity" ? "payments-simulator parity" : "payments-simulator";
  if (error instanceof UsageError) process.stderr.write(`Try ${command} --help\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
}
