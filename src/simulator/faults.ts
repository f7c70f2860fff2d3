import type { Answer, Delivery } from "./answer";
import { SeededRandom } from "./random";

/**
 * How a call fails.
 *
 * | kind | what the client sees | did the service act? |
 * |---|---|---|
 * | `refuse` | the connection is refused (over HTTP: closed before any answer) | no |
 * | `reset-before` | the connection is reset | no |
 * | `reset-after` | the connection is reset | yes, the answer is lost |
 * | `stall-headers` | silence, or with `delayMs` an answer that comes so much later | yes |
 * | `stall-body` | the headers and half of the body, then silence (with `delayMs` the rest comes so much later) | yes |
 * | `reset-body` | the headers and half of the body, then a reset | yes |
 * | `truncate` | half of the body, cleanly ended: broken JSON | yes |
 * | `status` | `status` (default 503) with an error body, `Retry-After` when `retryAfter` is given | only with `after` |
 * | `html` | a proxy's HTML page with `status` (default 502) | only with `after` |
 * | `empty` | `status` (default 500) without a body | only with `after` |
 * | `duplicate` | the answer; the request was delivered twice | twice |
 * | `delay` | the answer, `delayMs` later | yes |
 */
export type FaultKind =
  | "refuse"
  | "reset-before"
  | "reset-after"
  | "stall-headers"
  | "stall-body"
  | "reset-body"
  | "truncate"
  | "status"
  | "html"
  | "empty"
  | "duplicate"
  | "delay";

/** Something that goes wrong on purpose: which calls it hits, how often, and how it shows. */
export interface Fault {
  kind: FaultKind;
  /**
   * The calls it hits: `"POST /quotes"`, `"GET /quotes/{quoteId}"`, `"/quotes"` for every method, or an expression that is
   * tested on `"POST /quotes"` (the method and the path relative to the base address). Default: every call.
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
  /** For `status`, `html`, `empty`: the service acts first, then its answer is replaced. Default false. */
  after?: boolean | undefined;
  /** Real milliseconds before the fault shows. Default 0. */
  delayMs?: number | undefined;
}

interface Armed {
  fault: Fault;
  left: number;
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

function hits({ operation }: Fault, { method, path, template }: FaultTarget): boolean {
  if (operation === undefined) return true;
  if (typeof operation !== "string")
    return new RegExp(operation.source, operation.flags.replace(/[gy]/g, "")).test(`${method} ${path}`);
  const [, wantedMethod, wantedPath] = /^(?:([A-Z]+) )?(\/.*)$/.exec(operation) ?? [];
  return (
    (wantedMethod === undefined || wantedMethod === method) &&
    (wantedPath === path || wantedPath === template)
  );
}

/** The ways in which calls are told to fail. Which calls a `rate` hits depends on the seed alone. */
export class Faults {
  readonly #random: SeededRandom;
  #armed: Armed[] = [];

  constructor(seed: string) {
    this.#random = new SeededRandom(`${seed}:faults`);
  }

  /**
   * Adds a fault; of several that match a call, the first added strikes. Returns its removal.
   *
   * @throws {TypeError | RangeError} when the operation or the rate cannot be meant.
   */
  add(fault: Fault): () => void {
    if (typeof fault.operation === "string" && !/^([A-Z]+ )?\//.test(fault.operation)) {
      throw new TypeError(
        `\`operation\` is a path with or without a method, such as "POST /quotes", got "${fault.operation}"`,
      );
    }
    if (fault.rate !== undefined && !(fault.rate >= 0 && fault.rate <= 1)) {
      throw new RangeError(`\`rate\` is a share from 0 to 1, got ${String(fault.rate)}`);
    }
    const armed = { fault: { ...fault }, left: fault.times ?? Infinity, toSkip: fault.skip ?? 0 };
    this.#armed.push(armed);
    return () => {
      this.#armed = this.#armed.filter((other) => other !== armed);
    };
  }

  /** Removes every fault and starts the seed's sequence again. */
  clear(): void {
    this.#armed = [];
    this.#random.reset();
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

function replacement(fault: Fault): Answer {
  const status = fault.status ?? defaultStatus[fault.kind] ?? 500;
  const headers: Record<string, string> = {
    ...(fault.retryAfter === undefined ? {} : { "Retry-After": String(fault.retryAfter) }),
    ...fault.headers,
  };
  if (fault.kind === "html") {
    return {
      status,
      headers: { "Content-Type": "text/html", ...headers },
      body: `<html><body><h1>${String(status)}</h1><p>The upstream server did not answer.</p></body></html>`,
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

/** Carries a call out under a fault. `act` lets the service act and gives its answer. */
export async function deliver(fault: Fault | undefined, act: () => Promise<Answer>): Promise<Delivery> {
  switch (fault?.kind) {
    case "refuse":
      return { kind: "refused" };
    case "reset-before":
      return { kind: "reset" };
    case "reset-after":
      await act();
      return { kind: "reset" };
    case "stall-headers": {
      const answer = await act();
      return fault.delayMs === undefined ? { kind: "stall" } : { kind: "answer", answer };
    }
    case "stall-body": {
      const resume = fault.delayMs === undefined ? {} : { resumeAfterMs: fault.delayMs };
      return { kind: "partial", answer: await act(), then: "stall", ...resume };
    }
    case "reset-body":
      return { kind: "partial", answer: await act(), then: "reset" };
    case "truncate":
      return { kind: "partial", answer: await act(), then: "end" };
    case "status":
    case "html":
    case "empty":
      if (fault.after) await act();
      return { kind: "answer", answer: replacement(fault) };
    case "duplicate": {
      const answer = await act();
      await act();
      return { kind: "answer", answer };
    }
    case "delay":
    case undefined:
      return { kind: "answer", answer: await act() };
  }
}
