import { Alert, button, field, form, perform } from "../controls";
import { h, heading } from "../dom";
import type { View } from "../shell";

/** For a user without a wallet, or not signed in to the platform. */
export function welcome(create: (name: string, email: string) => Promise<void>, signIn: () => void): View {
  const alert = new Alert();
  const name = field({
    label: "Your name",
    attributes: { name: "name", autocomplete: "name", maxlength: 80 },
  });
  const email = field({
    label: "E-mail",
    hint: "The demo sends nothing to it. The page shows a simulated inbox.",
    attributes: { name: "email", type: "email", autocomplete: "email", maxlength: 255 },
  });
  const submit = button("Create wallet", { kind: "primary", type: "submit" });
  const known = button("I have a wallet", { kind: "quiet" });
  known.addEventListener("click", signIn);
  const start = () => {
    const nameText = name.input.value.trim();
    const emailText = email.input.value.trim();
    if (nameText === "") return name.setError("Enter your name.");
    if (!/^[^\s@]+@[^\s@]+$/.test(emailText)) {
      return email.setError("Enter an e-mail address, for example ada@example.com.");
    }
    perform(submit, { busy: "Creating…", alert, run: () => create(nameText, emailText) });
  };
  return {
    title: "Welcome",
    body: [
      h(
        "div",
        { class: "split" },
        h(
          "section",
          { class: "intro" },
          heading("A wallet that only you can open"),
          h(
            "p",
            { class: "lead" },
            "You sign in with a passkey. Every payment is signed by a key that never leaves this browser.",
          ),
          h(
            "ul",
            { class: "points" },
            h("li", {}, "No password to forget or to leak"),
            h("li", {}, "You see the exact fee before you sign"),
            h("li", {}, "A recovery phrase that you can take with you"),
          ),
        ),
        h(
          "section",
          { class: "card", "aria-labelledby": "create-title" },
          h("h2", { id: "create-title" }, "Create your wallet"),
          form(
            start,
            name.element,
            email.element,
            alert.element,
            h("div", { class: "actions" }, submit, known),
          ),
        ),
      ),
    ],
  };
}
