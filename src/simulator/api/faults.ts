import { distance } from "../../options/nearest";
import { notFound } from "../domain/problem";
import { faultRandomOf } from "../domain/world";
import type { World } from "../domain/world";
import { checkedFault, effectOf } from "../runtime/fault";
import type { ArmedFault, Fault, FaultKind } from "../runtime/fault";
import { anonymous, operationsByName } from "../runtime/operations";
import { msOf } from "../runtime/options/reader";
import type { Exchange } from "../runtime/recorder";
import { hasBody, withDefaultHeaders } from "../runtime/wire";
import type { WireResponse, WireResult } from "../runtime/wire";
import type { Route } from "./route";
import { fits, segmentsOf } from "./router";

/** The code that the service most often sends with a status. */
const FAULT_CODES: Readonly<Record<number, string>> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "REFERENCE_NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  409: "CONFLICT",
  410: "CUSTOMER_DELETED",
  412: "UNSUPPORTED_UMA_VERSION",
  423: "ACCOUNT_LOCKED",
  424: "PAYREQ_REQUEST_FAILED",
  429: "RATE_LIMITED",
  501: "NOT_IMPLEMENTED",
};

/** A fault that was added, and how often it will strike. */
export interface AddedFault {
  /** Names the fault in the admin API, for example `fault-1`. */
  id: string;
  /** The added fault. */
  fault: Fault;
  /** The remaining uses: 0 if it is used up, `Infinity` without a limit. */
  left: number;
  /** The number of matching calls that still pass first. */
  toSkip: number;
}

/** A call that a fault may hit. */
interface Target {
  method: string;
  path: string;
  template: string | undefined;
}

/** Reads `"quotes.create"`, `"POST /quotes"` or `"/quotes"`. Without a method, all methods match. Returns `undefined` for anything else. */
function readOperation(text: string) {
  const operation = operationsByName.get(text) ?? text;
  const [, method, path] = /^(?:([A-Z]+) )?(\/.*)$/.exec(operation) ?? [];
  return path === undefined ? undefined : { method, path };
}

