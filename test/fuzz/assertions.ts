import assert from "node:assert/strict";
import { inspect } from "node:util";
import { isPaymentsError, PaymentsError } from "payments-sdk";

/** How something ended: with a value, or with an error. */
export type Ending = { readonly value: unknown } | { readonly error: unknown };

/** Runs work that may throw, at once or later. */
export async function endingOf(work: () => unknown): Promise<Ending> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error };
  }
}

const OUTCOMES = ["not-executed", "executed", "unknown"];

/** An error of this package with a message, a code and an outcome, and not one of the language. */
export function requirePaymentsError(error: unknown): asserts error is PaymentsError {
  if (!(error instanceof PaymentsError) || !isPaymentsError(error)) {
    const shown = error instanceof Error ? error.stack : inspect(error);
    assert.fail(`expected an error of this package, got ${String(shown)}`);
  }
  assert.ok(error.message.length > 0, "an error without a message");
  assert.ok(error.code !== "", "an error without a code");
  assert.ok(OUTCOMES.includes(error.outcome), `the outcome ${String(error.outcome)}`);
}

/** What an engine says of a defect, as no message of this package does. */
const ENGINE =
  /^Cannot (?:read|set|convert|perform|destructure|mix|access)|is not (?:a function|iterable|a constructor|extensible)|Invalid array length|call stack|is not defined|object null is not|undefined is not|Reduce of empty/;

/** The text of an error is our own, and not the engine's. */
export function requireNoEngineText(error: Error): void {
  assert.doesNotMatch(error.message, ENGINE, String(error.stack));
}

/** Everything that printing or logging an error shows. */
export function shownOf(error: Error): string {
  return [error.message, String(error.stack), JSON.stringify(error), inspect(error, { depth: 8 })].join("\n");
}

/** Nothing that an error shows has a secret in it. */
export function requireNoSecret(error: Error, secrets: readonly string[]): void {
  const shown = shownOf(error);
  for (const secret of secrets) {
    assert.ok(!shown.includes(secret), `the error shows the secret ${secret}:\n${shown.slice(0, 1_500)}`);
  }
}
