import type PQueue from "p-queue";
import { onAbort, untilAborted } from "./abort";
import { AttemptFailure } from "./attempt-failure";
import type { CallBounds, Deadline } from "./deadline";
import { isPaymentsError } from "./error-guards";
import { CredentialsError } from "./errors";
import { judge } from "./judge";
import type { Asked } from "./judge";
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

/** The queues of clients, by their limits. */
const queues = new WeakMap<ClientLimits, Promise<PQueue>>();

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
  return wait(waiting, "place in `limits`", async (ended) => {
    const queue = await queueOf(limits);
    return new Promise((resolve, reject) => {
      const occupy = () => new Promise<void>((release) => resolve(release));
      queue.add(occupy, { ...(ended && { signal: ended }) }).catch(reject);
    });
  });
}

function queueOf(limits: ClientLimits): Promise<PQueue> {
  const queue = queues.get(limits) ?? createQueue(limits);
  queues.set(limits, queue);
  return queue;
}

/** Loads the queue when it is first used: most clients have no limits (docs/decisions/0015-limits.md). */
async function createQueue({ concurrent = Infinity, perSecond }: ClientLimits): Promise<PQueue> {
  const { default: Queue } = await import("p-queue");
  const rate = perSecond === undefined ? {} : { intervalCap: perSecond, interval: 1000, strict: true };
  return new Queue({ concurrency: concurrent, ...rate });
}

/** Waits while the call has time. */
async function wait<R>(
  { bounds, deadline, timedOut }: Waiting,
  what: string,
  work: (ended: AbortSignal | undefined) => Promise<R>,
): Promise<R> {
  const over = new AbortController();
  const end = () => over.abort();
  const timer = setTimeout(end, deadline.remainingMs());
  const ignoreSignal = onAbort(bounds.signal, end);
  if (bounds.signal?.aborted) end();
  try {
    return await untilAborted(over.signal, work);
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
