import { traced, tracedList } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator, WirePage } from "../core/pagination";
import type { ResponseSchema } from "../core/recognition";
import type { ListOptions, RequestOptions } from "../core/types";
import { listSchema, pageSchema } from "../models/page";
import type { Schema } from "../models/schema";
import type { Operation } from "../operations/operation";
import { declaredCall } from "./declared-call";
import type { Arguments } from "./declared-call";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";

/** JavaScript callers may pass `null`. */
type WithOptions<Given, Options> = Given & { options: Options | null | undefined };

/** The method and a function of the base class stand between the caller and the call. */
export const WITHIN_METHOD = 2;

/** The schema of the body of each list. Kept, because zod compiles a schema that is used often. */
const bodies = /* @__PURE__ */ new WeakMap<object, Schema<unknown>>();

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
    return traced(
      operation,
      async () => this.#core.request(declaredCall(operation, schema, given), options),
      WITHIN_METHOD,
    );
  }

  /** Checks the parameters of a list. Sends nothing until you await or iterate it. */
  protected pages<Params, Row>(
    operation: Operation<Params, Row>,
    schema: ResponseSchema<NoInfer<Row>>,
    { options, ...given }: WithOptions<{ params?: NoInfer<Params> }, ListOptions>,
  ): Paginator<Row> {
    const list = () => {
      // Published declarations mention no schema of zod.
      const row = schema as Schema<Row>;
      const body = bodies.get(operation) ?? (operation.result.hasMore ? pageSchema(row) : listSchema(row));
      bodies.set(operation, body);
      const ofPages = operation as Operation<Params, WirePage<Row>>;
      return this.#core.list(declaredCall(ofPages, body as Schema<WirePage<Row>>, given), options);
    };
    return tracedList(operation, list, WITHIN_METHOD);
  }

  /** Polls until the result is as wanted. */
  protected poll<Result extends { status: string }>(
    operation: string,
    read: (options: RequestOptions) => Promise<Result>,
    options: WaitOptions<Result> | undefined,
  ): Promise<Result> {
    return traced(this.poll, async () => waitFor(operation, read, options), WITHIN_METHOD);
  }
}
