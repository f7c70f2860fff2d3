import type { Issue } from "../core/types";
import { idOf, valueAt } from "./checks";

/** What the service echoes under the same path, where it was given (specification, "Quote" and "Transaction"). */
const ECHOED = ["source.accountId", "source.currency", "destination.accountId", "destination.currency"];

/** What tells the response of a payment from any other JSON (specification, "Quote" and "Transaction"). */
const PAYMENT_FIELDS = ["id", "source", "destination"];

/** In characters. */
const LONGEST_SHOWN = 80;

/** What is longer is not shown: a part of a secret could not be told from other text. */
const shown = (value: unknown) => {
  const text = JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.length} characters` : text;
};

/** The service may write an id or a currency code in other letters than the caller did. */
const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Compares a response with what was asked for. Only two strings or two numbers are compared: a field that is missing on
 * either side does not count.
 *
 * @param asked by path in the response
 */
export function differences(response: unknown, asked: Readonly<Record<string, unknown>>): Issue[] {
  return Object.entries(asked).flatMap(([path, expected]) => {
    const got = valueAt(response, path);
    const differs =
      typeof got === "number" && typeof expected === "number"
        ? // Whether a locked amount includes the fees is an open point of the specification (OP-48): both are accepted.
          got !== expected && got - Number(valueAt(response, "feesIncluded")) !== expected
        : typeof got === "string" && typeof expected === "string" && !sameText(got, expected);
    return differs
      ? [{ path, message: `asked for ${shown(expected)}, the response says ${shown(got)}` }]
      : [];
  });
}

/**
 * JSON without one field of the service, such as `null` or `{"message": …}` with status 200, is the response of a portal or a
 * proxy: returns what is missing. An empty object is left to the validation.
 *
 * @param fields some that the service always sends
 */
export function unknownBody(response: unknown, fields: readonly string[]): Issue[] {
  const isEmptyObject = response?.constructor === Object && Object.keys(response).length === 0;
  const isForeign = !isEmptyObject && fields.every((field) => valueAt(response, field) === undefined);
  return isForeign
    ? [{ path: fields[0] ?? "", message: "is missing, as is everything else that the service sends" }]
    : [];
}

/** The `id` of a response, where it is that of another resource. One of an unknown kind passes. */
export function foreignId(response: unknown, kind: "AuthMethod" | "Quote" | "Transaction"): Issue[] {
  const id = valueAt(response, "id");
  const problem = typeof id === "string" && id !== "" ? idOf(kind)(id) : undefined;
  return problem === undefined ? [] : [{ path: "id", message: problem }];
}

/**
 * Makes the comparison of a payment's response with its parameters: accounts, currencies and the amount that was fixed.
 * The parameters are read now, so that it does not matter what becomes of them during the call.
 *
 * @param amountPaths where the response has the amount, and where the parameters have it
 */
export function echoOf(
  operation: string,
  params: unknown,
  kind: "Quote" | "Transaction",
  amountPaths: readonly [response: string, params: string],
): (response: unknown) => readonly Issue[] {
  const [inResponse, inParams] = amountPaths;
  const asked = {
    ...Object.fromEntries(ECHOED.map((path) => [path, valueAt(params, path)])),
    [inResponse]: valueAt(params, inParams),
  };
  return (response) => [
    ...unknownBody(response, PAYMENT_FIELDS),
    ...foreignId(response, kind),
    ...differences(response, asked),
  ];
}

/** Makes the comparison of a quote with the `id` that was asked for. */
export function echoOfId(id: string): (response: unknown) => readonly Issue[] {
  return (response) => [...unknownBody(response, PAYMENT_FIELDS), ...differences(response, { id })];
}
