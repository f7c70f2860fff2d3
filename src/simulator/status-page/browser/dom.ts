type Child = Node | string | undefined;

/** Makes an element. Text is only ever set as text: nothing that comes from outside is read as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** The element that the page is known to have. */
export function one<Kind extends Element>(within: ParentNode, selector: string, kind: new () => Kind): Kind {
  const found = within.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`the page has no ${selector}`);
  return found;
}

/** Shows a text that screen readers tell, too. The same text again is told again. */
export function say(text: string, isError = false): void {
  const message = one(document, "#message", HTMLElement);
  message.classList.toggle("error", isError);
  message.replaceChildren(text);
}
