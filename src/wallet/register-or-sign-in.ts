import type { WalletContext } from "./context";
import { PasskeyRegistrationError } from "./errors";
import { preparePasskey, registerPasskey } from "./passkey-registration";
import type { PasskeyRegistration } from "./passkey-registration";
import { signInByPasskey } from "./passkey-sign-in";
import type { WalletCall } from "./wallet-call";
import type { WalletSession } from "./wallet-session";

/**
 * Registers a passkey if the wallet has none or a registration is unfinished, then signs in with it.
 *
 * @throws {SessionRequiredError} when the wallet has another credential, and nobody is signed in
 */
export async function registerOrSignIn(
  context: WalletContext,
  call: WalletCall,
  params: PasskeyRegistration,
): Promise<WalletSession> {
  const { passkeyRecords: records, sessionManager } = context;
  const listed = await call.prepare(() => records.list(call));
  if (records.attempt !== undefined || !listed.some(({ type }) => type === "PASSKEY")) {
    await register(context, call, params);
  }
  const session = await call.wait(() => sessionManager.find(() => true));
  return session ?? signInByPasskey(context, call, { type: "PASSKEY" });
}

/** After a registration with an unknown outcome, the sign-in shows whether it was made. */
async function register(
  context: WalletContext,
  call: WalletCall,
  params: PasskeyRegistration,
): Promise<void> {
  try {
    await registerPasskey(context, call, await preparePasskey(context, call, params));
  } catch (error) {
    if (!(error instanceof PasskeyRegistrationError)) throw error;
  }
}
