import type { PageParams } from "../../models/page";
import { splitHttp } from "../../operations/operation";
import type { Operation } from "../../operations/operation";
import type { World } from "../domain/world";
import type { HttpOperation, OperationName } from "../runtime/operations";
import type { SimulatorTokenPermission } from "../runtime/options/tokens";
import type { Field, Fields, Values } from "./fields";
import type { RouteCall, Handler, Route } from "./route";

/** What only the service knows of an operation. Its declaration says the rest. */
export interface ServiceFacts<F extends Fields> {
  permission: SimulatorTokenPermission;
  /** The status of a success. */
  status: 200 | 201 | 202 | 204;
  /** The statuses of its own refusals. A rule gives each. */
  fails?: readonly number[];
  /** Statuses of the contract that no rule gives here. A fault can. */
  unmodelled?: readonly number[];
  /** The checks of all parameters, and of further fields that requests may have. */
  fields?: F;
}

/** The names of an operation's parameters. */
type ParameterOf<Params> = Params extends Params ? Exclude<keyof Params, keyof PageParams> : never;

/** The fields name every declared parameter. */
export type Named<Params> = [ParameterOf<Params>] extends [never]
  ? { fields?: unknown }
  : { fields: Record<ParameterOf<Params>, Field<unknown>> };

/** An object of a kind that the service may extend has any field. It is kept as sent. */
type KeptAsSent<Model> = Model extends object ? (string extends keyof Model ? true : never) : never;

/** A model as the service shows it. The compiler compares it with the model of the client. */
export type Shown<Model> = [KeptAsSent<Model>] extends [never]
  ? Model extends string
    ? Model
    : Model extends readonly (infer Item)[]
      ? readonly Shown<Item>[]
      : Model extends object
        ? { [Name in keyof Model]: Shown<Model[Name]> }
        : Model
  : object | Exclude<Model, object>;

/** The body of a success. */
export type Body<Result> = Shown<Result> | Promise<Shown<Result>>;

export type None = Record<never, never>;

/** Serves an operation. The handler returns the body of the success, in the shape of its model. */
export function serve<
  Params,
  Result,
  Name extends OperationName,
  Http extends HttpOperation,
  F extends Fields = None,
>(
  operation: Operation<Params, Result, Name, Http>,
  service: ServiceFacts<F> & Named<Params>,
  handler: (world: World, call: RouteCall<Http, Values<F>>) => Body<NoInfer<Result>>,
): Route<Name> {
  // The service calls it with the values that `fields` read.
  const act = handler as (...given: Parameters<Handler>) => unknown;
  return routeOf(operation, service, async (world, call) => ({
    status: service.status,
    body: await act(world, call),
  }));
}

export function routeOf<Name extends OperationName>(
  operation: Operation<unknown, unknown, Name, HttpOperation>,
  { permission, status, fails = [], unmodelled = [], fields = {} }: ServiceFacts<Fields>,
  handler: Handler,
): Route<Name> {
  const { name, keyed = false, query, body, form, params, headers = {}, isBodyOptional = false } = operation;
  const { method, template } = splitHttp(operation);
  return {
    name,
    method,
    template,
    permission,
    status,
    fails,
    unmodelled,
    place: query ? "query" : body ? "body" : form ? "form" : params ? "headers" : undefined,
    fields,
    headers,
    isKeyed: keyed,
    isForm: form !== undefined,
    isBodyOptional,
    isSandboxOnly: template.startsWith("/sandbox/"),
    handler,
  };
}

/** Serves an operation that returns one resource. */
export const retrieve = <
  Result,
  Name extends OperationName,
  Http extends HttpOperation & `GET ${string}/{${string}}`,
>(
  operation: Operation<undefined, Result, Name, Http>,
  view: (world: World, id: string) => Shown<NoInfer<Result>>,
): Route<Name> =>
  serve(operation, { permission: "VIEW", status: 200 }, (world, { params }) =>
    view(world, Object.values(params).join()),
  );
