import type { Wallet } from "payments-sdk/wallet";
import { h } from "./dom";
import { countdown } from "./format";

/** From when on the end of the session is announced, in milliseconds before it. */
const SOON_MS = 2 * 60 * 1000;

/** How long the session still lasts, by the service's clock: the device's may be wrong. */
export class SessionClock {
  readonly element = h("p", { class: "remaining" });
  readonly #wallet: Wallet;
  readonly #spoken = h("p", { class: "visually-hidden", "aria-live": "polite" });

  constructor(wallet: Wallet) {
    this.#wallet = wallet;
    document.body.append(this.#spoken);
  }

  show(): void {
    const { state } = this.#wallet;
    if (state.status !== "signed-in") return this.#speak("");
    const left = Date.parse(state.until) - this.#wallet.serviceTime();
    const isSoon = left < SOON_MS;
    this.element.replaceChildren(
      h("span", { class: "word" }, isSoon ? "Ends in " : "Session: "),
      isSoon ? countdown(left) : `${Math.round(left / 60_000)} min`,
    );
    this.element.classList.toggle("soon", isSoon);
    this.element.title = "Until the session ends";
    this.#speak(isSoon ? "Your session ends in less than two minutes." : "");
  }

  #speak(text: string): void {
    if (this.#spoken.textContent !== text) this.#spoken.textContent = text;
  }
}
