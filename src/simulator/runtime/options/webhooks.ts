import { callback, listOf, LONGEST_TIMER_MS, number, oneOf } from "../../../options/kinds";
import type { Kind, Kinds } from "../../../options/kinds";
import { duration, msOf, wrongKind } from "./reader";

/** How the simulator delivers its events to the platform's endpoint. */
export interface WebhookOptions {
  /**
   * The platform's endpoint, an http or https address: every event is sent to it with POST and the header
   * `X-Service-Signature`. Default: none, and events stay in the process. `simulator.webhooks.url` changes it.
   */
  webhookUrl?: string | undefined;
  /** Carries out the deliveries. Default: the global `fetch`. */
  webhookFetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * The waits before the second, third, … attempt of a delivery, each counted from the start of the attempt before it, on the
   * simulator's clock: milliseconds, or a text such as `"30s"`. An empty array delivers once. Default 5 s, 30 s and 2 min,
   * which stays within the five minutes that `verifyWebhook` accepts.
   */
  webhookRetries?: readonly (number | string)[] | undefined;
  /** How long the endpoint may take to respond, in real milliseconds. Default 10,000. */
  webhookTimeout?: number | undefined;
  /**
   * The form of `X-Service-Signature`: the base64 of the signature, or JSON with it as `s` beside a version `v`. Both are in
   * use. Default `"base64"`.
   */
  webhookSignatureFormat?: "base64" | "json" | undefined;
}

/** An http or https address without credentials, which `fetch` does not take. */
const address: Kind = (value, path) => {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { path, message: "must be an http or https address" };
  return url.username !== "" || url.password !== ""
    ? { path, message: "must be an address without a username or password" }
    : undefined;
};

/** @throws {TypeError} when it is not an http or https address, or has a username or password. */
export function readWebhookUrl(url: unknown): string | undefined {
  const problem = url === undefined ? undefined : address(url, "webhookUrl");
  if (problem !== undefined) throw wrongKind(problem.path, problem.message);
  return url as string | undefined;
}

/** Known options of deliveries. */
export const webhookOptions: Kinds<WebhookOptions> = {
  webhookUrl: address,
  webhookFetch: callback,
  webhookRetries: listOf(duration),
  webhookTimeout: number("a number of milliseconds above 0", (ms) => ms > 0 && ms <= LONGEST_TIMER_MS),
  webhookSignatureFormat: oneOf("base64", "json"),
};

/** The options of deliveries with their defaults. */
export function resolveWebhookOptions(given: WebhookOptions) {
  return {
    webhookUrl: given.webhookUrl,
    webhookFetch: given.webhookFetch ?? ((input: string, init: RequestInit) => fetch(input, init)),
    webhookRetriesMs: (given.webhookRetries ?? ["5s", "30s", "2m"]).map(msOf),
    webhookTimeoutMs: given.webhookTimeout ?? 10_000,
    webhookSignatureFormat: given.webhookSignatureFormat ?? "base64",
  };
}

/** The options of deliveries, with their values. */
export type ResolvedWebhookOptions = ReturnType<typeof resolveWebhookOptions>;
