import { traced } from "../core/call-site";
import type { Paginator } from "../core/pagination";
import type { HttpMethod, ListOptions, RequestOptions, Signer } from "../core/types";
import type { SignedRetryChallenge } from "../models/auth";
import type {
  FormBody,
  IsBodyOptional,
  IsSigned,
  JsonBody,
  ListPaths,
  Method,
  OperationAt,
  ParameterNames,
  ParametersIn,
  PathsWith,
  ResultOf,
  RowOf,
} from "../operations/openapi";
import type { Expectation, RawListOptions, RawRequestOptions } from "./raw-call";

/** Required if a field of the value is required. Not accepted if the operation lacks such a value. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [N in Name]?: undefined }
  : Given<Name, Value, {} extends Value ? true : false>;

/** An optional or required option. */
type Given<Name extends string, Value, IsOptional> = IsOptional extends true
  ? { [N in Name]?: Value | undefined }
  : { [N in Name]: Value };

/** A JSON body, or none. */
type BodyPart<Operation> = [JsonBody<Operation>] extends [never]
  ? { body?: undefined }
  : Given<"body", JsonBody<Operation>, IsBodyOptional<Operation>>;

/** A form, or none. */
type FormPart<Operation> = [FormBody<Operation>] extends [never]
  ? { form?: undefined }
  : Given<"form", FormData, IsBodyOptional<Operation>>;

/** The compiler names this type for a key that the service would ignore: the operation has no `Idempotency-Key` header. */
interface OperationReadsNoIdempotencyKey {
  readonly noKey: never;
}

/** An idempotency key, if the operation reads one. */
type KeyPart<Operation> =
  "Idempotency-Key" extends ParameterNames<Operation, "header">
    ? ParametersIn<Operation, "header"> extends { "Idempotency-Key": string }
      ? { idempotencyKey: string }
      : { idempotencyKey?: string }
    : { idempotencyKey?: OperationReadsNoIdempotencyKey | undefined };

/** A signer, or `null` to get the challenge, if the service requires a signature. */
type SignerPart<Operation, S> = IsSigned<Operation> extends true ? { signer: S } : { signer?: undefined };

/** The options of every call. */
interface CommonOptions extends Omit<RequestOptions, "idempotencyKey" | "signer"> {
  /** The required content of the response: see {@link Expectation}. */
  expect?: Expectation | undefined;
}

/** The options that select and fill the operation. */
type Parts<Operation> = Part<"path", ParametersIn<Operation, "path">> &
  Part<"query", ParametersIn<Operation, "query">>;

/** All options of one operation. */
type OptionsFor<Operation, S> = CommonOptions &
  Parts<Operation> &
  BodyPart<Operation> &
  FormPart<Operation> &
  KeyPart<Operation> &
  SignerPart<Operation, S>;

/** The result of one operation. */
type ResultFor<Operation, S> =
  IsSigned<Operation> extends true
    ? ResultOf<Operation> | (S extends Signer ? never : SignedRetryChallenge)
    : ResultOf<Operation>;

/** The options of `get`, `post`, `put`, `patch` and `delete`. */
export type TypedOptions<Paths, Path, M extends Method, S = Signer | null> = OptionsFor<
  OperationAt<Paths, Path, M>,
  S
>;

/** The result of `get`, `post`, `put`, `patch` and `delete`. */
export type TypedResult<Paths, Path, M extends Method, S = Signer> = ResultFor<
  OperationAt<Paths, Path, M>,
  S
>;

/** The options of `list`. */
export type TypedListOptions<Paths, Path> = Omit<ListOptions, "idempotencyKey" | "signer"> &
  Parts<OperationAt<Paths, Path, "get">>;

/** The last argument. Optional if every option is optional. */
type Last<Options> = {} extends Options ? [options?: Options] : [options: Options];

/** A call with one method. */
type TypedCall<Paths, M extends Method> = <Path extends PathsWith<Paths, M>, S extends Signer | null>(
  path: Path,
  ...options: Last<TypedOptions<Paths, Path, M, S>>
) => Promise<TypedResult<Paths, Path, M, S>>;

/**
 * The operations of an OpenAPI document, with the types that `openapi-typescript` writes for it. Each call takes the
 * template of a path first, and its options last: `path`, `query`, `body` or `form`, `idempotencyKey`, `signer`, `expect` and the
 * options of every call.
 *
 * - `idempotencyKey` is accepted where the document has the header `Idempotency-Key`, and required where the document requires it.
 * - `signer` is required where the document has a challenge. Pass a {@link Signer}, and the call resolves to the result. Pass `null`
 *   to sign elsewhere, and it resolves to the result or the {@link SignedRetryChallenge}.
 */
export interface TypedApi<Paths> {
  /** Reads. */
  readonly get: TypedCall<Paths, "get">;
  /** Creates something, or acts. A POST without a key is not repeated. */
  readonly post: TypedCall<Paths, "post">;
  /** Replaces something. */
  readonly put: TypedCall<Paths, "put">;
  /** Changes something. */
  readonly patch: TypedCall<Paths, "patch">;
  /** Deletes something. */
  readonly delete: TypedCall<Paths, "delete">;
  /** Reads a list that takes a cursor: one page, every page or every row. Use `get` for any other list. */
  readonly list: <Path extends ListPaths<Paths>>(
    path: Path,
    ...options: Last<TypedListOptions<Paths, Path>>
  ) => Paginator<RowOf<OperationAt<Paths, Path, "get">>>;
}

/** The raw calls of a client. Here every path is a template, even without parameters. */
interface RawCalls {
  request(method: HttpMethod, path: string, options?: RawRequestOptions): Promise<unknown>;
  paginate(path: string, options?: RawListOptions): Paginator<unknown>;
}

/** Gives raw calls the types of a document. */
export function typedApi<Paths>({ request, paginate }: RawCalls): TypedApi<Paths> {
  const call = (method: HttpMethod) => (path: string, options?: RawRequestOptions) =>
    traced(async () => request(method, path, options));
  const api = {
    get: call("GET"),
    post: call("POST"),
    put: call("PUT"),
    patch: call("PATCH"),
    delete: call("DELETE"),
    list: paginate,
  };
  return api as unknown as TypedApi<Paths>;
}
