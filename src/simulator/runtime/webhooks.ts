import type { VirtualClock } from "./clock";
import type { EventLog, SimulatorEvent } from "./events";
import { readWebhookUrl } from "./options/webhooks";
import type { ResolvedWebhookOptions } from "./options/webhooks";
import { present } from "./present";
import { Slots } from "./slots";
import { attemptDelivery } from "./webhook-attempt";
import type { AttemptResult } from "./webhook-attempt";

/** One attempt to deliver an event. */
export interface WebhookDelivery {
  /** The event's id, the same for each of its deliveries. */
  eventId: string;
  /** The kind of the event. */
  type: string;
  /** The address that it was sent to. */
  url: string;
  /** 1 for the first attempt. */
  attempt: number;
  /** When it was due, ISO 8601 in UTC, on the simulator's clock. */
  at: string;
  /** The status of the endpoint's response; absent when there was none. */
  status?: number;
  /** The first 16,384 characters of the response's body. */
  responseBody?: string;
  /** Why there was no response: the system's code, such as ECONNREFUSED, or a sentence. */
  error?: string;
  /** When it is tried again, on the simulator's clock; absent when it was delivered, or will not be tried again. */
  nextAttemptAt?: string;
}

/** An event as it goes over the wire. */
export interface SignedEvent {
  /** The JSON; the signature covers these bytes. */
  body: string;
  /** `Content-Type` and `X-Service-Signature`. */
  headers: Record<string, string>;
}

/** Makes the value of `X-Service-Signature` for a body. */
export type SignBody = (body: string) => string;

/** Takes what the only delivery of an event came to. */
export type ResultHandler = (result: AttemptResult) => void;

/** An attempt that is due at a time, in plain data. */
interface Attempt {
  event: SimulatorEvent;
  attempt: number;
  atMs: number;
}

/** The log keeps this many deliveries, the newest. */
const LOG_LIMIT = 10_000;

/** How many deliveries are under way at once. */
const MAX_IN_FLIGHT = 32;

interface Collaborators {
  clock: VirtualClock;
  events: EventLog;
  sign: SignBody;
  options: ResolvedWebhookOptions;
}

/** What the deliveries of one resource share, so that its events arrive in order. */
function resourceOf({ id, data }: SimulatorEvent): string {
  const resourceId: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "id") : undefined;
  return typeof resourceId === "string" ? resourceId : id;
}

const stopped: AttemptResult = { kind: "stopped", error: "the simulator was stopped" };

function isDelivered(result: AttemptResult): boolean {
  return result.kind === "response" && result.status >= 200 && result.status < 300;
}

/**
 * Delivers the events to the platform's endpoint. The first attempts for one resource are made in the order of its events, one
 * after the other; a later attempt may come after younger events. An endpoint never makes the simulator fail.
 */
export class Webhooks {
  readonly #clock: VirtualClock;
  readonly #events: EventLog;
  readonly #sign: SignBody;
  readonly #options: ResolvedWebhookOptions;
  readonly #handlers = new Map<string, ResultHandler>();
  /** The newest first attempt for each resource. */
  readonly #newest = new Map<string, Promise<void>>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #scheduled = new Set<() => void>();
  readonly #slots = new Slots(MAX_IN_FLIGHT);
  #stopping = new AbortController();
  #url: string | undefined;
  #log: WebhookDelivery[] = [];

