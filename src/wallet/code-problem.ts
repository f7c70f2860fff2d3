import { isApiError } from "../core/error-guards";
import { textOf } from "../core/fields";

/**
 * Why the service did not accept a one-time code.
 *
 * - `wrong`: the code is not the one that was sent. The customer can try again.
 * - `expired`: the code is too old. Request a new one.
 * - `used`: the code has signed in already, or none was requested. Request a new one.
 * - `locked`: too many wrong codes or too many tries. Wait `retryAfter` seconds if the error has it, then request a new code.
 */
export type CodeProblem = "wrong" | "expired" | "used" | "locked";

/** The service has one code for all of them. Only its text tells them apart. */
const TEXTS: readonly (readonly [CodeProblem, RegExp])[] = [
  ["locked", /too many|locked/i],
  ["expired", /expired/i],
  ["used", /\bused\b|no open challenge/i],
  ["wrong", /invalid|incorrect|wrong|not match/i],
];

/**
 * Why a sign-in with a one-time code failed. `undefined` for other errors, and for a text that the wallet does not know.
 *
 * @example
 * ```ts
 * try {
 *   await wallet.signIn({ type: "EMAIL_OTP", otp });
 * } catch (error) {
 *   if (codeProblemOf(error) === "wrong") console.log("This is not the code. Try again.");
 *   else throw error;
 * }
 * ```
 */
export function codeProblemOf(error: unknown): CodeProblem | undefined {
  if (!isApiError(error)) return undefined;
  if (error.status === 429) return "locked";
  const said = error.reason ?? textOf(error.body, "message") ?? "";
  return error.status === 401 ? TEXTS.find(([, text]) => text.test(said))?.[0] : undefined;
}
