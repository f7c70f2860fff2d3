import { callSite, startingAt, traced } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator, WirePage } from "../core/pagination";
import type { Route } from "../core/path";
import type { Call, ListOptions, RequestOptions } from "../core/types";
import { checkParams } from "./checks";
import type { Checks } from "./checks";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";

/** The rest of a call, as a resource describes it. */
type Details<Result, Options> = Omit<Call<Result>, "operation" | "method" | "path" | "template"> & {
  /** Checked, and sent in another way than as the body or the query. */
  params?: unknown;
  /** The checks of the body, the query or the `params`. */
  checks?: Checks;
  /** `null` comes from JavaScript. */
  options: Options | null | undefined;
};

/** What all resources share: the parameters of a call are checked before the core makes it. */
export abstract class Resource {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /** Checks the parameters of a call and makes it. */
  protected request<Result>(
    operation: string,
    { method, path, template }: Route,
    { options, ...details }: Details<Result, RequestOptions>,
  ): Promise<Result> {
    return this.traced(operation, async () => {
      checkDetails(operation, details);
      return this.#core.request({ operation, method, path: path(), template, ...details }, options);
    });
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
    operation: string,
    path: string,
    { options, ...details }: Details<WirePage<Item>, ListOptions>,
  ): Paginator<Item> {
    const site = callSite(this.#methodOf(operation));
    try {
      checkDetails(operation, details);
      return this.#core.list({ operation, method: "GET", path, template: path, ...details }, options, site);
    } catch (error) {
      throw startingAt(site, error);
    }
  }

  /** Reads something again and again until it is as wanted. */
  protected poll<Result extends { status: string }>(
    operation: string,
    read: (options: RequestOptions) => Promise<Result>,
    options: WaitOptions<Result> | undefined,
  ): Promise<Result> {
    return this.traced(operation, () => waitFor(operation, read, options));
  }
}

/** Checks the parameters of a call, wherever they go. */
function checkDetails(operation: string, details: Omit<Details<unknown, never>, "options">): void {
  for (const name of ["params", "body", "query"] as const) {
    if (name in details) checkParams(operation, details[name], details.checks);
  }
}
