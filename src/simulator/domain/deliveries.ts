import { signBody } from "../crypto/p256";
import { BoundedList } from "../runtime/bounded";
import type { SimulatorEvent } from "../runtime/events";
import { isRecord } from "../runtime/saved";
import { attemptDelivery } from "../runtime/webhook-attempt";
import type { AttemptResult } from "../runtime/webhook-attempt";
import { decideByResponse } from "./incoming-payments";
import { webhookUrl } from "./platform";
import { notFound } from "./problem";
import { later } from "./world";
import type { Attempt, World } from "./world";

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
  /** The status of the endpoint's response. Absent without a response. */
  status?: number;
  /** The first 16,384 characters of the response's body. */
  responseBody?: string;
  /** Why there was no response: the system's code, such as ECONNREFUSED, or a sentence. */
  error?: string;
  /** The time of the next attempt, on the simulator's clock. Absent if no attempt follows. */
  nextAttemptAt?: string;
}

/** A signed event. */
export interface SignedEvent {
  /** The JSON. The signature covers these bytes. */
  body: string;
  /** `Content-Type` and `X-Service-Signature`. */
  headers: Record<string, string>;
}

/** How many deliveries are under way at once. */
const MAX_IN_FLIGHT = 32;

/** 409 says "seen already", and the request for an approval is made once (contract, webhooks). */
const isSettled = ({ type }: SimulatorEvent, result: AttemptResult): boolean =>
  type === "INCOMING_PAYMENT.PENDING" ||
  (result.kind === "response" && ((result.status >= 200 && result.status < 300) || result.status === 409));

/** Delivers events to the endpoint. The first attempts for one resource keep the order of its events. */
export class Deliveries {
  readonly #world: World;
  readonly #log: BoundedList<WebhookDelivery>;
  /** The newest first attempt for each resource. */
  readonly #newest = new Map<string, Promise<void>>();
  /** What `idle` waits for, and what stops it. With one signal for all, Node would warn of a leak from the eleventh delivery on. */
  readonly #underWay = new Map<Promise<unknown>, AbortController>();
  readonly #inSlot = inSlots(MAX_IN_FLIGHT);

  constructor(world: World) {
    this.#world = world;
    this.#log = new BoundedList(world.options.keep.log);
  }

  /** Makes the attempts again that were under way when the world was saved. */
  resume(): void {
    for (const attempt of this.#world.endpoint.attempts.splice(0)) this.deliver(attempt);
  }

  get list(): readonly WebhookDelivery[] {
    return this.#log.list;
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay.keys());
  }

