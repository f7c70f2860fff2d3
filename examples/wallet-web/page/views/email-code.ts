import type { AuthMethod } from "payments-sdk";
import { readInbox } from "../demo-calls";
import { Alert, button, field, form, perform } from "../controls";
import { h } from "../dom";
import { explainCode, isPlatformSignInOver } from "../errors";
import { dateTime, time } from "../format";
import type { Shell } from "../shell";

/** The simulator's emails contain ISO date-times, for programs. */
const ISO_DATE_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The emails of the demo, in place of the customer's own inbox. */
function createInbox(shell: Shell): { element: HTMLElement; read: () => Promise<void> } {
  const list = h("div", { class: "messages", "aria-live": "polite" });
  const read = async (): Promise<void> => {
    const messages = await readInbox().catch((error: unknown) => {
      if (isPlatformSignInOver(error)) shell.handled(error);
      return undefined;
    });
    if (messages === undefined) {
      list.replaceChildren(h("p", { class: "hint" }, "The inbox could not be read."));
      return;
    }
    if (messages.length === 0) {
      list.replaceChildren(h("p", { class: "hint" }, "No messages yet."));
      return;
    }
    const items = messages
      .slice(0, 3)
      .map(({ subject, text, at }, index) =>
        h(
          "li",
          {},
          h(
            "p",
            { class: "subject" },
            subject,
            " ",
            h("time", { datetime: at }, time(at)),
            index === 0 && h("span", { class: "tag" }, "Newest"),
          ),
          h("p", {}, text.replace(ISO_DATE_TIME, dateTime)),
        ),
      );
    list.replaceChildren(h("ul", {}, ...items));
  };
  const element = h(
    "section",
    { class: "inbox", "aria-labelledby": "inbox-title" },
    h("h2", { id: "inbox-title" }, "Simulated inbox"),
    list,
  );
  return { element, read };
}

interface CodeFormOptions {
  action: string;
  /** Default: the wallet's only one. */
  credential?: AuthMethod | undefined;
  /** Goes back. */
  back?: () => void;
  /** Called after the code was right and the session is open. */
  then: () => Promise<unknown>;
}

/** Asks for the code from the email, and signs in with it. */
export function codeForm(
  shell: Shell,
  { action, credential, then, back }: CodeFormOptions,
): { element: HTMLElement; inbox: HTMLElement } {
  const { wallet, user } = shell;
  const alert = new Alert();
  const inbox = createInbox(shell);
  void inbox.read();
  const code = field({
    label: "Code",
    attributes: {
      name: "code",
      inputmode: "numeric",
      autocomplete: "one-time-code",
      maxlength: 12,
      class: "code",
    },
  });
  const submit = button(action, { kind: "primary", type: "submit" });
  const resend = button("Send a new code", { kind: "quiet" });
  const sent = h("p", { class: "hint", role: "status" });
  code.element.append(sent);
  const leave = button("Back", { kind: "quiet" });
  leave.addEventListener("click", () => back?.());
  const check = () => {
    const otp = code.input.value.replace(/\s/g, "");
    if (otp === "") return code.setError("Enter the code from the e-mail.");
    perform(submit, {
      busy: "Checking…",
      alert,
      run: async () => {
        await shell.signIn({ type: "EMAIL_OTP", otp, credentialId: credential?.id });
        await then();
      },
      onError: (error) => {
        const text = explainCode(error);
        if (text === undefined) return shell.handled(error);
        code.setError(text);
        return true;
      },
    });
  };
  resend.addEventListener("click", () =>
    perform(resend, {
      busy: "Sending…",
      alert,
      run: async () => {
        await wallet.requestCode(credential?.id);
        sent.textContent = "A new code is on its way. Earlier codes no longer work.";
        code.input.value = "";
        await inbox.read();
        code.input.focus();
      },
      onError: (error) => shell.handled(error),
    }),
  );
  const element = h(
    "div",
    { class: "stack" },
    h("p", {}, "We sent a code to ", h("strong", {}, user.email), ". It is valid for five minutes."),
    form(check, code.element, alert.element, h("div", { class: "actions" }, submit, resend, back && leave)),
  );
  return { element, inbox: inbox.element };
}
