import type { VirtualClock } from "../runtime/clock";
import type { EventLog } from "../runtime/events";
import type { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { currencyDefinition, currencyObject } from "./currencies";
import type { Ledger } from "./ledger";
import { paymentAccount } from "./payment-instructions";
import { Store } from "./store";

export const internalAccountTypes = ["INTERNAL_FIAT", "INTERNAL_CRYPTO", "EMBEDDED_WALLET"] as const;
export type InternalAccountType = (typeof internalAccountTypes)[number];

/** An internal account; its balance is the ledger's. */
export interface InternalAccountRecord {
  id: `InternalAccount:${string}`;
  /** `null` for the platform's own accounts. */
  customerId: string | null;
  type: InternalAccountType;
  currency: string;
  fundingPaymentInstructions: Record<string, unknown>[];
  createdAt: string;
  updatedAt: string;
}

/** What internal accounts are found by. */
export type InternalAccountIndex = "customerId" | "owner" | "currency" | "type";

/** The type of an account that holds a currency, other than a wallet. */
export const managedType = (currency: string): InternalAccountType =>
  currencyDefinition(currency).kind === "fiat" ? "INTERNAL_FIAT" : "INTERNAL_CRYPTO";

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  events: EventLog;
  ledger: Ledger;
}

/** The accounts that the service keeps for the platform and its customers. */
export class InternalAccounts extends Store<InternalAccountRecord, InternalAccountIndex> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #events: EventLog;
  readonly #ledger: Ledger;

  constructor({ state, clock, random, events, ledger }: Collaborators) {
    super("InternalAccount", state, {
      customerId: ({ customerId }) => customerId,
      owner: ({ customerId }) => (customerId === null ? "platform" : "customer"),
      currency: ({ currency }) => currency,
      type: ({ type }) => type,
    });
    this.#clock = clock;
    this.#random = random;
    this.#events = events;
    this.#ledger = ledger;
  }

  /** Opens an account of a customer, or with `null` of the platform, with instructions how to fund it. */
  open(customerId: string | null, type: InternalAccountType, currency: string): InternalAccountRecord {
    const at = this.#clock.iso();
    const account: InternalAccountRecord = {
      id: this.#random.id("InternalAccount"),
      customerId,
      type,
      currency,
      fundingPaymentInstructions: [
        {
          accountOrWalletInfo: paymentAccount(this.#random, currency),
          instructionsNotes: `Payments of ${currency} to this account are added to the balance.`,
          isPlatformAccount: customerId === null,
        },
      ],
      createdAt: at,
      updatedAt: at,
    };
    this.set(account.id, account);
    return account;
  }

  /** The accounts of a customer, or with `null` of the platform, in the order of their creation. */
  of(customerId: string | null): readonly InternalAccountRecord[] {
    return this.by("customerId", customerId);
  }

  /** The customer's primary account: its first fiat account, else the first of all (OP-38). */
  primary(customerId: string): InternalAccountRecord | undefined {
    const accounts = this.of(customerId);
    return accounts.find((account) => account.type === "INTERNAL_FIAT") ?? accounts[0];
  }

  /** Notes and announces that a posting has changed the balance. */
  balanceChanged(id: string): void {
    const account = this.get(id);
    account.updatedAt = this.#clock.iso();
    this.#events.emit("INTERNAL_ACCOUNT.BALANCE_UPDATED", this.view(account));
  }

  /** The account as responses and events show it (specification, "InternalAccount"). */
  view(account: InternalAccountRecord): Record<string, unknown> {
    return {
      id: account.id,
      ...(account.customerId === null ? {} : { customerId: account.customerId }),
      type: account.type,
      balance: { amount: this.#ledger.balance(account.id), currency: currencyObject(account.currency) },
      fundingPaymentInstructions: account.fundingPaymentInstructions,
      createdAt: account.createdAt,
      updatedAt: account.updatedAt,
    };
  }
}