  constructor({ clock, events, sign, options }: Collaborators) {
    this.#clock = clock;
    this.#events = events;
    this.#sign = sign;
    this.#options = options;
    this.#url = options.webhookUrl;
    events.on("*", (event) => {
      if (this.#url !== undefined) this.#begin(event);
    });
  }

  /** The platform's endpoint; `undefined` when there is none. */
  get url(): string | undefined {
    return this.#url;
  }

  /**
   * Sets the endpoint for what is delivered from now on, retries included; `undefined` ends deliveries.
   *
   * @throws {TypeError} when it is not an http or https address.
   */
  set url(url: string | undefined) {
    this.#url = readWebhookUrl(url);
  }

  /** The newest deliveries (at least the last 10,000), in the order in which they ended. */
  get list(): readonly WebhookDelivery[] {
    return this.#log;
  }

  /** Resolves when no delivery is under way. Those that are scheduled for later wait for the clock: see `nextAttemptAt`. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Interrupts what is under way and drops what is scheduled. Later events are delivered again. */
  stop(): void {
    this.#stopping.abort();
    this.#stopping = new AbortController();
    for (const cancel of this.#scheduled) cancel();
    this.#scheduled.clear();
    this.#newest.clear();
  }

  /** As `stop`; the log is emptied, and the endpoint is that of the options again. */
  reset(): void {
    this.stop();
    this.#log = [];
    this.#url = this.#options.webhookUrl;
  }

  /** An event as it is delivered. */
  signed(event: SimulatorEvent): SignedEvent {
    const body = JSON.stringify(event);
    return {
      body,
      headers: { "Content-Type": "application/json", "X-Service-Signature": this.#sign(body) },
    };
  }

  /**
   * Calls `handler` with what the delivery of an event that was just emitted comes to. Such an event is delivered once: its
   * sender waits for the response.
   */
  onResult(eventId: string, handler: ResultHandler): void {
    if (this.#url === undefined) handler({ kind: "failed", error: "there is no webhook endpoint" });
    else this.#handlers.set(eventId, handler);
  }

  /**
   * Delivers an event of the log again, once, and resolves with what came of it. It decides nothing: an approval counts once.
   *
   * @throws {RangeError} when there is no such event, or no endpoint.
   */
  async redeliver(eventId: string): Promise<WebhookDelivery> {
    const event = this.#events.list.find(({ id }) => id === eventId);
    if (event === undefined) throw new RangeError(`there is no event with the id ${eventId}`);
    if (this.#url === undefined) throw new RangeError("there is no webhook endpoint: set `webhooks.url`");
    const earlier = this.#log.filter((delivery) => delivery.eventId === eventId);
    const attempt = Math.max(0, ...earlier.map((delivery) => delivery.attempt)) + 1;
    let delivery: WebhookDelivery | undefined;
    await this.#track(async (signal) => {
      const due = { event, attempt, atMs: this.#clock.now() };
      delivery = this.#record(due, await this.#send(due, signal));
    });
    if (delivery === undefined) throw new RangeError("the simulator was stopped meanwhile");
    return delivery;
  }

  /** The first attempt, after that of the resource's event before. */
  #begin(event: SimulatorEvent): void {
    const resource = resourceOf(event);
    const due = { event, attempt: 1, atMs: this.#clock.now() };
    const before = this.#newest.get(resource);
    const attempt = this.#track(async (signal) => {
      await before;
      await this.#deliver(due, signal);
    });
    this.#newest.set(resource, attempt);
    void attempt.then(() => {
      if (this.#newest.get(resource) === attempt) this.#newest.delete(resource);
    });
  }

  /** Runs what `idle` waits for; `stop` aborts its signal. */
  #track(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    const done = run(signal).finally(() => {
      this.#underWay.delete(done);
    });
    this.#underWay.add(done);
    return done;
  }

  async #deliver(due: Attempt, signal: AbortSignal): Promise<void> {
    const result = await this.#send(due, signal);
    const { event, attempt } = due;
    const handler = this.#handlers.get(event.id);
    this.#handlers.delete(event.id);
    if (result.kind !== "stopped") {
      const delayMs =
        handler || isDelivered(result) ? undefined : this.#options.webhookRetriesMs[attempt - 1];
      const next = delayMs === undefined ? undefined : due.atMs + delayMs;
      this.#record(due, result, next);
      if (next !== undefined) this.#retry({ event, attempt: attempt + 1, atMs: next });
    }
    handler?.(result);
  }

  async #send({ event }: Attempt, signal: AbortSignal): Promise<AttemptResult> {
    return this.#slots.run(async () => {
      const url = this.#url;
      if (signal.aborted || url === undefined) return stopped;
      const result = await attemptDelivery({ url, ...this.signed(event) }, this.#options, signal);
      return signal.aborted ? stopped : result;
    });
  }

  #retry(due: Attempt): void {
    const run = (): void => {
      void this.#track((signal) => this.#deliver(due, signal));
    };
    // The clock may have moved past it while the endpoint was thinking.
    if (due.atMs <= this.#clock.now()) {
      run();
      return;
    }
    const cancel = this.#clock.schedule(due.atMs, () => {
      this.#scheduled.delete(cancel);
      run();
    });
    this.#scheduled.add(cancel);
  }

  #record({ event, attempt, atMs }: Attempt, result: AttemptResult, next?: number): WebhookDelivery {
    const responded = result.kind === "response" ? result : undefined;
    const delivery = present({
      eventId: event.id,
      type: event.type,
      url: this.#url ?? "",
      attempt,
      at: this.#clock.iso(atMs),
      status: responded?.status,
      responseBody: responded?.body,
      error: result.kind === "response" ? undefined : result.error,
      nextAttemptAt: next === undefined ? undefined : this.#clock.iso(next),
    });
    // Cut in large steps, as the request log is.
    if (this.#log.length >= 2 * LOG_LIMIT) this.#log = this.#log.slice(-LOG_LIMIT);
    this.#log.push(delivery);
    return delivery;
  }
}
