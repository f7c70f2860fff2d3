import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { output } from "../place.mjs";
import process from "node:process";

const guide = fileURLToPath(new URL("../../../docs/guides/observability.md", import.meta.url));

/** The packages that the guide installs. */
const [, installed = ""] = /^npm install (@opentelemetry\/.+)$/m.exec(readFileSync(guide, "utf8")) ?? [];

/** A user's program: the set-up of OpenTelemetry first, then one call. */
const program = `
import { metrics, NodeSDK, tracing } from "@opentelemetry/sdk-node";
import { PaymentsClient } from "payments-sdk";
import { instrument } from "payments-sdk/otel";
import { Simulator } from "payments-sdk/simulator";

const spans = new tracing.InMemorySpanExporter();
const measured = new metrics.InMemoryMetricExporter(metrics.AggregationTemporality.CUMULATIVE);
const reader = new metrics.PeriodicExportingMetricReader({ exporter: measured });
const sdk = new NodeSDK({
  spanProcessors: [new tracing.SimpleSpanProcessor(spans)],
  metricReaders: [reader],
  metricReader: reader,
  instrumentations: [],
});
sdk.start();
const payments = new PaymentsClient(instrument(new Simulator().clientOptions()));
await payments.customers.list();
await reader.forceFlush();
const [attempt, call] = spans.getFinishedSpans();
console.log(JSON.stringify({
  spans: [attempt.name, call.name],
  isChild: attempt.parentSpanContext.spanId === call.spanContext().spanId,
  callId: typeof call.attributes["payments.call_id"],
  metrics: measured.getMetrics().at(-1).scopeMetrics[0].metrics.map(({ descriptor }) => descriptor.name).sort(),
}));
await sdk.shutdown();
`;

const expected = {
  spans: ["GET /customers", "payments customers.list"],
  isChild: true,
  callId: "string",
  metrics: ["http.client.request.duration", "payments.client.calls"],
};

/** Installs what the guide says, as npm resolves it today, and looks for the spans and metrics of a call. */
async function installsAndRuns(tarball) {
  const folder = mkdtempSync(path.join(tmpdir(), "payments-sdk-telemetry-"));
  try {
    writeFileSync(path.join(folder, "package.json"), '{ "private": true, "type": "module" }');
    const packages = installed.split(" ");
    await output(
      "npm",
      ["install", "--no-audit", "--no-fund", "--ignore-scripts", tarball, ...packages],
      folder,
    );
    writeFileSync(path.join(folder, "main.mjs"), program);
    const found = (await output(process.execPath, ["main.mjs"], folder)).trim().split("\n").at(-1);
    if (found !== JSON.stringify(expected))
      throw new Error(`expected ${JSON.stringify(expected)}, got ${found}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The packages of the guide to metrics and tracing. */
export const telemetryRows = ({ tarball }) => [
  { area: "Telemetry", name: installed, version: "newest", run: () => installsAndRuns(tarball) },
];
