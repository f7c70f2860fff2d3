/** What a customer enters into the form of a payment. */
interface Entries {
  payeeId: string;
  amount: string;
  note: string;
}

const EMPTY: Entries = { payeeId: "", amount: "", note: "" };

/** The draft of a payment. It survives the end of a session, and a reload of the tab. */
export class PaymentDraft {
  readonly #key: string;
  entries: Readonly<Entries>;

  constructor(accountId: string) {
    this.#key = `draft ${accountId}`;
    const kept = this.#use((storage) => storage.getItem(this.#key));
    this.entries = { ...EMPTY, ...(JSON.parse(kept ?? "{}") as Partial<Entries>) }; // Only this class writes it.
  }

  change(entries: Partial<Entries>): void {
    this.entries = { ...this.entries, ...entries };
    this.#use((storage) => storage.setItem(this.#key, JSON.stringify(this.entries)));
  }

  /** Forgets the draft: the payment was sent, or the customer has signed out. */
  clear(): void {
    this.entries = EMPTY;
    this.#use((storage) => storage.removeItem(this.#key));
  }

  /** A browser may refuse the storage. Then a reload forgets the draft. */
  #use<Result>(action: (storage: Storage) => Result): Result | undefined {
    try {
      return action(sessionStorage);
    } catch {
      return undefined;
    }
  }
}
