import { connection } from "./connection";
import type { ConnectionState } from "./connection";
import type { View } from "./shell";
import { button, h, icon, notice } from "./ui";

const BRAND = "Alder";

const pages = { "#/": "Overview", "#/send": "Send", "#/add-money": "Add money", "#/security": "Security" };

/** A view that waits behind another one. */
interface Covered {
  nodes: Node[];
  title: string;
  readonly scrollY: number;
  readonly focused: Element | null;
}

/** Everything around the current view: the header, the messages, the footer. */
export class Frame {
  readonly #bar = h("div.bar");
  readonly #navigation = h("nav", { "aria-label": "Wallet", hidden: true });
  readonly #status = h("div.status", { role: "status" });
  readonly #notices = h("div.notices");
  readonly #content = h("div.content");
  readonly #main = h("main", { id: "main", tabindex: -1 }, this.#status, this.#notices, this.#content);
  #leaving = new AbortController();
  #covering = new AbortController();
  #covered: Covered | undefined;
  #current: View | undefined;
  #title = "";
  #isFirst = true;

  constructor(root: HTMLElement) {
    const brand = h("p.brand", h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }), BRAND);
    const links = Object.entries(pages).map(([href, label]) => h("li", h("a", { href }, label)));
    this.#navigation.append(h("ul", ...links));
    const what =
      " Money, e-mail and the payments service are simulated. Passkeys, keys and signatures are real and stay in this browser.";
    root.append(
      h("header", h("div.wide", brand, this.#navigation, this.#bar)),
      createBanner(),
      this.#main,
      h("footer", h("p", h("strong", "This is a demo."), what)),
    );
    document.querySelector(".skip")?.addEventListener("click", (event) => {
      // The screens own the URL fragment.
      event.preventDefault();
      this.#main.focus();
    });
  }

  /** Aborted when another view replaces the current one. */
  get leaving(): AbortSignal {
    return (this.#covered === undefined ? this.#leaving : this.#covering).signal;
  }

  get isCovered(): boolean {
    return this.#covered !== undefined;
  }

  /** Opens a view and moves the focus to its heading. Behind a cover, the view waits. */
  show(view: View): void {
    this.#leaving.abort();
    this.#leaving = new AbortController();
    this.#current?.onLeave?.();
    this.#current = view;
    if (this.#covered === undefined) this.#fill(view.title, view.body);
    else Object.assign(this.#covered, { nodes: [...view.body], title: view.title });
  }

  /** Shows a view in front of the current one, which keeps its input. */
  cover({ title, body }: View): void {
    this.#covered ??= {
      nodes: [...this.#content.childNodes],
      title: this.#title,
      scrollY: window.scrollY,
      focused: document.activeElement,
    };
    this.#covering.abort();
    this.#covering = new AbortController();
    this.#notices.hidden = true;
    this.#fill(title, body);
  }

  /** Shows the view behind the cover again. Returns false if no view is covered. */
  uncover(): boolean {
    if (this.#covered === undefined) return false;
    const { nodes, title, scrollY, focused } = this.#covered;
    this.#covered = undefined;
    this.#covering.abort();
    this.#notices.hidden = false;
    this.#fill(title, nodes);
    window.scrollTo(0, scrollY);
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    connection.loadAgain();
    return true;
  }

  #fill(title: string, body: readonly Node[]): void {
    this.#title = title;
    document.title = `${title} · ${BRAND}`;
    this.#status.replaceChildren();
    this.#content.replaceChildren(...body);
    connection.viewChanged();
    // At first, the browser's own position at the top of the page is right.
    if (!this.#isFirst) {
      window.scrollTo(0, 0);
      this.#content.querySelector("h1")?.focus({ preventScroll: true });
    }
    this.#isFirst = this.#isFirst && this.#content.querySelector("h1") === null;
  }

  /** Shows a success message. An empty text clears it. */
  say(message: string): void {
    this.#status.replaceChildren(...(message === "" ? [] : [notice("good", "check", h("p", message))]));
  }

  warn(message: string): void {
    this.#status.replaceChildren(notice("danger", "warning", h("p", message)));
  }

  /** Keeps these nodes above every view until the user has dealt with them. */
  notice(...nodes: Node[]): void {
    this.#notices.replaceChildren(...nodes);
  }

  /** Marks the current place in the navigation. `undefined` hides it for a signed-out user. */
  place(route: string | undefined, ...controls: Node[]): void {
    this.#navigation.hidden = route === undefined;
    for (const link of this.#navigation.querySelectorAll("a")) {
      if (link.getAttribute("href") === route) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.#bar.replaceChildren(...controls);
  }
}

function textOf(state: ConnectionState): string {
  if (state.kind === "lost") return "You are offline. The page keeps your entries and reconnects.";
  if (state.kind === "failed") return state.text;
  if (state.kind !== "limited") return "";
  const seconds = Math.ceil((state.untilMs - performance.now()) / 1000);
  return `Too many requests at the moment. Trying again in ${seconds} s.`;
}

/** The page's one alert: the connection is lost, the service is rate limiting, or parts failed to load. */
function createBanner(): HTMLElement {
  const shown = h("p", { "aria-hidden": "true" });
  // Updated less often, because a screen reader would announce every second.
  const said = h("p.visually-hidden", { role: "status" });
  const again = button("Try again", () => connection.retry());
  const row = h("div.wide", icon("warning"), shown, again);
  const element = h("section.banner", { "aria-label": "Connection", hidden: true }, row, said);
  let timer: ReturnType<typeof setInterval> | undefined;
  let announced = "";
  const show = (isReminder: boolean): void => {
    const { state } = connection;
    const { kind } = state;
    const text = textOf(state);
    const news = kind === "limited" ? kind : text;
    element.hidden = kind === "fine";
    again.hidden = kind !== "failed";
    if (isReminder || announced !== news) said.replaceChildren(text);
    announced = news;
    shown.textContent = text;
    if (kind === "limited") return void (timer ??= setInterval(() => show(false), 1_000));
    clearInterval(timer);
    timer = undefined;
  };
  connection.watch(show);
  show(false);
  return element;
}
