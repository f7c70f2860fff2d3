import type { VirtualClock } from "./clock";
import type { EventLog, SimulatorEvent, SimulatorEventType } from "./events";
import { Newest } from "./newest";
import { readWebhookUrl } from "./options/webhooks";
import type { ResolvedWebhookOptions } from "./options/webhooks";
import { present } from "./present";
import { numberOf, listOf, recordOf, textOf } from "./saved";
import { Slots } from "./slots";
import type { Stateful } from "./state";
import type { Schedule, Tasks } from "./tasks";
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

/** Takes what a delivery of an event came to; `true` when the event is not to be sent again. */
export type ResultTaker = (event: SimulatorEvent, result: AttemptResult) => boolean;

/** An attempt that is due at a time, in plain data. */
interface Attempt {
  event: SimulatorEvent;
  attempt: number;
  atMs: number;
}

const RETRY_TASK = "webhook.retry";

/** How many deliveries are under way at once. */
const MAX_IN_FLIGHT = 32;

interface Collaborators {
  clock: VirtualClock;
  events: EventLog;
  tasks: Tasks;
  sign: SignBody;
  options: ResolvedWebhookOptions;
  /** How many deliveries the log keeps, the newest. */
  limit: number;
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
export class Webhooks implements Stateful {
  readonly #clock: VirtualClock;
  readonly #events: EventLog;
  readonly #tasks: Tasks;
  readonly #sign: SignBody;
  readonly #options: ResolvedWebhookOptions;
  readonly #handlers = new Map<string, ResultHandler>();
  readonly #takers = new Map<string, ResultTaker>();
  /** The newest first attempt for each resource. */
  readonly #newest = new Map<string, Promise<void>>();
  readonly #underWay = new Set<Promise<void>>();
  /** What is under way, in plain data. */
  readonly #attempts = new Set<Attempt>();
  readonly #slots = new Slots(MAX_IN_FLIGHT);
  /** One for each that is under way: a signal for all of them would gather what listens to it. */
  readonly #stops = new Set<AbortController>();
  #url: string | undefined;
  readonly #log: Newest<WebhookDelivery>;
  #scheduleRetry: Schedule<Attempt>;

