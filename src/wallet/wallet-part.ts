import { traced } from "../core/call-site";
import { Paginator } from "../core/pagination";
import type { Page } from "../core/pagination";
import { responseOf } from "../core/response-of";
import type { ResponseMeta } from "../core/response-of";
import type { RequestOptions } from "../core/types";
import type { PageParams } from "../models/page";
import type { LoadedWallet, WalletParts } from "./parts";
import type { WalletShell } from "./shell";
import { WalletCall } from "./wallet-call";
import type { WalletRequestOptions } from "./wallet-call";

/** Base class of the parts of a wallet that make calls. Errors start at the line of the caller. */
export abstract class WalletPart {
  readonly #parts: WalletParts;

  /** Shares the state of a wallet. */
  constructor(parts: WalletParts) {
    this.#parts = parts;
  }

  /** What the parts share. A getter, so that printing a part does not show it. */
  protected get parts(): WalletParts {
    return this.#parts;
  }

  /** What is there before the first call. */
  protected get shell(): WalletShell {
    return this.#parts.shell;
  }

  /** Makes a call. Loads the actions first, if they are not there. */
  protected call<Result>(
    operation: string,
    options: RequestOptions | undefined,
    work: (loaded: LoadedWallet, call: WalletCall) => Promise<Result>,
    /** `isKeyed`: it takes an idempotency key. `isSignIn`: meanwhile, the state is `signing-in`. */
    { isKeyed = false, isSignIn = false } = {},
  ): Promise<Result> {
    return traced(async () => {
      const call = new WalletCall(operation, options, isKeyed);
      const run = async () => {
        // Without a wait if they are there: Safari forgets a gesture at the first wait.
        const loaded = this.#parts.loaded ?? (await call.wait(() => this.#parts.load({ operation })));
        return work(loaded, call);
      };
      return isSignIn ? this.shell.state.during(run) : run();
    });
  }

  /** Makes a list. Sends nothing until you await or iterate it. */
  protected pages<Row, Query extends PageParams>(
    operation: string,
    query: Query,
    options: RequestOptions | undefined,
    list: (loaded: LoadedWallet, query: Query, options: WalletRequestOptions) => PromiseLike<Page<Row>>,
  ): Paginator<Row> {
    const call = new WalletCall(operation, options);
    const given = call.request();
    const read = async (page: PageParams, signal: AbortSignal | undefined) => {
      const loaded = this.#parts.loaded ?? (await call.wait(() => this.#parts.load({ operation })));
      const value = await list(loaded, { ...query, ...page }, { ...given, signal });
      return { value, meta: responseOf(value) as ResponseMeta };
    };
    return new Paginator(operation, read, query, given);
  }
}
