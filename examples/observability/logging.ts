/** Sends the client's log lines to pino. No adapter is needed. */
import pino from "pino";
import type { DestinationStream } from "pino";
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";

/** A client that logs with pino. A line must pass both levels: here `logLevel`, or `PAYMENTS_LOG`, decides. */
export function createLoggingClient(options: ClientOptions, destination?: DestinationStream): PaymentsClient {
  const logger = pino({ name: "payments", level: "debug" }, destination);
  return new PaymentsClient({ ...options, logger });
}
