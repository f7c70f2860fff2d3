import { traced, tracedList } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator, WirePage } from "../core/pagination";
import type { ResponseSchema } from "../core/recognition";
import type { ListOptions, RequestOptions } from "../core/types";
import type { Operation } from "../operations/operation";
import { declaredCall } from "./declared-call";
import type { Arguments } from "./declared-call";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";

/** JavaScript callers may pass `null`. */
type WithOptions<Given, Options> = Given & { options: Options | null | undefined };

/** Base class of the resources. It checks the parameters of each call. */
export abstract class Resource {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
  }

  /** Makes the call of an operation. */
  protected call<Params, Result>(
    operation: Operation<Params, Result>,
    schema: ResponseSchema<NoInfer<Result>> | undefined,
    { options, ...given }: WithOptions<Arguments<NoInfer<Params>, NoInfer<Result>>, RequestOptions>,
  ): Promise<Result> {
    return this.traced(operation.name, async () =>
      this.#core.request(declaredCall(operation, schema, given), options),
    );
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
  protected pages<Params, Row>(
    operation: Operation<Params, Row>,
    schema: ResponseSchema<WirePage<NoInfer<Row>>>,
    { options, ...given }: WithOptions<{ params?: NoInfer<Params> }, ListOptions>,
  ): Paginator<Row> {
    return tracedList(this.#methodOf(operation.name), (site) => {
      const call = declaredCall(operation as Operation<Params, WirePage<Row>>, schema, given);
      return this.#core.list(call, options, site);
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
