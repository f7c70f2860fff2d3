import type { Transaction } from "payments-sdk";
import { isApiError } from "payments-sdk";
import { browserPasskeys, indexedDbStore, SessionRequiredError, Wallet, wordsFor } from "payments-sdk/wallet";
import type { SignInParams, WalletPayments, WalletRequestOptions } from "payments-sdk/wallet";
import type { UserInfo } from "../shared";
import { connection } from "./connection";
import { explain, isPlatformSignInOver, signInToPlatform, UnreachableError } from "./backend";
import { PaymentDraft } from "./draft";
import type { Frame } from "./frame";
import type * as inside from "./inside";
import { SessionClock } from "./session-clock";
import type { Shell, View } from "./shell";
import { firstCredential, signIn, wordsOfSignIn } from "./screens/sign-in";
import { platformSignIn } from "./screens/welcome";
import { Alert, h, handleErrors, loaded, worker } from "./ui";

type Inside = typeof inside;

/** How long after a sign-in the page refreshes its session. */
const REFRESH_FOR_MS = 30 * 60_000;

/** Loads the screens behind the sign-in, while the person signs in. */
function loadInside(): Promise<Inside> {
  return import("./inside").catch((error: unknown) => {
    throw new UnreachableError("the page's code could not be loaded", { cause: error });
  });
}

/** The page of a user with a wallet. It chooses the screen, marks the place, and follows the session. */
export class WalletPage implements Shell {
  readonly wallet: Wallet;
  readonly user: UserInfo;
  readonly draft: PaymentDraft;
  readonly transactions = new Map<string, Transaction>();
  readonly #frame: Frame;
  readonly #clock: SessionClock;
  #inside: Inside | undefined;
  #isSignedIn = false;
  /** The view that signs in continues afterwards. The page follows only sign-ins in other tabs. */
  #isSigningIn = false;
  #isPlatformSignedOut = false;
  #payments: WalletPayments | undefined;
  /** The route of the current screen, its navigation entry, and whether a step of it is shown. */
  #hash = "";
  #place = "";
  #isStep = false;

  constructor(frame: Frame, user: UserInfo) {
    this.#frame = frame;
    this.user = user;
    const { accountId, trustedIssuerKeys, codeIssuerKeys, organizationId } = user;
    this.draft = new PaymentDraft(accountId);
    this.wallet = new Wallet({
      relay: "/wallet",
      accountId,
      sessionKeys: "held",
      trustedIssuerKeys,
      codeIssuerKeys,
      organizationId,
      passkeys: browserPasskeys(),
      store: indexedDbStore(),
      autoRefreshFor: REFRESH_FOR_MS,
      relyingParty: { name: "Alder" },
      hooks: {
        // Reported at once, because the wait may last a minute.
        onRetry: ({ error, delayMs }) => {
          if (isApiError(error) && error.status === 429) connection.limited(delayMs);
        },
      },
    });
    this.#clock = new SessionClock(this.wallet, () => void this.#signInAgain());
  }

