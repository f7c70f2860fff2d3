import type { ResolvedOptions } from "./options";

/** The result of one delivery: the endpoint's response, or the reason for a missing one. */
export type AttemptResult =
  { kind: "response"; status: number; body: string } | { kind: "timeout" | "failed"; error: string };

/** The most characters of a response body that are kept. */
const KEPT_CHARACTERS = 16_384;

/** Reads the beginning of a body; what follows is cancelled, so that no endpoint can fill the memory. */
async function readStart(response: Response): Promise<string> {
  if (response.body === null) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    if (done) return text;
    if (text.length < KEPT_CHARACTERS) continue;
    reader.cancel().catch(() => undefined);
    return text.slice(0, KEPT_CHARACTERS);
  }
}

/** The system's code of a connection that failed, such as ECONNREFUSED; else the error's text. */
function describe(error: unknown): string {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code;
    if (cause.cause === undefined) return cause.message;
  }
  return String(error);
}

/** Sends one delivery and reads the response, within the time-out. Never throws. */
export async function attemptDelivery(
  { url, body, headers }: { url: string; body: string; headers: Record<string, string> },
  { webhookFetch, webhookTimeoutMs }: Pick<ResolvedOptions, "webhookFetch" | "webhookTimeoutMs">,
  stop: AbortSignal,
): Promise<AttemptResult> {
  // Not `AbortSignal.any`: Node 20 keeps a signal made by it, with its listeners, for good when it never aborts.
  const interruption = new AbortController();
  const { signal } = interruption;
  const exchange = async (): Promise<AttemptResult> => {
    try {
      const init: RequestInit = { method: "POST", headers, body, redirect: "manual", signal };
      const response = await webhookFetch(url, init);
      return { kind: "response", status: response.status, body: await readStart(response) };
    } catch (failure) {
      return { kind: "failed", error: describe(failure) };
    }
  };
  // A `fetch` that ignores its signal must not keep a delivery open.
  return new Promise((resolve) => {
    const end = (result: AttemptResult) => {
      clearTimeout(timer);
      stop.removeEventListener("abort", onStop);
      if (result.kind !== "response") interruption.abort();
      resolve(result);
    };
    const onStop = () => end({ kind: "failed", error: "the simulator was stopped" });
    const error = `no response within ${String(webhookTimeoutMs)} ms`;
    const timer = setTimeout(end, webhookTimeoutMs, { kind: "timeout", error });
    stop.addEventListener("abort", onStop);
    void exchange().then(end);
  });
}
