import type { Wallet } from "payments-sdk/wallet";
import { countdown, time } from "./format";
import { button, h, icon } from "./ui";

/** The wallet begins to refresh earlier, so the notice appears only if that fails or is no longer allowed. */
const NOTICE_MS = 100_000;

/** Shows when the session ends. Counts by the service's clock, because the device's may be wrong. */
export class SessionClock {
  readonly element = h("p.remaining");
  /** Offers to sign in again before the session ends. */
  readonly notice: HTMLElement;
  readonly #wallet: Wallet;
  readonly #text = h("p.text");
  readonly #spoken = h("p.visually-hidden", { "aria-live": "polite" });

  constructor(wallet: Wallet, signInAgain: () => void) {
    this.#wallet = wallet;
    const again = button("Sign in again", signInAgain);
    this.notice = h("div.notice.warn.session-end", { hidden: true }, icon("wait"), this.#text, again);
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
    setText(this.#spoken, endsSoon ? "Your session ends soon. You can sign in again." : "");
    setText(this.#text, `Your session ends in ${countdown(left)}.`);
    // As the customer's own clock will show it.
    setText(this.element, `Signed in until ${time(Date.now() + left)}`);
  }
}

/** The same text again would be announced again. */
function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
