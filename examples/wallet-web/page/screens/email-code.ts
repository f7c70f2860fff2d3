import type { AuthMethod } from "payments-sdk";
import { codeProblemOf } from "payments-sdk/wallet";
import { explain, readInbox } from "../backend";
import { dateTime, time } from "../format";
import type { Shell, View } from "../shell";
import { actions, Alert, button, card, field, form, h, heading, perform, worker } from "../ui";

interface CodeOptions {
  title: string;
  action: string;
  /** Default: the wallet's only one. */
  credential: AuthMethod | undefined;
  /** Said after the code was right and the session is open. */
  greeting: string;
  back?: (() => void) | undefined;
}

/** Asks for the code from the email, and signs in with it. */
export function codeScreen(shell: Shell, { title, action, credential, greeting, back }: CodeOptions): View {
  const alert = new Alert();
  const inbox = simulatedInbox();
  const code = field("Code", {
    name: "code",
    inputmode: "numeric",
    autocomplete: "one-time-code",
    maxlength: 12,
  });
  code.input.classList.add("code");
  const sent = h("p.hint", { role: "status" });
  code.element.append(sent);
  const submit = button(action, undefined, { kind: "primary" });
  const check = () => {
    const otp = code.input.value.replace(/\s/g, "");
    if (otp === "") return code.setError("Enter the code from the e-mail.");
    const run = async () => {
      await shell.signIn({ type: "EMAIL_OTP", otp, credentialId: credential?.id });
      await shell.refresh();
      shell.say(greeting);
    };
    const onError = (error: unknown) => {
      if (codeProblemOf(error) === undefined) return false;
      code.setError(explain(error));
      return true;
    };
    perform(submit, { busy: "Checking…", alert, run, onError });
  };
  const sendAgain = async () => {
    await shell.wallet.requestCode(credential?.id);
    sent.textContent = "A new code is on its way. Earlier codes no longer work.";
    code.input.value = "";
    await inbox.read();
    code.input.focus();
  };
  const resend = worker("Send a new code", () => ({ busy: "Sending…", alert, run: sendAgain }));
  return {
    title,
    body: [
      card(
        heading(title),
        h("p", "We sent a code to ", h("strong", shell.user.email), ". It is valid for five minutes."),
        form(check, code.element, alert.element, actions(submit, resend, back && button("Back", back))),
      ),
      inbox.element,
    ],
  };
}

/** The simulator's emails contain ISO date-times, for programs. */
const ISO_DATE_TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** The emails of the demo, in place of the customer's own inbox. */
function simulatedInbox() {
  const list = h("ul", { "aria-live": "polite" });
  const read = async () => {
    const messages = await readInbox().catch(() => []);
    const rows = messages.slice(0, 3).map(({ subject, text, at }, index) => {
      const tag = index === 0 && h("span.tag", "Newest");
      const head = h("p.title", subject, " ", h("time", { datetime: at }, time(at)), " ", tag);
      return h("li", head, h("p", text.replace(ISO_DATE_TIME, dateTime)));
    });
    list.replaceChildren(...(rows.length > 0 ? rows : [h("li.hint", "No messages yet.")]));
  };
  void read();
  const title = h("h2", { id: "inbox-title" }, "Simulated inbox");
  return { element: h("section.inbox", { "aria-labelledby": "inbox-title" }, title, list), read };
}
