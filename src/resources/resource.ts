import { atCaller, traced } from "../core/call-site";
import type { HttpCore } from "../core/http-core";
import type { Paginator, WirePage } from "../core/pagination";
import type { ResponseSchema } from "../core/recognition";
import type { ListOptions, RequestOptions } from "../core/types";
import { isPaymentsError } from "../core/error-guards";
import { refuse } from "../core/errors";
import { fieldOf } from "../core/fields";
import { written } from "../core/json";
import { isObject, text } from "../options/kinds";
import { checkParams } from "./checks";
import { listSchema, pageSchema } from "../models/page";
import type { Schema } from "../models/schema";
import type { Operation } from "../operations/operation";
import { declaredCall } from "./declared-call";
import type { Arguments } from "./declared-call";
import { waitFor } from "./wait-for";
import type { WaitOptions } from "./wait-for";

/** JavaScript callers may pass `null`. */
type WithOptions<Given, Options> = Given & { options: Options | null | undefined };

/** The schema of the body of each list. Kept, so that each is made once. */
const bodies = /* @__PURE__ */ new WeakMap<object, Schema<unknown>>();

type Method = (this: unknown, ...args: unknown[]) => unknown;

/** The prototypes whose methods name this mistake: `const { create } = payments.customers`. */
const guarded = /* @__PURE__ */ new WeakSet<object>();

function guard(prototype: Record<string, Method>): void {
  if (guarded.has(prototype)) return;
  guarded.add(prototype);
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const method = prototype[name]!;
    if (name === "constructor") continue;
    prototype[name] = function (...args) {
      if (this === undefined)
        refuse(
          name,
          `was taken off its object: call it there, or pass \`(...args) => object.${name}(...args)\``,
        );
      return method.apply(this, args);
    };
  }
}

/** Base class of the resources. It checks the parameters of each call. */
export abstract class Resource {
  readonly #core: HttpCore;

  constructor(core: HttpCore) {
    this.#core = core;
    guard(new.target.prototype as unknown as Record<string, Method>);
  }

  /** Makes the call of an operation. */
  protected async call<Params, Result>(
    operation: Operation<Params, Result>,
    schema: ResponseSchema<NoInfer<Result>> | undefined,
    { options, ...given }: WithOptions<Arguments<NoInfer<Params>, NoInfer<Result>>, RequestOptions>,
  ): Promise<Result> {
    try {
      return await this.#core.request(declaredCall(operation, schema, given), options);
    } catch (error) {
      throw await atCaller(error);
    }
  }

  /** Checks the parameters of a list. Sends nothing until you await or iterate it. */
  protected pages<Params, Row>(
    operation: Operation<Params, Row>,
    schema: ResponseSchema<NoInfer<Row>>,
    { options, ...given }: WithOptions<{ params?: NoInfer<Params> }, ListOptions>,
  ): Paginator<Row> {
    // Published declarations mention no schema of zod.
    const row = schema as Schema<Row>;
    const body = bodies.get(operation) ?? (operation.result.hasMore ? pageSchema(row) : listSchema(row));
    bodies.set(operation, body);
    const ofPages = operation as Operation<Params, WirePage<Row>>;
    return this.#core.list(declaredCall(ofPages, body as Schema<WirePage<Row>>, given), options);
  }

  /**
   * Finds the row with an identifier of the caller's own, the first of `names`, or creates it. An existing row stays as it is: the log names the fields
   * that were given otherwise.
   */
  protected async findOrMake<Params extends object, Row extends { readonly id: string }>(
    operation: string,
    names: readonly [keyof Params & string, ...(keyof Params & string)[]],
    given: Params,
    ways: { list: (params: Params) => Paginator<Row>; create: (params: Params) => Promise<Row> },
  ): Promise<Row> {
    // A copy of what is sent: the caller may use its object for another row before this one is created.
    const { value: params, issue } = written(given, operation);
    checkParams(operation, params, { [names[0]]: text }, issue);
    const find = async () => {
      const isMeant = (row: Row) => names.every((name) => (fieldOf(row, name) ?? undefined) === params[name]);
      for await (const row of ways.list(params)) if (isMeant(row)) return row;
      return undefined;
    };
    const found = await find();
    if (found !== undefined) {
      const fields = differingFields(params, found);
      const others = `${operation}: ${found.id} exists and does not have the given values of`;
      if (fields.length > 0)
        this.#core.config.log("warn", `${others} ${fields.join(", ")}. It stays as it is`);
      return found;
    }
    return ways.create(params).catch(async (error: unknown) => {
      const mayExist =
        isPaymentsError(error) && (error.outcome !== "not-executed" || fieldOf(error, "status") === 409);
      const created = mayExist ? await find().catch(() => undefined) : undefined;
      if (created === undefined) throw error;
      return created;
    });
  }

  /** Polls until the result is as wanted. */
  protected poll<Result extends { status: string }>(
    operation: string,
    read: (options: RequestOptions) => Promise<Result>,
    options: WaitOptions<Result> | undefined,
  ): Promise<Result> {
    return traced(async () => waitFor(operation, read, options));
  }
}

/** The paths of the given fields that a row does not have, or has otherwise. */
function differingFields(given: unknown, row: unknown, path = ""): string[] {
  if (isObject(given) && !Array.isArray(given))
    return Object.entries(given).flatMap(([name, value]) =>
      differingFields(value, fieldOf(row, name), path === "" ? name : `${path}.${name}`),
    );
  const shown = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.map(String).sort() : value);
  return given == null || shown(given) === shown(row) ? [] : [path];
}
