import type { Wallet } from "payments-sdk/wallet";
import { Alert, button, perform } from "./controls";
import { h, icon } from "./dom";
import { countdown } from "./format";

/** Shows the remaining time of the session, by the service's clock. The device's clock may be wrong. */
export class SessionClock {
  readonly element = h("p", { class: "remaining" });
  /** Offers a refresh, or to sign in again, before the session ends. */
  readonly notice: HTMLElement;
  readonly #wallet: Wallet;
  readonly #text = h("p", {});
  readonly #spoken = h("p", { class: "visually-hidden", "aria-live": "polite" });

  constructor(wallet: Wallet, signInAgain: () => void) {
    this.#wallet = wallet;
    const alert = new Alert();
    const stay = button("Stay signed in");
    stay.addEventListener("click", () =>
      perform(stay, { busy: "One moment…", alert, run: () => wallet.refresh() }),
    );
    const again = button("Sign in again");
    again.addEventListener("click", signInAgain);
    this.notice = h(
      "div",
      { class: "notice warn session-end", hidden: true },
      icon("wait"),
      this.#text,
      stay,
      again,
      alert.element,
    );
    document.body.append(this.#spoken);
    // Also notices a session that ended while the device slept, because reading the state ends it.
    setInterval(() => this.show(), 1_000);
  }

  show(): void {
    const { state } = this.#wallet;
    const isExpiring = state.status === "expiring";
    this.notice.hidden = !isExpiring;
    this.element.hidden = state.status !== "signed-in";
    this.#speak(isExpiring ? "Your session ends soon. You can sign in again." : "");
    if (!("until" in state)) return;
    const left = Date.parse(state.until) - this.#wallet.serviceTime();
    this.#text.textContent = `Your session ends in ${countdown(left)}.`;
    this.element.textContent = `${Math.round(left / 60_000)} min left`;
  }

  #speak(text: string): void {
    if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
  }
}
