import assert from "node:assert/strict";
import fc from "fast-check";
import {
  isApiError,
  Page,
  PaginationError,
  ResponseValidationError,
  UnrelatedResponseError,
} from "payments-sdk";
import { CLIENT_ID, CLIENT_SECRET, createClient } from "../../core/client";
import type { WireCase } from "../../resources/wire";
import { cases } from "../../resources/wire-cases";
import { wrongAmounts } from "../amounts";
import { endingOf, requireNoSecret, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import type { Mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddText } from "../values";

const HEADER_SECRET = "tenant-secret-5d2c";
/** What must never be shown. The stamp and the code are in the wire cases of the calls that send them. */
const SECRETS = [CLIENT_SECRET, btoa(`${CLIENT_ID}:${CLIENT_SECRET}`), HEADER_SECRET];

/** A service that repeats what it was sent, secrets included. */
const echoes = SECRETS.flatMap((secret) => [
  secret,
  `Basic ${secret}`,
  `x ${secret} y`,
  `{"token":"${secret}"}`,
]);

/** The parts of a response other than its JSON. */
interface Envelope {
  readonly status: number | undefined;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Cuts the text there, or puts something before or behind it. */
  readonly text: (json: string) => string;
}

const headerText = fc.oneof(
  oddText.filter((text) => text.length < 2_000 && /^[\t\x20-\x7e\x80-\xff]*$/.test(text)),
  fc.constantFrom(...echoes.filter((text) => !text.startsWith("{"))),
);
const dates = fc.constantFrom(
  "Mon, 27 Apr 2026 12:00:00 GMT",
  "Mon, 27 Apr 275761 12:00:00 GMT",
  "-271821-04-20T00:00:00Z",
  "0",
  "1e400",
  "Infinity",
  "Thu, 01 Jan 1970 00:00:00 GMT",
);
const headers = fc.record(
  {
    date: fc.oneof(dates, headerText),
    "retry-after": fc.oneof(
      dates,
      headerText,
      fc.constantFrom("0", "1", "0.001", "99999999999", "-1", "1e999", "9".repeat(400)),
    ),
    "x-request-id": headerText,
    "request-id": headerText,
    sunset: fc.oneof(dates, headerText),
    deprecation: headerText,
    "content-length": fc.constantFrom("0", "5", "99999999999999999999", "x"),
    "x-ratelimit-remaining": headerText,
  },
  { requiredKeys: [] },
);

const texts: fc.Arbitrary<Envelope["text"]> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((json: string) => json) },
  { weight: 1, arbitrary: fc.nat(400).map((end) => (json: string) => json.slice(0, end)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      (json: string) => `\ufeff${json}`,
      (json: string) => ` \n${json}\r\n`,
      (json: string) => `${json}${json}`,
      (json: string) => `<html>${json}`,
      (json: string) => `)]}',\n${json}`,
      (json: string) => JSON.stringify(json),
      () => "",
      () => "null",
      () => "NaN",
    ),
  },
);

const envelope: fc.Arbitrary<Envelope> = fc.record({
  status: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        ...[200, 201, 202, 203, 206, 226, 299, 300, 302, 304, 399],
        ...[
          400, 401, 403, 404, 408, 409, 410, 413, 418, 422, 425, 429, 451, 499, 500, 501, 502, 503, 504, 520,
          599,
        ],
      ),
    },
  ),
  contentType: fc.constantFrom(
    "application/json",
    "application/problem+json",
    "text/html",
    "",
    "application/json; charset=latin1",
  ),
  headers,
  text: texts,
});

function responseOf(
  { status = 200 }: WireCase,
  json: string,
  given: Envelope,
): { response: Response; text: string } {
  const text = given.text(json);
  const sent = given.status ?? status;
  const withoutBody = sent === 204 || sent === 304;
  const all = { ...(given.contentType !== "" && { "content-type": given.contentType }), ...given.headers };
  const response = new Response(withoutBody ? null : text, { status: sent, headers: all });
  // A reader of bytes drops the mark at the beginning (Encoding standard, "UTF-8 decode").
  return { response, text: withoutBody ? "" : text.replace(/^\ufeff/, "") };
}

