import type { AuthMethod } from "payments-sdk";
import { codeProblemOf, wordsFor } from "payments-sdk/wallet";
import type { CustomerWords, PreparedRegistration, PreparedSignIn } from "payments-sdk/wallet";
import { explain, readInbox } from "../backend";
import { dateTime, time } from "../format";
import type { Shell, View } from "../shell";
import { actions, Alert, button, card, field, form, h, heading, icon, perform, worker } from "../ui";

/** Whether this browser supports passkeys. */
export const hasPasskeys = () => typeof globalThis.PublicKeyCredential === "function";

/** For a wallet without a credential. */
export function firstCredential(shell: Shell): View {
  const { wallet, user } = shell;
  const alert = new Alert();
  const done = async () => {
    await shell.refresh();
    shell.say("Your passkey is ready. Sign in with it to open the wallet.");
  };
  const sendCode = async () => {
    const { id } = await wallet.credentials.register({ type: "EMAIL_OTP" });
    // The first registration has no key to seal the code to.
    shell.step(enterCode(shell, await wallet.requestCode(id), `Hello, ${user.name}. You are signed in.`));
  };
  const byEmail = worker(
    "Use an e-mail code instead",
    () => ({ busy: "Sending a code…", alert, run: sendCode }),
    { kind: hasPasskeys() ? "secondary" : "primary", symbol: "mail" },
  );
  const reason = hasPasskeys()
    ? "A passkey is your key to the wallet: your fingerprint, your face or your device’s PIN. It stays on your devices, and nobody can ask you for it."
    : "This browser has no passkeys, so a code by e-mail will be your key to the wallet.";
  return {
    title: "Secure your wallet",
    body: [
      card(
        h("p.badge.good", "One step left"),
        heading(`Secure your wallet, ${user.name}`),
        h("p", reason),
        alert.element,
        actions(hasPasskeys() && createPasskey(shell, alert, done), byEmail),
      ),
    ],
  };
}

interface SignInReason {
  /** Why the customer is asked. */
  words?: CustomerWords;
  /** The page keeps its screen behind the sign-in. */
  isAgain?: boolean;
  /** The session is still valid: returns to the screen. */
  back?: () => void;
}

/** For a user with a wallet, but without a fitting session. */
export function signIn(shell: Shell, credentials: readonly AuthMethod[], reason: SignInReason = {}): View {
  const { wallet, user } = shell;
  const { isAgain = false, back, words } = reason;
  const { title, sentence } = words ?? {
    title: "Sign in",
    sentence: `The wallet of ${user.name} is locked.`,
  };
  const alert = new Alert();
  const greeting = isAgain ? "You are signed in again." : `Hello, ${user.name}. You are signed in.`;
  const done = async () => {
    await shell.refresh();
    shell.say(greeting);
  };
  // From the loaded list, so that it is fetched once.
  const [passkey, email] = ["PASSKEY", "EMAIL_OTP"].map((type) =>
    credentials.find((each) => each.type === type),
  );
  const usesPasskey = passkey !== undefined && hasPasskeys();
  const sendCode = async () => {
    await wallet.requestCode(email?.id);
    const again = () => shell.cover(signIn(shell, credentials, reason));
    if (isAgain) shell.cover(enterCode(shell, email, greeting, again));
    else shell.step(enterCode(shell, email, greeting, () => history.back()));
  };
  const byEmail = worker("E-mail me a code", () => ({ busy: "Sending a code…", alert, run: sendCode }), {
    kind: usesPasskey ? "secondary" : "primary",
    symbol: "mail",
  });
  const none = "This wallet opens with a passkey. This browser cannot use passkeys.";
  return {
    title,
    body: [
      card(
        isAgain && back === undefined && h("p.badge", icon("warning"), "Locked for your safety"),
        heading(title),
        h("p", sentence),
        alert.element,
        actions(
          usesPasskey && signInWithPasskey(shell, passkey, alert, done),
          email && byEmail,
          back && button("Back", back),
        ),
        passkey && !email && !hasPasskeys() && h("p.hint", none),
      ),
    ],
  };
}

