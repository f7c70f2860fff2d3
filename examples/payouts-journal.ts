/**
 * The adapter for cron: a file that keeps the tries of each payment, for one process at a time. It decides nothing about money.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import process from "node:process";
import type { ExternalAccountId } from "payments-sdk";
import type { Looked, PaymentTry } from "payments-sdk/payouts";

/** What the journal keeps of a payment. A payment keeps its payee, its amount and its account, because its key stands for them. */
export interface Entry {
  readonly batch: string;
  /** The id of the row. */
  readonly id: string;
  readonly payee: string;
  readonly amount: number;
  accountId?: ExternalAccountId;
  readonly history: { readonly tries: PaymentTry[]; looked?: Looked; continuedAt?: string };
  /** What was last read of its transaction. It has ended when no refund is open. */
  status?: string;
  failureReason?: string | undefined;
  hasEnded?: boolean;
}

/** The name of a payment. */
export const nameOf = ({ batch, id }: Pick<Entry, "batch" | "id">): string => JSON.stringify([batch, id]);

/** The exit code of a run that found another one at work. */
const BUSY = 75;

/**
 * Runs this program again under the command `flock`, unless it runs there already. The system unlocks the file when the process ends,
 * however it ends.
 */
export function lock(path: string): void {
  if (process.env["PAYOUTS_LOCKED"] === path) return;
  const program = [process.execPath, ...process.execArgv, ...process.argv.slice(1)];
  const { status, error } = spawnSync("flock", ["-n", "-E", String(BUSY), path, ...program], {
    stdio: "inherit",
    env: { ...process.env, PAYOUTS_LOCKED: path },
  });
  if (error) throw error;
  if (status === BUSY) console.error(`another run works with ${path}`);
  process.exit(status ?? 1);
}

/** The payments by name. The newest line of a payment counts. */
export class Journal {
  readonly entries = new Map<string, Entry>();
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, "a");
    const bytes = readFileSync(path);
    // A crash may cut the last line. It was not recorded yet, so nothing was sent after it.
    const whole = bytes.subarray(0, bytes.lastIndexOf("\n") + 1);
    ftruncateSync(this.#file, whole.length);
    const utf8 = new TextDecoder("utf-8", { fatal: true });
    for (const [index, line] of whole.toString("latin1").split("\n").entries()) {
      if (line === "") continue;
      try {
        const entry = JSON.parse(utf8.decode(Buffer.from(line, "latin1"))) as Entry;
        const { batch, id, history } = entry;
        if (typeof batch !== "string" || typeof id !== "string" || !Array.isArray(history.tries))
          throw new Error("not a payment");
        this.entries.set(nameOf(entry), entry);
      } catch (cause) {
        const advice = "Restore the line from a backup. Delete it only if a later line has the same id";
        throw new Error(`${path}:${index + 1} cannot be read, so this run sent nothing. ${advice}`, {
          cause,
        });
      }
    }
  }

  /** Returns when the disk has the entry. */
  record(entry: Entry): void {
    const { size } = fstatSync(this.#file);
    try {
      appendFileSync(this.#file, `${JSON.stringify(entry)}\n`);
      fsyncSync(this.#file);
    } catch (error) {
      // A full disk takes a part of a line, and the next line must not follow it.
      ftruncateSync(this.#file, size);
      throw error;
    }
    this.entries.set(nameOf(entry), entry);
  }
}
