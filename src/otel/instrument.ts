import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Context, Meter, Span, Tracer } from "@opentelemetry/api";
import { version } from "../../package.json";
import { OPTIONS } from "../config/client-options";
import type { ClientOptions } from "../config/client-options";
import { isPaymentsError } from "../core/error-guards";
import type { EndEvent, Hooks, Logger, Transport } from "../core/types";
import { anything } from "../options/kinds";
import { ownOptions } from "../options/read";
import { kyTransport } from "../transport/ky";
import { addressOf, attributesOf, errorTypeOf } from "./attributes";

/** Options of {@link instrument}. */
export interface InstrumentOptions {
  /** Makes the spans. Default: the tracer `payments-sdk` of the global provider, with the version of this package. */
  tracer?: Tracer | undefined;
  /** Makes the metrics. Default: the meter `payments-sdk` of the global provider, with the version of this package. */
  meter?: Meter | undefined;
}

/** A running call: its span, and its current attempt. */
interface Running {
  readonly context: Context;
  readonly span: Span;
  attempt?: { span: Span; attributes: Attributes; startedMs: number } | undefined;
}

/** In seconds, from the semantic conventions of HTTP. */
const DURATION_BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/**
 * Adds spans and metrics to the options of a client. Each call gets a span with a client span for each attempt. The metrics are the
 * duration of each attempt, and counters of calls and retries. Each attempt carries the `traceparent` of your propagator.
 *
 * Your own `hooks`, `fetch` and `transport` still run. No attribute contains a header, a body, a query or the message of an error.
 *
 * @example
 * ```ts
 * import { PaymentsClient } from "payments-sdk";
 * import { instrument } from "payments-sdk/otel";
 *
 * const payments = new PaymentsClient(instrument({ baseUrl, clientId, clientSecret }));
 * ```
 */
export function instrument(options: ClientOptions = {}, sources: InstrumentOptions = {}): ClientOptions {
  const { tracer, meter } = ownOptions<InstrumentOptions>(sources, { tracer: anything, meter: anything });
  const given = ownOptions<ClientOptions>(options, OPTIONS);
  const telemetry = new Telemetry(
    tracer ?? trace.getTracerProvider().getTracer(NAME, version, SCHEMA),
    meter ?? metrics.getMeter(NAME, version, SCHEMA),
  );
  return {
    // An unknown name stays, so that the client refuses it. An absent one would replace what you spread it over.
    ...options,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    hooks: [telemetry.hooks, given.hooks ?? []].flat(),
    fetch: given.transport && given.fetch,
    transport: telemetry.propagating(given.transport ?? kyTransport(given.fetch), given.logger ?? console),
  };
}

const NAME = "payments-sdk";
/** The semantic conventions that the names of attributes and metrics follow. */
const SCHEMA = { schemaUrl: "https://opentelemetry.io/schemas/1.45.0" };

/** Makes the spans and metrics of one client. */
class Telemetry {
  readonly #tracer: Tracer;
  readonly #duration;
  readonly #retries;
  readonly #calls;
  readonly #running = new Map<string, Running>();
  /** The attempt from the last `onRequest`, and its headers. The transport is called in the same turn. */
  #beginning: { attempt: Context; headers: Record<string, string> } | undefined;
  /** The hooks run, or their absence was reported. */
  #isObserving = false;

