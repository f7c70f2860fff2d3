import type { AuthMethod } from "payments-sdk";
import { Alert, button, perform } from "../controls";
import { h, heading, icon } from "../dom";
import type { Shell, View } from "../shell";
import { hasPasskeys, passkeySignInButton } from "./passkey";

interface SignInReason {
  /** The session has expired. */
  hasExpired?: boolean;
  /** The session is still valid: returns to the screen. */
  back?: () => void;
  /** Why another credential is needed. */
  purpose?: string;
}

/** For a user with a wallet, but without a fitting session. */
export function signIn(shell: Shell, credentials: readonly AuthMethod[], reason: SignInReason = {}): View {
  const { wallet, user } = shell;
  const again = () => signIn(shell, credentials, reason);
  const { hasExpired = false, back } = reason;
  const isAgain = hasExpired || back !== undefined;
  const alert = new Alert();
  const done = async () => {
    await shell.refresh();
    shell.say(isAgain ? "You are signed in again." : `Hello, ${user.name}. You are signed in.`);
  };
  // From the loaded list, so that it is fetched once.
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
        if (isAgain) shell.cover(await enterCode(shell, email, done, () => shell.cover(again())));
        else shell.step(await enterCode(shell, email, done, () => history.back()));
      },
      onError: (error) => shell.handled(error),
    }),
  );
  const leave = button("Back", { kind: "quiet" });
  leave.addEventListener("click", () => back?.());
  const { title, text } = words(reason, user.name);
  return {
    title,
    body: [
      h(
        "section",
        { class: "card narrow" },
        hasExpired && h("p", { class: "badge" }, icon("warning"), "Signed out for your safety"),
        heading(title),
        h("p", {}, text),
        alert.element,
        h(
          "div",
          { class: "actions stacked" },
          usesPasskey && passkeySignInButton(shell, passkey, alert, done),
          email !== undefined && byEmail,
          back !== undefined && leave,
        ),
        passkey !== undefined &&
          email === undefined &&
          !hasPasskeys() &&
          h("p", { class: "hint" }, "This wallet opens with a passkey. This browser cannot use passkeys."),
      ),
    ],
  };
}

function words({ hasExpired, back, purpose }: SignInReason, name: string): { title: string; text: string } {
  if (purpose !== undefined) return { title: "Confirm it is you", text: purpose };
  if (back !== undefined) {
    return { title: "Sign in again", text: "Your session ends soon. Sign in again and go on where you are." };
  }
  if (!hasExpired) return { title: "Sign in", text: `The wallet of ${name} is locked.` };
  return {
    title: "Your session has expired",
    text: "Your session reached its end, or you ended it on another device. Sign in again and go on where you were.",
  };
}

async function enterCode(
  shell: Shell,
  credential: AuthMethod | undefined,
  then: () => Promise<unknown>,
  back: () => void,
): Promise<View> {
  // Not part of the first screen.
  const { codeForm } = await import("./email-code");
  const code = codeForm(shell, { action: "Sign in", credential, then, back });
  return {
    title: "Enter the code",
    body: [h("section", { class: "card narrow" }, heading("Check your e-mail"), code.element), code.inbox],
  };
}
