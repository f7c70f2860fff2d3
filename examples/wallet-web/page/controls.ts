import { BACK, connection } from "./connection";
import { h, icon, present, uniqueId } from "./dom";
import type { IconName } from "./dom";
import { explain, isUnreachable } from "./errors";

/** A place for what went wrong. Screen readers announce it when it fills. */
export class Alert {
  readonly element = h("div", { role: "alert", class: "alert-slot" });

  show(text: string, ...actions: Node[]): void {
    const message = h("div", { class: "notice danger" }, icon("warning"), h("p", {}, text), ...actions);
    this.element.replaceChildren(message);
  }

  clear(): void {
    this.element.replaceChildren();
  }
}

type ButtonKind = "primary" | "secondary" | "danger" | "quiet";

export function button(
  label: string,
  { kind = "secondary", type = "button", name, symbol }: ButtonOptions = {},
): HTMLButtonElement {
  const element = h("button", { type, class: `button ${kind}`, "aria-label": name });
  element.append(...present([symbol && icon(symbol), label]));
  return element;
}

interface ButtonOptions {
  kind?: ButtonKind;
  type?: "button" | "submit";
  /** What a screen reader says, where the label alone does not tell enough. */
  name?: string | undefined;
  symbol?: IconName;
}

export function link(
  label: string,
  href: string,
  kind: ButtonKind = "secondary",
  symbol?: IconName,
): HTMLAnchorElement {
  return h("a", { href, class: `button ${kind}` }, symbol && icon(symbol), label);
}

interface Work {
  /** What the button says meanwhile. */
  busy: string;
  /** Called within the gesture: passkey dialogs open only then. */
  run: () => Promise<unknown>;
  alert: Alert;
  /** Takes care of an error and returns `true`, or leaves it to the alert. */
  onError?: (error: unknown) => boolean;
  /** Ends the work; a button for it stands beside this one meanwhile. */
  cancel?: AbortController;
}

/** Runs what a button is for, once at a time, and shows how it goes. */
export function perform(element: HTMLButtonElement, { busy, run, alert, onError, cancel }: Work): void {
  if (element.getAttribute("aria-disabled") === "true") return;
  const content = [...element.childNodes];
  const label = element.getAttribute("aria-label");
  // `disabled` would throw the keyboard's focus away.
  element.setAttribute("aria-disabled", "true");
  element.removeAttribute("aria-label");
  element.replaceChildren(h("span", { class: "spinner", "aria-hidden": "true" }), busy);
  alert.clear();
  const stop = cancel && cancelButton(cancel);
  if (stop !== undefined) element.after(stop);
  run()
    .catch((error: unknown) => {
      // Whoever pressed "Cancel" knows.
      if (cancel?.signal.aborted || onError?.(error) === true) return;
      if (isUnreachable(error)) void connection.isReachable();
      alert.show(explain(error));
    })
    .finally(() => {
      const hadFocus = stop?.contains(document.activeElement);
      stop?.remove();
      element.removeAttribute("aria-disabled");
      if (label !== null) element.setAttribute("aria-label", label);
      element.replaceChildren(...content);
      if (hadFocus) element.focus();
    });
}

function cancelButton(cancel: AbortController): HTMLButtonElement {
  const element = button("Cancel", { kind: "quiet" });
  element.addEventListener("click", () => cancel.abort());
  return element;
}

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** Marks the field as wrong, says why, and takes the focus there; without a text it is right again. */
  setError(text?: string): void;
}

interface FieldOptions {
  label: string;
  hint?: string | undefined;
  /** Shown inside the field, behind the input. */
  unit?: string | undefined;
  attributes?: Record<string, string | number | boolean | undefined>;
}

