import type { AuthMethod } from "payments-sdk";
import { Alert, button, perform } from "../controls";
import { h, heading, icon } from "../dom";
import type { Shell, View } from "../shell";
import { codeForm } from "./email-code";
import { hasPasskeys, passkeySignInButton } from "./passkey";

interface SignInReason {
  /** The session ended by itself. */
  hasExpired?: boolean;
  /** Why another credential is needed. */
  purpose?: string;
}

/** For somebody whose wallet is there and who holds no session that fits. */
export function signIn(shell: Shell, credentials: readonly AuthMethod[], reason: SignInReason = {}): View {
  const { wallet, user } = shell;
  const { hasExpired = false, purpose } = reason;
  const has = (type: string) => credentials.some((credential) => credential.type === type);
  const alert = new Alert();
  const done = async () => {
    await shell.refresh();
    shell.say(hasExpired ? "You are signed in again." : `Hello, ${user.name}. You are signed in.`);
  };
  const usesPasskey = has("PASSKEY") && hasPasskeys();
  const byEmail = button("E-mail me a code", { kind: usesPasskey ? "secondary" : "primary", symbol: "mail" });
  byEmail.addEventListener("click", () =>
    perform(byEmail, {
      busy: "Sending a code…",
      alert,
      run: async () => {
        await wallet.requestCode();
        shell.show(enterCode(shell, done));
      },
    }),
  );
  const title = hasExpired
    ? "Your session has expired"
    : purpose === undefined
      ? "Sign in"
      : "Confirm it is you";
  return {
    title,
    body: [
      h(
        "section",
        { class: "card narrow" },
        hasExpired && h("p", { class: "badge" }, icon("warning"), "Signed out for your safety"),
        heading(title),
        h(
          "p",
          {},
          purpose ??
            (hasExpired
              ? "A session lasts 15 minutes, or until you sign this device out from another one. Sign in again and carry on where you were."
              : `The wallet of ${user.name} is locked.`),
        ),
        alert.element,
        h(
          "div",
          { class: "actions stacked" },
          usesPasskey && passkeySignInButton(shell, alert, done),
          has("EMAIL_OTP") && byEmail,
        ),
        has("PASSKEY") &&
          !has("EMAIL_OTP") &&
          !hasPasskeys() &&
          h("p", { class: "hint" }, "This wallet opens with a passkey, which this browser cannot use."),
      ),
    ],
  };
}

function enterCode(shell: Shell, then: () => Promise<unknown>): View {
  const code = codeForm(shell, { action: "Sign in", then, back: () => void shell.refresh() });
  return {
    title: "Enter the code",
    body: [h("section", { class: "card narrow" }, heading("Check your e-mail"), code.element), code.inbox],
  };
}
