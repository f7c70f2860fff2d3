import { onAbort, untilAborted } from "./abort";
import { AttemptFailure } from "./attempt-failure";
import type { CallBounds, Deadline } from "./deadline";
import { isPaymentsError } from "./error-guards";
import { CredentialsError } from "./errors";
import { judge } from "./judge";
import type { Asked } from "./judge";
import { Limiter } from "./limiter";
import { presentable } from "./network-failure";
import { labelOf, usesCredentials } from "./request";
import type { PreparedRequest } from "./request";
import type { ClientLimits, CoreConfig } from "./types";

/** An attempt that waits. */
interface Waiting {
  readonly config: CoreConfig;
  readonly request: PreparedRequest;
  readonly bounds: CallBounds;
  readonly deadline: Deadline;
  readonly asked: Asked;
  /** The failure of a call that has no time left. */
  readonly timedOut: (problem: string) => AttemptFailure;
}

/** The limiters of clients, by their limits. Clients made with `withOptions` share their limits. */
const limiters = new WeakMap<ClientLimits, Limiter>();

/** Waits for the client's credentials. Returns `undefined` if the request carries none, or the caller's own. */
export async function loadCredentials(waiting: Waiting): Promise<string | undefined> {
  const { config, request, asked } = waiting;
  const { credentials } = config;
  if (credentials === undefined || !usesCredentials(request)) return undefined;
  const load = () =>
    credentials.load().catch((cause: unknown) => {
      throw noCredentials(cause, request, asked);
    });
  return credentials.header ?? wait(waiting, "credentials", load);
}

/** Waits until the limits allow another request, in order. Returns what gives the place back. */
export async function takePlace(waiting: Waiting): Promise<(() => void) | undefined> {
  const { limits } = waiting.config;
  if (limits === undefined) return undefined;
  const limiter = limiters.get(limits) ?? new Limiter(limits);
  limiters.set(limits, limiter);
  return wait(waiting, "place in `limits`", async (ended) => {
    const release = await limiter.place(ended);
    // If the call ends in this very turn, nobody else gives the place back.
    if (ended.aborted) release();
    else ended.addEventListener("abort", release, { once: true });
    return release;
  });
}

/** Waits while the call has time. */
async function wait<R>(
  { bounds, deadline, timedOut }: Waiting,
  what: string,
  work: (ended: AbortSignal) => Promise<R>,
): Promise<R> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, deadline.remainingMs());
  const ignoreSignal = onAbort(bounds.signal, end);
  if (bounds.signal?.aborted) end();
  try {
    return await untilAborted(over.signal, () => work(over.signal));
  } catch (error) {
    // The exchange sees by itself whether the caller's signal aborted.
    throw over.signal.aborted ? timedOut(`got no ${what}`) : error;
  } finally {
    clearTimeout(timer);
    ignoreSignal();
  }
}

/** The function in `credentials` failed, or returned no credentials. */
function noCredentials(cause: unknown, request: PreparedRequest, asked: Asked): AttemptFailure {
  const isMalformed = isPaymentsError(cause) && cause.code === "INVALID_CONFIGURATION";
  const problem = isMalformed ? cause.message : "the function in `credentials` failed";
  const toError: AttemptFailure["toError"] = (facts) => {
    const advice = isMalformed && facts.outcome === "not-executed" ? "fix" : facts.advice;
    const shown = presentable(cause, request.secrets());
    return new CredentialsError(`${labelOf(request)} was not sent: ${problem}`, {
      ...facts,
      advice,
      cause: shown,
    });
  };
  return new AttemptFailure(judge({ kind: "unsent" }, asked), toError, true);
}
