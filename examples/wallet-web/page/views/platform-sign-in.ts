import { Alert, button, field, form, perform } from "../controls";
import { h, heading, icon } from "../dom";
import type { View } from "../shell";

interface PlatformSignInOptions {
  /** The user with the ended sign-in. Absent for a user who comes from the welcome view. */
  email?: string;
  signIn: (email: string) => Promise<void>;
  back?: () => void;
}

/** The platform's own sign-in, required before the wallet. This demo asks for no password. */
export function platformSignIn({ email: known, signIn, back }: PlatformSignInOptions): View {
  const hasEnded = known !== undefined;
  const title = hasEnded ? "You are signed out of Alder" : "Sign in to Alder";
  const alert = new Alert();
  const email = field({
    label: "E-mail",
    hint: "The demo asks for no password. A platform has its own sign-in here.",
    attributes: { name: "email", type: "email", autocomplete: "email", maxlength: 255, value: known },
  });
  const submit = button("Sign in to Alder", { kind: "primary", type: "submit" });
  const leave = button("Back", { kind: "quiet" });
  leave.addEventListener("click", () => back?.());
  const send = () => {
    const address = email.input.value.trim();
    if (address === "") return email.setError("Enter the e-mail address of your wallet.");
    perform(submit, { busy: "Signing in…", alert, run: () => signIn(address) });
  };
  return {
    title,
    body: [
      h(
        "section",
        { class: "card narrow" },
        hasEnded && h("p", { class: "badge" }, icon("warning"), "Alder’s sign-in has ended"),
        heading(title),
        h(
          "p",
          {},
          hasEnded
            ? "Your wallet, its keys and what you were writing are still here. Your passkey or code was not the problem. Sign in to Alder, and carry on."
            : "This finds your wallet. It stays locked until you open it with your passkey or a code.",
        ),
        form(
          send,
          email.element,
          alert.element,
          h("div", { class: "actions" }, submit, back !== undefined && leave),
        ),
      ),
    ],
  };
}
