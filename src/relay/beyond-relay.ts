/**
 * Carries what a function of the platform threw past the relay's own errors. It is the platform's, even an error of this
 * package: the page must not see what the service said about a call that the platform made.
 */
export class BeyondRelay {
  /** What was thrown. */
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}
