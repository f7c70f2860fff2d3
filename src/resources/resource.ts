import { callSite, startingAt, traced } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator, WirePage } from "../core/pagination";
import type { Call, ListOptions, RequestOptions } from "../core/types";
import { checkParams } from "./checks";
import type { Checks } from "./checks";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";

/** A call as a resource describes it: a GET unless it says otherwise, with the checks of its body or its query. */
type ResourceCall<Result> = Omit<Call<Result>, "method" | "path"> & {
  method?: Call<Result>["method"];
  /** Made when the call is: an id in it is checked then. */
  path: string | (() => string);
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
    return this.traced(call.operation, async () => this.#core.request(checked(call), options ?? undefined));
  }

  /** Does the work of a method. Its errors start at the line that called the method. */
  protected traced<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    return traced(this.#methodOf(operation), work);
  }

  /** Methods have the last part of their operation's name. */
  #methodOf(operation: string): unknown {
    return Reflect.get(this, operation.slice(operation.lastIndexOf(".") + 1));
  }

  /** Checks the parameters of a list. Nothing is sent before the list is awaited or iterated. */
  protected paginate<Item>(
    call: ResourceCall<WirePage<Item>>,
    options?: Given<ListOptions>,
  ): Paginator<Item> {
    const site = callSite(this.#methodOf(call.operation));
    try {
      return this.#core.list(checked(call), options ?? undefined, site);
    } catch (error) {
      throw startingAt(site, error);
    }
  }

  /** Reads something again and again until it is as wanted. */
  protected poll<Result extends { status: string }>(
    operation: string,
    read: (options: RequestOptions) => Promise<Result>,
    options: Given<WaitOptions<Result>>,
  ): Promise<Result> {
    return this.traced(operation, () => waitFor(operation, read, options));
  }
}

/** The call, its parameters checked. */
function checked<Result>(call: ResourceCall<Result>): Call<Result> {
  const { operation, checks } = call;
  if ("body" in call) checkParams(operation, call.body, checks);
  if ("query" in call) checkParams(operation, call.query, checks);
  const { path } = call;
  return { method: "GET", ...call, path: typeof path === "string" ? path : path() };
}