  async start(): Promise<void> {
    // One change of the address fires both events.
    for (const change of ["popstate", "hashchange"]) window.addEventListener(change, () => this.#follow());
    document.addEventListener("click", (event) => this.#followLink(event));
    // Until then, the state is `restoring`, and the page shows that it loads.
    await this.wallet.restore();
    handleErrors((error) => this.handled(error));
    this.wallet.subscribe((_, payments) => this.#followWallet(payments));
    window.addEventListener("focus", () => connection.loadAgain());
    await this.refresh();
  }

  get leaving(): AbortSignal {
    return this.#frame.leaving;
  }

  step(view: View): void {
    history.pushState(null, "");
    this.#isStep = true;
    this.#frame.show(view);
  }

  replace(view: View): void {
    this.#frame.show(view);
  }

  cover(view: View): void {
    this.#frame.cover(view);
    this.#frame.place(undefined);
  }

  say(message: string): void {
    this.#frame.say(message);
  }

  warn(message: string): void {
    this.#frame.warn(message);
  }

  go(route: `#/${string}`): void {
    if (route !== this.#hash) {
      // Leaving a step ends it. "Back" then leads to its screen.
      history[this.#isStep ? "replaceState" : "pushState"](null, "", route);
      this.#isStep = false;
    }
    this.#open(route);
  }

  async signIn(params: SignInParams, options?: WalletRequestOptions): Promise<void> {
    this.#isSigningIn = true;
    try {
      await this.wallet.signIn(params, options);
    } finally {
      this.#isSigningIn = false;
    }
  }

  async refresh(): Promise<void> {
    const wasSignedIn = this.#isSignedIn;
    this.#isSignedIn = this.wallet.session !== undefined;
    if (!this.#isSignedIn) return this.#showSignIn();
    const hash = location.hash || "#/";
    const wasCovered = this.#frame.uncover();
    if (this.#inside === undefined) {
      await this.#show("your wallet", async () => void (this.#inside = await loadInside()));
    } else if (wasCovered && hash === this.#hash) {
      return this.#showPlace();
    }
    this.#open(hash);
    if (!wasSignedIn && this.#inside)
      this.#frame.notice(this.#clock.notice, this.#inside.pendingPayments(this));
  }

  handled(error: unknown): boolean {
    if (isPlatformSignInOver(error)) this.#platformSignInEnded();
    else if (error instanceof SessionRequiredError) this.#sessionEnded();
    else return false;
    return true;
  }

  /** Opens the screen of a route, for a signed-in user. */
  #open(hash: string): void {
    // The screen is the history entry before its step.
    if (this.#isStep) history.back();
    this.#isStep = false;
    this.#hash = hash;
    if (!this.#isSignedIn || this.#inside === undefined) return;
    const { view, place } = this.#inside.screenOf(this, hash);
    this.#place = place;
    this.#frame.uncover();
    this.#frame.show(view);
    this.#showPlace();
    if (this.wallet.session === undefined) this.#sessionEnded();
  }

  #showPlace(): void {
    this.#frame.place(this.#place, this.#clock.element, this.#signOutButton());
    this.#clock.show();
  }

  /** Handles "Back", "Forward", or a typed address. */
  #follow(): void {
    const hash = location.hash || "#/";
    if (hash === this.#hash && !this.#isStep) return;
    this.#isStep = false;
    if (this.#isSignedIn) this.#open(hash);
    else if (!this.#isPlatformSignedOut) void this.#showSignIn();
  }

  /** A link to the current screen works too, because the screen may show a step. */
  #followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const route = link?.getAttribute("href");
    if (!route?.startsWith("#/")) return;
    event.preventDefault();
    this.go(route as `#/${string}`); // An unknown route opens the overview.
  }

  #signOutButton(): HTMLElement {
    const alert = new Alert();
    const run = async () => {
      this.#isSignedIn = false;
      this.draft.clear();
      try {
        await this.wallet.signOut();
      } finally {
        // The keys are wiped even after an error.
        await this.refresh();
      }
      this.say("You are signed out. The session’s key was wiped from this browser.");
    };
    const onError = (error: unknown) => {
      if (!this.handled(error)) this.say(`You are signed out here. ${explain(error)}`);
      return true;
    };
    return h(
      "div",
      worker("Sign out", () => ({ busy: "Signing out…", alert, run, onError })),
      alert.element,
    );
  }

  /** Follows the wallet. The clock, the service and other tabs change its state; payments change the balance. */
  #followWallet(payments: WalletPayments): void {
    const { isCurrent, error, progress } = payments;
    const isOpen =
      progress.status === "quote" || progress.status === "confirm" || progress.status === "sending";
    const isChanged = payments !== this.#payments && !isCurrent && error === undefined && !isOpen;
    this.#payments = payments;
    if (isChanged) connection.loadAgain();
    this.#followState();
  }

  #followState(): void {
    this.#clock.show();
    switch (this.wallet.state.status) {
      case "platform-sign-in-required":
      case "other-user":
        return this.#platformSignInEnded();
      case "expired":
      case "signed-out":
        return this.#sessionEnded();
      case "signed-in":
      case "expiring":
        if (this.#isSigningIn || this.#isPlatformSignedOut) return;
        if (!this.#isSignedIn || this.#frame.isCovered) void this.refresh();
    }
  }

  /** A sign-out closes everything. After an expiry, the same screen returns. */
  #sessionEnded(): void {
    if (!this.#isSignedIn) return;
    this.#isSignedIn = false;
    if (this.wallet.state.status === "expired") {
      if (!this.#frame.isCovered) void this.#signInAgain();
      return;
    }
    this.#isStep = false;
    this.draft.clear();
    void this.#showSignIn();
  }

  /** Shows the sign-in, or the first credential of a new wallet. */
  async #showSignIn(): Promise<void> {
    this.transactions.clear();
    this.#frame.uncover();
    this.#frame.place(undefined);
    this.#frame.notice();
    const { data: credentials } = await this.#show("the ways to sign in", () =>
      this.wallet.credentials.list(),
    );
    this.#frame.show(credentials.length === 0 ? firstCredential(this) : signIn(this, credentials));
    // After the screen, and before it is needed. A failure shows then.
    setTimeout(() => loadInside().catch(() => undefined));
  }

  /** Shows the sign-in in front of the screen. */
  async #signInAgain(): Promise<void> {
    const back = this.#isSignedIn ? { back: () => this.#leaveSignIn() } : {};
    const reason = { isAgain: true, words: wordsOfSignIn(this), ...back };
    const { data: credentials } = await this.#show(
      "the ways to sign in",
      () => this.wallet.credentials.list(),
      (view) => this.cover(view),
    );
    // Another tab can be faster.
    if (this.#frame.isCovered) this.cover(signIn(this, credentials, reason));
  }

  /** Returns to the screen, unless the session has ended. */
  #leaveSignIn(): void {
    if (!this.#isSignedIn) return void this.#signInAgain();
    this.#frame.uncover();
    this.#showPlace();
  }

  /** The platform no longer knows the user, or knows another one. The wallet's keys and the screen stay. */
  #platformSignInEnded(): void {
    if (this.#isPlatformSignedOut) return;
    this.#isPlatformSignedOut = true;
    this.#isSignedIn = false;
    const { email, accountId } = this.user;
    const again = async (address: string) => {
      const user = await signInToPlatform(address);
      // Another user has another wallet, and another page.
      if (user?.accountId !== accountId) return location.reload();
      // The wallet's state changes with the next successful call.
      await this.wallet.balance();
      this.#isPlatformSignedOut = false;
      await this.refresh();
      this.say(`You are signed in to Alder again, ${this.user.name}.`);
    };
    const { status } = this.wallet.state;
    const other = ["Open their wallet", () => location.reload()] as const;
    this.cover(
      platformSignIn({
        words: wordsFor(status === "other-user" ? { status } : { status: "platform-sign-in-required" }),
        email,
        signIn: again,
        ...(status === "other-user" ? { other } : {}),
      }),
    );
  }

  /** Shows a loading view and retries until the load succeeds. Resolves with the result. */
  #show<Result>(
    what: string,
    load: () => PromiseLike<Result>,
    show = (view: View) => this.#frame.show(view),
  ): Promise<Result> {
    return new Promise((resolve) => {
      const fetched = async () => {
        resolve(await load());
        return [];
      };
      show({ title: "Loading", body: [loaded(what, fetched)] });
    });
  }
}
