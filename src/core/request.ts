import type { CountedForm } from "./transport";
import { refuse } from "./errors";
import type { ErrorFacts } from "./errors";
import { fieldOf, valueAt } from "./fields";
import { isHeaderName } from "./header-record";
import { randomUuid } from "./idempotency";
import type { Asked } from "./judge";
import { queryString } from "./path";
import { hasSensitiveField, secretsOf } from "./redaction";
import type { Call, CoreConfig, RequestOptions } from "./types";

type HeaderRecord = Record<string, string>;
type GivenHeaders = Readonly<Record<string, unknown>> | null | undefined;

/** The prepared request of a call. It has the same bytes on every attempt. */
export interface PreparedRequest extends Asked {
  /** Connects the events of one call. */
  readonly callId: string;
  readonly operation: string;
  readonly url: string;
  readonly template: string | undefined;
  /** The service's ids in the path. Other parameters, such as an address, may be personal data. */
  readonly ids: readonly string[] | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<HeaderRecord>;
  /** The client's credentials, if the request is sent with them. */
  readonly credentials: CoreConfig["credentials"];
  readonly body: string | FormData | CountedForm["open"] | undefined;
  /** A second copy has no second effect: it is a read, carries a key, or only asks for a challenge. */
  readonly isRepeatable: boolean;
  /** The facts in each error of the call. */
  readonly facts: Pick<ErrorFacts, "operation" | "idempotencyKey">;
  /** The secrets of the call, computed only when an error or log line needs them. */
  readonly secrets: () => readonly string[];
}

/** A placeholder for the client's credentials in the header `Authorization`. It is not a valid header value. */
const CREDENTIALS = "\n";

/** The header of a user's signature. */
const SIGNATURE = "service-wallet-signature";

/** The prefix of call ids, unique for each copy of the package, and the number of calls. */
let calls = 0;
let copy: string | undefined;

/**
 * Prepares the request of a call once, with the same address, headers, key and bytes for every attempt.
 *
 * @throws {InvalidRequestError} when a part cannot be sent or would have no effect
 */
export function prepare(config: CoreConfig, call: Call<unknown>, options: RequestOptions): PreparedRequest {
  const { name: operation, method, template, query, keyed, signed } = call.operation;
  const { body, json } = bodyOf(call);
  const headers = headersOf(config, call, options, json);
  const { idempotencyKey = keyed === true ? randomUuid() : undefined } = options;
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  copy ??= randomUuid().slice(0, 8);
  calls += 1;
  return {
    callId: `${copy}-${calls}`,
    operation,
    method,
    template,
    // Only errors and log lines have them.
    get ids() {
      return idsIn(call.path);
    },
    url: `${config.baseUrl}${call.path}${query && call.params ? queryString(call.params) : ""}`,
    headers,
    credentials: headers["authorization"] === CREDENTIALS ? config.credentials : undefined,
    body,
    idempotencyKey,
    isOwnKey: options.idempotencyKey !== undefined,
    isRepeatable: method === "GET" || idempotencyKey !== undefined,
    mayAct: method !== "GET",
    expectsChallenge: signed !== undefined,
    needsSignature: signed !== undefined && signed.mayActUnsigned !== true,
    carriesProof: headers[SIGNATURE] !== undefined || (json !== undefined && hasSensitiveField(json)),
    genuine: call.response,
    facts: { operation, idempotencyKey },
    secrets: () => secretsOf(config.credentials?.secrets ?? [], headers, json),
  };
}

function idsIn(path: string): readonly string[] | undefined {
  const ids = path.match(/(?<=\/)[A-Z]\w*(?::|%3A)[^/?]+/gi)?.map((segment) => decodeURIComponent(segment));
  return ids?.filter((id) => /^[A-Z]\w*:[\w-]+$/.test(id));
}

/** The body of a call. `json` is present if it is JSON. */
function bodyOf(call: Call<unknown>) {
  const { form, params, operation } = call;
  const { name, method } = operation;
  const given = Object.hasOwn(call, "body") ? call.body : operation.body && params;
  const json = given === undefined ? undefined : JSON.stringify(given);
  const body = form === undefined ? json : isCounted(form) ? form.open : form;
  if (body !== undefined && method === "GET") refuse("body", "cannot be sent with GET", name);
  if (json !== undefined && body !== json) refuse("body", "cannot be sent beside a form", name);
  return { body, json };
}

/** The headers of a call, without its key. Those of the caller replace those of the operation, and these those of the client. */
function headersOf(
  config: CoreConfig,
  { operation: { name, headers: declared }, params, form, headers: own }: Call<unknown>,
  options: RequestOptions,
  json: string | undefined,
): HeaderRecord {
  const headers: HeaderRecord = { accept: "application/json" };
  if (json !== undefined) headers["content-type"] = "application/json";
  // A placeholder, because the credentials are known only at the attempt. The caller's headers can replace or remove it.
  if (config.credentials !== undefined) headers["authorization"] = CREDENTIALS;
  // The checks of parameters in headers accept texts only.
  const carried: Record<string, unknown> = {};
  for (const [header, parameter] of Object.entries(declared ?? {}))
    if (parameter !== null) carried[header] = valueAt(params, parameter);
  for (const given of [config.headers, own ?? carried, options.headers]) mergeHeaders(headers, given, name);
  // The platform writes it with the boundary of the parts.
  if (form !== undefined) delete headers["content-type"];
  if (form !== undefined && isCounted(form)) Object.assign(headers, form.headers);
  return headers;
}

/**
 * The signed copy of a request, with the same method, address and body bytes, and the two headers. It is sent once.
 *
 * @throws {InvalidRequestError} when a header cannot be sent
 */
export function signed(request: PreparedRequest, headers: Readonly<Record<string, string>>): PreparedRequest {
  const merged = { ...request.headers };
  mergeHeaders(merged, headers, request.operation);
  return {
    ...request,
    headers: merged,
    isRepeatable: false,
    carriesProof: true,
    secrets: () => [...request.secrets(), ...Object.values(headers)],
  };
}

function isCounted(form: FormData | CountedForm): form is CountedForm {
  return fieldOf(form, "open") !== undefined;
}

function mergeHeaders(into: HeaderRecord, given: GivenHeaders, operation: string): void {
  for (const [name, value] of Object.entries(given ?? {})) {
    const lowered = name.toLowerCase();
    // `null` comes from JavaScript.
    if (value === undefined || value === null) delete into[lowered];
    else into[lowered] = checkedHeader(lowered, value, operation);
  }
}

/** A header that can be sent unchanged (RFC 9110, section 5.5). Errors never show the value. */
function checkedHeader(name: string, value: unknown, operation: string): string {
  if (isHeaderName(name) && typeof value === "string" && /^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    return value;
  return refuse(`headers.${name}`, "cannot be sent as an HTTP header", operation);
}

/** The name of a request in messages, for example `POST quotes.create`, or `GET /cards/{id}` for a template. */
export function labelOf({ method, operation }: Pick<PreparedRequest, "method" | "operation">): string {
  return operation.includes("/") ? operation : `${method} ${operation}`;
}
