import type { ErrorFacts, PaymentsError } from "./errors";
import type { Verdict } from "./judge";

/** An attempt failed. The call makes its error once it knows the outcome of all attempts. */
export class AttemptFailure extends Error {
  /** What the attempt says. */
  readonly verdict: Verdict;
  /** Makes the error that the caller gets, with the facts of the whole call. */
  readonly toError: (facts: ErrorFacts) => PaymentsError;
  /** The caller or the clock has ended the call: no further attempt is made. */
  readonly endsCall: boolean;

  constructor(verdict: Verdict, toError: AttemptFailure["toError"], endsCall = false) {
    super(verdict.name);
    this.verdict = verdict;
    this.toError = toError;
    this.endsCall = endsCall;
  }
}
