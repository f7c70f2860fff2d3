import { randomUUID } from "node:crypto";
import { Simulator } from "../src/simulator/index";
import type { SimulatorOptions } from "../src/simulator/index";

/** The fields of the service's bodies that a measurement needs. */
export interface Body {
  id: string;
  data: Body[];
  nextCursor?: string;
  totalCount: number;
}

interface StoredTransaction {
  id: string;
  reference?: string;
  createdAt: string;
  updatedAt: string;
}

const CUSTOMERS = 10;

/** A simulator with customers who each have a bank account and enough money. */
export class SimulatorWorld {
  simulator: Simulator;
  readonly #options: SimulatorOptions;
  readonly customers: { id: string; internal: string; external: string }[] = [];
  readonly #headers: Record<string, string>;
  /** The number made by calls. */
  transfers = 0;

  constructor(options: SimulatorOptions = {}) {
    this.#options = { now: "2026-01-01T00:00:00Z", ...options };
    this.simulator = new Simulator(this.#options);
    const { clientId, clientSecret } = this.simulator.clientOptions();
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    this.#headers = { authorization: `Basic ${credentials}`, "content-type": "application/json" };
  }

  /** Accepts any status, because some operations are refused on purpose. */
  async call(method: string, path: string, body?: unknown): Promise<Body> {
    const { baseUrl, fetch } = this.simulator.clientOptions();
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(baseUrl + path, { method, headers: this.#headers, ...sent });
    return (await response.json()) as Body;
  }

  async open(): Promise<this> {
    for (let index = 0; index < CUSTOMERS; index += 1) {
      const { id } = await this.call("POST", "/customers", {
        customerType: "INDIVIDUAL",
        currencies: ["USD"],
      });
      const accounts = await this.call(
        "GET",
        `/customers/internal-accounts?customerId=${id}&type=INTERNAL_FIAT`,
      );
      const internal = accounts.data[0]?.id ?? "";
      const external = await this.call("POST", "/customers/external-accounts", {
        customerId: id,
        currency: "USD",
        accountInfo: {
          accountType: "USD_ACCOUNT",
          // Every tenth account refuses payments.
          accountNumber: index % 10 === 0 ? "123456002" : "123456000",
          routingNumber: "021000021",
          beneficiary: {
            beneficiaryType: "INDIVIDUAL",
            fullName: "Ada Lovelace",
            birthDate: "1990-12-10",
            nationality: "US",
          },
        },
      });
      await this.call("POST", `/sandbox/internal-accounts/${internal}/fund`, { amount: 1_000_000_000 });
      this.customers.push({ id, internal, external: external.id });
    }
    return this;
  }

  /** Sends money back and forth, with a transfer every tenth of a second. */
  async transfer(): Promise<void> {
    const { internal, external } = this.customers[this.transfers % CUSTOMERS] ?? {
      internal: "",
      external: "",
    };
    const [source, destination] = this.transfers % 2 === 0 ? [external, internal] : [internal, external];
    await this.call("POST", this.transfers % 2 === 0 ? "/transfer-in" : "/transfer-out", {
      source: { accountId: source },
      destination: { accountId: destination },
      amount: 100,
    });
    this.transfers += 1;
    await this.simulator.clock.advance(100);
  }

  /**
   * A simulator with this many transactions: copies of the existing ones, each with a new id, reference and time. A million calls
   * would take most of an hour.
   */
  growTo(size: number): void {
    const snapshot = this.simulator.snapshot();
    const stored = snapshot.world["transactions"] as StoredTransaction[];
    const texts = stored.map((record) => JSON.stringify(record));
    let nowMs = this.simulator.clock.now();
    while (stored.length < size) {
      const record = JSON.parse(texts[stored.length % texts.length] ?? "") as StoredTransaction;
      nowMs += 100;
      record.id = `Transaction:${randomUUID()}`;
      if (record.reference !== undefined) record.reference = `REF-${stored.length.toString(36)}`;
      record.createdAt = new Date(nowMs).toISOString();
      record.updatedAt = new Date(nowMs).toISOString();
      stored.push(record);
    }
    snapshot.world["clock"] = { nowMs, aheadMs: 0, stands: true };
    this.simulator = Simulator.restore(snapshot, this.#options);
  }
}

/** The average processor time of a run, in milliseconds, without other work of the machine. */
export async function cost(runs: number, run: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  for (let count = 0; count < runs; count += 1) await run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / runs;
}

/** The heap after a collection, in bytes. */
export function heapUsed(): number {
  if (globalThis.gc === undefined) throw new Error("run with --expose-gc");
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
