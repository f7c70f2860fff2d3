import { OPERATIONS } from "../../operations/all";
import { NEWEST } from "../../operations/newest";

const declared = [...OPERATIONS, ...NEWEST];

type Declared = (typeof declared)[number];

/** The name of an operation as the client's errors and hooks show it, for example `quotes.create`. */
export type OperationName = Declared["name"];

/** An operation by method and path template, for example `POST /quotes/{quoteId}/execute`. */
export type HttpOperation = Declared["http"];

/** A template without the names of its parameters, because a route or a fault may use other names. */
export const anonymous = (template: string): string => template.replaceAll(/\{\w+\}/g, "{}");

const names = new Map<string, OperationName>(declared.map(({ name, http }) => [anonymous(http), name]));

/** The client's name of an operation; `undefined` for one that it does not know. */
export const operationName = (method: string, template: string): OperationName | undefined =>
  names.get(anonymous(`${method} ${template}`));

/** The method and the path template of each operation, by the name of the client's method. */
export const operationsByName: ReadonlyMap<string, HttpOperation> = new Map(
  declared.map(({ name, http }) => [name, http]),
);
