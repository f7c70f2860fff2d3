import type {
  BodyOf,
  FormBody,
  IsBodyOptional,
  JsonBody,
  Method,
  OperationAt,
  ParametersIn,
  PathsWith,
  Responses,
} from "../../operations/openapi";
import type { CustomRequest } from "./custom-route";

/** A value, or another type if it is `never`. */
type Or<Value, Otherwise> = [Value] extends [never] ? Otherwise : Value;

/** Path parameters are always texts on the wire. */
type Texts<Parameters> = { readonly [Name in keyof Parameters]: string };

/** The JSON body, if the operation takes one. */
type Body<Operation> = Or<
  JsonBody<Operation> | (IsBodyOptional<Operation> extends true ? undefined : never),
  undefined
>;

/** A request to a typed route. Fields are not checked: the client may send anything. */
export interface TypedRequest<Operation> extends Omit<CustomRequest, "params" | "body" | "form"> {
  /** The decoded path parameters. */
  params: Texts<Or<ParametersIn<Operation, "path">, {}>>;
  /** The parsed JSON body. */
  body: Body<Operation>;
  /** The form, if the operation takes one. */
  form: [FormBody<Operation>] extends [never] ? undefined : FormData;
}

/** A response with a body of its type, or without one. */
type WithBody<Body> = undefined extends Body ? { body?: Body } : { body: Body };

/** A response of the document. The status decides the body. */
export type TypedResponse<Operation> = {
  [Status in keyof Responses<Operation> & number]: {
    /** The HTTP status. */
    status: Status;
    /** Further headers. */
    headers?: Record<string, string>;
  } & WithBody<BodyOf<Responses<Operation>[Status]>>;
}[keyof Responses<Operation> & number];

/** Responds to the requests of a typed route. */
export type TypedHandler<Operation> = (
  request: TypedRequest<Operation>,
) => TypedResponse<Operation> | Promise<TypedResponse<Operation>>;

/** The names of all operations, such as `GET /cards/{id}`. */
type Names<Paths> = { [M in Method]: `${Uppercase<M>} ${PathsWith<Paths, M>}` }[Method];

/** The operation of a name. */
type Named<Paths, Name> = Name extends `${infer Verb} ${infer Path}`
  ? OperationAt<Paths, Path, Lowercase<Verb> & Method>
  : never;

/** Handlers by operation, with the types that `openapi-typescript` writes for an OpenAPI document. */
export type TypedRoutes<Paths> = { [Name in Names<Paths>]?: TypedHandler<Named<Paths, Name>> };
