import { anyText, flag, isObject, kind, numberThat, oneOf, required, rule } from "../../options/kinds";
import type { Kind, Kinds } from "../../options/kinds";
import { nearest } from "../../options/nearest";
import { gatewayFaults, gatewayNames } from "./gateways";
import { present } from "./present";
import type { GatewayName } from "./gateways";
import type { HttpOperation, OperationName } from "./operations";
import { withDefaultHeaders } from "./wire";
import type { WireResponse } from "./wire";
import { count, countFrom, readSimulatorOptions, realDuration, wrongKind } from "./options/reader";

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
  "cached",
] as const;

/**
 * How a call fails.
 *
 * | kind | what the client sees | did the service act? |
 * |---|---|---|
 * | `refuse` | the connection is refused (over HTTP: closed before any response) | no |
 * | `reset-before` | the connection is reset | no |
 * | `reset-after` | the connection is reset | yes, the response is lost |
 * | `stall-headers` | silence, or with `delay` a response that comes so much later | yes |
 * | `stall-body` | the headers and half of the body, then silence (with `delay` the rest comes so much later) | yes |
 * | `reset-body` | the headers and half of the body, then a reset | yes |
 * | `truncate` | half of the body, cleanly ended: broken JSON | yes |
 * | `status` | `status` (default 503) with an error body, `Retry-After` when `retryAfter` is given | only with `after` |
 * | `html` | a proxy's HTML page with `status` (default 502) | only with `after` |
 * | `empty` | `status` (default 500) without a body | only with `after` |
 * | `duplicate` | the response; the request arrived twice | twice |
 * | `delay` | the response, `delay` later | yes |
 * | `cached` | the first call's response again, with `Age`, as a cache gives it to every path alike | the first time only |
 *
 * The name of a gateway, such as `kong`, is a kind, too: the response that this gateway sends when it gives up.
 */
export type FaultKind = (typeof faultKinds)[number] | GatewayName;

/** Something that goes wrong on purpose: which calls it hits, how often, and how it shows. */
export interface Fault {
  /** How the call fails. */
  kind: FaultKind;
  /**
   * The calls that it hits. Default: every call.
   *
   * - The name of a client method: `"quotes.create"`.
   * - A method and a path or template: `"POST /quotes"`, `"GET /quotes/{quoteId}"`.
   * - A path or template for every method: `"/quotes"`.
   * - A regular expression, tested on texts such as `"POST /quotes"`.
   *
   * A string must name something that the simulator serves, custom routes included.
   */
  operation?: OperationName | HttpOperation | (string & {}) | RegExp | undefined;
  /** How often it strikes before it is used up, at least once. Default: no limit. */
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
  /** For `status`, `html`: the body of the response, as sent. */
  body?: string | undefined;
  /** For `status`, `html`, `empty`: the service acts first, then its response is replaced. Default false. */
  after?: boolean | undefined;
  /** The real time before the fault shows: milliseconds, or a string such as `"2s"`. Default 0. */
  delay?: number | string | undefined;
}

/** The kinds that put a response of their own in place of the service's, and what only they have a use for. */
const REPLACING: readonly FaultKind[] = ["status", "html", "empty", ...gatewayNames];
const OF_REPLACING = ["status", "retryAfter", "headers", "body", "after"] as const;

/** The kinds of fault, gateways included. */
export const kindNames: readonly FaultKind[] = [...faultKinds, ...gatewayNames];

/** The kind of a fault. A misspelt one gets the nearest. */
const kindOfFault: Kind = (value, path) => {
  const problem = oneOf(...kindNames)(value, path);
  const meant = problem && typeof value === "string" ? nearest(value, kindNames) : undefined;
  return problem && meant ? { path, message: `${problem.message}. Did you mean ${meant}?` } : problem;
};

/** Known fields. The compiler keeps this list complete. */
export const faultOptions: Kinds<Fault> = {
  kind: required(kindOfFault),
  // Whether it names an operation is checked by those who know the routes.
  operation: kind(
    "a string or a regular expression",
    (value) => typeof value === "string" || value instanceof RegExp,
  ),
  times: countFrom(1),
  skip: count,
  rate: numberThat("a share from 0 to 1", (rate) => rate >= 0 && rate <= 1),
  status: numberThat(
    "an HTTP status from 200 to 599",
    (status) => Number.isInteger(status) && status >= 200 && status <= 599,
  ),
  retryAfter: (value, path) => (typeof value === "string" ? headerText(value, path) : seconds(value, path)),
  headers: kind(
    "an object of header names and strings",
    (value) => isObject(value) && Object.entries(value).every(([name, text]) => isHeader(name, text)),
  ),
  body: anyText,
  after: flag,
  delay: realDuration,
};

/** Whether a response can carry a header (RFC 9110, section 5). A transport cuts the connection for any other. */
function isHeader(name: string, value: unknown): boolean {
  const isName = /^[\w!#$%&'*+.^`|~-]+$/.test(name);
  return isName && typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

const headerText = rule("must be the text of a header", (value) => isHeader("Retry-After", value));

const seconds = numberThat("seconds of at least 0, or a string", (value) => value >= 0 && value < Infinity);

/** A checked copy of a fault. One that never strikes would let a test pass that shows nothing. */
export function checkedFault(given: unknown): Fault {
  const fault = readSimulatorOptions<Fault>(given as Fault, faultOptions, "fault");
  const { kind: ofKind } = fault;
  for (const name of OF_REPLACING) {
    const takers = REPLACING.filter((one) => one !== "empty" || name !== "body");
    if ((fault[name] ?? false) === false || takers.includes(ofKind)) continue;
    const rule = `has no effect on a fault of the kind "${ofKind}", only on ${takers.join(", ")}`;
    throw wrongKind(`fault.${name}`, rule);
  }
  if (ofKind === "delay" && fault.delay === undefined)
    throw wrongKind("fault.delay", 'is required by a fault of the kind "delay"');
  return fault;
}

/** A fault in the world, as plain data. */
export interface ArmedFault {
  id: string;
  fault: Omit<Fault, "operation"> & { operation?: string | { source: string; flags: string } | undefined };
  /** How often it still strikes; `null` without a limit. */
  left: number | null;
  toSkip: number;
  /** The first response of a fault of the kind `cached`. */
  cached?: WireResponse;
}

/** What a fault does: that of a gateway replaces the response. */
export function effectOf({ kind, ...fault }: ArmedFault["fault"]): ArmedFault["fault"] {
  if (!Object.hasOwn(gatewayFaults, kind)) return { kind, ...fault };
  const gateway = gatewayFaults[kind as GatewayName];
  return {
    ...gateway,
    ...present(fault),
    kind: "status",
    headers: withDefaultHeaders(fault.headers ?? {}, gateway.headers),
  };
}
