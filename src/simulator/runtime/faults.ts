import { nearestOperation, servesOperation } from "./operations";
import type { Operation } from "./operations";
import { SeededRandom } from "./random";
import { listOf, numberOf, recordOf } from "./saved";
import type { Stateful } from "./state";
import type { WireResponse, WireResult } from "./wire";

/** Every kind of fault. */
export const faultKinds = [
  "refuse",
  "reset-before",
  "reset-after",
  "stall-headers",
  "stall-body",
  "reset-body",
  "truncate",
  "status",
  "html",
  "empty",
  "duplicate",
  "delay",
] as const;

/**
 * How a call fails.
 *
 * | kind | what the client sees | did the service act? |
 * |---|---|---|
 * | `refuse` | the connection is refused (over HTTP: closed before any response) | no |
 * | `reset-before` | the connection is reset | no |
 * | `reset-after` | the connection is reset | yes, the response is lost |
 * | `stall-headers` | silence, or with `delayMs` a response that comes so much later | yes |
 * | `stall-body` | the headers and half of the body, then silence (with `delayMs` the rest comes so much later) | yes |
 * | `reset-body` | the headers and half of the body, then a reset | yes |
 * | `truncate` | half of the body, cleanly ended: broken JSON | yes |
 * | `status` | `status` (default 503) with an error body, `Retry-After` when `retryAfter` is given | only with `after` |
 * | `html` | a proxy's HTML page with `status` (default 502) | only with `after` |
 * | `empty` | `status` (default 500) without a body | only with `after` |
 * | `duplicate` | the response; the request arrived twice | twice |
 * | `delay` | the response, `delayMs` later | yes |
 */
export type FaultKind = (typeof faultKinds)[number];

/** Something that goes wrong on purpose: which calls it hits, how often, and how it shows. */
export interface Fault {
  /** How the call fails. */
  kind: FaultKind;
  /**
   * The calls it hits: `"POST /quotes"`, `"GET /quotes/{quoteId}"`, `"/quotes"` for every method, or an expression that is
   * tested on `"POST /quotes"` (the method and the path relative to the base address). Default: every call. A text must
   * name something that the simulator serves, custom routes included; whether an expression ever fits is not checked.
   */
  operation?: string | RegExp | undefined;
  /** How often it strikes before it is used up. Default: no limit. */
  times?: number | undefined;
  /** How many matching calls it lets pass first. Default 0. */
  skip?: number | undefined;
  /** The share of matching calls it hits, 0 to 1, decided by the seed. Default 1. */
  rate?: number | undefined;
  /** For `status`, `html`, `empty`: the HTTP status. */
  status?: number | undefined;
  /** For `status`, `html`, `empty`: the `Retry-After` header, in seconds or as sent. */
  retryAfter?: number | string | undefined;
  /** For `status`, `html`, `empty`: more headers, for example `Location`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** For `status`, `html`, `empty`: the service acts first, then its response is replaced. Default false. */
  after?: boolean | undefined;
  /** Real milliseconds before the fault shows. Default 0. */
  delayMs?: number | undefined;
}

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
   * @throws {TypeError} when `operation` has the wrong form, or names nothing that the simulator serves: add a custom route
   * before its faults.
   * @throws {RangeError} when `rate` is not a share from 0 to 1.
   */
  add(fault: Fault): () => void {
    if (typeof fault.operation === "string") this.#requireServed(fault.operation);
    if (fault.rate !== undefined && !(fault.rate >= 0 && fault.rate <= 1)) {
      throw new RangeError(`\`rate\` must be a share from 0 to 1, got ${String(fault.rate)}`);
    }
    this.#count += 1;
    const id = this.#count;
    this.#armed.push({ id, fault: { ...fault }, left: fault.times ?? Infinity, toSkip: fault.skip ?? 0 });
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
