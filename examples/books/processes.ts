import { Processes } from "../postgres/processes";
import type { Service } from "./service";

/** @param settings the variables BOOKS_… */
export const startProcesses = async ({ simulator }: Service, settings: Readonly<Record<string, string>>) =>
  Processes.start(new URL(".", import.meta.url), simulator, {
    BOOKS_PORT: "0",
    ...settings,
  });

/** Starts an inbox, and returns its address. */
export async function startInbox(processes: Processes): Promise<string> {
  const [, address = ""] = await processes.start("endpoint.ts", /^inbox: (\S+)\n/m);
  return address;
}
