import { nameOf, refuse } from "../core/errors";
import { fieldOf } from "../core/fields";
import type { PaymentWatch, WalletPayments } from "./payment-watch";
import type { Announcement } from "./resolve-options";
import type { SessionContext } from "./session-manager";

/**
 * Whether a customer is signed in on this device. Frozen, and the same object until something changes.
 *
 * - `restoring`: the wallet has not read its store yet. Call `wallet.restore()`.
 * - `signed-out`: this device has no session.
 * - `signing-in`: a sign-in is in progress, and no session can sign yet.
 * - `signed-in`: a session can sign, until `until`.
 * - `expiring`: the session can still sign, but ends soon. The option `expiryNotice` says how soon.
 * - `expired`: the last session expired, or the service no longer has it.
 * - `platform-sign-in-required`: the relay does not know the user, and calls fail with a `PlatformSignInRequiredError`. The
 *   wallet keeps its session. The state updates after the next successful call, in this tab or another one.
 * - `other-user`: the relay knows the user, but the wallet is not theirs. The cookie is another person's. The wallet keeps its
 *   session, and nothing is sent for the other person. Sign in to the platform as the owner, or open the wallet of this user.
 */
export type WalletState =
  | {
      readonly status:
        "restoring" | "signed-out" | "signing-in" | "expired" | "platform-sign-in-required" | "other-user";
    }
  | {
      readonly status: "signed-in" | "expiring";
      /** The session that signs: the newest. */
      readonly sessionId: string;
      /** The credential of the sign-in. */
      readonly credentialId: string;
      /** The end of the session: ISO 8601 date-time in UTC, by the service's clock. */
      readonly until: string;
    };

const OBSTACLES = ["platform-sign-in-required", "other-user"] as const;
/** What stands between the user and the wallet, according to the relay. */
export type Obstacle = (typeof OBSTACLES)[number];

/** Called after each change of the wallet's state or of its payments. */
export type WalletListener = (state: WalletState, payments: WalletPayments) => unknown;

/**
 * The state of a wallet and its listeners. Tabs share changes through a `BroadcastChannel`, if the platform has one.
 */
export class WalletStateWatch {
  readonly #context: SessionContext & { readonly watch: Readonly<PaymentWatch> };
  /** Called when something may have changed, even without a listener. */
  onChange: () => void = () => {};
  /** Objects, because the same function may listen twice. */
  readonly #listeners = new Set<{ readonly listener: WalletListener }>();
  #signIns = 0;
  /** What stands between the user and the wallet, according to the relay's responses. */
  #obstacle: Obstacle | undefined;
  /** When the request was sent that decided this. */
  #decidedMs = 0;
  #current: WalletState = Object.freeze({ status: "restoring" });
  /** What the listeners saw last. */
  #told = this.#current;
  #toldPayments: WalletPayments | undefined;
  #isDue = false;
  #channel: BroadcastChannel | undefined;

  constructor(context: SessionContext & { readonly watch: Readonly<PaymentWatch> }) {
    this.#context = context;
  }

