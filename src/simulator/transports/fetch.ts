import type { Service } from "../api/service";
import { pause } from "../runtime/pause";
import type { WireResponse, WireResult } from "../runtime/wire";

/** A connection failure like that of Node's fetch: a TypeError. Its cause has the system's code. */
function connectionError(code: "ECONNREFUSED" | "ECONNRESET"): TypeError {
  const message = code === "ECONNREFUSED" ? "connect ECONNREFUSED" : "read ECONNRESET";
  return new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) });
}

/** A call and its signal: the one in `init`, else the Request's own. */
interface Caller {
  input: string | URL | Request;
  signal: AbortSignal | undefined;
}

/** Calls that a fault keeps waiting. Nothing else may keep a Request alive, and its signal would go with it. */
const stalled = new Set<Caller>();

/** Calls `abort` when the signal is aborted. Returns the end of the watch. */
function watch(caller: Caller, abort: (reason: unknown) => void): () => void {
  const { signal } = caller;
  if (signal === undefined) return () => undefined;
  const stop = (): void => {
    stalled.delete(caller);
    signal.removeEventListener("abort", onAbort);
  };
  const onAbort = (): void => {
    stop();
    abort(signal.reason);
  };
  stalled.add(caller);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  return stop;
}

/** A response with a body that stops half-way. */
function partialResponse(
  response: WireResponse,
  { then, resumeAfterMs }: WireResult,
  caller: Caller,
): Response {
  const bytes = new TextEncoder().encode(response.body ?? "");
  const half = Math.ceil(bytes.length / 2);
  let stop = (): void => undefined;
  let halfSent = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      stop = watch(caller, (reason) => controller.error(reason));
    },
    async pull(controller) {
      if (!halfSent) {
        halfSent = true;
        controller.enqueue(bytes.slice(0, half));
        return;
      }
      if (then === "stall") {
        if (resumeAfterMs === undefined) return new Promise(() => undefined);
        await pause(resumeAfterMs, caller.signal);
        if (caller.signal?.aborted) return;
        controller.enqueue(bytes.slice(half));
      }
      stop();
      if (then === "reset") controller.error(connectionError("ECONNRESET"));
      else controller.close();
    },
    cancel() {
      stop();
    },
  });
  return new Response(body, response);
}

/**
 * Carries out one `fetch` call in this process.
 *
 * @throws {TypeError} when a fault strikes the connection: `fetch failed` with `cause.code`.
 * When the call was aborted, the signal's reason is thrown.
 */
export async function fetchFrom(
  service: Service,
  input: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const own = input instanceof Request ? input.signal : undefined;
  const caller = { input, signal: init?.signal ?? own };
  caller.signal?.throwIfAborted();
  // Without the signal: a Request leaves a listener on it that nobody removes.
  const request = new Request(input, { ...init, signal: null });
  const { pathname: rawPath, searchParams: query } = new URL(request.url);
  const { method, headers } = request;
  // Read at once: whether the caller may call or not, the body of a Request is used up, as by every fetch.
  const body = new Uint8Array(await request.arrayBuffer());
  const readBody = () => Promise.resolve(body);
  const result = await service.handle({ method, rawPath, query, headers, readBody }, caller.signal);
  caller.signal?.throwIfAborted();
  const { response, then } = result;
  if (response && then) return partialResponse(response, result, caller);
  if (response) return new Response(response.body ?? null, response);
  if (then !== "stall") throw connectionError(then === "refuse" ? "ECONNREFUSED" : "ECONNRESET");
  return new Promise((_resolve, reject) => watch(caller, reject));
}
