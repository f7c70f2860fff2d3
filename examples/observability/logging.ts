/** The client's log lines in pino: it fits as it is. */
import pino from "pino";
import type { DestinationStream } from "pino";
import { PaymentsClient } from "payments-sdk";
import type { ClientOptions } from "payments-sdk";

/** A client that logs with pino. A line must pass both levels: here `logLevel`, or `PAYMENTS_LOG`, decides. */
export function createLoggingClient(options: ClientOptions, destination?: DestinationStream): PaymentsClient {
  const logger = pino({ name: "payments", level: "debug" }, destination);
  return new PaymentsClient({ ...options, logger });
}
