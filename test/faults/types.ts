import type { WalletOwner } from "../support/wallet-owner";

/** The customer of one wallet, who can sign in and has a bank account to pay to. */
export interface Payer extends WalletOwner {
  readonly bankId: string;
  readonly credentialId: string;
}

/** After so long, every request that the proxy holds up has arrived, in milliseconds. */
export const HELD_UP_MS = 400;

/** What the service process tells when it is ready. */
export interface World {
  readonly serviceUrl: string;
  readonly controlUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accountId: string;
  /** The accounts that the platform pays to, in USD and in EUR. */
  readonly bankIds: readonly string[];
  readonly abroadIds: readonly string[];
  readonly owners: readonly Payer[];
  /** By account, before the run. */
  readonly balances: Readonly<Record<string, number>>;
}

/** What the client process is told to do. */
export interface Order {
  readonly world: World;
  readonly proxyUrl: string;
  readonly seed: string;
  readonly operations: number;
  readonly concurrency: number;
  /** Of one attempt, in milliseconds. */
  readonly timeout: number;
}

/** What the service holds at the end, read from it directly. */
export interface Holdings {
  readonly transactions: readonly {
    readonly id: string;
    readonly status: string;
    readonly amount: number;
    readonly quoteId?: string | undefined;
    readonly accountId: string;
  }[];
  readonly balances: Readonly<Record<string, number>>;
  /** How many customers exist. */
  readonly customers: number;
  /** How many each wallet has. */
  readonly credentials: Readonly<Record<string, number>>;
}

/** One line of the ledger. The proxy only ever appends. */
export interface LedgerLine {
  /**
   * `delivered`: the service was given the request. `responded`: the service responded. `played`: the client gets this fault, or
   * `none`.
   */
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
  /** The service repeated the stored response of an earlier request, and executed nothing. */
  readonly isReplay?: boolean | undefined;
  /** What the service made or moved: the id and the amount of its response. */
  readonly id?: string | undefined;
  readonly amount?: number | undefined;
}

/** What the program under test was told about one call. */
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

/** One operation of the run, from its begin to its known end. */
export interface OperationReport {
  readonly operation: string;
  readonly kind: "transfer" | "quote" | "wallet" | "credential" | "customer";
  readonly accountId: string;
  readonly amount: number;
  readonly calls: readonly CallReport[];
  /** Whether the program came to know that it was carried out. */
  readonly isResolved: boolean;
}
