/**
 * Spans and metrics of the client for OpenTelemetry: one span for each call, one below it for each attempt.
 *
 *     const payments = new PaymentsClient(instrument({ baseUrl, clientId, clientSecret }));
 *
 * No attribute holds a header, a body, a query or an error's message.
 */
import { context, metrics, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import type { Attributes, Context, Span } from "@opentelemetry/api";
import { isPaymentsError } from "payments-sdk";
import type { CallEvent, ClientOptions, Hooks } from "payments-sdk";

/** A call that runs: its span, and the attempt that is on its way. */
interface Running {
  readonly context: Context;
  readonly span: Span;
  attempt?: { span: Span; attributes: Attributes; startedMs: number } | undefined;
}

const name = "payments-sdk";

/** The client's options with hooks and a `fetch` that trace and measure. Your own hooks and your own `fetch` are called, too. */
export function instrument(options: ClientOptions): ClientOptions {
  const tracer = trace.getTracer(name);
  const meter = metrics.getMeter(name);
  const duration = meter.createHistogram("http.client.request.duration", {
    unit: "s",
    advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30] },
  });
  const retries = meter.createCounter("payments.client.retries", { unit: "{retry}" });
  const calls = meter.createCounter("payments.client.calls", { unit: "{call}" });

  const running = new Map<string, Running>();
  // `fetch` is called in the same turn as `onRequest`: what begins there is sent here.
  let beginning: Context | undefined;

  function begin(event: CallEvent): Running {
    const span = tracer.startSpan(`payments ${event.operation}`, {
      attributes: { "payments.operation": event.operation },
    });
    const call = { span, context: trace.setSpan(context.active(), span) };
    running.set(event.callId, call);
    return call;
  }

  /** An attempt is over: with the status of its response, or with what it failed with. */
  function endAttempt(call: Running | undefined, result: Attributes): void {
    if (call?.attempt === undefined) return;
    const { span, attributes, startedMs } = call.attempt;
    call.attempt = undefined;
    span.setAttributes(result);
    if (result["error.type"] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
    duration.record((performance.now() - startedMs) / 1000, { ...attributes, ...result });
  }

  const own: Hooks = {
    onRequest(event) {
      const call = running.get(event.callId) ?? begin(event);
      const url = new URL(event.url);
      const attributes = {
        "http.request.method": event.method,
        "url.template": templateOf(url),
        "server.address": url.hostname,
        "server.port": Number(url.port || (url.protocol === "https:" ? 443 : 80)),
      };
      const resent = event.attempt > 1 ? { "http.request.resend_count": event.attempt - 1 } : {};
      const span = tracer.startSpan(
        `${event.method} ${attributes["url.template"]}`,
        { kind: SpanKind.CLIENT, attributes: { ...attributes, "url.full": addressOf(url), ...resent } },
        call.context,
      );
      call.attempt = { span, attributes, startedMs: performance.now() };
      beginning = trace.setSpan(call.context, span);
    },
    onResponse({ callId, status, requestId }) {
      const call = running.get(callId);
      if (requestId !== undefined) call?.attempt?.span.setAttribute("payments.request_id", requestId);
      endAttempt(call, {
        "http.response.status_code": status,
        ...(status >= 400 && { "error.type": `${status}` }),
      });
    },
    onRetry({ callId, operation, error }) {
      endAttempt(running.get(callId), { "error.type": error.name });
      retries.add(1, { "payments.operation": operation, "error.type": error.name });
    },
    onEnd(event) {
      // A call that ended before its first attempt has no span yet.
      const call = running.get(event.callId) ?? begin(event);
      running.delete(event.callId);
      const { error } = event;
      const type = isPaymentsError(error) ? error.name : error === undefined ? undefined : "unexpected";
      const failure = type === undefined ? {} : { "error.type": type };
      endAttempt(call, failure);
      const outcome = error === undefined ? "executed" : isPaymentsError(error) ? error.outcome : "unknown";
      const result = { "payments.outcome": outcome, ...failure };
      call.span.setAttributes({ ...result, "payments.attempts": event.attempt });
      if (type !== undefined) call.span.setStatus({ code: SpanStatusCode.ERROR });
      call.span.end();
      calls.add(1, { "payments.operation": event.operation, ...result });
    },
  };

  const send = options.fetch ?? ((url: string, init: RequestInit) => fetch(url, init));
  return {
    ...options,
    hooks: both(own, options.hooks ?? {}),
    fetch(url, init) {
      const attempt = beginning ?? context.active();
      const headers = { ...(init.headers as Record<string, string>) };
      propagation.inject(attempt, headers);
      return context.with(attempt, () => send(url, { ...init, headers }));
    },
  };
}

/** Hooks that call both. */
function both(own: Hooks, given: Hooks): Hooks {
  const call =
    <Event>(first?: (event: Event) => unknown, second?: (event: Event) => unknown) =>
    (event: Event) => {
      first?.call(own, event);
      return second?.call(given, event);
    };
  return {
    onRequest: call(own.onRequest, given.onRequest),
    onResponse: call(own.onResponse, given.onResponse),
    onRetry: call(own.onRetry, given.onRetry),
    onError: call(own.onError, given.onError),
    onEnd: call(own.onEnd, given.onEnd),
    onResponseMismatch: call(own.onResponseMismatch, given.onResponseMismatch),
  };
}

/** The path below the version, with `{id}` in place of what differs from call to call: `/quotes/{id}/execute`. */
export function templateOf({ pathname }: URL): string {
  const path = pathname.replace(/^.*?\/\d{4}-\d{2}-\d{2}(?=\/)/, "");
  return path.replace(/[^/]+/g, (segment) => (/^[a-z]+(?:-[a-z]+)*$/.test(segment) ? segment : "{id}"));
}

/** The address without its query. Ids such as `Quote:…` stay; UMA addresses, invitation codes and the like do not. */
function addressOf({ origin, pathname }: URL): string {
  const known = /^(?:[a-z]+(?:-[a-z]+)*|\d{4}-\d{2}-\d{2}|[A-Z]\w+(?::|%3A)[\w-]+)$/;
  return origin + pathname.replace(/[^/]+/g, (segment) => (known.test(segment) ? segment : "REDACTED"));
}