  /** The current state. A new object only when it differs from the last one. */
  get current(): WalletState {
    const next = this.#read();
    if (JSON.stringify(next) !== JSON.stringify(this.#current)) this.#current = Object.freeze(next);
    return this.#current;
  }

  /** Calls the listener after each change. Returns the function that ends the subscription. */
  subscribe(listener: WalletListener): () => void {
    if (typeof listener !== "function") refuse("listener", "must be a function", "wallet.subscribe");
    const entry = { listener };
    if (this.#listeners.size === 0) {
      this.#told = this.current;
      this.#toldPayments = this.#context.watch.current;
      this.#channel = this.#open();
      if (this.#channel) this.#channel.onmessage = ({ data }) => this.#follow(data);
      globalThis.addEventListener?.("pageshow", this.#shown);
    }
    this.#listeners.add(entry);
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size > 0) return;
      this.#channel?.close();
      this.#channel = undefined;
      globalThis.removeEventListener?.("pageshow", this.#shown);
    };
  }

  /** Marks a sign-in as in progress. Starts it at once, so that the gesture is not forgotten. */
  async during<Result>(signIn: () => Promise<Result>): Promise<Result> {
    this.#signIns += 1;
    this.changed();
    try {
      return await signIn();
    } finally {
      this.#signIns -= 1;
      this.changed();
    }
  }

  /**
   * Called when something may have changed. Listeners run after the current task, never while the state is being read.
   */
  changed(): void {
    this.onChange();
    if (this.#isDue || this.#listeners.size === 0) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      this.#tell();
    });
  }

  /** Called when the relay has said who the user is. `undefined`: the owner of the wallet. */
  userTold(obstacle: Obstacle | undefined, sentMs: number): void {
    // The user may have signed in since an earlier request.
    if (sentMs < this.#decidedMs) return;
    this.#decidedMs = sentMs;
    if (obstacle === this.#obstacle) return;
    this.#obstacle = obstacle;
    this.changed();
    this.announce({ event: "platform-sign-in", obstacle });
  }

  /** Notifies the other tabs. */
  announce(announcement: Announcement): void {
    const channel = this.#channel ?? this.#open();
    try {
      channel?.postMessage(announcement);
    } catch {
      // Optional: an action in the other tab notices the change anyway.
    }
    if (channel !== this.#channel) channel?.close();
  }

  /** Applies an announcement of another tab. */
  #follow(announcement: unknown): void {
    const { sessionManager, watch } = this.#context;
    const event = fieldOf(announcement, "event");
    if (event === "payments-stored") {
      watch.set({ isCurrent: false });
    } else if (event === "platform-sign-in") {
      const obstacle = fieldOf(announcement, "obstacle");
      this.#obstacle = OBSTACLES.find((known) => known === obstacle);
      this.changed();
    } else if (event === "sessions-stored") {
      sessionManager.restore(fieldOf(announcement, "hasEnded") === true).catch((error: unknown) => {
        this.#context.log(
          "warn",
          `the session of another tab could not be used (${nameOf(error)}): reload the page`,
        );
      });
    }
  }

  /** The browser shows a page that it kept. Meanwhile, the page has missed the announcements of others. */
  readonly #shown = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    const { hasEnded } = this.#context.sessionManager;
    for (const event of ["payments-stored", "sessions-stored"]) this.#follow({ event, hasEnded });
  };

  #read(): WalletState {
    const { sessionManager } = this.#context;
    if (this.#obstacle !== undefined) return { status: this.#obstacle };
    const session = sessionManager.active().at(-1);
    if (session !== undefined) {
      const { id, credentialId, expiresAt } = session;
      const status = sessionManager.isExpiring(session) ? "expiring" : "signed-in";
      return { status, sessionId: id, credentialId, until: expiresAt };
    }
    if (this.#signIns > 0) return { status: "signing-in" };
    if (!sessionManager.isRestored) return { status: "restoring" };
    return { status: sessionManager.hasEnded ? "expired" : "signed-out" };
  }

  #tell(): void {
    const { current } = this;
    const payments = this.#context.watch.current;
    if (current === this.#told && payments === this.#toldPayments) return;
    this.#told = current;
    this.#toldPayments = payments;
    for (const { listener } of [...this.#listeners]) {
      (async () => listener(current, payments))().catch((error: unknown) => {
        this.#context.log("warn", `a listener of \`wallet.subscribe\` failed (${nameOf(error)})`);
      });
    }
  }

  #open(): BroadcastChannel | undefined {
    try {
      const channel: BroadcastChannel & { unref?: () => void } = new BroadcastChannel(
        `payments-sdk wallet ${this.#context.accountId}`,
      );
      // In Node, listening must not keep a program alive.
      channel.unref?.();
      return channel;
    } catch {
      // This platform has no BroadcastChannel.
      return undefined;
    }
  }
}
