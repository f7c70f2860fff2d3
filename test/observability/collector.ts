import { AsyncLocalStorage } from "node:async_hooks";
import { context, metrics, propagation, ROOT_CONTEXT, trace } from "@opentelemetry/api";
import type { Context, ContextManager } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";

type InstrumentationScope = ReadableSpan["instrumentationScope"];

/** Carries the active context through asynchronous work, like the context manager of OpenTelemetry's Node packages. */
class AsyncContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    work: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => work.call(thisArg, ...args));
  }

  bind<T>(_active: Context, target: T): T {
    return target;
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}

/** A measurement: a name, the attributes, and a sum or the number of values in a histogram. */
export interface Measured {
  readonly name: string;
  readonly attributes: Record<string, unknown>;
  readonly value: number;
}

/** Collects spans and metrics in memory, as a program's OpenTelemetry set-up would export them. */
export function collectTelemetry() {
  const spans = new InMemorySpanExporter();
  const measured = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: measured, exportIntervalMillis: 1_000_000 });
  const meters = new MeterProvider({ readers: [reader] });
  context.setGlobalContextManager(new AsyncContexts());
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }),
  );
  metrics.setGlobalMeterProvider(meters);
  propagation.setGlobalPropagator({
    inject(active, carrier, { set }) {
      const span = trace.getSpanContext(active);
      if (span !== undefined) set(carrier, "traceparent", `00-${span.traceId}-${span.spanId}-01`);
    },
    extract: (active) => active,
    fields: () => ["traceparent"],
  });
  return {
    finished: (): ReadableSpan[] => spans.getFinishedSpans(),
    async metrics(): Promise<Measured[]> {
      await reader.forceFlush();
      const latest = measured.getMetrics().at(-1)?.scopeMetrics ?? [];
      return latest.flatMap((scope) =>
        scope.metrics.flatMap(({ descriptor, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({
            name: descriptor.name,
            attributes,
            value: typeof value === "number" ? value : value.count,
          })),
        ),
      );
    },
    /** What the metrics say about their maker. */
    async scopes(): Promise<InstrumentationScope[]> {
      await reader.forceFlush();
      return (measured.getMetrics().at(-1)?.scopeMetrics ?? []).map(({ scope }) => scope);
    },
    async close(): Promise<void> {
      await meters.shutdown();
      trace.disable();
      metrics.disable();
      context.disable();
      propagation.disable();
    },
  };
}
