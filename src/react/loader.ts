/** The current result of a loader. A new object after each change. */
export interface Loaded<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
}

const START = { data: undefined, error: undefined, isLoading: true };

/** The state for server rendering and for hydration. */
export const loadedOnServer = (): Loaded<never> => START;

/**
 * A value that a call loads and components watch. It starts with the first watcher. Loads run one after the other, so no
 * result is lost and no older one replaces a newer one.
 */
export class Loader<Data> {
  readonly #read: () => Promise<Data>;
  readonly #listeners = new Set<() => void>();
  #current: Loaded<Data> = START;
  #last: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | undefined;

  constructor(read: () => Promise<Data>) {
    this.#read = read;
  }

  /** The current result. */
  readonly current = (): Loaded<Data> => this.#current;

  /** Calls a listener after each change. Returns the function that ends the subscription. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.load();
    return () => this.#listeners.delete(listener);
  };

  /** Loads again if a component watches. */
  reload(): void {
    if (this.#listeners.size > 0) void this.load();
  }

  /** Loads again. A load that has not started yet also serves this call. Never rejects. */
  readonly load = (): Promise<void> => {
    this.#waiting ??= this.change(() => {
      this.#waiting = undefined;
      return this.#read();
    });
    return this.#waiting;
  };

  /** Replaces the data after all earlier loads. Never rejects. */
  change(action: (data: Data | undefined) => Promise<Data | undefined>): Promise<void> {
    this.#last = this.#last.then(async () => {
      this.#set({ ...this.#current, isLoading: true });
      try {
        this.#set({ data: await action(this.#current.data), error: undefined, isLoading: false });
      } catch (error) {
        this.#set({ ...this.#current, error, isLoading: false });
      }
    });
    return this.#last;
  }

  #set(next: Loaded<Data>): void {
    this.#current = next;
    for (const listener of this.#listeners) listener();
  }
}
