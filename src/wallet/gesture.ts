import { fieldOf } from "../core/fields";
import type { PasskeyAutofillSignIn } from "./sign-in-params";

/** Whether a sign-in waits for the autofill of a field. The wait can last as long as the page is open. */
export function isAutofill(params: unknown): params is PasskeyAutofillSignIn {
  return fieldOf(params, "mediation") !== undefined;
}

/** Whether a sign-in opens a dialog, which browsers allow only for a short time after a click. */
export function isUnderGesture(params: unknown): boolean {
  return fieldOf(params, "type") === "PASSKEY" && !isAutofill(params);
}
