import { checkedFault } from "./fault";
import type { Fault, FaultKind } from "./fault";
import { nearestOperation, servesOperation } from "./operations";
import type { Operation } from "./operations";
import { SeededRandom } from "./random";
import { listOf, numberOf, recordOf } from "./saved";
import type { Stateful } from "./state";
import type { WireResponse, WireResult } from "./wire";

interface Armed {
  /** Unlike that of every other fault, also of removed ones. */
  id: number;
  fault: Fault;
  left: number;
  toSkip: number;
}

/** A fault that was added, and how often it will strike. */
export interface AddedFault {
  /** For `remove`. */
  id: number;
  /** What was added. */
  fault: Fault;
  /** How often it still strikes: 0 when it is used up, `Infinity` without a limit. */
  left: number;
  /** How many matching calls it still lets pass first. */
  toSkip: number;
}

/** One call, for matching. */
export interface FaultTarget {
  method: string;
  /** The path relative to the base address, decoded. */
  path: string;
  /** The template of the route, when there is one. */
  template: string | undefined;
}

/** A template without the names of its parameters, which a fault need not know. */
const anonymous = (template: string): string => template.replaceAll(/\{\w+\}/g, "{}");

function hits({ operation }: Fault, { method, path, template }: FaultTarget): boolean {
  if (operation === undefined) return true;
  if (typeof operation !== "string")
    return new RegExp(operation.source, operation.flags.replace(/[gy]/g, "")).test(`${method} ${path}`);
  const wanted = readOperation(operation);
  return (
    wanted !== undefined &&
    (wanted.method === undefined || wanted.method === method) &&
    (wanted.path === path || (template !== undefined && anonymous(wanted.path) === anonymous(template)))
  );
}

/** Splits `"POST /quotes"` or `"/quotes"`; `undefined` for anything else. */
function readOperation(operation: string): { method: string | undefined; path: string } | undefined {
  const [, method, path] = /^(?:([A-Z]+) )?(\/.*)$/.exec(operation) ?? [];
  return path === undefined ? undefined : { method, path };
}

/** The ways in which calls are told to fail. Which calls a `rate` hits depends on the seed alone. */
export class Faults implements Stateful {
  readonly #random: SeededRandom;
  readonly #operations: () => readonly Operation[];
  #armed: Armed[] = [];
  #count = 0;

  /** @param operations every operation that is served now, custom routes included. */
  constructor(seed: string, operations: () => readonly Operation[]) {
    this.#random = new SeededRandom(`${seed}:faults`);
    this.#operations = operations;
  }

  /**
   * Adds a fault; of several that match a call, the first added strikes. Returns its removal.
   *
   * @throws {TypeError} when a field is not known, has a value of the wrong kind, or has no effect on this kind of fault; when
   * `operation` names nothing that the simulator serves: add a custom route before its faults.
   * @throws {RangeError} when a number is out of range.
   */
  add(fault: Fault): () => void {
    const checked = checkedFault(fault);
    if (typeof checked.operation === "string") this.#requireServed(checked.operation);
    this.#count += 1;
    const id = this.#count;
    this.#armed.push({ id, fault: checked, left: checked.times ?? Infinity, toSkip: checked.skip ?? 0 });
    return () => {
      this.remove(id);
    };
  }

  /** The faults that were added and not removed, in the order in which they strike; used-up ones, too. */
  get list(): readonly AddedFault[] {
    return this.#armed.map((armed) => ({ ...armed, fault: { ...armed.fault } }));
  }

  /** Removes a fault of `list`; nothing happens when it is not there any more. */
  remove(id: number): void {
    this.#armed = this.#armed.filter((armed) => armed.id !== id);
  }

  /** The operations that a fault can name, such as `POST /quotes/{quoteId}/execute`. */
  get operations(): readonly string[] {
    return this.#operations().map(({ method, template }) => `${method} ${template}`);
  }

  /** Removes every fault and starts the seed's sequence again. */
  clear(): void {
    this.#armed = [];
    this.#count = 0;
    this.#random.reset();
  }

  /** For snapshots. */
  save(): unknown {
    return { random: this.#random.save(), armed: this.#armed, count: this.#count };
  }

  /** For snapshots. The operations are not checked again: a custom route may be added after them. */
  load(saved: unknown): void {
    const { random, armed, count } = recordOf(saved);
    this.#random.load(random);
    this.#armed = listOf(armed) as Armed[];
    this.#count = numberOf(count);
  }

  #requireServed(operation: string): void {
    const wanted = readOperation(operation);
    if (wanted === undefined) {
      throw new TypeError(
        `\`operation\` must be a path with or without a method, such as "POST /quotes", got "${operation}"`,
      );
    }
    const operations = this.#operations();
    if (operations.some((served) => servesOperation(served, wanted))) return;
    throw new TypeError(
      `\`operation\`: the simulator serves no "${operation}", so the fault would never strike. ` +
        `The nearest operation is "${nearestOperation(operations, operation)}"`,
    );
  }

  /** The fault that strikes this call; it counts as used. */
  take(target: FaultTarget): Fault | undefined {
    for (const armed of this.#armed) {
      if (armed.left <= 0 || !hits(armed.fault, target)) continue;
      if (armed.toSkip > 0) {
        armed.toSkip -= 1;
        continue;
      }
      if (armed.fault.rate !== undefined && this.#random.fraction() >= armed.fault.rate) continue;
      armed.left -= 1;
      return armed.fault;
    }
    return undefined;
  }
}

const defaultStatus: Partial<Record<FaultKind, number>> = { status: 503, html: 502, empty: 500 };

function replacement(fault: Fault): WireResponse {
  const status = fault.status ?? defaultStatus[fault.kind] ?? 500;
  const headers: Record<string, string> = {
    ...(fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) }),
    ...fault.headers,
  };
  if (fault.kind === "html") {
    return {
      status,
      headers: { "Content-Type": "text/html", ...headers },
      body: `<html><body><h1>${String(status)}</h1><p>The upstream server did not respond.</p></body></html>`,
    };
  }
  if (fault.kind === "empty") return { status, headers, body: undefined };
  const code = status === 429 ? "RATE_LIMITED" : "INTERNAL_ERROR";
  return {
    status,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ status, code, message: "A fault that was asked for" }),
  };
}

/** Carries a call out under a fault. `act` lets the service act and gives its response. */
export async function underFault(
  fault: Fault | undefined,
  act: () => Promise<WireResponse>,
): Promise<WireResult> {
  switch (fault?.kind) {
    case "refuse":
      return { kind: "refused" };
    case "reset-before":
      return { kind: "reset" };
    case "reset-after":
      await act();
      return { kind: "reset" };
    case "stall-headers": {
      const response = await act();
      return fault.delayMs === undefined ? { kind: "stall" } : { kind: "response", response };
    }
    case "stall-body": {
      const resume = fault.delayMs === undefined ? {} : { resumeAfterMs: fault.delayMs };
      return { kind: "partial", response: await act(), then: "stall", ...resume };
    }
    case "reset-body":
      return { kind: "partial", response: await act(), then: "reset" };
    case "truncate":
      return { kind: "partial", response: await act(), then: "end" };
    case "status":
    case "html":
    case "empty":
      if (fault.after) await act();
      return { kind: "response", response: replacement(fault) };
    case "duplicate": {
      const response = await act();
      await act();
      return { kind: "response", response };
    }
    case "delay":
    case undefined:
      return { kind: "response", response: await act() };
  }
}
