/** Elements, controls and parts that load. No text from outside is ever read as HTML. */
import { connection, LOAD_AGAIN } from "./connection";
import { explain, isUnreachable, waitOf } from "./backend";

export type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined>;

/** Creates an element: `h("p.hint", "Text")`, or `h("a", { href }, "Text")`. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  selector: Name | `${Name}.${string}`,
  ...parts: (Child | Attributes)[]
): HTMLElementTagNameMap[Name] {
  const [name = "", ...classes] = selector.split(".");
  const element = document.createElement(name) as HTMLElementTagNameMap[Name];
  element.classList.add(...classes);
  for (const part of parts) {
    if (typeof part === "string" || part instanceof Node) element.append(part);
    else if (part) setAttributes(element, part);
  }
  return element;
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** A screen's heading. It takes the focus when the screen opens, so that screen readers begin there. */
export const heading = (text: string) => h("h1", { tabindex: -1 }, text);

/** A part of a screen. */
export const card = (...children: Child[]) => h("section.card", ...children);

const icons = {
  send: "M4 12h15M13 6l6 6-6 6",
  add: "M12 5v14M5 12h14",
  incoming: "M12 5v14M6 13l6 6 6-6",
  outgoing: "M12 19V5M6 11l6-6 6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  key: "M11.5 15.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10.4 12.6 19.5 3.5M16 7l3.2 3.2M13.2 9.8l2 2",
  mail: "M4 6.5h16v11H4zM4 7l8 6 8-6",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.01",
  wait: "M12 7v5l3 2M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z",
  device: "M4 5.5h16v10H4zM9 19.5h6M12 15.5v4",
} as const;

export type IconName = keyof typeof icons;

