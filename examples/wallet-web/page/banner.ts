import { connection } from "./connection";
import { h, icon } from "./dom";

/** Says on every screen, once, that the connection is lost, or that the service has asked to wait. */
export function createBanner(): HTMLElement {
  const shown = h("p", { class: "wide", "aria-hidden": "true" });
  // Said once: a screen reader would read every second.
  const said = h("p", { class: "visually-hidden", role: "status" });
  const element = h("div", { class: "banner", hidden: true }, shown, said);
  let timer: ReturnType<typeof setInterval> | undefined;
  let announced = "";
  const show = (): void => {
    const { state } = connection;
    const secondsLeft = state.kind === "limited" ? Math.ceil((state.untilMs - performance.now()) / 1000) : 0;
    const text =
      state.kind === "lost"
        ? "You are offline. This page goes on by itself when the connection is back."
        : `Too many requests at the moment. Trying again in ${secondsLeft} s.`;
    element.hidden = state.kind === "fine";
    if (announced !== state.kind) said.textContent = element.hidden ? "" : text;
    announced = state.kind;
    shown.replaceChildren(icon(state.kind === "lost" ? "offline" : "wait"), text);
    if (state.kind === "limited") timer ??= setInterval(show, 1_000);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  connection.watch(show);
  show();
  return element;
}
