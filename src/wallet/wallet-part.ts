import { traced } from "../core/call-site";
import type { Paginator } from "../core/pagination";
import type { RequestOptions } from "../core/types";
import type { WalletContext } from "./context";
import { WalletCall } from "./wallet-call";

/** Base class of the parts of a wallet that make calls. Errors start at the line of the caller. */
export abstract class WalletPart {
  readonly #context: WalletContext;

  /** Shares the state of a wallet. */
  constructor(context: WalletContext) {
    this.#context = context;
  }

  /** What the parts share. A getter, so that printing a part does not show it. */
  protected get context(): WalletContext {
    return this.#context;
  }

  /** Makes a call. `isKeyed`: it takes an idempotency key. */
  protected call<Result>(
    operation: string,
    options: RequestOptions | undefined,
    work: (context: WalletContext, call: WalletCall) => Promise<Result>,
    isKeyed?: boolean,
  ): Promise<Result> {
    const run = async () => work(this.#context, new WalletCall(operation, options, isKeyed));
    return traced(run);
  }

  /** Makes a list. Sends nothing until you await or iterate it. */
  protected pages<Row>(
    operation: string,
    options: RequestOptions | undefined,
    list: (context: WalletContext, call: WalletCall) => Paginator<Row>,
  ): Paginator<Row> {
    return list(this.#context, new WalletCall(operation, options));
  }
}
