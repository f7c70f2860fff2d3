import { browserPasskeys, indexedDbStore, Wallet } from "payments-sdk/wallet";
import type { UserInfo } from "../shared";
import { Alert, button, loaded, perform } from "./controls";
import { h } from "./dom";
import { explain, isSessionOver } from "./errors";
import { countdown } from "./format";
import type { Frame } from "./frame";
import type { PaymentDraft, Route, Shell, View } from "./shell";
import { addMoney } from "./views/add-money";
import { firstCredential } from "./views/first-credential";
import { overview } from "./views/overview";
import { recoveryPhrase } from "./views/recovery-phrase";
import { security } from "./views/security";
import { send } from "./views/send";
import { signIn } from "./views/sign-in";

const views: Record<Route, (shell: Shell) => View> = {
  "#/": overview,
  "#/send": send,
  "#/add-money": addMoney,
  "#/security": security,
  "#/recovery-phrase": recoveryPhrase,
};

/** From when on the end of the session is announced, in milliseconds before it. */
const SOON_MS = 2 * 60 * 1000;

function routeOf(hash: string): Route {
  return hash in views ? (hash as Route) : "#/"; // `in` has shown that it is one of them.
}

/** The page of a user who has a wallet: which screen fits, and the session's life. */
export class WalletPage implements Shell {
  readonly wallet: Wallet;
  readonly user: UserInfo;
  readonly draft: PaymentDraft = { payeeId: "", amount: "", note: "" };
  readonly #frame: Frame;
  readonly #remaining = h("p", { class: "remaining" });
  readonly #soon = h("p", { class: "visually-hidden", "aria-live": "polite" });
  #isSignedIn = false;

  constructor(frame: Frame, user: UserInfo) {
    this.#frame = frame;
    this.user = user;
    const { accountId, trustedIssuerKeys, organizationId } = user;
    this.wallet = new Wallet({
      relay: "/wallet",
      accountId,
      trustedIssuerKeys,
      organizationId,
      passkeys: browserPasskeys(),
      store: indexedDbStore(),
      relyingParty: { name: "Alder" },
    });
  }

  async start(): Promise<void> {
    document.body.append(this.#soon);
    window.addEventListener("hashchange", () => this.#open());
    // Also what another tab does.
    this.wallet.subscribe(() => this.#watchSession());
    setInterval(() => this.#watchSession(), 1_000);
    await this.wallet.restore();
    await this.refresh();
  }

  show(view: View): void {
    this.#frame.show(view);
  }

  say(message: string): void {
    this.#frame.say(message);
  }

  go(route: Route): void {
    if (location.hash === route || (location.hash === "" && route === "#/")) this.#open();
    else location.hash = route;
  }

  async refresh(): Promise<void> {
    const { session } = this.wallet;
    this.#isSignedIn = session !== undefined;
    if (session !== undefined) {
      this.#open();
      return;
    }
    this.#frame.place(undefined);
    const { data: credentials } = await this.wallet.credentials.list();
    this.show(credentials.length === 0 ? firstCredential(this) : signIn(this, credentials));
  }

  handled(error: unknown): boolean {
    if (!isSessionOver(error)) return false;
    this.#sessionEnded();
    return true;
  }

  /** Opens the screen of the address, for somebody who is signed in. */
  #open(): void {
    if (!this.#isSignedIn) return;
    if (this.wallet.session === undefined) {
      this.#sessionEnded();
      return;
    }
    const route = routeOf(location.hash);
    this.#frame.place(
      route === "#/recovery-phrase" ? "#/security" : route,
      this.#remaining,
      this.#signOutButton(),
    );
    this.#showRemaining();
    this.show(views[route](this));
  }

  #signOutButton(): HTMLElement {
    const alert = new Alert();
    const out = button("Sign out", { kind: "quiet" });
    out.addEventListener("click", () =>
      perform(out, {
        busy: "Signing out…",
        alert,
        run: async () => {
          this.#isSignedIn = false;
          try {
            await this.wallet.signOut();
          } finally {
            // The keys are gone in any case.
            await this.refresh();
          }
          this.say("You are signed out. The session’s key was wiped from this browser.");
        },
        onError: (error) => {
          this.say(`You are signed out here. ${explain(error)}`);
          return true;
        },
      }),
    );
    return h("div", {}, out, alert.element);
  }

  /** Notices a session that ran out, or was ended in another tab, while nobody did anything here. */
  #watchSession(): void {
    if (!this.#isSignedIn) return;
    if (this.wallet.session === undefined) this.#sessionEnded();
    else this.#showRemaining();
  }

  #showRemaining(): void {
    const { session } = this.wallet;
    if (session === undefined) return;
    const left = Date.parse(session.expiresAt) - this.wallet.serviceTime();
    const isSoon = left < SOON_MS;
    this.#remaining.replaceChildren(
      h("span", { class: "word" }, isSoon ? "Ends in " : "Session: "),
      isSoon ? countdown(left) : `${Math.round(left / 60_000)} min`,
    );
    this.#remaining.classList.toggle("soon", isSoon);
    this.#remaining.title = "Until the session ends";
    const announcement = isSoon ? "Your session ends in less than two minutes." : "";
    if (this.#soon.textContent !== announcement) this.#soon.textContent = announcement;
  }

  #sessionEnded(): void {
    if (!this.#isSignedIn) return;
    this.#isSignedIn = false;
    this.#soon.textContent = "";
    this.#frame.place(undefined);
    const hasExpired = this.wallet.state.status === "expired";
    const ended = async () => {
      const { data: credentials } = await this.wallet.credentials.list();
      this.show(signIn(this, credentials, { hasExpired }));
      return [];
    };
    this.show({ title: "Session ended", body: [loaded("the ways to sign in", ended)] });
  }
}
