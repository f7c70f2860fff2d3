import type { Wallet } from "payments-sdk/wallet";
import { button } from "./controls";
import { h, icon } from "./dom";
import { countdown } from "./format";

/** The wallet begins to refresh earlier, so the notice appears only if that fails or is no longer allowed. */
const NOTICE_MS = 100_000;

/** Shows the remaining time of the session, by the service's clock. The device's clock may be wrong. */
export class SessionClock {
  readonly element = h("p", { class: "remaining" });
  /** Offers to sign in again before the session ends. */
  readonly notice: HTMLElement;
  readonly #wallet: Wallet;
  readonly #text = h("p", {});
  readonly #spoken = h("p", { class: "visually-hidden", "aria-live": "polite" });

  constructor(wallet: Wallet, signInAgain: () => void) {
    this.#wallet = wallet;
    const again = button("Sign in again");
    again.addEventListener("click", signInAgain);
    this.notice = h(
      "div",
      { class: "notice warn session-end", hidden: true },
      icon("wait"),
      this.#text,
      again,
    );
    document.body.append(this.#spoken);
    // Also notices a session that ended while the device slept, because reading the state ends it.
    setInterval(() => this.show(), 1_000);
  }

  show(): void {
    const { state } = this.#wallet;
    const left = "until" in state ? Date.parse(state.until) - this.#wallet.serviceTime() : 0;
    const endsSoon = state.status === "expiring" && left <= NOTICE_MS;
    this.notice.hidden = !endsSoon;
    this.element.hidden = !("until" in state) || endsSoon;
    this.#speak(endsSoon ? "Your session ends soon. You can sign in again." : "");
    this.#text.textContent = `Your session ends in ${countdown(left)}.`;
    this.element.textContent = `${Math.round(left / 60_000)} min left`;
  }

  #speak(text: string): void {
    if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
  }
}
