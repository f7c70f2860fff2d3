import type { PageParams } from "../../models/page";
import type { Operation } from "../../operations/operation";
import type { World } from "../domain/world";
import type { HttpOperation, OperationName } from "../runtime/operations";
import type { SimulatorTokenPermission } from "../runtime/options/tokens";
import type { Field, Fields, Values } from "./fields";
import type { Handler, Route, RouteCall } from "./route";

/** What only the service knows of an operation. Its declaration says the rest. */
export interface ServiceFacts<F extends Fields> extends Pick<Route, "refusals" | "unmodelled"> {
  /** Default: VIEW for GET, MANAGE for other methods. */
  permission?: SimulatorTokenPermission;
  /** The status of a success. Default: 204 without a body, else 200. */
  status?: 201 | 202;
  /** The checks of all parameters, and of further fields that requests may have. */
  fields?: F;
}

/** Any operation. */
export type RoutedOperation = Operation<unknown, unknown, OperationName, HttpOperation>;

/** One that reads. */
export type ReadOperation = Operation<unknown, unknown, OperationName, HttpOperation & `GET ${string}`>;

type ParamsOf<O> = O extends Operation<infer Params> ? Params : never;

/** The names of an operation's parameters. */
type ParameterOf<Params> = Params extends Params ? Exclude<keyof Params, keyof PageParams> : never;

/** The fields name every declared parameter. */
export type Named<O> = [ParameterOf<ParamsOf<O>>] extends [never]
  ? { fields?: unknown }
  : { fields: Record<ParameterOf<ParamsOf<O>>, Field<unknown>> };

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

/** What an operation returns, or a row of its list, as the service shows it. */
export type ShownBy<O> = O extends Operation<unknown, infer Result> ? Shown<Result> : never;

/** The body of a success. */
export type Body<O> = ShownBy<O> | Promise<ShownBy<O>>;

export type None = Record<never, never>;

/** Serves an operation. The handler returns the body of the success, in the shape of its model. */
export function serve<O extends RoutedOperation, F extends Fields = None>(
  operation: O,
  service: ServiceFacts<F> & Named<O>,
  handler: (world: World, call: RouteCall<O["http"], Values<F>>) => Body<O>,
): Route<O["name"]> {
  // The service calls it with the values that `fields` read.
  return bodyRoute(operation, service, handler as (...given: Parameters<Handler>) => unknown);
}

/** @param handler returns the body of a success */
export const bodyRoute = <O extends RoutedOperation>(
  operation: O,
  service: ServiceFacts<Fields>,
  handler: (...given: Parameters<Handler>) => unknown,
): Route<O["name"]> =>
  routeOf(operation, service, async (world, call, status) => ({ status, body: await handler(world, call) }));

/** @param handler gets the status of a success, too. */
export function routeOf<O extends RoutedOperation>(
  operation: O,
  service: ServiceFacts<Fields>,
  handler: (...given: [...Parameters<Handler>, status: number]) => ReturnType<Handler>,
): Route<O["name"]> {
  const { method, path: template } = operation;
  const permission = method === "GET" ? "VIEW" : "MANAGE";
  const status = operation.result.form === "nothing" ? 204 : 200;
  const route = { method, template, operation, permission, status, ...service } as const;
  return { ...route, handler: (world, call) => handler(world, call, route.status) };
}

/** Serves an operation that returns one resource. */
export const retrieve = <O extends ReadOperation & { http: `${string}/{${string}` }>(
  operation: O,
  view: (world: World, id: string) => ShownBy<O>,
): Route<O["name"]> =>
  bodyRoute(operation, {}, (world, { params }) => view(world, Object.values(params).join()));
