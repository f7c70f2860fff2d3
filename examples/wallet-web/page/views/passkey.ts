import type { AuthMethod } from "payments-sdk";
import type { PreparedRegistration, PreparedSignIn } from "payments-sdk/wallet";
import { button, perform } from "../controls";
import type { Alert } from "../controls";
import type { Shell } from "../shell";

/** Whether this browser supports passkeys. */
export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/** The system that this browser runs on, if it is a common one. */
export function systemName(): string | undefined {
  const systems = ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"];
  return systems.find((name) => navigator.userAgent.includes(name));
}

/** A name that helps the customer recognize this browser. */
function deviceName(): string {
  const system = systemName();
  return system === undefined ? "My passkey" : `Passkey on ${system}`;
}

interface PasskeyButton<Prepared> {
  label: string;
  busy: string;
  alert: Alert;
  prepare: () => Promise<Prepared>;
  /**
   * Called within the gesture, after everything is fetched: Safari opens no dialog after a wait. The signal closes the
   * dialog.
   */
  use: (prepared: Prepared, signal: AbortSignal) => Promise<unknown>;
  then: () => Promise<unknown>;
}

/** How often the button renews its challenge. Challenges expire after five minutes. */
const FRESH_MS = 4 * 60 * 1000;

/** A button that opens the passkey dialog. It prepares slow work before the click, and again after a failure. */
function passkeyButton<Prepared>(
  shell: Shell,
  { label, busy, alert, prepare, use, then }: PasskeyButton<Prepared>,
): HTMLButtonElement {
  const element = button(label, { kind: "primary", symbol: "key" });
  let prepared: Prepared | undefined;
  const fetchAhead = (): void => {
    const fetching = prepare().then((fetched) => (prepared = fetched));
    // The failure shows on the next press of the button, which retries.
    fetching.catch(() => undefined);
  };
  const timer = setInterval(fetchAhead, FRESH_MS);
  // After the screen is shown, because it needs extra code.
  setTimeout(() => {
    fetchAhead();
    // The timer would keep the screen and its button in memory.
    shell.leaving.addEventListener("abort", () => clearInterval(timer));
  });
  element.addEventListener("click", () => {
    const cancel = new AbortController();
    const signal = AbortSignal.any([cancel.signal, shell.leaving]);
    perform(element, {
      busy,
      alert,
      cancel,
      run: async () => {
        try {
          await use(prepared ?? (await prepare()), signal);
        } catch (error) {
          // A challenge works once.
          prepared = undefined;
          fetchAhead();
          throw error;
        }
        await then();
      },
      onError: (error) => shell.handled(error),
    });
  });
  return element;
}

export function createPasskeyButton(
  shell: Shell,
  alert: Alert,
  then: () => Promise<unknown>,
): HTMLButtonElement {
  const { wallet, user } = shell;
  return passkeyButton<PreparedRegistration>(shell, {
    label: "Create a passkey",
    busy: "Waiting for your device…",
    alert,
    prepare: () =>
      wallet.credentials.prepareRegistration({
        type: "PASSKEY",
        nickname: deviceName(),
        user: { name: user.email, displayName: user.name },
      }),
    use: (prepared, signal) => wallet.credentials.register(prepared, { signal }),
    then,
  });
}

export function passkeySignInButton(
  shell: Shell,
  { id }: AuthMethod,
  alert: Alert,
  then: () => Promise<unknown>,
): HTMLButtonElement {
  return passkeyButton<PreparedSignIn>(shell, {
    label: "Sign in with passkey",
    busy: "Waiting for your device…",
    alert,
    prepare: () => shell.wallet.prepareSignIn({ type: "PASSKEY", credentialId: id }),
    use: (prepared, signal) => shell.signIn(prepared, { signal }),
    then,
  });
}
