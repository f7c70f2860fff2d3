import { useState } from "react";
import { useWallet } from "payments-sdk/react";
import { attempt, sendCode, signInToPlatform } from "../wallet-page.js";
import type { PlatformUser } from "../wallet-basics.js";
import { WalletPage } from "./wallet-page.js";

/** The page: the platform's sign-in, then the wallet. */
export function App(props: { user: PlatformUser | undefined }) {
  const [user, setUser] = useState(props.user);
  return (
    <main>
      <h1>Wallet</h1>
      {user ? (
        <WalletPage key={user.accountId} user={user}>
          <OtherSignIns />
        </WalletPage>
      ) : (
        <PlatformSignIn onSignedIn={setUser} />
      )}
    </main>
  );
}

/** Signs in by email, or to the platform again. The rest of the page does not change. */
function OtherSignIns() {
  const { wallet, state } = useWallet();
  const [message, setMessage] = useState("");
  if ("until" in state) return null;
  if (state.status === "platform-sign-in-required") {
    // Any successful call restores the wallet's state.
    return <PlatformSignIn onSignedIn={() => void wallet.balance()} />;
  }
  const run = async (action: () => Promise<unknown>) => setMessage((await attempt(action)).message);
  return (
    <>
      <button onClick={() => run(() => sendCode(wallet))}>Mail me a code</button>
      <Field
        label="Code"
        name="Sign in"
        send={(otp) => run(() => wallet.signIn({ type: "EMAIL_OTP", otp }))}
      />
      <p>{message}</p>
    </>
  );
}

/** The platform's own sign-in. */
function PlatformSignIn({ onSignedIn }: { onSignedIn: (user: PlatformUser) => void }) {
  const [message, setMessage] = useState("");
  const signIn = async (email: string) => onSignedIn(await signInToPlatform(email));
  const send = async (email: string) => setMessage((await attempt(() => signIn(email))).message);
  return (
    <>
      <Field label="E-mail" name="Sign in to the platform" send={send} />
      <p>{message}</p>
    </>
  );
}

/** A form with one field. */
function Field({ label, name, send }: { label: string; name: string; send: (text: string) => unknown }) {
  const [text, setText] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send(text);
      }}
    >
      <label>
        {label} <input required value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button>{name}</button>
    </form>
  );
}
