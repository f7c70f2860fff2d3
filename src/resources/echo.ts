import type { Issue } from "../core/types";
import { readParams, valueAt } from "./checks";

/** What the service echoes under the same path, where it was given (specification, "Quote" and "Transaction"). */
const ECHOED = ["source.accountId", "source.currency", "destination.accountId", "destination.currency"];

/** In characters. */
const LONGEST_SHOWN = 80;

const shown = (value: unknown) => JSON.stringify(value).slice(0, LONGEST_SHOWN);

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
 * Makes the comparison of a payment's response with its parameters: accounts, currencies and the amount that was fixed.
 * The parameters are read now, so that it does not matter what becomes of them during the call.
 *
 * @param amountPaths where the response has the amount, and where the parameters have it
 */
export function echoOf(
  operation: string,
  params: unknown,
  amountPaths: readonly [response: string, params: string],
): (response: unknown) => readonly Issue[] {
  const [inResponse, inParams] = amountPaths;
  const asked = readParams(operation, () => ({
    ...Object.fromEntries(ECHOED.map((path) => [path, valueAt(params, path)])),
    [inResponse]: valueAt(params, inParams),
  }));
  return (response) => differences(response, asked);
}
