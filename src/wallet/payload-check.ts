import { hexOf } from "../core/base64";
import { refuse } from "../core/errors";
import { sha256 } from "./crypto/platform";
import type { PayloadIntent } from "./options";
import type { SessionManager } from "./session-manager";
import type { WalletSettings } from "./settings";
import { memoryStore } from "./stores/memory-store";
import type { SessionStore } from "./stores/session-store";
import type { WalletCall } from "./wallet-call";

/** The dependencies of a payload guard. */
interface PayloadGuardOptions extends Pick<WalletSettings, "accountId" | "checkPayload"> {
  readonly sessionManager: SessionManager;
}

/**
 * Refuses a payload that this wallet has seen for another action or another quote, in any tab. The service's payloads are
 * opaque, so a relay could pass off one as another. If the store fails, the payloads of this tab are still known.
 */
export class PayloadGuard {
  readonly #options: PayloadGuardOptions;
  /** Knows the payloads of this tab. */
  readonly #memory = memoryStore();

  constructor(options: PayloadGuardOptions) {
    this.#options = options;
  }

  /**
   * Remembers a payload when it is first seen.
   *
   * @throws {InvalidRequestError} when it was seen for something else
   */
  async see(payload: string, { operation, quote }: PayloadIntent): Promise<void> {
    const { accountId, sessionManager } = this.#options;
    const purpose = `${operation} ${quote?.id ?? ""}`;
    const hash = hexOf(await sha256(`${accountId} ${payload}`));
    const claim = async (store: SessionStore) => store.claimPayload?.(hash, purpose);
    // A store without the method says nothing about whether it responds again.
    const claimed =
      sessionManager.store.claimPayload && (await sessionManager.useStore("claimPayload", claim, purpose));
    const stored = claimed ?? purpose;
    // Memory keeps what the store said, because the store may fail the next time.
    const first = await this.#memory.claimPayload?.(hash, stored);
    if (stored !== purpose || first !== purpose)
      refuse("payload", "was seen for another action: it is not signed", operation);
  }

  /**
   * Checks a payload before it is signed.
   *
   * @throws {InvalidRequestError} when it was seen for something else, or the application refuses it
   */
  async require(call: WalletCall, payload: string, intent: PayloadIntent): Promise<void> {
    await call.wait(() => this.see(payload, intent));
    if ((await call.wait(() => this.#options.checkPayload?.(payload, intent))) === false) {
      refuse("payload", "was refused by `checkPayload`", intent.operation);
    }
  }
}
