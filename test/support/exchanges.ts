import { appendFileSync } from "node:fs";
import type { Exchange, Simulator } from "payments-sdk/simulator";

/** Marks a request that is wrong on purpose. Only its response is checked. */
export const invalidRequestHeader = "x-invalid-request";

/** The headers of a request that breaks the contract on purpose. */
export const invalid = { [invalidRequestHeader]: "yes" };

const exchangesFile = process.env["EXCHANGES_FILE"];

/** The array parameters. The log has only the last value of a repeated parameter. */
const arrayParameters = new Set(["destinationCurrency"]);

/**
 * The newest sign-in, which the contract of April does not have: a refresh, a code that is sealed or sent by SMS, a key that the device
 * made. One simulator serves both sign-ins (NSI-06), so only the exchange tells them apart.
 */
function isNewestSignIn({ route, body, responseBody }: Exchange): boolean {
  if (route === "POST /auth/sessions/{id}/refresh") return true;
  if (/"(?:SMS_OTP|encryptedOtpBundle)"/.test(JSON.stringify([body, responseBody]))) return true;
  const { assertion, clientPublicKey } = Object(body) as Record<string, unknown>;
  // The challenge of a passkey has taken the device's key, so the verification has none.
  return clientPublicKey === undefined ? assertion !== undefined : /^0[23]/.test(String(clientPublicKey));
}

/**
 * One line of the file: an exchange that the contract can judge. It cannot if the request reached no operation of the service, if a
 * fault or a test's own route responded, in the newest sign-in, and for fields that only an option of the simulator refuses.
 */
function writeExchange(file: string, exchange: Exchange): void {
  const { requestId: _, at: __, operation, fault, custom, unknownFields, ...recorded } = exchange;
  if (operation === undefined || custom || fault !== undefined || exchange.status === undefined) return;
  if (unknownFields !== undefined || isNewestSignIn(exchange)) return;
  const invalidRequest = exchange.headers[invalidRequestHeader] === undefined ? {} : { invalidRequest: true };
  const query = Object.fromEntries(
    Object.entries(exchange.query).map(([name, value]) => [
      name,
      arrayParameters.has(name) ? [value] : value,
    ]),
  );
  appendFileSync(file, `${JSON.stringify({ ...recorded, query, ...invalidRequest })}\n`);
}

/** Appends every exchange to EXCHANGES_FILE, if the environment has it. */
export function recordExchanges(simulator: Simulator): void {
  if (exchangesFile) simulator.onExchange((exchange) => writeExchange(exchangesFile, exchange));
}
