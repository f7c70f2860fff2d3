import type { AuthMethod } from "payments-sdk";
import { Alert, button, perform } from "../controls";
import { h, heading } from "../dom";
import type { Shell, View } from "../shell";
import { createPasskeyButton, hasPasskeys } from "./passkey";

/** For a wallet without a credential. */
export function firstCredential(shell: Shell): View {
  const { wallet, user } = shell;
  const alert = new Alert();
  const byEmail = button("Use an e-mail code instead", {
    kind: hasPasskeys() ? "secondary" : "primary",
    symbol: "mail",
  });
  byEmail.addEventListener("click", () =>
    perform(byEmail, {
      busy: "Sending a code…",
      alert,
      run: async () => {
        const { id } = await wallet.credentials.register({ type: "EMAIL_OTP" });
        // The first registration has no key to seal the code to.
        const credential = await wallet.requestCode(id);
        shell.step(await firstCode(shell, credential));
      },
      onError: (error) => shell.handled(error),
    }),
  );
  const created = async () => {
    await shell.refresh();
    shell.say("Your passkey is ready. Sign in with it to open the wallet.");
  };
  return {
    title: "Secure your wallet",
    body: [
      h(
        "section",
        { class: "card narrow" },
        h("p", { class: "step" }, "One step left"),
        heading(`Secure your wallet, ${user.name}`),
        h(
          "p",
          {},
          hasPasskeys()
            ? "A passkey is your key to the wallet: your fingerprint, your face or your device’s PIN. It stays on your devices, and nobody can ask you for it."
            : "This browser has no passkeys, so a code by e-mail will be your key to the wallet.",
        ),
        alert.element,
        h(
          "div",
          { class: "actions stacked" },
          hasPasskeys() && createPasskeyButton(shell, alert, created),
          byEmail,
        ),
      ),
    ],
  };
}

async function firstCode(shell: Shell, credential: AuthMethod): Promise<View> {
  // Not part of the first screen.
  const { codeForm } = await import("./email-code");
  const form = codeForm(shell, {
    action: "Sign in",
    credential,
    then: async () => {
      await shell.refresh();
      shell.say(`Hello, ${shell.user.name}. You are signed in.`);
    },
  });
  return {
    title: "Enter the code",
    body: [h("section", { class: "card narrow" }, heading("Check your e-mail"), form.element), form.inbox],
  };
}
