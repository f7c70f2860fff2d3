import { cpus, loadavg } from "node:os";
import process from "node:process";

/** Prints the head of a table for a README, and the machine on which it is measured. */
export function printHead(): void {
  const [load = 0] = loadavg();
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${date}, Node ${process.version}, ${cpus().length} cores, load before ${load.toFixed(1)}\n`);
  console.log("| what | number | a second |\n|---|---|---|");
}

/** Prints a row: how many of them were done in a second from the start to the end. */
export function printRow(what: string, count: number, startedMs: number, endedMs = Date.now()): void {
  const rate = (count * 1000) / (endedMs - startedMs);
  console.log(`| ${what} | ${count} | ${rate.toFixed(0)} |`);
}
