type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | undefined>;

/** Creates an element. Text is always set as text, so external data is never read as HTML. */
export function h<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  setAttributes(element, attributes);
  element.append(...present(children));
  return element;
}

export function present(children: readonly Child[]): (Node | string)[] {
  return children.filter((child) => child !== null && child !== undefined && child !== false);
}

function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** A view's heading. It takes the focus when the view opens, so that screen readers begin there. */
export function heading(text: string): HTMLHeadingElement {
  return h("h1", { tabindex: -1 }, text);
}

const icons = {
  send: "M4 12h15M13 6l6 6-6 6",
  add: "M12 5v14M5 12h14",
  incoming: "M12 5v14M6 13l6 6 6-6",
  outgoing: "M12 19V5M6 11l6-6 6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  key: "M11.5 15.5a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10.4 12.6 19.5 3.5M16 7l3.2 3.2M13.2 9.8l2 2",
  mail: "M4 6.5h16v11H4zM4 7l8 6 8-6",
  warning: "M12 4l9 16H3zM12 10v4M12 17v.01",
  offline: "M4 4l16 16M8.5 15.5a5 5 0 0 1 6 0M5 11.5a10 10 0 0 1 5-2.6M19 11.5a10 10 0 0 0-3.4-2.1M12 19v.01",
  wait: "M12 7v5l3 2M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17z",
  device: "M4 5.5h16v10H4zM9 19.5h6M12 15.5v4",
} as const;

export type IconName = keyof typeof icons;

/** A decorative line drawing. The text beside it carries the meaning. */
export function icon(name: IconName): SVGSVGElement {
  const namespace = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(namespace, "svg");
  setAttributes(svg, { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" });
  const path = document.createElementNS(namespace, "path");
  path.setAttribute("d", icons[name]);
  svg.append(path);
  return svg;
}

let identifiers = 0;

/** Returns an id that is unique in the page. */
export function uniqueId(prefix: string): string {
  identifiers += 1;
  return `${prefix}-${identifiers}`;
}
