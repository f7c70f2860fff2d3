import { hexOf } from "../core/base64";
import { refuse } from "../core/errors";
import type { Signer } from "../core/types";
import { sha256 } from "./crypto/platform";
import type { PayloadIntent } from "./options";
import type { SessionContext } from "./session-manager";
import { memoryStore } from "./stores/memory-store";
import type { SessionStore } from "./stores/session-store";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";

/**
 * Refuses a payload that this wallet has seen for another action or another quote, in any tab. The service's payloads are
 * opaque, so a relay could pass off one as another. If the store fails, the payloads of this tab are still known.
 */
export class PayloadGuard {
  readonly #context: SessionContext;
  /** Knows the payloads of this tab. */
  readonly #memory = memoryStore();

  constructor(context: SessionContext) {
    this.#context = context;
  }

  /**
   * Remembers a payload when it is first seen.
   *
   * @throws {InvalidRequestError} when it was seen for something else
   */
  async see(payload: string, { operation, quote }: PayloadIntent): Promise<void> {
    const { accountId, sessionManager, store } = this.#context;
    const purpose = `${operation} ${quote?.id ?? ""}`;
    const hash = hexOf(await sha256(`${accountId} ${payload}`));
    const claim = async (store: SessionStore) => store.claimPayload?.(hash, purpose);
    // A store without the method says nothing about whether it responds again.
    const claimed = store.claimPayload && (await sessionManager.useStore("claimPayload", claim));
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
    if ((await call.wait(() => this.#context.checkPayload?.(payload, intent))) === false) {
      refuse("payload", "was refused by `checkPayload`", intent.operation);
    }
  }

  /** Options of a signed request. Asks for the session only to sign: a first credential needs no signature. */
  signed(call: WalletCall, session: () => Promise<Signer>): WalletRequestOptions & { signer: Signer } {
    const stamp: Signer["stamp"] = async (payload, operation) => {
      const signing = await session();
      await this.require(call, payload, { operation: operation ?? "" });
      return signing.stamp(payload, operation);
    };
    return { ...call.request(), signer: { stamp } };
  }
}
