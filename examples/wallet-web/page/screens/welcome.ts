import type { CustomerWords } from "payments-sdk/wallet";
import type { View } from "../shell";
import { actions, Alert, button, card, field, form, h, heading, icon, perform } from "../ui";

const EMAIL = { name: "email", type: "email", autocomplete: "email", maxlength: 255 };

/** For a user without a wallet, or not signed in to the platform. */
export function welcome(create: (name: string, email: string) => Promise<void>, signIn: () => void): View {
  const alert = new Alert();
  const name = field("Your name", { name: "name", autocomplete: "name", maxlength: 80 });
  const email = field("E-mail", EMAIL, "The demo sends nothing to it. The page shows a simulated inbox.");
  const submit = button("Create wallet", undefined, { kind: "primary" });
  const start = () => {
    const nameText = name.input.value.trim();
    const emailText = email.input.value.trim();
    if (nameText === "") return name.setError("Enter your name.");
    if (!/^[^\s@]+@[^\s@]+$/.test(emailText))
      return email.setError("Enter an e-mail address, for example ada@example.com.");
    perform(submit, { busy: "Creating…", alert, run: () => create(nameText, emailText) });
  };
  const intro = h(
    "section.intro",
    heading("A wallet that only you can open"),
    h(
      "p.lead",
      "You sign in with a passkey. Every payment is signed by a key that never leaves this browser.",
    ),
    h(
      "ul.points",
      h("li", "No password to forget or to leak"),
      h("li", "You see the exact fee before you sign"),
      h("li", "A recovery phrase that you can take with you"),
    ),
  );
  const creation = card(
    h("h2", "Create your wallet"),
    form(
      start,
      name.element,
      email.element,
      alert.element,
      actions(submit, button("I have a wallet", signIn)),
    ),
  );
  return { title: "Welcome", body: [h("div.columns.split", intro, creation)] };
}

interface PlatformSignInOptions {
  /** Why the user of an open wallet is asked, and their address. Absent for a user who comes from the welcome view. */
  words?: CustomerWords;
  email?: string;
  signIn: (email: string) => Promise<void>;
  /** The other way out, with its label. */
  other?: readonly [string, () => void];
}

/** The platform's own sign-in, required before the wallet. This demo asks for no password. */
export function platformSignIn({ words, email: known, signIn, other }: PlatformSignInOptions): View {
  const title = words?.title ?? "Sign in to Alder";
  const alert = new Alert();
  const hint = "The demo asks for no password. A platform has its own sign-in here.";
  const email = field("E-mail", { ...EMAIL, value: known }, hint);
  const submit = button("Sign in to Alder", undefined, { kind: "primary" });
  const send = () => {
    const address = email.input.value.trim();
    if (address === "") return email.setError("Enter the e-mail address of your wallet.");
    perform(submit, { busy: "Signing in…", alert, run: () => signIn(address) });
  };
  return {
    title,
    body: [
      card(
        words && h("p.badge", icon("warning"), "Alder asks who you are"),
        heading(title),
        h(
          "p",
          words === undefined
            ? "This finds your wallet. It stays locked until you open it with your passkey or a code."
            : `${words.sentence} ${words.next}`,
        ),
        form(send, email.element, alert.element, actions(submit, other && button(...other))),
      ),
    ],
  };
}