  constructor(tracer: Tracer, meter: Meter) {
    this.#tracer = tracer;
    this.#duration = meter.createHistogram("http.client.request.duration", {
      description: "Duration of HTTP client requests.",
      unit: "s",
      advice: { explicitBucketBoundaries: DURATION_BOUNDARIES },
    });
    this.#retries = meter.createCounter("payments.client.retries", { unit: "{retry}" });
    this.#calls = meter.createCounter("payments.client.calls", { unit: "{call}" });
  }

  readonly hooks: Hooks = {
    onRequest: (event) => {
      this.#isObserving = true;
      const call = this.#running.get(event.callId) ?? this.#begin(event, event.waitedMs);
      const url = new URL(event.url);
      const attributes = attributesOf(event, url);
      const resent = event.attempt > 1 ? { "http.request.resend_count": event.attempt - 1 } : {};
      const span = this.#tracer.startSpan(
        event.template === undefined ? event.method : `${event.method} ${event.template}`,
        {
          kind: SpanKind.CLIENT,
          attributes: { ...attributes, "url.full": addressOf(url, event.template), ...resent },
        },
        call.context,
      );
      call.attempt = { span, attributes, startedMs: performance.now() };
      // In a hook, a propagator that throws does not fail the call.
      this.#beginAttempt(trace.setSpan(call.context, span));
    },
    onResponse: ({ callId, status, requestId }) => {
      const call = this.#running.get(callId);
      if (requestId !== undefined) call?.attempt?.span.setAttribute("payments.request_id", requestId);
      this.#endAttempt(call, {
        "http.response.status_code": status,
        ...(status >= 400 && { "error.type": `${status}` }),
      });
    },
    onRetry: ({ callId, operation, error }) => {
      this.#endAttempt(this.#running.get(callId), { "error.type": error.name });
      this.#retries.add(1, { "payments.operation": operation, "error.type": error.name });
    },
    onEnd: (event) => this.#end(event),
  };

  /** A transport that adds the trace context. */
  propagating(send: Transport, log: Pick<Logger, "warn">): Transport {
    return (request, ...limits) => {
      if (!this.#isObserving) {
        this.#isObserving = true;
        log.warn("payments-sdk: `hooks` replaced those of instrument(). Pass your hooks to instrument()");
      }
      const { attempt, headers } = this.#beginning ?? this.#beginAttempt(context.active());
      this.#beginning = undefined;
      const sent = { ...request, headers: { ...request.headers, ...headers } };
      return context.with(attempt, () => send(sent, ...limits));
    };
  }

  /** Notes the attempt, with the headers of your propagator. */
  #beginAttempt(attempt: Context) {
    const beginning = { attempt, headers: {} };
    this.#beginning = beginning;
    propagation.inject(attempt, beginning.headers);
    return beginning;
  }

  #begin({ callId, operation }: { callId: string; operation: string }, sinceMs: number): Running {
    const span = this.#tracer.startSpan(`payments ${operation}`, {
      startTime: Date.now() - sinceMs,
      attributes: { "payments.operation": operation, "payments.call_id": callId },
    });
    const call = { span, context: trace.setSpan(context.active(), span) };
    this.#running.set(callId, call);
    return call;
  }

  /** Ends the span of an attempt with the status of its response or with its error. */
  #endAttempt(call: Running | undefined, result: Attributes): void {
    if (call?.attempt === undefined) return;
    const { span, attributes, startedMs } = call.attempt;
    call.attempt = undefined;
    span.setAttributes(result);
    if (result["error.type"] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    this.#duration.record((performance.now() - startedMs) / 1000, { ...attributes, ...result });
  }

  #end(event: EndEvent): void {
    const { callId, operation, error, attempt, durationMs } = event;
    // A call that ended before its first attempt does not have a span yet.
    const call = this.#running.get(callId) ?? this.#begin(event, durationMs);
    this.#running.delete(callId);
    const failure = error === undefined ? {} : { "error.type": errorTypeOf(error) };
    this.#endAttempt(call, failure);
    const outcome = error === undefined ? "executed" : isPaymentsError(error) ? error.outcome : "unknown";
    const result = { "payments.outcome": outcome, ...failure };
    call.span.setAttributes({ ...result, "payments.attempts": attempt });
    if (error !== undefined) call.span.setStatus({ code: SpanStatusCode.ERROR });
    call.span.end();
    this.#calls.add(1, { "payments.operation": operation, ...result });
  }
}
