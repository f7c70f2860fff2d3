import type { Kind } from "../options/kinds";
import type { Checks, Unprefixed } from "./parameter-kinds";
import type { IdKind } from "./ids";

/** The methods of the service's operations. */
export type HttpMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/** The headers of single operations. */
export type HeaderName = "Service-Wallet-Signature" | "Request-Id";

/** The property paths of a type, up to two deep: `amount`, `source.accountId`. */
export type PathOf<T> = T extends object
  ? { [Name in keyof T & string]-?: Name | `${Name}.${NameOf<NonNullable<T[Name]>>}` }[keyof T & string]
  : never;

/** The property names of each type of a union. */
type NameOf<T> = T extends readonly unknown[] ? never : T extends object ? keyof T & string : never;

/** The parameters of an operation, with checks by path. They protect money and ids. The service checks the rest. */
export interface Given<Params> {
  readonly checks: Checks;
  /** For the compiler. Absent at run time. */
  readonly type?: Params;
}

/** Declares the parameters of an operation. */
// @__NO_SIDE_EFFECTS__
export function given<Params>(checks: { readonly [Path in PathOf<Params>]?: Kind } = {}): Given<Params> {
  return { checks: checks as Checks };
}

/** Declares the filters of a list: a check for each name. The compiler keeps the list complete. */
// @__NO_SIDE_EFFECTS__
export function filters<Params>(checks: { readonly [Name in keyof Params]-?: Kind }): Given<Params> {
  return { checks };
}

/** A value of the request: the path of a parameter, the id of the template as `{quoteId}`, or a function of the parameters. */
export type RequestSource = string | ((params: never) => unknown);

/** Values of the request, by the path of the response that repeats them. */
export type Repeats<Result> = { readonly [Path in PathOf<Result>]?: RequestSource };

/** What a response always carries. Optional fields are absent here, so that no genuine response is refused. */
export interface Carries<Path extends string> {
  /** The kind of its `id`. Unknown kinds pass. */
  readonly kind?: IdKind | undefined;
  /** Paths of fields that the specification and both contracts, April and August, always give. */
  readonly fields?: readonly Path[];
  /** At least one of these is present. */
  readonly someOf?: readonly Path[];
  /** Values of the contracts, by path. The response carries one of them, or another value of `same` than its id. */
  readonly known?: { readonly [Name in Path]?: readonly string[] };
  /** The newest service may respond with 202 and a challenge, for which the method takes no signer. */
  readonly mayAskToSign?: true;
}

/** What every response with a model carries. */
export type Always<Result> = Carries<PathOf<Result>>;

/** What a response repeats of its request, by path of the response. A value that is absent on either side passes. */
export interface Repeated<Source> {
  /** Ids and addresses that must equal those of the request. */
  readonly same?: Readonly<Record<string, Source>> | undefined;
  /** Amounts that should equal those of the request. The client reports differences and does not reject them. */
  readonly amounts?: Readonly<Record<string, Source>> | undefined;
  /** Currencies that should equal those of the request. */
  readonly currencies?: Readonly<Record<string, Source>> | undefined;
  /**
   * What explains another amount. Any other difference belongs to another payment. `fees`: a fee in the response, or a rounding.
   * `hidden-fees`: also a fee that the response does not name, up to a tenth.
   */
  readonly explainedBy?: "fees" | "hidden-fees" | undefined;
}

/** What the genuine response of an operation carries. */
export interface Declared<Result> extends Repeated<RequestSource> {
  /** `page`: takes `limit` and `cursor`. `list`: all rows at once. `nothing`: a 204 without a body. */
  readonly form: "object" | "page" | "list" | "nothing";
  /** A page always has the field `hasMore`. */
  readonly hasMore?: boolean;
  readonly always?: Carries<string>;
  /** For the compiler. Absent at run time. */
  readonly type?: Result;
}

/** The amounts of a payment. */
interface Amounts<Result> extends Pick<Repeated<RequestSource>, "explainedBy"> {
  readonly amounts: Repeats<Result>;
  readonly currencies?: Repeats<Result>;
}

/** The response is one object. */
// @__NO_SIDE_EFFECTS__
export function one<Result>(
  always: Always<Result>,
  same: Repeats<Result> = {},
  amounts?: Amounts<Result>,
): Declared<Result> {
  return { form: "object", always, same, ...amounts } as Declared<Result>;
}

