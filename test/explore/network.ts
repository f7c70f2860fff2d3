import type { FetchLike } from "payments-sdk";
import type { Assumptions } from "./assumptions";
import { WALLET } from "./bodies";
import type { Body } from "./bodies";
import type { Choices } from "./choices";
import { relayed } from "./relay";
import type { Answer, Service, Wire } from "./service";
import type { Turn } from "./turns";

/** One possible end of a copy of a request. */
export interface Ending {
  readonly name: string;
  readonly happen: (copy: Copy) => Response | Promise<Response>;
}

/** The sender: its current call, and functions to end it from outside. */
export interface Sender {
  /** Identifies the caller, even after a restart. */
  readonly caller: string;
  /** The number of the current call. */
  call: number;
  /** True if the process has ended. None of its work continues. */
  isGone: boolean;
  /** The system has stopped the page for ever. It keeps its locks. */
  isFrozen?: boolean;
  /** A store call settles late. What follows at once belongs to the same moment. */
  isSettling?: boolean;
  /** Aborts the call, as its caller. */
  abort: () => void;
  /** Ends the process at once. */
  crash: () => void;
  /** Resolves when it is this process's turn. */
  turn?: Turn;
  /** The browser of a page that calls through a relay. Its cookie says who asks. */
  readonly browser?: { visitor: Visitor };
}

/** The person whom the relay knows from the cookie. */
export type Visitor = "the owner" | "another person";

/** One copy of a request in flight. */
export class Copy {
  readonly wire: Wire;
  readonly sender: Sender;
  readonly call: number;
  readonly name: string;
  readonly #network: Network;

  constructor(network: Network, wire: Wire, sender: Sender, name: string) {
    this.#network = network;
    this.wire = wire;
    this.sender = sender;
    this.call = sender.call;
    this.name = name;
  }

  /** The service executes this copy. */
  act(): Answer {
    return this.#network.arrive(this);
  }

  /** The service refuses this copy. */
  refuse(answer: Answer): Answer {
    const refusal = relayed(this.wire, () => this.#network.service.refuse(this.wire, answer));
    return this.wire.visitor === "the owner" ? { ...refusal, owns: WALLET } : refusal;
  }

  /** The service executes this copy without the headers of a signature. */
  actUnsigned(): Answer {
    return this.#network.service.handle(
      { ...this.wire, signature: undefined, challenge: undefined },
      this.call,
    );
  }

  /** The cached response for this read. */
  old(): Answer | undefined {
    const answer = this.#network.service.old(this.wire);
    return answer && relayed(this.wire, () => answer);
  }

  /** A replica of the service that has only the last rows of a list. */
  listed(rows: number): Answer {
    const { body, ...answer } = this.act();
    const { data } = (body ?? {}) as { data?: readonly unknown[] };
    return data === undefined
      ? { ...answer, body }
      : { ...answer, body: { data: data.slice(data.length - rows) } };
  }

  /** This copy, as the browser sends it for another person who has signed in to the platform. */
  ofAnotherPerson(): Copy {
    const { browser } = this.sender;
    if (browser !== undefined) browser.visitor = "another person";
    return new Copy(this.#network, { ...this.wire, visitor: "another person" }, this.sender, this.name);
  }

  /** This copy is delayed, and arrives at any later moment. */
  hold(): void {
    this.#network.held.push(this);
  }
}

/** The platform's error for a connection that broke or never opened. */
export function networkError(code: string): Error {
  return Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });
}

/** Everything between the callers and the service. */
export class Network {
  readonly service: Service;
  /** The delayed copies. */
  readonly held: Copy[] = [];
  readonly #choices: Choices;
  readonly #assumptions: Assumptions;
  readonly #endingsFor: (copy: Copy) => readonly [Ending, ...Ending[]];
  #copies = 0;

  constructor(
    service: Service,
    choices: Choices,
    assumptions: Assumptions,
    endingsFor: (copy: Copy) => readonly [Ending, ...Ending[]],
  ) {
    this.service = service;
    this.#choices = choices;
    this.#assumptions = assumptions;
    this.#endingsFor = endingsFor;
  }

  /** A `fetch` for one process. */
  fetchFor(sender: Sender): FetchLike {
    return async (url, init) => {
      if (sender.isGone) throw networkError("ECONNRESET");
      await sender.turn?.();
      if (sender.isGone || init.signal?.aborted) throw networkError("ECONNRESET");
      this.#copies += 1;
      const { browser } = sender;
      const wire = { ...wireOf(url, init), ...(browser && { visitor: browser.visitor }) };
      const copy = new Copy(
        this,
        wire,
        sender,
        `copy ${this.#copies} (${wire.method} ${wire.path.split("?")[0]})`,
      );
      this.someArrive();
      const options = this.#endingsFor(copy);
      const ending = this.#choices.choose(copy.name, options);
      this.#choices.log.push(`${copy.name}: ${ending.name}`);
      return ending.happen(copy);
    };
  }

  /** A copy reaches the service, which executes it. */
  arrive(copy: Copy): Answer {
    const { effects } = this.service;
    const before = effects.length;
    const answer = relayed(copy.wire, () => this.service.handle(copy.wire, copy.call));
    for (const { kind, id } of effects.slice(before)) this.#choices.log.push(`  the service: ${kind} ${id}`);
    return answer;
  }

  /** Any delayed copy may arrive now. */
  someArrive(): void {
    for (const copy of [...this.held]) {
      if (this.#choices.happens(`${copy.name} arrives now`)) this.#arriveLate(copy);
    }
  }

  /** All delayed copies arrive. */
  allArrive(): void {
    while (this.held[0] !== undefined) this.#arriveLate(this.held[0]);
  }

  /** A caller makes its next call or read. */
  beforeNextCall(caller: string): void {
    if (this.#assumptions.has("late copies")) {
      const own = this.held.filter((copy) => copy.sender.caller === caller && !this.#isHarmless(copy));
      for (const copy of own) this.#arriveLate(copy);
    }
    if (!this.#assumptions.has("kept keys") && this.#choices.happens("the service forgets its keys")) {
      this.#choices.log.push("the service forgets its keys");
      this.service.forgetKeys();
    }
  }

  /** If the service stores refusals, it also refuses a late copy of a refused request. */
  #isHarmless({ wire }: Copy): boolean {
    return wire.key !== undefined && this.service.storesRefusals;
  }

  #arriveLate(copy: Copy): void {
    this.held.splice(this.held.indexOf(copy), 1);
    this.#choices.log.push(`${copy.name}, which was held up, arrives`);
    this.arrive(copy);
  }
}

function wireOf(url: string, init: RequestInit): Wire {
  const headers = new Headers(init.headers);
  const path = decodeURIComponent(url.replace(/^.*?\/(?:\d{4}-\d{2}-\d{2}|wallet)(?=\/)/, ""));
  const body = typeof init.body === "string" ? (JSON.parse(init.body) as Body) : {};
  return {
    method: init.method ?? "GET",
    path,
    key: headers.get("idempotency-key") ?? undefined,
    signature: headers.get("service-wallet-signature") ?? undefined,
    challenge: headers.get("request-id") ?? undefined,
    body,
  };
}