/** A decorative line drawing. The text beside it carries the meaning. */
export function icon(name: IconName): SVGSVGElement {
  const [svg, path] = (["svg", "path"] as const).map((each) =>
    document.createElementNS("http://www.w3.org/2000/svg", each),
  ) as [SVGSVGElement, SVGPathElement];
  setAttributes(svg, { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  setAttributes(path, { d: icons[name] });
  svg.append(path);
  return svg;
}

let identifiers = 0;
/** Returns an id that is unique in the page. */
export const uniqueId = () => `id-${(identifiers += 1)}`;

/** A message above a screen or in it. */
export const notice = (kind: "good" | "warn" | "danger", symbol: IconName, ...children: Child[]) =>
  h(`div.notice.${kind}`, icon(symbol), h("div.text", ...children));

/** A place for an error. Screen readers announce it when it fills. */
export class Alert {
  readonly element = h("div", { role: "alert" });

  /** Shows the error until the next attempt, or until the customer changes a value beside it. */
  show(text: string): void {
    this.element.replaceChildren(notice("danger", "warning", h("p", text)));
    this.element.closest("form, section")?.addEventListener("input", () => this.clear(), { once: true });
  }

  clear(): void {
    this.element.replaceChildren();
  }
}

interface Look {
  /** One primary button on a screen. `danger` cannot be undone. Default: `secondary`. */
  kind?: "primary" | "secondary" | "danger";
  symbol?: IconName;
  /** The name for screen readers, if the label alone is not clear. */
  name?: string;
}

/** A button. Without an action, it submits its form. */
export function button(
  label: string,
  action?: () => void,
  { kind = "secondary", name, symbol }: Look = {},
): HTMLButtonElement {
  const type = action === undefined ? "submit" : "button";
  const element = h(`button.button.${kind}`, { type, "aria-label": name }, symbol && icon(symbol), label);
  if (action !== undefined) element.addEventListener("click", action);
  return element;
}

/** A link that looks like a button. */
export const link = (label: string, href: string, { kind = "secondary", symbol }: Look = {}) =>
  h(`a.button.${kind}`, { href }, symbol && icon(symbol), label);

export const actions = (...children: Child[]) => h("div.actions", ...children);

export interface Work {
  /** The button's label during the work. */
  busy: string;
  /** Called within the gesture: passkey dialogs open only then. */
  run: () => Promise<unknown>;
  alert: Alert;
  /** Handles an error and returns `true`, or leaves it to the page and to the alert. */
  onError?: (error: unknown) => boolean;
  /** Cancels the work. A "Cancel" button appears beside this one during the work. */
  cancel?: AbortController;
}

/** Handles the errors that a new sign-in solves. The page of a user sets it. */
let handle = (_error: unknown): boolean => false;
export const handleErrors = (handler: typeof handle) => void (handle = handler);

/** A button that does some work. */
export function worker(label: string, work: () => Work, look?: Look): HTMLButtonElement {
  const element: HTMLButtonElement = button(label, () => perform(element, work()), look);
  return element;
}

/** Runs the work of a button, once at a time, and shows its progress. */
export function perform(element: HTMLButtonElement, { busy, run, alert, onError, cancel }: Work): void {
  if (element.getAttribute("aria-disabled") === "true") return;
  const content = [...element.childNodes];
  const label = element.getAttribute("aria-label");
  // `disabled` would remove the keyboard focus.
  element.setAttribute("aria-disabled", "true");
  element.removeAttribute("aria-label");
  element.replaceChildren(h("span.spinner", { "aria-hidden": "true" }), busy);
  alert.clear();
  const stop = cancel && button("Cancel", () => cancel.abort());
  if (stop !== undefined) element.after(stop);
  run()
    .catch(async (error: unknown) => {
      // The customer pressed "Cancel" and needs no message.
      if (cancel?.signal.aborted || onError?.(error) || handle(error)) return;
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

export interface Field {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  /** Marks the field as invalid, shows the error, and focuses the field. Without a text, clears the error. */
  setError(text?: string): void;
}

export function field(label: string, attributes: Attributes, hint?: string, unit?: string): Field {
  const id = uniqueId();
  const error = h("p.field-error", { id: `${id}-error`, hidden: true });
  const describedBy = `${hint === undefined ? "" : `${id}-hint `}${id}-error`;
  const input = h("input", { id, type: "text", "aria-describedby": describedBy, ...attributes });
  const box = h("div.input", input, unit !== undefined && h("span.unit", { "aria-hidden": "true" }, unit));
  const help = hint !== undefined && h("p.hint", { id: `${id}-hint` }, hint);
  const element = h("div.field", h("label", { for: id }, label), help, box, error);
  const setError = (text?: string) => {
    error.textContent = text ?? "";
    error.hidden = text === undefined;
    input.toggleAttribute("aria-invalid", text !== undefined);
    if (text !== undefined) input.focus();
  };
  input.addEventListener("input", () => setError());
  return { element, input, setError };
}

/** A form with its own error messages, so that they look the same in every browser. */
export function form(onSubmit: () => void, ...children: Child[]): HTMLFormElement {
  const element = h("form", { novalidate: true }, ...children);
  element.addEventListener("submit", (event) => {
    event.preventDefault();
    onSubmit();
  });
  return element;
}

interface LoadedOptions {
  /** Reloads after a lost connection, a payment in any tab, and at the focus, even if the part is already shown. */
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
  const container = h("div.loaded");
  let isShown = false;
  let isLoading = false;
  let isDue = false;
  const show = (nodes: Node[]) => {
    // What has not changed keeps its focus and its place.
    const isSame = nodes.length === container.childNodes.length;
    if (isShown && isSame && nodes.every((node) => node.parentNode === container)) return;
    const next = h("div", ...nodes);
    if (!isShown || next.innerHTML !== container.innerHTML) container.replaceChildren(...next.childNodes);
  };
  const fail = async (error: unknown) => {
    const waitMs = waitOf(error);
    if (waitMs !== undefined) connection.limited(waitMs);
    const isLost = isUnreachable(error) && !(await connection.isReachable());
    // Old content is better than an error in its place.
    if (isShown) return;
    // The banner already shows the other causes.
    container.dataset["problem"] = isLost || waitMs !== undefined || isOptional ? "" : explain(error);
    container.replaceChildren(...(isOptional ? [] : [h("p.hint", `Could not load ${what}.`)]));
  };
  const start = async () => {
    // What changes during a load may be missing in its result.
    isDue = isLoading;
    if (isLoading) return;
    isLoading = true;
    container.setAttribute("aria-busy", "true");
    if (!isShown && !isOptional && container.dataset["problem"] === undefined)
      container.replaceChildren(skeleton(what));
    await load()
      .then((nodes) => {
        delete container.dataset["problem"];
        show(nodes);
        isShown = true;
      })
      .catch(fail);
    isLoading = false;
    container.removeAttribute("aria-busy");
    connection.partsChanged();
    if (isDue) await start();
  };
  container.addEventListener(LOAD_AGAIN, () => {
    if (isLive || !isShown) void start();
  });
  void start();
  return container;
}

const skeleton = (what: string) =>
  h(
    "div.skeleton",
    { role: "status" },
    h("span.visually-hidden", `Loading ${what}…`),
    ...["", ""].map(() => h("span.bone", { "aria-hidden": "true" })),
  );
