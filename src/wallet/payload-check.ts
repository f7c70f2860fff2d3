import { hexOf } from "../core/base64";
import { refuse } from "../core/errors";
import { textOf } from "../core/fields";
import type { Signer } from "../core/types";
import { sha256 } from "./crypto/platform";
import type { PayloadIntent } from "./options";
import type { ConnectedContext } from "./connect";
import type { SeenPayload } from "./stores/wallet-store";
import type { WalletCall, WalletRequestOptions } from "./wallet-call";

/** How many payloads the store remembers. A page rarely signs more. */
const REMEMBERED = 1_000;

/**
 * Refuses a payload that this wallet has seen for another action or another quote, in any tab. The service's payloads are
 * opaque, so a relay could pass off one as another. If the store fails, the payloads of this tab are still known.
 */
export class PayloadGuard {
  readonly #context: ConnectedContext;
  /** What the payloads of this tab were for, by their hash. */
  readonly #known = new Map<string, string>();
  #isPruned = false;

  constructor(context: ConnectedContext) {
    this.#context = context;
  }

  /**
   * Remembers a payload when it is first seen.
   *
   * @throws {InvalidRequestError} when it was seen for something else
   */
  async see(payload: string, { operation, quote }: PayloadIntent): Promise<void> {
    const { accountId, rows } = this.#context;
    const purpose = `${operation} ${quote?.id ?? ""}`;
    const hash = hexOf(await sha256(`${accountId} ${payload}`));
    const seen = { hash, accountId, purpose, seenAt: Date.now() };
    const row = await rows.use("put", () =>
      rows.change("payloads", hash, (row) => (row === undefined ? seen : undefined)),
    );
    const stored = textOf(row, "purpose") ?? purpose;
    // Memory keeps what the store said, because the store may fail the next time.
    const first = this.#known.get(hash) ?? stored;
    this.#known.set(hash, first);
    void this.#prune();
    if (stored !== purpose || first !== purpose)
      refuse("payload", "was seen for another action: it is not signed", operation);
  }

  /** Keeps the newest payloads in the store. Once for each page is enough. */
  async #prune(): Promise<void> {
    if (this.#isPruned) return;
    this.#isPruned = true;
    const { rows, store } = this.#context;
    await rows.use("list", async () => {
      const stored = (await rows.list("payloads")) as Partial<SeenPayload>[];
      const old = stored.sort((one, other) => Number(other?.seenAt) - Number(one?.seenAt)).slice(REMEMBERED);
      for (const row of old) await store.delete("payloads", String(row?.hash));
    });
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