/** The response is a page of rows. `hasMore` is false if the contract of April does not require this field. */
// @__NO_SIDE_EFFECTS__
export function pageOf<Row>(hasMore = true): Declared<Row> {
  return { form: "page", hasMore };
}

/** The response has all rows at once. */
// @__NO_SIDE_EFFECTS__
export function allRowsOf<Row>(): Declared<Row> {
  return { form: "list" };
}

/** The response has no body. */
export const nothing: Declared<void> = { form: "nothing" };

/** How an operation behaves that the user signs. */
export interface Signed {
  /**
   * How a lost request is found again. `ask-again`: a deletion asks for another challenge, and a 404 means that it was executed.
   * `find-created`: the method looks for what was created. `none`: the outcome stays unknown.
   */
  readonly recovery: "none" | "ask-again" | "find-created";
  /** The service may act without a signature. */
  readonly mayActUnsigned?: boolean;
}

/** The facts of one operation. */
export interface Facts<Params, Result> {
  /** The kind of the id in the template. Absent for an address or a code. */
  readonly id?: IdKind | Unprefixed;
  /** Reads `Idempotency-Key`. */
  readonly keyed?: true;
  readonly signed?: Signed;
  /** Sent in the query. Its checks name every filter. */
  readonly query?: Given<Params>;
  /** Sent as JSON. */
  readonly body?: Given<Params>;
  /** The service also takes the request without a body. */
  readonly isBodyOptional?: true;
  /** Sent as multipart/form-data. */
  readonly form?: Given<Params>;
  /** Sent in the headers of `headers`. */
  readonly params?: Given<Params>;
  /** Headers beside those of `keyed` and `signed`, each with its parameter. An option of the method fills a header without one. */
  readonly headers?: Readonly<Partial<Record<HeaderName, string | null>>>;
  /** The first contract that has it, for example `August 2026`. Absent for an operation of April 2026. */
  readonly since?: string;
  readonly result: Declared<Result>;
}

/** An operation before its group names it. */
interface Unnamed<Params, Result, Http> extends Facts<Params, Result> {
  /** The method and the template, for example `POST /quotes/{quoteId}/execute`. */
  readonly http: Http;
}

/** One operation of the service. */
export interface Operation<
  Params = unknown,
  Result = unknown,
  Name extends string = string,
  Http extends string = string,
> extends Unnamed<Params, Result, Http> {
  /** The client's method, for example `quotes.create`. */
  readonly name: Name;
  readonly method: HttpMethod;
  /** The path, for example `/quotes/{quoteId}/execute`. */
  readonly path: string;
  /** The same with one name for all parameters, as hooks and spans have it: `/quotes/{id}/execute`. */
  readonly template: string;
}

/** A header carries a parameter. */
interface Carried<Params> {
  readonly headers?: Readonly<Partial<Record<HeaderName, keyof Params | null>>>;
}

/** Declares an operation of a group. */
// @__NO_SIDE_EFFECTS__
export function operation<
  const Http extends `${HttpMethod} /${string}`,
  Params = undefined,
  Result = unknown,
>(http: Http, facts: Facts<Params, Result> & Carried<NoInfer<Params>>): Unnamed<Params, Result, Http> {
  return { http, ...facts };
}

/** The operations of a group. Each has the name of the client's method. */
type Group<Owner extends string, Methods> = {
  readonly [Method in keyof Methods & string]: Methods[Method] extends Unnamed<
    infer Params,
    infer Result,
    infer Http extends string
  >
    ? Operation<Params, Result, `${Owner}.${Method}`, Http>
    : never;
};

/** Declares the operations of one resource of the client, by method. */
// @__NO_SIDE_EFFECTS__
export function group<
  const Owner extends string,
  Methods extends Readonly<Record<string, { readonly http: string }>>,
>(owner: Owner, methods: Methods): Group<Owner, Methods> {
  const named = Object.entries(methods).map(([name, facts]) => {
    const [method = "", path = ""] = facts.http.split(" ");
    return [name, { name: `${owner}.${name}`, method, path, template: plainTemplate(path), ...facts }];
  });
  return Object.fromEntries(named) as Group<Owner, Methods>;
}

/** A template with one name for all parameters, as hooks and spans have it. */
export const plainTemplate = (template: string): string => template.replace(/\{[^{}]*\}/g, "{id}");
