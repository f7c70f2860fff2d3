import type { nextStep, FailureRecord, ListedPayment, PaymentHistory, TryEnding } from "payments-sdk/payouts";
import type { Choices } from "../explore/choices";
import { Service } from "../explore/service";
import type { Answer, Wire } from "../explore/service";
import type { Assumptions } from "./assumptions";

/** The longest time that a copy of a request is on its way, in milliseconds. */
export const LONGEST_DELAY = 60_000;
/** What a call of the service takes, in milliseconds. */
const CALL = 100;
const START = Date.parse("2026-11-23T09:00:00Z");

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

/** A row of the table. */
export interface Row extends Writable<PaymentHistory> {
  readonly name: string;
  tries: { key: number; at: string; ended?: TryEnding }[];
  end?: "done" | "refused" | "ask";
  claimed?: string;
  /** How often a person said "go on". */
  continued: number;
}

/** The options of a history. */
export interface Settings {
  readonly nextStep: typeof nextStep;
  readonly assumptions: Assumptions;
  readonly maxDelay?: number | undefined;
  readonly storesRefusals?: boolean;
  /** The service refuses the payment A until a person corrects the cause. */
  readonly isRefused?: boolean;
  /** How often a person corrects the cause and says "go on". */
  readonly continues?: number;
}

/** A copy of a request that is on its way. */
interface HeldCopy {
  readonly row: Row;
  readonly key: string;
  /** When its try was recorded. */
  readonly recordedAt: number;
}

const refusal = (code: string, more: Partial<FailureRecord> = {}): FailureRecord => ({
  code,
  message: code,
  outcome: "not-executed",
  advice: "fix",
  status: 422,
  ...more,
});
const lost: FailureRecord = {
  code: "CONNECTION_FAILED",
  message: "lost",
  outcome: "unknown",
  advice: "retry-later",
};
const unusable: FailureRecord = {
  ...lost,
  code: "INVALID_RESPONSE",
  outcome: "executed",
  advice: "reconcile",
};

/** The request that pays with a key. */
const paying = (key: string): Wire => ({
  method: "POST",
  path: "/transfer-out",
  key,
  signature: undefined,
  challenge: undefined,
  body: {},
});

/** What the job records about an answer. */
function recorded({ status, body }: Answer): NonNullable<TryEnding["result"]> | FailureRecord {
  return status < 300 ? { id: (body as { id: string }).id } : (body as FailureRecord);
}

/** The explorer's service with a clock, and the table of a job. */
export class PayoutWorld {
  readonly choices: Choices;
  readonly settings: Settings;
  /** What the service paid. */
  readonly payments: { readonly id: string; readonly key: string; readonly row: Row; readonly at: number }[] =
    [];
  /** The true time. */
  nowMs = START;
  /** How far the clock of the table is ahead. */
  #aheadMs = 0;
  #held: HeldCopy[] = [];
  readonly #service: Service;

  constructor(choices: Choices, settings: Settings) {
    this.choices = choices;
    this.settings = settings;
    this.#service = new Service({ storesRefusals: settings.storesRefusals === true });
  }

  /** The clock of the table. */
  get now(): string {
    return new Date(this.nowMs + this.#aheadMs).toISOString();
  }

  /** Lets time pass. A delayed copy arrives within its longest delay. */
  pass(ms: number): void {
    this.nowMs += ms;
    const isEven = this.settings.assumptions.has("even clock");
    if (!isEven && this.choices.happens("the clock jumps ahead")) this.#aheadMs += LONGEST_DELAY;
    for (const copy of [...this.#held]) {
      const isDue = this.nowMs >= copy.recordedAt + LONGEST_DELAY;
      if (isDue && this.settings.assumptions.has("longest delay")) this.#arrive(copy);
      else if (this.choices.happens("a delayed copy arrives")) this.#arrive(copy);
    }
  }

  allArrive(): void {
    for (const copy of [...this.#held]) this.#arrive(copy);
  }

  /** Sends a request. Returns how its call ends. */
  send(row: Row, key: string, recordedAt: number): TryEnding {
    const { isRefused = false, assumptions } = this.settings;
    const isOpen = !isRefused || row.name !== "A" || row.continued > 0;
    const act = () => this.#handle(row, key);
    const refuse = (error: FailureRecord) => () => {
      const stored = assumptions.has("key first") ? this.#service.storedFor(paying(key)) : undefined;
      return recorded(stored ?? this.#service.refuse(paying(key), { status: 422, body: error }));
    };
    const refusing = refuse(refusal("INVALID_BANK_ACCOUNT"));
    const ending = this.choices.choose(`the call of ${row.name} with ${key}`, [
      { name: "responds", happen: isOpen ? act : refusing },
      { name: "acts, and the response is lost", happen: () => (isOpen ? act() : refusing(), lost) },
      { name: "is lost on its way", happen: () => lost },
      {
        name: "is held up",
        happen: () => {
          this.#held.push({ row, key, recordedAt });
          return lost;
        },
      },
      { name: "is refused", happen: refusing },
      { name: "is refused for now", happen: refuse(refusal("QUOTE_REQUEST_FAILED", { temporary: true })) },
      {
        name: "is refused before the key is read",
        happen: () => refusal("UNAUTHORIZED", { status: 401, advice: "retry-later" }),
      },
      {
        name: "must wait",
        happen: () => refusal("RATE_LIMITED", { status: 429, advice: "retry", retryAfter: 5 }),
      },
      {
        name: "acts, and the response stays unusable",
        happen: () => {
          const answer = isOpen ? act() : refusing();
          return "code" in answer ? answer : unusable;
        },
      },
    ]);
    this.choices.log.push(`${row.name}, ${key}: ${ending.name}`);
    const answer = ending.happen();
    this.pass(CALL);
    return "code" in answer ? { at: this.now, error: answer } : { at: this.now, result: answer };
  }

  /** The service's list. */
  list(rows: readonly Row[]): ListedPayment[] {
    const claimed = new Set(rows.map((row) => row.claimed));
    return this.payments.map(({ id, at }) => ({
      id,
      createdAt: new Date(at).toISOString(),
      isClaimed: claimed.has(id),
    }));
  }

  /** An equal payment from before the table. One that is a moment older may be the table's, by another clock. */
  payEarlier(row: Row): void {
    const age = this.choices.happens("an equal payment is a moment older") ? 1 : 60_001;
    this.payments.push({ id: "Transaction:old", key: "old", row: { ...row, name: "old" }, at: START - age });
  }

  #arrive(copy: HeldCopy): void {
    this.#held = this.#held.filter((each) => each !== copy);
    this.choices.log.push(`a delayed copy of ${copy.row.name}, ${copy.key}, arrives`);
    this.#handle(copy.row, copy.key);
  }

  #handle(row: Row, key: string): NonNullable<TryEnding["result"]> | FailureRecord {
    if (!this.settings.assumptions.has("kept keys") && this.choices.happens("the service forgets its keys"))
      this.#service.forgetKeys();
    const { effects } = this.#service;
    const paid = effects.length;
    const answer = this.#service.handle(paying(key), 0);
    for (const { id } of effects.slice(paid)) {
      this.payments.push({ id, key, row, at: this.nowMs });
      this.choices.log.push(`  the service pays ${row.name} with ${key}: ${id}`);
    }
    return recorded(answer);
  }
}