  /** Aborts the running deliveries. The world keeps them, as those that are due later. */
  interrupt(): void {
    for (const controller of this.#underWay.values()) controller.abort();
  }

  stop(): void {
    const { tasks, endpoint } = this.#world;
    this.interrupt();
    endpoint.attempts.length = 0;
    this.#newest.clear();
    for (const { id, task } of tasks.all()) if (task === "webhook.retry") tasks.delete(id);
  }

  announce(event: SimulatorEvent): void {
    // `test` delivers that kind.
    if (webhookUrl(this.#world) === undefined || event.type === "TEST") return;
    this.deliver({ event, attempt: 1, dueMs: this.#world.clock.now() });
  }

  /** An attempt that comes late, after a restart or a sleep of the machine, is due now: the next ones keep their pauses. */
  deliver({ dueMs, ...attempt }: Attempt): void {
    this.#start({ ...attempt, dueMs: Math.max(dueMs, this.#world.clock.actual()) });
  }

  /** The first attempt follows that of the resource's event before. */
  #start(due: Attempt): void {
    const { id, data } = due.event;
    const resource = isRecord(data) && typeof data["id"] === "string" ? data["id"] : id;
    this.#world.endpoint.attempts.push(due);
    const before = due.attempt === 1 ? this.#newest.get(resource) : undefined;
    const attempt = this.#track((signal) => this.#deliver(due, before, signal));
    if (due.attempt > 1) return;
    this.#newest.set(resource, attempt);
    void attempt.then(() => {
      if (this.#newest.get(resource) === attempt) this.#newest.delete(resource);
    });
  }

  signed(event: SimulatorEvent): SignedEvent {
    const { keys } = this.#world;
    const body = JSON.stringify(event);
    const signature = signBody(keys.webhooks(), body);
    return {
      body,
      headers: { "Content-Type": "application/json", "X-Service-Signature": signature },
    };
  }

  /**
   * @throws {Problem} 404 when no kept event has the id
   * @throws {RangeError} when no endpoint is set
   */
  async redeliver(eventId: string): Promise<WebhookDelivery> {
    const event = this.#world.events.list.find(({ id }) => id === eventId);
    if (event === undefined) throw notFound("Event", eventId);
    if (webhookUrl(this.#world) === undefined)
      throw new RangeError("no webhook endpoint is set: use `webhooks.url`");
    const sent = await this.#sendOnce(event);
    if (sent === undefined) throw new RangeError("the simulator stopped during the delivery");
    return sent.delivery;
  }

  async test(event: SimulatorEvent): Promise<AttemptResult | undefined> {
    return (await this.#sendOnce(event))?.result;
  }

  /** A delivery without retries, which decides nothing. Returns `undefined` if the simulator stops meanwhile. */
  #sendOnce(event: SimulatorEvent) {
    const earlier = this.list.filter((delivery) => delivery.eventId === event.id);
    const attempt = Math.max(0, ...earlier.map((delivery) => delivery.attempt)) + 1;
    const due = { event, attempt, dueMs: this.#world.clock.now() };
    return this.#track((signal) => this.#send(due, signal));
  }

  #track<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    // Not while a task runs: then the clock shows the time of the task, and the endpoint looks at it later.
    const start = Promise.resolve(controller.signal).then(run);
    const done = start.finally(() => {
      this.#underWay.delete(done);
    });
    this.#underWay.set(done, controller);
    return done;
  }

  async #deliver(due: Attempt, before: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
    const readyMs = this.#world.clock.now();
    await before;
    const sent = await this.#send(due, signal);
    // A stop or a reset has forgotten the attempt, even if it came after the response.
    if (signal.aborted) return;
    const { attempts } = this.#world.endpoint;
    attempts.splice(attempts.indexOf(due), 1);
    if (!sent) return;
    decideByResponse(this.#world, due.event, sent.result);
    if (!isSettled(due.event, sent.result)) this.#retry(due, sent.startMs - readyMs, sent.delivery);
  }

  /** Sends an event once, and logs it. Returns `undefined` without an endpoint, or if the simulator stops meanwhile. */
  async #send({ event, attempt, dueMs }: Attempt, signal: AbortSignal) {
    return this.#inSlot(async () => {
      const { clock, options } = this.#world;
      const url = webhookUrl(this.#world);
      if (signal.aborted || url === undefined) return undefined;
      // Signs the time of sending, so that a late delivery does not look like a replay. The kind does not change.
      const startMs = clock.now();
      const sent = { ...event, timestamp: clock.iso(startMs) } as SimulatorEvent;
      const result = await attemptDelivery({ url, ...this.signed(sent) }, options, signal);
      if (signal.aborted) return undefined;
      const delivery: WebhookDelivery = {
        eventId: event.id,
        type: event.type,
        url,
        attempt,
        at: clock.iso(dueMs),
        ...(result.kind === "response"
          ? { status: result.status, responseBody: result.body }
          : { error: result.error }),
      };
      this.#log.push(delivery);
      return { result, delivery, startMs };
    });
  }

  /** @param waitedMs how long the attempt waited for its turn */
  #retry({ event, attempt, dueMs }: Attempt, waitedMs: number, delivery: WebhookDelivery): void {
    const world = this.#world;
    const delayMs = world.options.webhookRetriesMs[attempt - 1];
    if (delayMs === undefined) return;
    const next = { event, attempt: attempt + 1, dueMs: dueMs + waitedMs + delayMs };
    delivery.nextAttemptAt = world.clock.iso(next.dueMs);
    // The clock may have moved past it while the endpoint was thinking.
    if (next.dueMs <= world.clock.now()) this.#start(next);
    else later(world, next.dueMs, "webhook.retry", next);
  }
}

/** Lets a number of asynchronous runs go at once; the others wait their turn. */
function inSlots(count: number) {
  const waiting: (() => void)[] = [];
  let free = count;
  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
