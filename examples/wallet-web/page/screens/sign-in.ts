import type { AuthMethod } from "payments-sdk";
import { wordsFor } from "payments-sdk/wallet";
import type { CustomerWords, PreparedRegistration, PreparedSignIn } from "payments-sdk/wallet";
import type { Shell, View } from "../shell";
import { actions, Alert, button, card, h, heading, icon, worker } from "../ui";

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
    shell.step(
      await enterCode(shell, await wallet.requestCode(id), `Hello, ${user.name}. You are signed in.`),
    );
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
    if (isAgain) shell.cover(await enterCode(shell, email, greeting, again));
    else shell.step(await enterCode(shell, email, greeting, () => history.back()));
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

/** Asks for the code. Not part of the first screen. */
async function enterCode(
  shell: Shell,
  credential: AuthMethod | undefined,
  greeting: string,
  back?: () => void,
): Promise<View> {
  const { codeScreen } = await import("./email-code");
  return codeScreen(shell, { title: "Check your e-mail", action: "Sign in", credential, greeting, back });
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
  const element = worker(label, work, { kind: "primary", symbol: "key" });
  // After the screen is shown. A list that was read again may keep its earlier button.
  setTimeout(() => {
    if (!element.isConnected) return;
    fetchAhead();
    const timer = setInterval(fetchAhead, FRESH_MS);
    // The timer would keep the screen and its button in memory.
    shell.leaving.addEventListener("abort", () => clearInterval(timer));
  });
  return element;
}

/** The words of a sign-in that keeps the screen behind it. */
export const wordsOfSignIn = ({ wallet }: Shell): CustomerWords => {
  if (wallet.state.status === "expiring" || wallet.state.status === "signed-in")
    return { title: "Sign in again", sentence: "Your session ends soon. Go on where you are.", next: "" };
  const { title, sentence, next } = wordsFor(wallet.state);
  return { title, sentence: `${sentence} ${next}`, next };
};
