import type { HttpCore } from "../core/http-core";
import type { Paginator, WirePage } from "../core/pagination";
import type { Call, ListOptions, RequestOptions } from "../core/types";
import { checkParams } from "./checks";
import type { Checks } from "./checks";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";

/** A call as a resource describes it: a GET unless it says otherwise, with the checks of its body or its query. */
type ResourceCall<Result> = Omit<Call<Result>, "method"> & {
  method?: Call<Result>["method"];
  checks?: Checks;
};

/** Options as JavaScript may pass them: `null` equals absent. */
type Given<Options> = Options | null | undefined;

/** What all resources share: the parameters of a call are checked before the core makes it. */
export abstract class Resource {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /** Checks the parameters of a call and makes it. */
  protected async request<Result>(
    call: ResourceCall<Result>,
    options?: Given<RequestOptions>,
  ): Promise<Result> {
    return this.#core.request(checked(call), options ?? undefined);
  }

  /** Checks the parameters of a list. Nothing is sent before the list is awaited or iterated. */
  protected paginate<Item>(
    call: ResourceCall<WirePage<Item>>,
    options?: Given<ListOptions>,
  ): Paginator<Item> {
    return this.#core.list(checked(call), options ?? undefined);
  }

  /** Reads something again and again until it is as wanted. */
  protected poll<Result extends { status: string }>(
    operation: string,
    read: (options: RequestOptions) => Promise<Result>,
    options: Given<WaitOptions<Result>>,
  ): Promise<Result> {
    return waitFor(this.#core, operation, read, options);
  }
}

/** The call, its parameters checked. */
function checked<Result>(call: ResourceCall<Result>): Call<Result> {
  const { operation, checks } = call;
  if ("body" in call) checkParams(operation, call.body, checks);
  if ("query" in call) checkParams(operation, call.query, checks);
  return { method: "GET", ...call };
}
