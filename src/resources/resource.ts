import { traced, tracedList } from "../core/call-site";
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
  /** Parameters that are neither the body nor the query. */
  params?: unknown;
  /** Checks of the body, the query or `params`. */
  checks?: Checks;
  /** JavaScript callers may pass `null`. */
  options: Options | null | undefined;
};

/** Base class of the resources. It checks the parameters of each call. */
export abstract class Resource {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /** Checks the parameters, then makes the call. */
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

  /** Runs a method. The stacks of its errors start at the line that called it. */
  protected traced<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    return traced(this.#methodOf(operation), work);
  }

  /** A method is named like the last part of its operation. */
  #methodOf(operation: string): unknown {
    return Reflect.get(this, operation.slice(operation.lastIndexOf(".") + 1));
  }

  /** Checks the parameters of a list. Sends nothing until you await or iterate it. */
  protected paginate<Item>(
    operation: string,
    path: string,
    { options, ...details }: Details<WirePage<Item>, ListOptions>,
  ): Paginator<Item> {
    return tracedList(this.#methodOf(operation), (site) => {
      checkDetails(operation, details);
      return this.#core.list({ operation, method: "GET", path, template: path, ...details }, options, site);
    });
  }

  /** Polls until the result is as wanted. */
  protected poll<Result extends { status: string }>(
    operation: string,
    read: (options: RequestOptions) => Promise<Result>,
    options: WaitOptions<Result> | undefined,
  ): Promise<Result> {
    return this.traced(operation, () => waitFor(operation, read, options));
  }
}

function checkDetails(operation: string, details: Omit<Details<unknown, never>, "options">): void {
  for (const name of ["params", "body", "query"] as const) {
    if (name in details) checkParams(operation, details[name], details.checks);
  }
}