const enterCode = (
  shell: Shell,
  credential: AuthMethod | undefined,
  greeting: string,
  back?: () => void,
): View => codeScreen(shell, { title: "Check your e-mail", action: "Sign in", credential, greeting, back });

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
        form(check, code.element, sent, alert.element, actions(submit, resend, back && button("Back", back))),
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

/** The system that this browser runs on, if it is a common one. */
export const systemName = (): string | undefined =>
  ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"].find((name) => navigator.userAgent.includes(name));

export function createPasskey(shell: Shell, alert: Alert, then: () => Promise<unknown>): HTMLButtonElement {
  const { wallet, user } = shell;
  const nickname = systemName() === undefined ? "My passkey" : `Passkey on ${systemName()}`;
  const owner = { name: user.email, displayName: user.name };
  return passkeyButton<PreparedRegistration>(shell, "Create a passkey", alert, {
    prepare: () => wallet.credentials.prepareRegistration({ type: "PASSKEY", nickname, user: owner }),
    use: (prepared, signal) => wallet.credentials.register(prepared, { signal }),
    then,
  });
}

const signInWithPasskey = (shell: Shell, { id }: AuthMethod, alert: Alert, then: () => Promise<unknown>) =>
  passkeyButton<PreparedSignIn>(shell, "Sign in with passkey", alert, {
    prepare: () => shell.wallet.prepareSignIn({ type: "PASSKEY", credentialId: id }),
    use: (prepared, signal) => shell.signIn(prepared, { signal }),
    then,
  });

interface PasskeySteps<Prepared> {
  prepare: () => Promise<Prepared>;
  /** Called within the gesture, after everything is fetched: Safari opens no dialog after a wait. The signal closes it. */
  use: (prepared: Prepared, signal: AbortSignal) => Promise<unknown>;
  then: () => Promise<unknown>;
}

/** How often the button renews its challenge. Challenges expire after five minutes. */
const FRESH_MS = 4 * 60 * 1000;

/** A button that opens the passkey dialog. It prepares slow work before the click, and again after a failure. */
function passkeyButton<Prepared>(
  shell: Shell,
  label: string,
  alert: Alert,
  { prepare, use, then }: PasskeySteps<Prepared>,
): HTMLButtonElement {
  let prepared: Prepared | undefined;
  const fetchAhead = (): void => {
    // A failure shows on the next press of the button, which tries again.
    void prepare().then(
      (fetched) => (prepared = fetched),
      () => undefined,
    );
  };
  const timer = setInterval(fetchAhead, FRESH_MS);
  // After the screen is shown.
  setTimeout(() => {
    fetchAhead();
    // The timer would keep the screen and its button in memory.
    shell.leaving.addEventListener("abort", () => clearInterval(timer));
  });
  const run = async (signal: AbortSignal) => {
    try {
      await use(prepared ?? (await prepare()), AbortSignal.any([signal, shell.leaving]));
    } catch (error) {
      // A challenge works once.
      prepared = undefined;
      fetchAhead();
      throw error;
    }
    await then();
  };
  const work = () => {
    const cancel = new AbortController();
    return { busy: "Waiting for your device…", alert, cancel, run: () => run(cancel.signal) };
  };
  return worker(label, work, { kind: "primary", symbol: "key" });
}

/** The words of a sign-in that keeps the screen behind it. */
export const wordsOfSignIn = ({ wallet }: Shell): CustomerWords => {
  if (wallet.state.status === "expiring" || wallet.state.status === "signed-in")
    return { title: "Sign in again", sentence: "Your session ends soon. Go on where you are.", next: "" };
  const { title, sentence, next } = wordsFor(wallet.state);
  return { title, sentence: `${sentence} ${next}`, next };
};