/** What the response says about the effect of a call that changes something. */
function requireOutcome(
  wire: WireCase,
  status: number,
  text: string,
  retryAfter: string | null,
  error: { outcome: string },
): void {
  const isChallenge = status === 202 && text.includes("payloadToSign");
  if (wire.request.startsWith("GET ") || isChallenge) return;
  if (status >= 200 && status < 300) {
    assert.notEqual(
      error.outcome,
      "not-executed",
      `a success with the status ${status} cannot count as not executed`,
    );
  }
  if (status >= 500 && !(status === 503 && retryAfter !== null)) {
    assert.equal(error.outcome, "unknown", `after the status ${status} nobody knows`);
  }
  if (error instanceof UnrelatedResponseError) assert.equal(error.outcome, "unknown");
}

/** A page in the form of the response: its own fields about paging are not those of the wire. */
function wireOf({ data }: Page<unknown>, body: unknown): unknown {
  return Array.isArray(body) ? data : { ...(body as object), data };
}

interface Case {
  readonly wire: WireCase;
  readonly mutations: readonly Mutation[];
  readonly envelope: Envelope;
  readonly validation: "lenient" | "strict" | "off";
}

/** After any response, a call resolves to its contents, or rejects with an error of this package. */
async function holds({ wire, mutations, envelope: given, validation }: Case): Promise<void> {
  const { response, text } = responseOf(wire, mutated(wire.response ?? {}, mutations).text, given);
  const { status, headers: sent } = response;
  const retryAfter = sent.get("retry-after");
  let reported = 0;
  const payments = createClient({
    fetch: () => Promise.resolve(response),
    validation,
    maxRetries: 0,
    headers: { "x-tenant": HEADER_SECRET },
    hooks: { onResponseMismatch: () => (reported += 1) },
  });
  const ending = await endingOf(() => wire.call(payments));
  if ("error" in ending) {
    const { error } = ending;
    requirePaymentsError(error);
    requireOutcome(wire, status, text, retryAfter, error);
    requireNoSecret(error, SECRETS);
    if (isApiError(error)) {
      assert.equal(error.status, status);
      assert.ok(
        error.retryAfter === undefined || (Number.isFinite(error.retryAfter) && error.retryAfter >= 0),
      );
    } else if (!(error instanceof PaginationError) && error instanceof ResponseValidationError) {
      assert.ok(error.issues.length > 0, "an error without an issue");
    }
    return;
  }
  const { value } = ending;
  assert.ok(status >= 200 && status < 300, `the status ${status} was delivered as a success`);
  // Only a 204, or a challenge to sign, says that something is gone.
  if (wire.response === undefined)
    assert.ok(status === 204 || status === 202, `${status} counted as a deletion`);
  if ("result" in wire || text === "") return;
  const wrong = wrongAmounts(text, value instanceof Page ? wireOf(value, JSON.parse(text)) : value);
  // A fraction is delivered only with a report, or with `validation` off.
  // A challenge has no amount, and is not checked for one.
  const isChecked =
    status !== 202 && (validation === "strict" || (validation === "lenient" && reported === 0));
  if (isChecked) assert.deepEqual(wrong, []);
  const inexact = wrong.filter((line) => !/: -?\d+(?:\.\d+)?(?:[eE]-?\d+)? /.test(line));
  assert.deepEqual(inexact, []);
  if (validation === "strict" && status !== 202) requireFields(wire, value);
}

/** In strict mode, all required fields exist. */
function requireFields({ missing }: WireCase, value: unknown): void {
  const rows = value instanceof Page ? value.data : [value];
  for (const row of rows) {
    for (const name of missing) {
      if (value instanceof Page && name === "hasMore") continue;
      const field: unknown = Reflect.get(Object(row) as object, name);
      assert.ok(field !== undefined && field !== null, `strict mode delivered a result without ${name}`);
    }
  }
}

export const responses: FuzzProperty = defineProperty(
  "a mutated response of any operation",
  60,
  fc.record({
    wire: fc
      .constantFrom(...cases)
      .map((wire) => Object.assign(wire, { [fc.toStringMethod]: () => `${wire.name} ${wire.request}` })),
    mutations: fc.array(mutation(echoes), { minLength: 1, maxLength: 4 }),
    envelope,
    validation: fc.constantFrom("lenient" as const, "strict" as const, "off" as const),
  }),
  holds,
);
