import { nameOf } from "../core/errors";
import type { SessionManager } from "./session-manager";
import type { WalletSettings } from "./settings";
import type { WalletSession } from "./wallet-session";

/** The wait after a failed refresh. */
const RETRY_MS = 15_000;

/** The dependencies of an automatic refresh. */
interface AutoRefreshOptions extends Pick<WalletSettings, "accountId" | "clock" | "log" | "autoRefreshMs"> {
  readonly sessionManager: SessionManager;
  readonly refresh: () => Promise<unknown>;
}

/** Refreshes an expiring session while the page is visible. Tabs that share the store take turns, so one of them refreshes. */
export class AutoRefresh {
  readonly #options: AutoRefreshOptions;
  #isRunning = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: AutoRefreshOptions) {
    this.#options = options;
  }

  /** Looks whether a refresh is due. Called when the sessions may have changed, when they expire soon, and when the page is shown. */
  readonly look = (): void => {
    // Not at once: the sessions are changing.
    queueMicrotask(() => {
      const session = this.#refreshable();
      if (session && this.#isDue(session)) void this.#run();
    });
  };

  /** The session that signs, if it may still be refreshed. */
  #refreshable(): WalletSession | undefined {
    const { sessionManager, clock, autoRefreshMs } = this.#options;
    const session = sessionManager.active().at(-1);
    return session && clock.now(true) < Date.parse(session.signedInAt) + autoRefreshMs ? session : undefined;
  }

  #isDue(session: WalletSession): boolean {
    const isVisible = globalThis.document?.visibilityState === "visible";
    return isVisible && !this.#isRunning && this.#options.sessionManager.isExpiring(session);
  }

  async #run(): Promise<void> {
    const { accountId, sessionManager, log, refresh } = this.#options;
    clearTimeout(this.#timer);
    this.#isRunning = true;
    const work = async (): Promise<void> => {
      // Another tab may have refreshed during the wait.
      await sessionManager.restore();
      const session = this.#refreshable();
      if (session && sessionManager.isExpiring(session)) await refresh();
    };
    try {
      await (sessionManager.store.alone?.(`refresh ${accountId}`, work) ?? work());
    } catch (error) {
      // The customer has signed out meanwhile, or the session has ended.
      if (!this.#refreshable()) return;
      log("warn", `the session was not refreshed (${nameOf(error)}): it still signs until its end`);
      this.#timer = setTimeout(this.look, RETRY_MS);
    } finally {
      this.#isRunning = false;
    }
  }
}
