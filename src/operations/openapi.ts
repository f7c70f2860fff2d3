/*
 * Reads the types that `openapi-typescript` writes for an OpenAPI document. `paths` has a path item for each template; a path item
 * has an operation for each method; an operation has `parameters`, `requestBody` and `responses`.
 */

/** The methods that this package calls, as an OpenAPI document writes them. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The templates that have an operation with this method. */
export type PathsWith<Paths, M extends Method> = {
  [Path in keyof Paths]: Paths[Path] extends Record<M, object> ? Path : never;
}[keyof Paths] &
  string;

/** The operation of a template and a method. */
export type OperationAt<Paths, Path, M extends Method> = Property<Property<Paths, Path>, M>;

/** What a property holds, optional or not. `never` if it is missing or only `undefined`. */
export type Property<T, Name> = Name extends keyof T ? NonNullable<T[Name]> : never;

/** The parameters of an operation in one place. `never` if it has none there. */
export type ParametersIn<Operation, Place extends "path" | "query" | "header"> = Property<
  Property<Operation, "parameters">,
  Place
>;

/** The names of the parameters of an operation in one place. */
export type ParameterNames<Operation, Place extends "path" | "query" | "header"> = [
  ParametersIn<Operation, Place>,
] extends [never]
  ? never
  : keyof ParametersIn<Operation, Place>;

/** The bodies that an operation takes, by media type. */
type RequestContent<Operation> = Property<Property<Operation, "requestBody">, "content">;

/** The JSON body of a request. `never` if the operation takes none. */
export type JsonBody<Operation> = Property<RequestContent<Operation>, "application/json">;

/** The fields of a form. `never` if the operation takes none. */
export type FormBody<Operation> = Property<RequestContent<Operation>, "multipart/form-data">;

/** Whether a request without a body is valid. */
export type IsBodyOptional<Operation> = Operation extends { requestBody: object } ? false : true;

/** The responses of an operation, by status. */
export type Responses<Operation> = Property<Operation, "responses">;

/** The body of one response. `undefined` if it has none. */
export type BodyOf<Response> = Response extends { content: infer Content }
  ? Content extends { "application/json": infer Body }
    ? Body
    : unknown
  : undefined;

/** The statuses with which the service responds to a call that it carried out, or that needs a signature. */
type Success = 200 | 201 | 202 | 204;

/** The body of every success. */
export type SuccessBody<Operation> = {
  [Status in keyof Responses<Operation> & Success]: BodyOf<Responses<Operation>[Status]>;
}[keyof Responses<Operation> & Success];

/** What every challenge to sign has. */
export interface Challenge {
  payloadToSign: string;
  requestId: string;
  expiresAt: string;
}

/** The headers of a signed request. */
type ProofHeader = "Service-Wallet-Signature" | "Request-Id";

/** Whether the service may ask for a signature: a success is a challenge, or both headers of a signed request are there. */
export type IsSigned<Operation> =
  Extract<SuccessBody<Operation>, Challenge> extends never
    ? ProofHeader extends ParameterNames<Operation, "header">
      ? true
      : false
    : true;

/** The result of a call that was carried out. */
export type ResultOf<Operation> = Exclude<SuccessBody<Operation>, Challenge>;

/** The rows of a list. `never` if the response is not a list. */
export type RowOf<Operation> = SuccessBody<Operation> extends { data?: readonly (infer Row)[] } ? Row : never;

/** The templates of the lists that take a cursor. */
export type ListPaths<Paths> = {
  [Path in PathsWith<Paths, "get">]: "cursor" extends ParameterNames<OperationAt<Paths, Path, "get">, "query">
    ? Path
    : never;
}[PathsWith<Paths, "get">];
