import type * as core from "payments-sdk";
import type { FetchLike, PaymentsClient, PaymentsError, RequestOptions } from "payments-sdk";
import type * as wallet from "payments-sdk/wallet";
import type * as react from "../../src/react/store";
import type { Assumptions } from "./assumptions";
import { NOW } from "./bodies";
import type { Choices } from "./choices";
import { endingsFor } from "./endings";
import type { Width } from "./endings";
import { aborted, crashed } from "./leaving";
import { Network } from "./network";
import type { Ending, Sender, Visitor } from "./network";
import { BrokenPromise } from "./properties";
import type { Operation } from "./operations";
import { Service } from "./service";
import type { Habits } from "./habits";
import type { Effect } from "./service";
import type { Turn } from "./turns";

/** The explored code: the package's sources, or sources with a planted defect. */
export type Sources = Pick<typeof core, "PaymentsClient" | "PaymentsError" | "isPaymentsError"> &
  Pick<typeof wallet, "Wallet" | "PasskeyError" | "memoryStore" | "indexedDbStore"> &
  Pick<typeof react, "storeOf">;

/** The options of a world. */
export interface Settings {
  readonly sources: Sources;
  readonly assumptions: Assumptions;
  readonly width: Width;
  readonly habits?: Habits | undefined;
  /** The caller may abort at each await. */
  readonly mayAbort?: boolean;
  /** The process may end while a copy is in flight. */
  readonly mayCrash?: boolean;
  /** Wallets call through a relay, from a browser. */
  readonly isRelayed?: boolean;
  /** The store of a wallet may fail or be slow. */
  readonly mayFailStore?: boolean;
  /** The database of a wallet's store may get a higher version, or lose its connections. */
  readonly mayUpgradeStore?: boolean;
  /** Calls of a wallet's store may settle after their limit, and a page may be frozen while it holds a lock. */
  readonly mayDelayStore?: boolean;
  /** Tabs have no common lock. */
  readonly hasOwnLocks?: boolean;
  /** How a wallet gets the keys of its sessions. Default: sealed. */
  readonly sessionKeys?: "held" | "sealed";
}

/** The end of a call. */
export type Ended =
  | { readonly kind: "result"; readonly value: unknown }
  | { readonly kind: "error"; readonly error: PaymentsError }
  | { readonly kind: "crashed" };

/** One call, and the service's effects at its end. */
export interface CallRecord {
  readonly number: number;
  readonly key: string | undefined;
  readonly ended: Ended;
  readonly effects: readonly Effect[];
}

/** One process of a caller. */
export interface Process {
  readonly client: PaymentsClient;
  readonly sender: Sender;
  /** The network of the process. */
  readonly fetch: FetchLike;
  /** Resolves when the process ends before its call. */
  readonly crash: Promise<Ended>;
  /** Starts a call that can be aborted. */
  readonly begin: () => AbortSignal;
  readonly signer: NonNullable<RequestOptions["signer"]>;
}

/** One service, one network, and the callers' calls. */
export class World {
  readonly choices: Choices;
  readonly settings: Settings;
  readonly service: Service;
  readonly network: Network;
  readonly calls: CallRecord[] = [];
  /** The keys of payments that a caller has given up. */
  readonly givenUp = new Set<string>();
  /** A response of the model had an unexpected shape. */
  hasMismatch = false;
  readonly now = () => NOW;
  #begun = 0;

  constructor(choices: Choices, settings: Settings) {
    this.choices = choices;
    this.settings = settings;
    const { width, assumptions, mayAbort, mayCrash, habits } = settings;
    this.service = new Service(habits);
    const more: readonly Ending[] = [...(mayAbort ? aborted : []), ...(mayCrash ? crashed : [])];
    this.network = new Network(this.service, choices, assumptions, (copy) => {
      const isSettled = this.service.isSettled(copy.wire);
      return [...endingsFor(copy, width, assumptions, isSettled), ...more] as [Ending, ...Ending[]];
    });
  }

  /** Starts a process of a caller: a program, or the page of a browser. */
  process(caller: string, turn?: Turn, browser?: { visitor: Visitor }): Process {
    const { sources, mayAbort } = this.settings;
    let crash = () => {};
    let abort = () => {};
    const crashing = new Promise<Ended>((resolve) => {
      crash = () => {
        sender.isGone = true;
        resolve({ kind: "crashed" });
      };
    });
    const sender: Sender = {
      caller,
      call: 0,
      isGone: false,
      abort: () => abort(),
      crash: () => crash(),
      ...(turn && { turn }),
      ...(browser && this.settings.isRelayed && { browser }),
    };
    const mayAbortHere = (where: string) => {
      if (!mayAbort || sender.isGone || !this.choices.happens(`the caller aborts ${where}`)) return;
      this.choices.log.push(`the caller aborts ${where}`);
      abort();
    };
    const fetch = this.network.fetchFor(sender);
    const client = new sources.PaymentsClient({
      baseUrl: "https://service.test",
      clientId: "explorer",
      clientSecret: "secret",
      fetch,
      now: this.now,
      retryDelay: () => 0,
      maxRetries: 1,
      logLevel: "off",
      hooks: {
        onResponseMismatch: () => (this.hasMismatch = true),
        ...(mayAbort && {
          onRequest: () => mayAbortHere("before the request is sent"),
          onRetry: () => mayAbortHere("in the wait before the next attempt"),
        }),
      },
    });
    const begin = () => {
      this.#begun += 1;
      sender.call = this.#begun;
      const controller = new AbortController();
      abort = () => controller.abort(this.#reason());
      return controller.signal;
    };
    const signer = {
      stamp: () => {
        mayAbortHere("while it signs");
        return "stamp";
      },
    };
    return { client, sender, fetch, crash: crashing, begin, signer };
  }

  /** Makes one call and waits for its end. */
  async call(
    process: Process,
    operation: Operation,
    key: string | undefined,
    round: number,
  ): Promise<CallRecord> {
    const { client, signer, begin } = process;
    return this.record(process, key, () => {
      const signal = begin();
      return operation.call(
        client,
        { signer, signal, ...(key !== undefined && { idempotencyKey: key }) },
        round,
      );
    });
  }

  /** Waits for a call and records its end. */
  async record(process: Process, key: string | undefined, work: () => Promise<unknown>): Promise<CallRecord> {
    const { isPaymentsError } = this.settings.sources;
    const working = work().then(
      (value): Ended => ({ kind: "result", value }),
      (error: unknown): Ended => {
        if (!isPaymentsError(error)) throw new BrokenPromise(`a call rejects with ${String(error)}`);
        return { kind: "error", error };
      },
    );
    const ended = await Promise.race([working, process.crash]);
    const number = process.sender.call;
    const effects = [...this.service.effects];
    const record = { number, key, ended, effects };
    this.calls.push(record);
    this.choices.log.push(`call ${number} ${tell(ended)}`);
    return record;
  }

  /** The error of another call as the reason of an abort. It must not affect this call's outcome. */
  #reason(): PaymentsError {
    const { PaymentsError: Other } = this.settings.sources;
    return new Other("another call was refused", "OTHER", {
      outcome: "not-executed",
      idempotencyKey: "another",
    });
  }
}

function tell(ended: Ended): string {
  if (ended.kind === "crashed") return "is forgotten: its process ended";
  if (ended.kind === "result")
    return `resolves to ${JSON.stringify((ended.value as { id?: unknown } | undefined)?.id)}`;
  const { name, code, outcome, advice } = ended.error;
  return `rejects: ${name} ${code}, "${outcome}", advice "${advice}"`;
}
