import type { OpenIdOwner } from "../support/parts";
import type { Served } from "../support/served";

/** The customer of one wallet, with a sign-in and a bank account to pay to. */
export interface Payer extends OpenIdOwner {
  readonly bankId: string;
}

/** After this time, every request that the proxy delays has arrived, in milliseconds. */
export const HELD_UP_MS = 400;

/** What the service process has when it is ready. */
export interface Facts {
  readonly accountId: string;
  /** The accounts that the platform pays to, in USD and in EUR. */
  readonly bankIds: readonly string[];
  readonly abroadIds: readonly string[];
  readonly owners: readonly Payer[];
  /** By account, before the run. */
  readonly balances: Readonly<Record<string, number>>;
}

export type World = Facts & Served;

/** The instructions for the client process. */
export interface Order {
  readonly world: World;
  readonly proxyUrl: string;
  readonly seed: string;
  readonly operations: number;
  readonly concurrency: number;
  /** Of one attempt, in milliseconds. */
  readonly timeout: number;
  /** The client sends over `nodeTransport` in place of `fetch`. */
  readonly isOverUndici: boolean;
  /** True for a run with planted defects. */
  readonly isPlanted: boolean;
}

/** The contents of the service at the end, read directly. */
export interface Holdings {
  readonly transactions: readonly {
    readonly id: string;
    readonly status: string;
    readonly amount: number;
    readonly quoteId?: string | undefined;
    readonly accountId: string;
  }[];
  readonly balances: Readonly<Record<string, number>>;
  /** The number of customers. */
  readonly customers: number;
  /** The number for each wallet. */
  readonly credentials: Readonly<Record<string, number>>;
}

/** One line of the ledger. The proxy only ever appends. */
export interface LedgerLine {
  /** `delivered`: the service got the request. `responded`: the service responded. `played`: the client gets this fault, or `none`. */
  readonly kind: "delivered" | "responded" | "played";
  /** The operation of the run, and the number of its call. */
  readonly operation: string;
  readonly call: number;
  readonly method: string;
  readonly path: string;
  readonly key?: string | undefined;
  readonly isSigned?: boolean | undefined;
  readonly fault?: string | undefined;
  readonly status?: number | undefined;
  /** The service executed nothing, and repeated the stored response of an earlier request. */
  readonly isReplay?: boolean | undefined;
  /** The id and the amount of the service's response. */
  readonly id?: string | undefined;
  readonly amount?: number | undefined;
}

/** The result or error of one call of the program under test. */
export interface CallReport {
  readonly call: number;
  /** The method, for example `transfers.out`. */
  readonly name: string;
  readonly key?: string | undefined;
  /** The key that the error carries. */
  readonly errorKey?: string | undefined;
  readonly result: "succeeded" | "not-executed" | "unknown" | "executed" | "no-error-of-this-call";
  /** The id and the amount of the result. */
  readonly id?: string | undefined;
  readonly amount?: number | undefined;
  /** The name, the code and the message of the error. */
  readonly error?: string | undefined;
}

/** One operation of the run, from its start to its known outcome. */
export interface OperationReport {
  readonly operation: string;
  readonly kind: "transfer" | "quote" | "wallet" | "credential" | "customer";
  /** The rule that its client broke on purpose. */
  readonly rule?: string | undefined;
  readonly accountId: string;
  readonly amount: number;
  readonly calls: readonly CallReport[];
  /** True if the program knows that the operation was executed. */
  readonly isResolved: boolean;
}
