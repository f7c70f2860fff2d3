import { fieldOf } from "../core/fields";
import * as kinds from "../options/kinds";
import type { Kind, Kinds } from "../options/kinds";
import type { FailureRecord } from "./failure-record";
import type { ListedPayment, Looked, PaymentHistory, PaymentTry, TryEnding } from "./history";

/** The milliseconds of a time, or `NaN`. */
export const timeOf = (value: string | null | undefined) => Date.parse(value ?? "");

const ZONED = /:.*(?:Z|[+-]\d\d(?::?\d\d)?)$/i;
/** Without a zone, a time would be local, and the end of summer time would add an hour between two tries. */
const time = kinds.rule(
  "must be a time with its zone, such as 2026-11-26T09:00:00Z",
  (value) => typeof value === "string" && ZONED.test(value) && !Number.isNaN(timeOf(value)),
);

/** An object with these fields, among others. A table may keep an absent value as `null`. */
function row<Row extends object>(fields: Partial<Kinds<Row>>): Kind {
  const entries = Object.entries<Kind>(fields as Record<string, Kind>);
  return (value, path) => {
    let problem = kinds.object(value, path);
    for (const [name, kind] of entries) {
      const field = fieldOf(value, name) ?? undefined;
      if (field !== undefined || kind.isRequired) problem ??= kind(field, `${path}.${name}`);
    }
    return problem;
  };
}

const error = row<FailureRecord>({
  status: kinds.integer(100),
  retryAfter: kinds.numberFrom("a number", 0, Infinity),
  quoteStatus: kinds.text,
  id: kinds.text,
});
const result = row<{ id: string }>({ id: kinds.text });
const tries = row<PaymentTry>({
  key: kinds.required(kinds.integer(1)),
  at: kinds.required(time),
  request: kinds.oneOf("payment", "payee", "look-up"),
  ended: row<TryEnding>({ at: kinds.required(time), result, error }),
});
const listed = row<ListedPayment>({
  id: kinds.required(kinds.text),
  createdAt: kinds.required(kinds.anyText),
  isClaimed: kinds.required(kinds.flag),
});
const looked = row<Looked>({
  at: kinds.required(time),
  listed: kinds.listOf(listed),
  equalOpen: kinds.integer(0),
  quoteStatus: kinds.text,
});
const history = row<PaymentHistory>({
  tries: kinds.required(kinds.listOf(tries)),
  looked,
  continuedAt: time,
});

/** Why a history cannot be read, if it cannot. */
export function problemOf(given: PaymentHistory): string | undefined {
  const problem = history(given, "history");
  if (problem !== undefined) return kinds.messageOf(problem);
  const index = given.tries.findIndex(({ key }, place) => key < (given.tries[place - 1]?.key ?? key));
  return index < 0 ? undefined : `\`history.tries[${index}].key\` must never fall`;
}
