/**
 * Prints the spans and log lines of a payment with a lost first response.
 *
 *     npx tsx examples/observability/main.ts
 */
import { context, trace } from "@opentelemetry/api";
import { BasicTracerProvider, ConsoleSpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { instrument } from "payments-sdk/otel";
import { Simulator } from "payments-sdk/simulator";
import { createLoggingClient } from "./logging.js";

// A program sets this up once, with its own exporter. @opentelemetry/sdk-node does it in one line, including async
// contexts.
const provider = new BasicTracerProvider({
  spanProcessors: [new SimpleSpanProcessor(new ConsoleSpanExporter())],
});
trace.setGlobalTracerProvider(provider);

const simulator = new Simulator({ seed: "observability" });
simulator.faults.add({ operation: "GET /config", kind: "reset-after", times: 1 });
const payments = createLoggingClient(instrument({ ...simulator.clientOptions(), logLevel: "info" }));
await payments.config.retrieve();

await provider.shutdown();
context.disable();