function hits(
  { operation }: Pick<ArmedFault["fault"], "operation">,
  { method, path, template }: Target,
): boolean {
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

/** @throws {TypeError} when no operation has the name: it would match no call, and nobody would notice */
function requireServed(operation: string, routes: readonly Route[]): void {
  const wanted = readOperation(operation);
  const isServed = ({ method, template }: Route) =>
    (wanted?.method ?? method) === method && fits(segmentsOf(template), segmentsOf(wanted?.path ?? ""));
  if (routes.some(isServed)) return;
  const names = [...routes.map((route) => `${route.method} ${route.template}`), ...operationsByName.keys()];
  const spellingOf = (name: string) => (operation.startsWith("/") ? name.replace(/^[A-Z]+ /, "") : name);
  const [nearest] = names
    .map((name) => ({ name, edits: distance(spellingOf(name), operation) }))
    .sort((left, right) => left.edits - right.edits);
  throw new TypeError(
    `\`operation\`: the simulator serves no "${operation}". The nearest operation is "${nearest?.name ?? ""}"`,
  );
}

/** Selects the logged calls of an operation, by a name that a fault could have. */
export function callsOf(name: string, routes: readonly Route[]) {
  requireServed(name, routes);
  return ({ method, path, route }: Pick<Exchange, "method" | "path" | "route">) =>
    hits({ operation: name }, { method, path, template: route?.replace(/^\S+ /, "") });
}

/** Adds a fault to a world that serves these routes. */
export function addFault(world: World, given: Fault, routes: readonly Route[]): AddedFault {
  const { operation, times = Infinity, skip = 0, ...fault } = checkedFault(given);
  if (typeof operation === "string") requireServed(operation, routes);
  const isPattern = operation instanceof RegExp;
  world.counts.faults += 1;
  const armed: ArmedFault = {
    id: `fault-${world.counts.faults}`,
    fault: {
      ...fault,
      operation: isPattern ? { source: operation.source, flags: operation.flags } : operation,
      ...(times < Infinity && { times }),
      ...(skip > 0 && { skip }),
    },
    left: times < Infinity ? times : null,
    toSkip: Math.min(skip, Number.MAX_SAFE_INTEGER),
  };
  world.faults.push(armed);
  return shown(armed);
}

/** @throws {Problem} 404 when no fault has the id */
export function removeFault(world: World, id: string): void {
  if (!world.faults.some((fault) => fault.id === id)) throw notFound("Fault", id);
  world.faults = world.faults.filter((fault) => fault.id !== id);
}

/** The added faults without the removed ones, in the order of use. Includes used-up faults. */
export const listFaults = (world: World): AddedFault[] => world.faults.map(shown);

function shown({ id, fault, left, toSkip }: ArmedFault): AddedFault {
  const { operation } = fault;
  const isPattern = typeof operation === "object";
  return {
    id,
    fault: { ...fault, operation: isPattern ? new RegExp(operation.source, operation.flags) : operation },
    left: left ?? Infinity,
    toSkip,
  };
}

export function clearFaults(world: World): void {
  world.faults = [];
  world.faultRandom = faultRandomOf(world.options.seed);
}

/** The fault for this call. It counts as used. The seed alone decides which calls a `rate` selects. */
export function takeFault(world: World, target: Target): ArmedFault | undefined {
  for (const armed of world.faults) {
    if (armed.left === 0 || !hits(armed.fault, target)) continue;
    if (armed.toSkip > 0) {
      armed.toSkip -= 1;
      continue;
    }
    if (armed.fault.rate !== undefined && world.faultRandom.fraction() >= armed.fault.rate) continue;
    // The first response of a cache is right.
    const isRight = armed.fault.kind === "cached" && !armed.cached;
    if (armed.left !== null && !isRight) armed.left -= 1;
    return armed;
  }
  return undefined;
}

const defaultStatus: Partial<Record<FaultKind, number>> = { status: 503, html: 502, empty: 500 };

function replacement({ kind, retryAfter, headers = {}, ...fault }: ArmedFault["fault"]): WireResponse {
  const status = fault.status ?? defaultStatus[kind] ?? 500;
  const defaults = {
    ...(kind !== "empty" && { "Content-Type": kind === "html" ? "text/html" : "application/json" }),
    ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
  };
  const code = FAULT_CODES[status] ?? (status < 500 ? "INVALID_INPUT" : "INTERNAL_ERROR");
  const body =
    kind === "html"
      ? `<html><body><h1>${String(status)}</h1><p>The upstream server did not respond.</p></body></html>`
      : JSON.stringify({ status, code, message: "A fault that was asked for" });
  return {
    status,
    headers: withDefaultHeaders(headers, defaults),
    body: kind === "empty" || !hasBody(status) ? undefined : (fault.body ?? body),
  };
}

/** How the connection ends before the whole response is there. */
const ends: Partial<Record<FaultKind, WireResult["then"]>> = {
  "reset-after": "reset",
  "reset-body": "reset",
  "stall-headers": "stall",
  "stall-body": "stall",
  truncate: "end",
};

/** What arrives of a response. One without a body has no parts: it is lost, or comes whole. */
function received(response: WireResponse, { kind, delay }: ArmedFault["fault"]): WireResult {
  const then = ends[kind];
  const resume = then === "stall" && delay !== undefined && { resumeAfterMs: msOf(delay) };
  const isInBody = kind !== "reset-after" && kind !== "stall-headers" && response.body !== undefined;
  if (then && isInBody) return { response, then, ...resume };
  return !then || then === "end" || resume ? { response } : { then };
}

/** Executes a call with a fault. `act` lets the service act and returns its response. */
export async function underFault(
  armed: ArmedFault | undefined,
  act: () => Promise<WireResponse>,
): Promise<WireResult> {
  if (!armed) return { response: await act() };
  const fault = effectOf(armed.fault);
  switch (fault.kind) {
    case "refuse":
      return { then: "refuse" };
    case "reset-before":
      return { then: "reset" };
    case "status":
    case "html":
    case "empty":
      if (fault.after) await act();
      return { response: replacement(fault) };
    case "cached": {
      const { cached } = armed;
      const response = (armed.cached ??= await act());
      const headers = cached ? withDefaultHeaders({ Age: "60" }, cached.headers) : response.headers;
      return { response: { ...response, headers } };
    }
    default: {
      const response = await act();
      if (fault.kind === "duplicate") await act();
      return received(response, fault);
    }
  }
}
