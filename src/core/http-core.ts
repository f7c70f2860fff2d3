import { Bounds } from "./bounds";
import { readCallOptions } from "./call-options";
import { isPaymentsError } from "./error-guards";
import { describeCall } from "./errors";
import { RequestAttempts } from "./exchange";
import type { Completed, Shared } from "./exchange";
import { bare } from "./fields";
import { logHints } from "./hints";
import { Observer } from "./observer";
import { isConnectionError } from "./error-guards";
import { Paginator } from "./pagination";
import type { WirePage } from "./pagination";
import { prepare } from "./request";
import type { PreparedRequest } from "./request";
import { ResponseClock } from "./response-clock";
import { RetryBudget } from "./retry-policy";
import { RunningCalls } from "./running-calls";
import type { LeftCall } from "./running-calls";
import { runSignedCall } from "./signed-call";
import type { RunningCall } from "./signed-call";
import type { Call, CoreConfig, ListOptions, ReadWithin, RequestOptions } from "./types";

/**
 * The core that all resources share. Every call takes the same steps. The core prepares the address, headers, key and body once. It
 * sends the request with retries. Then it reads, checks and returns the response.
 */
export class HttpCore {
  readonly #shared: Shared;

  constructor(
    config: CoreConfig,
    {
      clock = new ResponseClock(config.now),
      retryBudget = new RetryBudget(),
      running = new RunningCalls(),
      observer,
    }: Partial<Shared> = {},
  ) {
    this.#shared = { config, clock, retryBudget, running, observer: new Observer(config, observer) };
  }

  /** A core with other options that shares connections, credentials, clock, limits and retry budget with this one. */
  withOptions(config: Partial<CoreConfig>): HttpCore {
    return new HttpCore({ ...this.#shared.config, ...config }, this.#shared);
  }

  /** The options with their defaults. `credentials` is absent for a core that talks to a relay. */
  get config(): CoreConfig {
    return this.#shared.config;
  }

  /** The service's time. */
  get clock(): ResponseClock {
    return this.#shared.clock;
  }

  /** Takes no new call, and waits for the running ones. */
  close(timeoutMs: number): Promise<LeftCall[]> {
    return this.#shared.running.close(timeoutMs);
  }

  /** Makes a call and resolves to its result. A signed call with a signer resolves to the final result. */
  async request<T>(given: Call<T>, options?: RequestOptions | null): Promise<T> {
    const operation = bare(given.operation);
    const call = bare({ ...given, operation });
    const { upload, own } = call;
    const { name, keyed, signed } = operation;
    const read = readCallOptions<RequestOptions>(options, name, { keyed, signed, upload, own });
    logHints(call, read, this.#shared.config, this.#shared.observer);
    const bounds = new Bounds(this.#shared.config, read);
    let sent = call;
    if (upload) {
      const within: ReadWithin = (work) => bounds.read(work, name);
      sent = bare({ ...call, form: await upload(within, read) });
    }
    const request = prepare(this.#shared.config, sent, read);
    return this.#run<T, T>(request, bounds, async (running) => {
      const { signer } = read;
      if (signed === undefined || signer === undefined) return (await running.send(request)).value;
      const { isOwner } = this.#shared.config;
      const recovery = call.recovery ?? { kind: signed.recovery as "none" };
      return runSignedCall({ ...running, ...signed, recovery, signer, options: read, isOwner });
    });
  }

  /** A lazy list. Await it for its first page, or iterate it to its end. */
  list<T>(given: Call<WirePage<T>>, options?: ListOptions | null): Paginator<T> {
    const operation = bare(given.operation);
    const call = bare({ ...given, operation });
    const { own, params = {} } = call;
    const { name, result } = operation;
    const read = readCallOptions<ListOptions>(options, name, { isList: true, own });
    logHints(call, read, this.#shared.config, this.#shared.observer);
    return new Paginator<T>(
      name,
      async ({ limit, cursor }, signal) => {
        const page = { ...params, ...(result?.form !== "list" && { limit }), cursor };
        const response = { ...call.response, form: "list" } as const;
        const request = prepare(this.#shared.config, bare({ ...call, params: page, response }), read);
        const bounds = new Bounds(this.#shared.config, { ...read, signal });
        return this.#run<WirePage<T> | T[], Completed<WirePage<T>>>(request, bounds, async ({ send }) => {
          const { value, meta } = await send(request);
          // A bare array counts as the only page.
          return { value: Array.isArray(value) ? { data: value } : value, meta };
        });
      },
      params,
      { signal: read.signal, prefetch: read.prefetch },
    );
  }

  /** Does the work of a call, and reports its end to the observer. */
  async #run<T, R>(
    request: PreparedRequest,
    bounds: Bounds,
    work: (running: RunningCall<T>) => Promise<R>,
  ): Promise<R> {
    const { observer, clock, config, running } = this.#shared;
    running.begin(request);
    const startedMs = performance.now();
    const startedAt = Date.now();
    let latest: RequestAttempts<T> | undefined;
    const send: RunningCall<T>["send"] = (sent, maxRetries = bounds.maxRetries) => {
      latest = new RequestAttempts<T>(this.#shared, sent, bounds, maxRetries);
      return latest.run();
    };
    let error: unknown;
    try {
      return await work({ request, bounds, clock, send });
    } catch (thrown) {
      explainUnknown(thrown, request);
      error = thrown;
      throw thrown;
    } finally {
      running.end(request);
      config.onCallEnd?.(error, latest?.sentMs ?? 0);
      const durationMs = performance.now() - startedMs;
      if (error !== undefined && isPaymentsError(error)) {
        const { callId, template, ids } = request;
        const started = new Date(startedAt).toISOString();
        const { attempts = 0 } = latest ?? {};
        describeCall(error, { callId, template, ids, attempts, startedAt: started, durationMs });
      }
      observer.end(request, latest, durationMs, error);
    }
  }
}

/** Adds to the error of a lost response that the call may have been carried out, and what to do. */
function explainUnknown(error: unknown, { method }: PreparedRequest): void {
  if (!isConnectionError(error) || error.outcome !== "unknown" || method === "GET") return;
  const { message, stack, advice } = error;
  const next =
    advice === "reconcile" ? "read what the service has before you repeat it" : "repeat it with the same key";
  error.message = `${message.replace(/\.$/, "")}. It may have been carried out: ${next}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
