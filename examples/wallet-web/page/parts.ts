/** What only the screens behind the sign-in need. */
import { actions, button, h, uniqueId } from "./ui";
import type { Child } from "./ui";

/** A list to choose from. Each option has a value and a text. */
export function select(label: string, options: readonly (readonly [string, string])[]) {
  const id = uniqueId();
  const input = h("select", { id }, ...options.map(([value, text]) => h("option", { value }, text)));
  return { element: h("div.field", h("label", { for: id }, label), h("div.input", input)), input };
}

/** Some radio buttons, each with its content. */
export function choices(
  legend: string,
  name: string,
  options: readonly [string, ...Child[]][],
  checked: string,
) {
  const inputs = options.map(([value]) =>
    h("input", { type: "radio", name, value, checked: value === checked }),
  );
  const labels = options.map(([, ...content], index) =>
    h("label.choice", inputs[index], h("span", ...content)),
  );
  const element = h("fieldset.choices", h("legend", legend), ...labels);
  return { element, value: () => inputs.find((input) => input.checked)?.value ?? "" };
}

/** A button that copies a text. */
export function copyButton(label: string, text: string): HTMLElement {
  const said = h("span.visually-hidden", { role: "status" });
  const tell = (result: string) => {
    copy.textContent = said.textContent = result;
    setTimeout(() => ((copy.textContent = label), (said.textContent = "")), 2_000);
  };
  const copy: HTMLButtonElement = button(label, () => {
    void navigator.clipboard.writeText(text).then(
      () => tell("Copied"),
      () => tell("The browser does not allow it"),
    );
  });
  return h("span", copy, said);
}

/** Asks before an action that cannot be undone. Resolves to whether to continue. The browser keeps the focus inside. */
export function confirm(title: string, text: string, action: string): Promise<boolean> {
  const id = uniqueId();
  const dialog: HTMLDialogElement = h(
    "dialog",
    { "aria-labelledby": id, "aria-describedby": `${id}-text` },
    h("h2", { id }, title),
    h("p", { id: `${id}-text` }, text),
    actions(
      button("Cancel", () => dialog.close()),
      button(action, () => dialog.close("yes"), { kind: "danger" }),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

/** A list of names and values, without the rows that have no value. */
export const facts = (rows: Readonly<Record<string, Child>>) =>
  h(
    "dl",
    ...Object.entries(rows).map(([name, value]) =>
      value ? h("div", h("dt", name), h("dd", value)) : undefined,
    ),
  );

/** A value with a smaller line below it. */
export const withHint = (value: string, hint: string | undefined) =>
  h("span", foreign(value), hint !== undefined && h("span.hint", foreign(hint)));

/** Characters that change the direction of the text after them (Unicode, UAX #9): embeddings, overrides and isolates. */
const TURNING = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text of other people inside a sentence. A character that would reorder it is shown as its number. */
export const visible = (text: string): string =>
  text.replace(TURNING, (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase()}⟩`);

/** The same as an element, which does not change the text around it. */
export const foreign = (text: string) => (text === "" ? undefined : h("bdi", visible(text)));
