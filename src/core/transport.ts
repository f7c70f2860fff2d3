import { onAbort } from "./abort";
import { ConnectionError, TimeoutError } from "./errors";
import { brokenAnswerOutcome, networkFailure, networkOutcome } from "./retry-policy";
import { redact } from "./redaction";
import type { Prepared } from "./request";
import type { FetchLike, Outcome } from "./types";

/** Next.js caches GETs unless told not to; some workers refuse the option altogether. */
const noStore: RequestInit = "cache" in Request.prototype ? { cache: "no-store" } : {};

/** A longer timer would overflow and fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** An answer whose body has been read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The bounds of one attempt. */
export interface Bounds {
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly scope: "attempt" | "total";
  /** The option as the caller set it, for the message. */
  readonly limitMs: number;
}

/** What is known of an attempt while it runs. */
interface Progress {
  outcome: Outcome;
}

/** A copy of a platform error that shows no secret, should its message or stack hold one. */
function presentable(error: unknown, secrets: readonly string[], depth = 0): unknown {
  if (!(error instanceof Error) || depth > 4) return undefined;
  const copy = new Error(redact(error.message, secrets));
  copy.name = error.name;
  if (error.stack !== undefined) copy.stack = redact(error.stack, secrets);
  const { code } = networkFailure(error);
  if (code !== undefined) Object.assign(copy, { code });
  if (error.cause !== undefined) copy.cause = presentable(error.cause, secrets, depth + 1);
  return copy;
}

function timedOut({ method, operation, idempotencyKey }: Prepared, bounds: Bounds, outcome: Outcome): Error {
  const { scope, limitMs } = bounds;
  const option = scope === "total" ? "`totalTimeout`, over all attempts" : "`timeout`, one attempt";
  return new TimeoutError(
    `${method} ${operation} got no complete answer within ${limitMs} ms (${option})`,
    scope,
    limitMs,
    { operation, outcome, idempotencyKey },
  );
}

/** Rejects with the caller's own reason, or with the deadline; settles nothing else. Returns what undoes it. */
function interruption(prepared: Prepared, bounds: Bounds, progress: Progress, controller: AbortController) {
  const { signal, timeoutMs } = bounds;
  let stop = () => {};
  const promise = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(
      () => {
        reject(timedOut(prepared, bounds, progress.outcome));
        controller.abort();
      },
      Math.min(timeoutMs, LONGEST_TIMER_MS),
    );
    const ignoreSignal = onAbort(signal, () => {
      reject(signal?.reason);
      controller.abort();
    });
    stop = () => {
      clearTimeout(timer);
      ignoreSignal();
    };
  });
  return { promise, stop };
}

/**
 * Sends a prepared call once and reads the answer to its end. One deadline covers the connection, the headers and the body;
 * the caller's signal reaches each of them, and nothing of this attempt stays attached to it afterwards.
 *
 * @throws TimeoutError past the deadline
 * @throws ConnectionError when the connection fails, breaks or is redirected
 * @throws the signal's reason when the caller aborts
 */
export async function attempt(fetch: FetchLike, prepared: Prepared, bounds: Bounds): Promise<Answer> {
  bounds.signal?.throwIfAborted();
  // Nothing is begun that has no time: what was sent may take effect.
  if (bounds.timeoutMs <= 0) throw timedOut(prepared, bounds, "not-executed");
  const controller = new AbortController();
  const progress: Progress = { outcome: "unknown" };
  const interrupted = interruption(prepared, bounds, progress, controller);
  try {
    return await Promise.race([send(fetch, prepared, progress, controller.signal), interrupted.promise]);
  } finally {
    interrupted.stop();
  }
}

async function send(
  fetch: FetchLike,
  prepared: Prepared,
  progress: Progress,
  signal: AbortSignal,
): Promise<Answer> {
  const { operation, method, url, idempotencyKey, body } = prepared;
  const facts = { operation, idempotencyKey };
  let status: number | undefined;
  try {
    // An address and options, no `Request`: in one, the body would become a stream first. Redirects are refused: following one
    // would carry signatures and keys to another address and turn a POST into a GET.
    const response = await fetch(url, {
      ...noStore,
      method,
      headers: new Headers(prepared.headers),
      redirect: "manual",
      signal,
      ...(body === undefined ? {} : { body }),
    });
    if (response.type === "opaqueredirect" || (response.status >= 300 && response.status < 400)) {
      // Never awaited: cancelling a body with a cloned sibling may not settle.
      void response.body?.cancel().catch(() => {});
      throw new ConnectionError(
        `${method} ${operation} was answered with a redirect, which is refused: check \`baseUrl\``,
        { ...facts, code: "REDIRECTED", outcome: "unknown" },
      );
    }
    status = response.status;
    progress.outcome = brokenAnswerOutcome(status);
    // The body of an error answer is a help, not a need: its status is known.
    const text = await (response.ok ? response.text() : response.text().catch(() => ""));
    return { status, headers: response.headers, text };
  } catch (error) {
    if (error instanceof ConnectionError) throw error;
    const failure = networkFailure(error);
    const { code } = failure;
    const outcome = status === undefined ? networkOutcome(failure) : progress.outcome;
    const dispatcher =
      code === "UND_ERR_INVALID_ARG"
        ? "; a dispatcher of another undici version does not fit the built-in fetch: pass that undici's own `fetch`"
        : "";
    throw new ConnectionError(
      `${method} ${operation} ${
        outcome === "not-executed"
          ? "could not connect"
          : "lost the connection before the answer was complete"
      }${code === undefined ? "" : ` (${code})`}${dispatcher}`,
      { ...facts, outcome, platformCode: code, cause: presentable(error, prepared.secrets()) },
    );
  }
}
