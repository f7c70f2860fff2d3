import { connection } from "./connection";
import type { ConnectionState } from "./connection";
import { button } from "./controls";
import { h, icon } from "./dom";
import type { IconName } from "./dom";

const symbols: Record<ConnectionState["kind"], IconName> = {
  fine: "check",
  lost: "offline",
  limited: "wait",
  failed: "warning",
};

function textOf(state: ConnectionState): string {
  switch (state.kind) {
    case "fine":
      return "";
    case "lost":
      return "You are offline. The page keeps your entries and reconnects.";
    case "limited": {
      const seconds = Math.ceil((state.untilMs - performance.now()) / 1000);
      return `Too many requests at the moment. Trying again in ${seconds} s.`;
    }
    case "failed":
      return state.text;
  }
}

/** The page's one alert: the connection is lost, the service is rate limiting, or parts failed to load. */
export function createBanner(): HTMLElement {
  const shown = h("p", { "aria-hidden": "true" });
  // Updated less often, because a screen reader would announce every second.
  const said = h("p", { class: "visually-hidden", role: "status" });
  const again = button("Try again");
  again.addEventListener("click", () => connection.retry());
  const row = h("div", { class: "wide" });
  const element = h("section", { class: "banner", "aria-label": "Connection", hidden: true }, row, said);
  let timer: ReturnType<typeof setInterval> | undefined;
  let announced = "";
  let drawn: ConnectionState["kind"] = "fine";
  const show = (isReminder: boolean): void => {
    const { state } = connection;
    const { kind } = state;
    const text = textOf(state);
    const news = kind === "limited" ? kind : text;
    element.hidden = kind === "fine";
    element.classList.toggle("danger", kind === "failed");
    if (isReminder || announced !== news) said.replaceChildren(text);
    announced = news;
    shown.textContent = text;
    // Only for another kind of problem. Otherwise the button would lose the focus.
    if (drawn !== kind)
      row.replaceChildren(icon(symbols[kind]), shown, ...(kind === "failed" ? [again] : []));
    drawn = kind;
    if (kind === "limited") timer ??= setInterval(() => show(false), 1_000);
    else {
      clearInterval(timer);
      timer = undefined;
    }
  };
  connection.watch(show);
  show(false);
  return element;
}
