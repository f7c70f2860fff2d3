import { useEffect, useState } from "react";
import {
  attempt,
  describe,
  openWallet,
  pay,
  readBalance,
  sendCode,
  signInToPlatform,
} from "../wallet-page.js";
import type { PlatformUser } from "../wallet-page.js";
import { useWallet } from "./use-wallet.js";

/** The page: the platform's sign-in, and the wallet behind it. */
export function App(props: { user: PlatformUser | undefined }) {
  const [user, setUser] = useState(props.user);
  const [message, setMessage] = useState("");
  const [email, setEmail] = useState("");

  async function run(action: () => Promise<unknown>) {
    setMessage("");
    const outcome = await attempt(action);
    setMessage(outcome.message);
    if (outcome.isPlatformSignInRequired) setUser(undefined);
  }

  return (
    <main>
      <h1>Wallet</h1>
      {user ? (
        <WalletPanel key={user.accountId} user={user} run={run} />
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void run(async () => setUser(await signInToPlatform(email)));
          }}
        >
          <label>
            E-mail{" "}
            <input type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
          </label>
          <button>Sign in to the platform</button>
        </form>
      )}
      <p role="alert">{message}</p>
    </main>
  );
}

interface PanelProps {
  user: PlatformUser;
  run: (action: () => Promise<unknown>) => Promise<void>;
}

function WalletPanel({ user, run }: PanelProps) {
  const [wallet] = useState(() => openWallet(user));
  const state = useWallet(wallet);
  const [code, setCode] = useState("");
  const [balance, setBalance] = useState("");
  const isSignedIn = state.status === "signed-in";

  const refresh = async () => setBalance(await readBalance(wallet));
  useEffect(() => {
    if (isSignedIn) void run(refresh);
  }, [isSignedIn]);

  async function payAndRefresh() {
    const message = await pay(wallet, user);
    await refresh();
    return message;
  }

  return (
    <>
      <p role="status">{describe(state)}</p>
      {isSignedIn ? (
        <>
          <p>Balance: {balance}</p>
          <button onClick={() => run(refresh)}>Refresh</button>
          <button onClick={() => run(payAndRefresh)}>Pay 1 USDC</button>
          <button
            onClick={() =>
              run(() => wallet.credentials.register({ type: "PASSKEY", nickname: "This device" }))
            }
          >
            Add a passkey
          </button>
          <button onClick={() => run(() => wallet.signOut())}>Sign out</button>
        </>
      ) : (
        <>
          <button onClick={() => run(() => wallet.signIn({ type: "PASSKEY" }))}>
            Sign in with a passkey
          </button>
          <button onClick={() => run(() => sendCode(wallet))}>Mail me a code</button>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void run(() => wallet.signIn({ type: "EMAIL_OTP", otp: code }));
            }}
          >
            <label>
              Code{" "}
              <input
                required
                autoComplete="one-time-code"
                value={code}
                onChange={(event) => setCode(event.target.value)}
              />
            </label>
            <button>Sign in</button>
          </form>
        </>
      )}
    </>
  );
}
