import { SessionKey } from "./crypto/session-key";
import type { WalletSettings } from "./resolve-options";
import { isStoredSession, WalletSession } from "./wallet-session";

/** Makes a session of a row of the store. A row that is none is ignored, with a warning. */
export function reviveSession(
  { environment, clock, log }: WalletSettings,
  entry: unknown,
): WalletSession | undefined {
  const now = () => clock.now(true);
  if (!isStoredSession(entry)) {
    log("warn", "the session store has an entry that is not a session: the wallet ignores it");
    return undefined;
  }
  if (Number.isFinite(entry.clockOffset)) clock.recall(Number(entry.clockOffset));
  if (environment === "sandbox") return new WalletSession(entry, undefined, now);
  try {
    if (entry.key !== undefined) return new WalletSession(entry, SessionKey.fromCryptoKey(entry.key), now);
  } catch {
    // Skipped, like a session without a key.
  }
  log("warn", "the session store has a session without a usable key: the wallet ignores it");
  return undefined;
}
