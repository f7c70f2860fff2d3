import { connection, LOAD_AGAIN } from "./connection";
import { h, icon, present, uniqueId } from "./dom";
import type { IconName } from "./dom";
import { explain, isUnreachable, waitOf } from "./errors";

/** A place for an error. Screen readers announce it when it fills. */
export class Alert {
  readonly element = h("div", { role: "alert", class: "alert-slot" });

  /** Shows the error until the next attempt, or until the customer changes a value beside it. */
  show(text: string): void {
    this.element.replaceChildren(h("div", { class: "notice danger" }, icon("warning"), h("p", {}, text)));
    this.element.closest("form, section")?.addEventListener("input", () => this.clear(), { once: true });
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
  /** The name for screen readers, if the label alone is not clear. */
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
  /** The button's label during the work. */
  busy: string;
  /** Called within the gesture: passkey dialogs open only then. */
  run: () => Promise<unknown>;
  alert: Alert;
  /** Handles an error and returns `true`, or leaves it to the alert. */
  onError?: (error: unknown) => boolean;
  /** Cancels the work. A "Cancel" button appears beside this one during the work. */
  cancel?: AbortController;
}

/** Runs the action of a button, once at a time, and shows its progress. */
export function perform(element: HTMLButtonElement, { busy, run, alert, onError, cancel }: Work): void {
  if (element.getAttribute("aria-disabled") === "true") return;
  const content = [...element.childNodes];
  const label = element.getAttribute("aria-label");
  // `disabled` would remove the keyboard focus.
  element.setAttribute("aria-disabled", "true");
  element.removeAttribute("aria-label");
  element.replaceChildren(h("span", { class: "spinner", "aria-hidden": "true" }), busy);
  alert.clear();
  const stop = cancel && cancelButton(cancel);
  if (stop !== undefined) element.after(stop);
  run()
    .catch(async (error: unknown) => {
      // The customer pressed "Cancel" and needs no message.
      if (cancel?.signal.aborted || onError?.(error) === true) return;
      const text = explain(error);
      if (!(await connection.isKnown(text, isUnreachable(error)))) alert.show(text);
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
  /** Marks the field as invalid, shows the error, and focuses the field. Without a text, clears the error. */
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

interface Choice {
  readonly element: HTMLElement;
  readonly input: HTMLSelectElement;
}

/** A list to choose from. Each option has a value and a text. */
export function select(label: string, options: readonly (readonly [string, string])[]): Choice {
  const id = uniqueId("field");
  const input = h("select", { id }, ...options.map(([value, text]) => h("option", { value }, text)));
  const element = h(
    "div",
    { class: "field" },
    h("label", { for: id }, label),
    h("div", { class: "input" }, input),
  );
  return { element, input };
}

/** A form with its own error messages, so that they look the same in every browser. */
export function form(onSubmit: () => void, ...children: (Node | string)[]): HTMLFormElement {
  const element = h("form", { novalidate: true }, ...children);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    onSubmit();
  });
  return element;
}

interface LoadedOptions {
  /** Reloads after a lost connection, even if the part is already shown. */
  isLive?: boolean;
  /** A failure of this part shows no alert. */
  isOptional?: boolean;
}

/** A part of a page that must be fetched. If that fails, the banner says why, and the part reloads later. */
export function loaded(
  what: string,
  load: () => Promise<Node[]>,
  { isLive = false, isOptional = false }: LoadedOptions = {},
): HTMLElement {
  const container = h("div", { class: "loaded" });
  let isShown = false;
  const listen = (): void => container.addEventListener(LOAD_AGAIN, start, { once: true });
  const start = (): void => {
    container.setAttribute("aria-busy", "true");
    if (!isShown && container.dataset["problem"] === undefined) container.replaceChildren(skeleton(what));
    load()
      .then((nodes) => {
        delete container.dataset["problem"];
        container.replaceChildren(...nodes);
        isShown = isLive;
        if (isLive) listen();
      })
      .catch(async (error: unknown) => {
        listen();
        const waitMs = waitOf(error);
        if (waitMs !== undefined) connection.limited(waitMs);
        const isLost = isUnreachable(error) && !(await connection.isReachable());
        // Old content is better than an error in its place.
        if (isShown) return;
        // The banner already shows the other causes.
        container.dataset["problem"] = isLost || waitMs !== undefined || isOptional ? "" : explain(error);
        container.replaceChildren(
          ...(isOptional ? [] : [h("p", { class: "hint" }, `Could not load ${what}.`)]),
        );
      })
      .finally(() => {
        container.removeAttribute("aria-busy");
        connection.partsChanged();
      });
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

/** A button that copies a text. */
export function copyButton(label: string, text: string): HTMLElement {
  const copy = button(label);
  const said = h("span", { class: "visually-hidden", role: "status" });
  copy.addEventListener("click", () => {
    void navigator.clipboard
      .writeText(text)
      .then(
        () => "Copied",
        () => "The browser does not allow it",
      )
      .then((result) => {
        copy.textContent = result;
        said.textContent = result;
        setTimeout(() => {
          copy.textContent = label;
          said.textContent = "";
        }, 2_000);
      });
  });
  return h("span", { class: "copyable" }, copy, said);
}

/** Asks before an action that cannot be undone. Resolves to whether to continue. The browser keeps the focus inside. */
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
