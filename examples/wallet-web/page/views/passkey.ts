import type { AuthMethod } from "payments-sdk";
import type { PreparedRegistration, PreparedSignIn } from "payments-sdk/wallet";
import { button, perform } from "../controls";
import type { Alert } from "../controls";
import type { Shell } from "../shell";

/** Whether this browser can make passkeys at all. */
export function hasPasskeys(): boolean {
  return typeof globalThis.PublicKeyCredential === "function";
}

/** The system that this browser runs on, if it is a common one. */
export function systemName(): string | undefined {
  const systems = ["iPhone", "iPad", "Android", "Mac", "Windows", "Linux"];
  return systems.find((name) => navigator.userAgent.includes(name));
}

/** A name that the customer recognises this browser by. */
function deviceName(): string {
  const system = systemName();
  return system === undefined ? "My passkey" : `Passkey on ${system}`;
}

interface PasskeyButton<Prepared> {
  label: string;
  busy: string;
  alert: Alert;
  prepare: () => Promise<Prepared>;
  /** Called within the gesture, with everything fetched: Safari opens no dialog after a wait. The signal closes the dialog. */
  use: (prepared: Prepared, signal: AbortSignal) => Promise<unknown>;
  then: () => Promise<unknown>;
}

/** How often what was fetched ahead is fetched anew: challenges are good for five minutes. */
const FRESH_MS = 4 * 60 * 1000;

/** A button that opens the passkey dialog. What takes time is done before it is pressed, and anew after a failure. */
function passkeyButton<Prepared>(
  shell: Shell,
  { label, busy, alert, prepare, use, then }: PasskeyButton<Prepared>,
): HTMLButtonElement {
  const element = button(label, { kind: "primary", symbol: "key" });
  let prepared: Prepared | undefined;
  const fetchAhead = (): void => {
    const fetching = prepare().then((fetched) => (prepared = fetched));
    // A failure shows when the button is pressed, which tries again.
    fetching.catch(() => undefined);
  };
  const timer = setInterval(fetchAhead, FRESH_MS);
  // Not before the screen is there: it needs code of its own.
  setTimeout(() => {
    fetchAhead();
    // The timer holds the screen with its button.
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
          // A challenge serves once.
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
