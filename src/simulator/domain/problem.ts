import { present } from "../runtime/present";

/** The body of every error response (OP-24; contract, Error schemas). */
export interface ProblemBody {
  status: number;
  code: string;
  message: string;
  reason?: string;
  details?: Record<string, unknown>;
}

/** Why a request is not carried out, as the service says it: thrown by the rules, sent as a response by the routes. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly body: ProblemBody;
  readonly headers: Record<string, string>;

  constructor(body: ProblemBody, headers: Record<string, string> = {}) {
    super(body.message);
    this.body = body;
    this.headers = headers;
  }
}

export function problem(
  status: number,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): Problem {
  return new Problem(present({ status, code, message, details }));
}

/**
 * 400 with one of the contract's codes, for example `INVALID_AMOUNT`. `details` is an open object in April. The newest service
 * names fields in `details.errors`, and so does this.
 */
export function badRequest(code: string, message: string, details?: Record<string, unknown>): Problem {
  const field = details?.["field"];
  const errors = field === undefined ? undefined : [{ field, message }];
  return problem(400, code, message, details && present({ ...details, errors }));
}

/** 400 INVALID_INPUT; `details` names the field that is at fault. */
export function invalidInput(message: string, details?: Record<string, unknown>): Problem {
  return badRequest("INVALID_INPUT", message, details);
}

/** 400 for a field that is well-formed and still wrong. `field` is its name in the request, for example `source.accountId`. */
export function invalidField(
  field: string,
  expected: string,
  code = "INVALID_INPUT",
  more?: Record<string, unknown>,
): Problem {
  return badRequest(code, `${field}: expected ${expected}`, { field, expected, ...more });
}

/** 400 for a field that must be there. */
export function missingField(field: string, expected: string): Problem {
  return invalidInput(`${field} is required`, { field, expected });
}

/** The value of a field that the other fields ask for. */
export function requireGiven<T>(value: T | undefined, field: string, expected = "a non-empty string"): T {
  if (value === undefined) throw missingField(field, expected);
  return value;
}

/** 401 UNAUTHORIZED; `reason` names the failed check. */
export function unauthorized(reason?: string, message = reason ?? "The request is not authorized"): Problem {
  return new Problem(present({ status: 401, code: "UNAUTHORIZED", message, reason }));
}

/** The contract has a 404 code for some kinds of resource, and a general one. */
const notFoundCodes: Record<string, string> = {
  Customer: "USER_NOT_FOUND",
  Quote: "QUOTE_NOT_FOUND",
  Transaction: "TRANSACTION_NOT_FOUND",
  Lookup: "LOOKUP_REQUEST_NOT_FOUND",
  Token: "TOKEN_NOT_FOUND",
  BulkCustomerImportJob: "BULK_UPLOAD_JOB_NOT_FOUND",
  Invitation: "INVITATION_NOT_FOUND",
};

/** 404; `kind` is the resource's prefix, for example `Customer`. */
export function notFound(kind: string, id: string): Problem {
  const isOther = Object.hasOwn(notFoundCodes, kind) && !id.startsWith(`${kind}:`);
  const advice = isOther ? `. Its ids begin with "${kind}:"` : "";
  return problem(404, notFoundCodes[kind] ?? "REFERENCE_NOT_FOUND", `No ${kind} has the id ${id}${advice}`);
}

export function conflict(message: string, code = "CONFLICT", details?: Record<string, unknown>): Problem {
  return problem(409, code, message, details);
}

/** A mistake in an option or a fault is a mistake of the request that has it. */
export function asProblem(error: unknown): unknown {
  return error instanceof TypeError || error instanceof RangeError ? invalidInput(error.message) : error;
}

export function internal(message: string): Problem {
  return problem(500, "INTERNAL_ERROR", message);
}
