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
  #entries: Entries;

  constructor(accountId: string) {
    this.#key = `draft ${accountId}`;
    this.#entries = { ...EMPTY, ...this.#kept() };
  }

  get entries(): Readonly<Entries> {
    return this.#entries;
  }

  change(entries: Partial<Entries>): void {
    this.#entries = { ...this.#entries, ...entries };
    this.#use((storage) => storage.setItem(this.#key, JSON.stringify(this.#entries)));
  }

  /** Forgets the draft: the payment was sent, or the customer has signed out. */
  clear(): void {
    this.#entries = EMPTY;
    this.#use((storage) => storage.removeItem(this.#key));
  }

  #kept(): Partial<Entries> | undefined {
    const text = this.#use((storage) => storage.getItem(this.#key));
    return typeof text === "string" ? (JSON.parse(text) as Partial<Entries>) : undefined; // Only this class writes it.
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