export function field({ label, hint, unit, attributes = {} }: FieldOptions): Field {
  const id = uniqueId("field");
  const hintElement = hint === undefined ? undefined : h("p", { id: `${id}-hint`, class: "hint" }, hint);
  const error = h("p", { id: `${id}-error`, class: "field-error", hidden: true });
  const describedBy = present([hintElement && `${id}-hint`, `${id}-error`]).join(" ");
  const input = h("input", { id, type: "text", "aria-describedby": describedBy, ...attributes });
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    hintElement,
    h("div", { class: "input" }, input, unit && h("span", { class: "unit", "aria-hidden": "true" }, unit)),
    error,
  );
  const setError = (text?: string) => {
    error.textContent = text ?? "";
    error.hidden = text === undefined;
    if (text === undefined) {
      input.removeAttribute("aria-invalid");
    } else {
      input.setAttribute("aria-invalid", "true");
      input.focus();
    }
  };
  input.addEventListener("input", () => setError());
  return { element, input, setError };
}

/** A form whose errors are the page's own, so that they look and read the same in every browser. */
export function form(onSubmit: () => void, ...children: (Node | string)[]): HTMLFormElement {
  const element = h("form", { novalidate: true }, ...children);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    onSubmit();
  });
  return element;
}

/** Loads what failed for the connection as soon as that is back, and with `isLive` also what was shown before. */
interface LoadedOptions {
  isLive?: boolean;
}

/**
 * A part of a page that has to be fetched: shows that it is loading, then the part, or what went wrong and a way to retry.
 * Without a connection the page says so once, and each part waits.
 */
export function loaded(
  what: string,
  load: () => Promise<Node[]>,
  { isLive = false }: LoadedOptions = {},
): HTMLElement {
  const container = h("div", { class: "loaded" });
  const whenBack = (): void => container.addEventListener(BACK, start, { once: true });
  const start = (): void => {
    const isShown = container.hasAttribute("data-shown");
    container.setAttribute("aria-busy", "true");
    if (!isShown) container.replaceChildren(skeleton(what));
    load()
      .then((nodes) => {
        container.replaceChildren(...nodes);
        if (isLive) container.setAttribute("data-shown", "");
        if (isLive) whenBack();
      })
      .catch(async (error: unknown) => {
        if (isUnreachable(error) && !(await connection.isReachable())) return whenBack();
        // What is on the screen is better than an error in its place.
        if (isShown) return whenBack();
        const alert = new Alert();
        const again = button("Try again", { name: `Try again to load ${what}` });
        again.addEventListener("click", start);
        container.replaceChildren(alert.element);
        alert.show(explain(error), again);
      })
      .finally(() => container.removeAttribute("aria-busy"));
  };
  start();
  return container;
}

function skeleton(what: string): HTMLElement {
  return h(
    "div",
    { class: "skeleton", role: "status" },
    h("span", { class: "visually-hidden" }, `Loading ${what}…`),
    h("span", { class: "bone", "aria-hidden": "true" }),
    h("span", { class: "bone", "aria-hidden": "true" }),
  );
}

/** Names a value and its button that copies it. */
export function copyable(name: string, text: string): HTMLElement {
  const value = h("code", {}, text);
  const copy = button("Copy", { name: `Copy the ${name}` });
  const said = h("span", { class: "visually-hidden", role: "status" });
  copy.addEventListener("click", () => {
    void navigator.clipboard.writeText(text).then(
      () => {
        copy.textContent = "Copied";
        said.textContent = "Copied";
        setTimeout(() => {
          copy.textContent = "Copy";
          said.textContent = "";
        }, 2_000);
      },
      // The browser does not allow it: the person can.
      () => getSelection()?.selectAllChildren(value),
    );
  });
  return h("span", { class: "copyable" }, value, copy, said);
}

/** Asks before something that cannot be undone; resolves to whether to go on. The browser keeps the focus inside. */
export function confirm(question: { title: string; text: string; action: string }): Promise<boolean> {
  const titleId = uniqueId("dialog");
  const yes = button(question.action, { kind: "danger" });
  const no = button("Cancel");
  const dialog = h(
    "dialog",
    { "aria-labelledby": titleId, "aria-describedby": `${titleId}-text` },
    h("h2", { id: titleId }, question.title),
    h("p", { id: `${titleId}-text` }, question.text),
    h("div", { class: "actions" }, no, yes),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    yes.addEventListener("click", () => dialog.close("yes"));
    no.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    dialog.showModal();
  });
}
