/**
 * Spans and metrics of a client, for OpenTelemetry.
 *
 * @module payments-sdk/otel
 */
export { instrument } from "./instrument";
export type { InstrumentOptions } from "./instrument";
