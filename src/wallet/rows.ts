import { nameOf, TimeoutError } from "../core/errors";
import { randomUuid } from "../core/idempotency";
import { within } from "../core/time-limit";
import type { WalletSettings } from "./resolve-options";
import { StoreUnavailableError } from "./store-unavailable";
import type { StoreTables, WalletStore } from "./stores/wallet-store";

/** Timeout of a store call. The doc comment of the option `store` names it. */
const STORE_TIMEOUT_MS = 3_000;

/** How often a change is tried while others change the same row. */
const MOST_TRIES = 10;

type Table = keyof StoreTables;

/** The rows of the store. Sessions, payments and seen payloads use it. No call waits without a limit. */
export class Rows {
  readonly #context: Pick<WalletSettings, "store" | "accountId" | "log">;
  /** True after a timeout, until the store responds again. */
  #isStalled = false;
  /** Sessions that could not be deleted. The next use of the store repeats that. */
  readonly #undeleted = new Set<string>();

  constructor(context: Pick<WalletSettings, "store" | "accountId" | "log">) {
    this.#context = context;
  }

  /** Reads the rows of this wallet. Other code writes stores, and disks keep them, so a row may be damaged. */
  readonly list = async (table: Table): Promise<unknown[]> => {
    const listed: unknown = await this.#context.store.list(table, this.#context.accountId);
    if (Array.isArray(listed)) return listed;
    throw new TypeError("not an array");
  };

  /**
   * Changes one row in one step, also among other tabs. `change` gets the stored row, and returns the new one, `null` to delete it, or
   * `undefined` to leave it. Resolves to what the row is then.
   */
  readonly change = async <Name extends Table>(
    table: Name,
    key: string,
    change: (row: StoreTables[Name] | undefined) => StoreTables[Name] | null | undefined,
  ): Promise<StoreTables[Name] | undefined> => {
    const { store } = this.#context;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const row = await store.get(table, key);
      const condition = { version: row?.version };
      const next = change(row);
      if (next === undefined) return row;
      const changed = next === null ? undefined : { ...next, version: randomUuid() };
      const isDone = await (changed === undefined
        ? store.delete(table, key, condition)
        : store.put(table, key, changed, condition));
      // A store of JavaScript may return nothing.
      if (isDone !== false) return changed;
    }
    throw new Error("other tabs change the row all the time");
  };

  /** Deletes a row. If that fails, the next use of the store repeats it. */
  readonly delete = async (table: "sessions", id: string): Promise<true> => {
    this.#undeleted.add(id);
    await this.#context.store.delete(table, id);
    this.#undeleted.delete(id);
    return true;
  };

  /**
   * Makes store calls that may fail: then it logs a warning and resolves to `undefined`. After a timeout, it does not wait for the
   * store until the store responds again.
   */
  async use<Result>(method: keyof WalletStore, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await this.#within(work, this.#isStalled ? 0 : STORE_TIMEOUT_MS);
    } catch (error) {
      // Only the error's class: its message could contain stored data.
      const problem = `the store failed at \`${method}\` (${nameOf(error)})`;
      this.#context.log("warn", `${problem}: sessions in memory stay usable`);
      return undefined;
    }
  }

  /**
   * Makes store calls that must succeed.
   *
   * @throws {StoreUnavailableError} when one fails or times out
   */
  async ask<Result>(
    operation: string,
    method: keyof WalletStore,
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.#within(work, STORE_TIMEOUT_MS);
    } catch (error) {
      // The cause is left out, because its message could contain stored data.
      throw new StoreUnavailableError(operation, method, nameOf(error));
    }
  }

  #within<Result>(work: () => Promise<Result>, timeoutMs: number): Promise<Result> {
    const respond = async (): Promise<Result> => {
      try {
        if (this.#undeleted.size > 0) await this.#deleteAgain();
        return await work();
      } finally {
        this.#isStalled = false;
      }
    };
    const timeoutError = () => {
      this.#isStalled = true;
      return new TimeoutError("the store did not respond in time", "total", timeoutMs, {});
    };
    return within({ timeoutMs, timeoutError, isBackground: true }, respond);
  }

  async #deleteAgain(): Promise<void> {
    const ids = [...this.#undeleted];
    await Promise.all(ids.map((id) => this.delete("sessions", id).catch(() => {})));
  }
}
