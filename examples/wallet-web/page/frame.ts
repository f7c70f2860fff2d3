import { createBanner } from "./banner";
import { connection } from "./connection";
import { h, icon } from "./dom";
import type { View } from "./shell";

const BRAND = "Alder";

const pages = [
  { route: "#/", label: "Overview" },
  { route: "#/send", label: "Send" },
  { route: "#/add-money", label: "Add money" },
  { route: "#/security", label: "Security" },
] as const;

/** A view that waits behind another one. */
interface Covered {
  nodes: Node[];
  title: string;
  readonly scrollY: number;
  readonly focused: Element | null;
}

/** Everything around the current view: the header, the messages, the footer. */
export class Frame {
  readonly #bar = h("div", { class: "bar" });
  readonly #navigation = h("nav", { "aria-label": "Wallet", hidden: true });
  readonly #status = h("div", { role: "status", class: "status-slot" });
  readonly #notices = h("div", { class: "notices" });
  readonly #content = h("div", { class: "content" });
  readonly #main = h("main", { id: "main", tabindex: -1 }, this.#status, this.#notices, this.#content);
  #leaving = new AbortController();
  #covering = new AbortController();
  #covered: Covered | undefined;
  #current: View | undefined;
  #title = "";
  #isFirst = true;

  constructor(root: HTMLElement) {
    const brand = h(
      "p",
      { class: "brand" },
      h("img", { src: "/icon.svg", alt: "", width: 32, height: 32 }),
      BRAND,
    );
    this.#navigation.append(
      h("ul", {}, ...pages.map(({ route, label }) => h("li", {}, h("a", { href: route }, label)))),
    );
    const footer = h(
      "footer",
      {},
      h(
        "p",
        {},
        h("strong", {}, "This is a demo."),
        " Money, e-mail and the payments service are simulated. Passkeys, keys and signatures are real and stay in this browser.",
      ),
    );
    root.append(
      h("header", {}, h("div", { class: "wide" }, brand, this.#navigation, this.#bar)),
      createBanner(),
      this.#main,
      footer,
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
    this.#status.replaceChildren();
    if (message !== "") this.#status.append(h("p", { class: "notice good" }, icon("check"), message));
  }

  warn(message: string): void {
    this.#status.replaceChildren(h("div", { class: "notice danger" }, icon("warning"), h("p", {}, message)));
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
