import { LONGEST_TIMER_MS } from "../clock";
import { durationOf, elementsOf } from "./reader";
import type { OptionReader } from "./reader";

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

/** @throws {TypeError} when it is not an http or https address, or has a username or password. */
export function readWebhookUrl(url: unknown): string | undefined {
  if (url === undefined) return undefined;
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  if (typeof url !== "string" || !parsed || !["http:", "https:"].includes(parsed.protocol)) {
    throw new TypeError("`webhookUrl` must be an http or https address");
  }
  // fetch takes no address with credentials.
  if (parsed.username !== "" || parsed.password !== "") {
    throw new TypeError("`webhookUrl` must be an address without a username or password");
  }
  return url;
}

/**
 * The options of deliveries with their values.
 *
 * @throws {TypeError} when an option has a value of the wrong kind.
 * @throws {RangeError} when a duration is out of range.
 */
export function readWebhookOptions(read: OptionReader<WebhookOptions>) {
  const retries = elementsOf("webhookRetries", read.value("webhookRetries") ?? ["5s", "30s", "2m"]);
  return {
    webhookUrl: readWebhookUrl(read.value("webhookUrl")),
    webhookFetch:
      read.callback<NonNullable<WebhookOptions["webhookFetch"]>>("webhookFetch") ??
      ((input: string, init: RequestInit) => fetch(input, init)),
    webhookRetriesMs: retries.map((wait, index) => durationOf(`webhookRetries[${index}]`, wait)),
    webhookTimeoutMs: read.number(
      "webhookTimeout",
      10_000,
      (ms) => ms > 0 && ms <= LONGEST_TIMER_MS,
      "a number of milliseconds above 0",
    ),
    webhookSignatureFormat: read.choice("webhookSignatureFormat", ["base64", "json"], "base64"),
  };
}

/** The options of deliveries, with their values. */
export type ResolvedWebhookOptions = ReturnType<typeof readWebhookOptions>;
