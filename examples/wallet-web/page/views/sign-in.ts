import type { AuthMethod } from "payments-sdk";
import { Alert, button, perform } from "../controls";
import { h, heading, icon } from "../dom";
import type { Shell, View } from "../shell";
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
  const alert = new Alert();
  const done = async () => {
    await shell.refresh();
    shell.say(hasExpired ? "You are signed in again." : `Hello, ${user.name}. You are signed in.`);
  };
  // From the list that is there, so that it is fetched once.
  const [passkey, email] = ["PASSKEY", "EMAIL_OTP"].map((type) =>
    credentials.find((credential) => credential.type === type),
  );
  const usesPasskey = passkey !== undefined && hasPasskeys();
  const byEmail = button("E-mail me a code", { kind: usesPasskey ? "secondary" : "primary", symbol: "mail" });
  byEmail.addEventListener("click", () =>
    perform(byEmail, {
      busy: "Sending a code…",
      alert,
      run: async () => {
        await wallet.requestCode(email?.id);
        shell.step(await enterCode(shell, email, done));
      },
      onError: (error) => shell.handled(error),
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
          usesPasskey && passkeySignInButton(shell, passkey, alert, done),
          email !== undefined && byEmail,
        ),
        passkey !== undefined &&
          email === undefined &&
          !hasPasskeys() &&
          h("p", { class: "hint" }, "This wallet opens with a passkey, which this browser cannot use."),
      ),
    ],
  };
}

async function enterCode(
  shell: Shell,
  credential: AuthMethod | undefined,
  then: () => Promise<unknown>,
): Promise<View> {
  // Not part of the first screen.
  const { codeForm } = await import("./email-code");
  const back = () => history.back();
  const code = codeForm(shell, { action: "Sign in", credential, then, back });
  return {
    title: "Enter the code",
    body: [h("section", { class: "card narrow" }, heading("Check your e-mail"), code.element), code.inbox],
  };
}
