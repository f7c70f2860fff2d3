import type { Shell, View } from "../shell";
import { actions, Alert, button, card, h, heading, link, notice, uniqueId, worker } from "../ui";

/** The phrase, behind a warning. It stays on the screen only while the view is open. */
export function recoveryPhrase({ wallet }: Shell): View {
  const alert = new Alert();
  // Not a live region: a screen reader must not read the words aloud unasked.
  const phrase = h("div.stack", { hidden: true });
  const id = uniqueId();
  const understood = h("input", { type: "checkbox", id });
  const forget = () => {
    phrase.replaceChildren();
    phrase.hidden = true;
    question.hidden = false;
    understood.checked = false;
  };
  const hide = button("Hide", () => (forget(), understood.focus()), { kind: "primary" });
  const run = async () => {
    if (!understood.checked) {
      understood.focus();
      return alert.show("Tick the box first.");
    }
    const words = (await wallet.exportMnemonic()).split(/\s+/).map((word) => h("li", word));
    phrase.replaceChildren(h("ol.words", { "aria-label": "Recovery phrase" }, ...words), actions(hide));
    phrase.hidden = false;
    question.hidden = true;
    hide.focus();
  };
  const show = worker("Show recovery phrase", () => ({ busy: "Fetching…", alert, run }), { kind: "danger" });
  const question = h(
    "div.stack",
    h("p.check", understood, h("label", { for: id }, "I am alone, and nobody can see my screen.")),
    actions(show, link("Back to security", "#/security")),
  );
  const stop = wallet.subscribe((state) => "until" in state || forget());
  const advice =
    "Write them on paper. Never type them into a page, and never tell them to anyone, whoever asks.";
  const warning = notice(
    "warn",
    "warning",
    h("p.title", "Whoever has these words has your money."),
    h("p", advice),
  );
  return {
    title: "Recovery phrase",
    onLeave: () => (stop(), forget()),
    body: [card(heading("Recovery phrase"), warning, alert.element, question, phrase)],
  };
}
