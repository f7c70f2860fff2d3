import { codeRow } from "./error-codes";
import { fieldOf, textOf } from "./fields";

/** Fields in the errors of gateways, but not of the service. */
const GATEWAY_FIELDS = ["timestamp", "path", "type", "error"];

/** Words in capitals, such as `QUOTE_NOT_FOUND`. */
const CODE_FORM = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/;

/**
 * Whether an error body is the service's own. It has a listed code, or the contract's three fields:
 * a `status` equal to the HTTP status, a `code` in capitals and a `message`.
 */
export function isServiceError(status: number, body: unknown): boolean {
  const code = textOf(body, "code") ?? "";
  if (codeRow(code) !== undefined) return true;
  return (
    fieldOf(body, "status") === status &&
    CODE_FORM.test(code) &&
    textOf(body, "message") !== undefined &&
    GATEWAY_FIELDS.every((name) => fieldOf(body, name) === undefined)
  );
}