  constructor({ clock, events, tasks, sign, options, limit }: Collaborators) {
    this.#log = new Newest(limit);
    this.#clock = clock;
    this.#events = events;
    this.#tasks = tasks;
    this.#sign = sign;
    this.#options = options;
    this.#url = options.webhookUrl;
    this.#scheduleRetry = this.#defineRetry();
    events.on("*", (event) => {
      if (this.#url !== undefined) this.#begin({ event, attempt: 1, atMs: clock.now() });
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

  /** The newest deliveries (option `keep`), in the order in which they ended. */
  get list(): readonly WebhookDelivery[] {
    return this.#log.list;
  }

  /** Resolves when no delivery is under way. Those that are scheduled for later wait for the clock: see `nextAttemptAt`. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Interrupts what is under way and drops what is scheduled. Later events are delivered again. */
  stop(): void {
    this.#interrupt();
    this.#tasks.cancelAll(RETRY_TASK);
  }

  /** As `stop`; the log is emptied, and the endpoint is that of the options again. Comes after the reset of the tasks. */
  reset(): void {
    this.stop();
    this.#log.clear();
    this.#url = this.#options.webhookUrl;
    this.#scheduleRetry = this.#defineRetry();
  }

  /** For snapshots: an endpoint that was set by `url`, and what is not delivered yet. The log is not part of them. */
  save(): unknown {
    const isOwn = this.#url === this.#options.webhookUrl;
    return {
      endpoint: isOwn ? null : { url: this.#url ?? null },
      attempts: [...this.#attempts],
    };
  }

  /** For snapshots: what was under way is sent again, with the same event id. */
  load(saved: unknown): void {
    const { endpoint, attempts } = recordOf(saved);
    this.#interrupt();
    const url = endpoint === null ? this.#options.webhookUrl : recordOf(endpoint)["url"];
    this.#url = url === null || url === undefined ? undefined : textOf(url);
    for (const item of listOf(attempts)) {
      const { event, attempt, atMs } = recordOf(item);
      // A snapshot has the events that `emit` made.
      const due = { event: event as SimulatorEvent, attempt: numberOf(attempt), atMs: numberOf(atMs) };
      if (due.attempt === 1) this.#begin(due);
      else void this.#track((signal) => this.#deliver(due, signal));
    }
  }

  /** An event as it goes over the wire, with the time that it has. */
  signed(event: SimulatorEvent): SignedEvent {
    const body = JSON.stringify(event);
    return {
      body,
      headers: { "Content-Type": "application/json", "X-Service-Signature": this.#sign(body) },
    };
  }

  /** Lets a rule decide by the results of the deliveries of a kind of event; `redeliver` is left out. */
  takeResults(type: SimulatorEventType, take: ResultTaker): void {
    this.#takers.set(type, take);
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
    const earlier = this.#log.list.filter((delivery) => delivery.eventId === eventId);
    const attempt = Math.max(0, ...earlier.map((delivery) => delivery.attempt)) + 1;
    let delivery: WebhookDelivery | undefined;
    await this.#track(async (signal) => {
      const due = { event, attempt, atMs: this.#clock.now() };
      const result = await this.#send(due, signal);
      if (!signal.aborted) delivery = this.#record(due, result);
    });
    if (delivery === undefined) throw new RangeError("the simulator was stopped meanwhile");
    return delivery;
  }

  #interrupt(): void {
    for (const stop of this.#stops) stop.abort();
    this.#attempts.clear();
    this.#newest.clear();
  }

  /** The first attempt, after that of the resource's event before. */
  #begin(due: Attempt): void {
    const resource = resourceOf(due.event);
    this.#attempts.add(due);
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
    const stop = new AbortController();
    this.#stops.add(stop);
    const done = run(stop.signal).finally(() => {
      this.#underWay.delete(done);
      this.#stops.delete(stop);
    });
    this.#underWay.add(done);
    return done;
  }

  async #deliver(due: Attempt, signal: AbortSignal): Promise<void> {
    this.#attempts.add(due);
    const sent = await this.#send(due, signal);
    // A reset may come between the response and here.
    const result = signal.aborted ? stopped : sent;
    this.#attempts.delete(due);
    const { event, attempt, atMs } = due;
    const handler = this.#handlers.get(event.id);
    this.#handlers.delete(event.id);
    if (result.kind !== "stopped") {
      const delivery = this.#record(due, result);
      const isSettled = this.#take(event, result) || handler !== undefined;
      const delayMs =
        isSettled || isDelivered(result) ? undefined : this.#options.webhookRetriesMs[attempt - 1];
      if (delayMs !== undefined) {
        delivery.nextAttemptAt = this.#clock.iso(atMs + delayMs);
        this.#retry({ event, attempt: attempt + 1, atMs: atMs + delayMs });
      }
    }
    handler?.(result);
  }

  #take(event: SimulatorEvent, result: AttemptResult): boolean {
    return this.#takers.get(event.type)?.(event, result) ?? false;
  }

  async #send({ event, atMs }: Attempt, signal: AbortSignal): Promise<AttemptResult> {
    return this.#slots.run(async () => {
      const url = this.#url;
      if (signal.aborted || url === undefined) return stopped;
      // The signed time is that of the delivery, so that a late one is not taken for a repeated one. The kind stays as it is.
      const delivered = { ...event, timestamp: this.#clock.iso(atMs) } as SimulatorEvent;
      return attemptDelivery({ url, ...this.signed(delivered) }, this.#options, signal);
    });
  }

  #defineRetry(): Schedule<Attempt> {
    return this.#tasks.define(RETRY_TASK, (due) => {
      void this.#track((signal) => this.#deliver(due, signal));
    });
  }

  #retry(due: Attempt): void {
    // The clock may have moved past it while the endpoint was thinking.
    if (due.atMs <= this.#clock.now()) void this.#track((signal) => this.#deliver(due, signal));
    else this.#scheduleRetry(due.atMs, due);
  }

  #record({ event, attempt, atMs }: Attempt, result: AttemptResult): WebhookDelivery {
    const responded = result.kind === "response" ? result : undefined;
    const delivery: WebhookDelivery = present({
      eventId: event.id,
      type: event.type,
      url: this.#url ?? "",
      attempt,
      at: this.#clock.iso(atMs),
      status: responded?.status,
      responseBody: responded?.body,
      error: result.kind === "response" ? undefined : result.error,
    });
    this.#log.push(delivery);
    return delivery;
  }
}
