import { LONGEST_TIMER_MS } from "./clock";
import { kindOf } from "./described";
import { OptionReader, wrongKind } from "./options/reader";

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

/** The kinds that put a response of their own in place of the service's, and what only they have a use for. */
const REPLACING = ["status", "html", "empty"];
const OF_REPLACING = ["status", "retryAfter", "headers", "after"] as const;

/** A path with or without a method, or an expression. Whether it names something is for the one who knows the routes. */
function checkOperation(read: OptionReader<Fault>): void {
  const operation = read.value("operation");
  if (operation === undefined || typeof operation === "string" || operation instanceof RegExp) return;
  throw wrongKind(read.path("operation"), `must be a text or a regular expression, got ${kindOf(operation)}`);
}

function checkResponse(read: OptionReader<Fault>): void {
  read.number(
    "status",
    500,
    (status) => Number.isInteger(status) && status >= 200 && status <= 599,
    "an HTTP status from 200 to 599",
  );
  const retryAfter = read.value("retryAfter");
  if (typeof retryAfter !== "string")
    read.number(
      "retryAfter",
      0,
      (seconds) => seconds >= 0 && seconds < Infinity,
      "seconds of at least 0, or a text",
    );
  const headers = read.value("headers");
  const isHeaders =
    headers === undefined ||
    (typeof headers === "object" &&
      !Array.isArray(headers) &&
      Object.values(headers as object).every((value) => typeof value === "string"));
  if (!isHeaders)
    throw wrongKind(read.path("headers"), `must be an object of names and texts, got ${kindOf(headers)}`);
  read.flag("after", false);
}

/**
 * A copy of a fault, checked. A fault that never strikes, or strikes otherwise than it was meant, lets a test pass that shows nothing.
 *
 * @throws {TypeError} when a field is not known, has a value of the wrong kind, or no use in a fault of this kind
 * @throws {RangeError} when a number is out of range
 */
export function checkedFault(given: unknown): Fault {
  const read = new OptionReader<Fault>(given, "fault");
  const kind = read.choice("kind", faultKinds, undefined);
  if (kind === undefined)
    throw wrongKind("fault.kind", `is missing: it must be one of ${faultKinds.join(", ")}`);
  checkOperation(read);
  read.count("times", Infinity);
  read.count("skip", 0);
  read.number("rate", 1, (rate) => rate >= 0 && rate <= 1, "a share from 0 to 1");
  read.number(
    "delayMs",
    0,
    (ms) => ms >= 0 && ms <= LONGEST_TIMER_MS,
    `milliseconds from 0 to ${LONGEST_TIMER_MS}`,
  );
  checkResponse(read);
  read.requireNoOthers();
  const useless = REPLACING.includes(kind)
    ? undefined
    : OF_REPLACING.find((name) => (read.value(name) ?? false) !== false);
  if (useless !== undefined)
    throw wrongKind(
      read.path(useless),
      `has no effect on a fault of the kind "${kind}", only on ${REPLACING.join(", ")}`,
    );
  const fields = Object.entries(given as object).filter(([, value]) => value != null);
  return Object.fromEntries(fields) as unknown as Fault;
}
