import { Alert, button, link, perform } from "../controls";
import { h, heading, icon, uniqueId } from "../dom";
import type { Shell, View } from "../shell";

/** The phrase, behind a warning. It stays on the screen only while the view is open. */
export function recoveryPhrase(shell: Shell): View {
  const alert = new Alert();
  // Not a live region: a screen reader must not read the words aloud unasked.
  const phrase = h("div", { class: "phrase" });
  const id = uniqueId("understood");
  const understood = h("input", { type: "checkbox", id });
  const show = button("Show recovery phrase", { kind: "danger" });
  const hide = button("Hide", { kind: "primary" });
  const question = h(
    "div",
    {},
    h(
      "div",
      { class: "check" },
      understood,
      h("label", { for: id }, "I am alone, and nobody can see my screen."),
    ),
    h("div", { class: "actions" }, show, link("Back to security", "#/security", "quiet")),
  );
  const warning = h(
    "div",
    { class: "notice warn" },
    icon("warning"),
    h(
      "div",
      {},
      h("p", {}, h("strong", {}, "Whoever has these words has your money.")),
      h(
        "p",
        {},
        "Write them on paper. Never type them into a page, and never tell them to anyone, whoever asks.",
      ),
    ),
  );
  show.addEventListener("click", () => {
    if (!understood.checked) {
      alert.show("Tick the box first.");
      understood.focus();
      return;
    }
    perform(show, {
      busy: "Fetching…",
      alert,
      run: async () => {
        const words = (await shell.wallet.exportMnemonic()).split(/\s+/);
        const list = h(
          "ol",
          { class: "words", "aria-label": "Recovery phrase" },
          ...words.map((word) => h("li", {}, word)),
        );
        phrase.replaceChildren(list, h("div", { class: "actions" }, hide));
        question.hidden = true;
        hide.focus();
      },
      onError: (error) => shell.handled(error),
    });
  });
  const forget = () => {
    phrase.replaceChildren();
    question.hidden = false;
    understood.checked = false;
  };
  const stop = shell.wallet.subscribe(() => {
    if (!("until" in shell.wallet.state)) forget();
  });
  hide.addEventListener("click", () => {
    forget();
    understood.focus();
  });
  return {
    title: "Recovery phrase",
    onLeave: () => {
      stop();
      forget();
    },
    body: [
      h(
        "section",
        { class: "card narrow" },
        heading("Recovery phrase"),
        warning,
        alert.element,
        question,
        phrase,
      ),
    ],
  };
}
