import type { Kind } from "../../../options/kinds";
import { wrongKind } from "./reader";

/** How the simulator delivers its events to your endpoint. */
export interface SimulatorWebhookOptions {
  /**
   * Your endpoint, an http or https address. The simulator posts every event to it, signed in `X-Service-Signature`.
   * `simulator.webhooks.url` changes it. Default: none.
   */
  url?: string | undefined;
  /** Sends the deliveries. Default: the global `fetch`. */
  fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /**
   * The waits before the second, third, … attempt, on the simulator's clock, each from the start of the attempt before:
   * milliseconds, or strings such as `"30s"`. An empty array delivers once. Default 5 s, 30 s, 2 min.
   */
  retries?: readonly (number | string)[] | undefined;
  /** How long the endpoint has to respond, in real time: milliseconds, or a string such as `"10s"`. Default 10 s. */
  timeout?: number | string | undefined;
  /** The form of `X-Service-Signature`: base64, or JSON with a version `v` and the base64 as `s`. Default `"base64"`. */
  signatureFormat?: "base64" | "json" | undefined;
}

/** An http or https address without credentials, which `fetch` does not take. */
export const webhookAddress: Kind = (value, path) => {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return { path, message: "must be an http or https address" };
  return url.username !== "" || url.password !== ""
    ? { path, message: "must be an address without a username or password" }
    : undefined;
};

/** @throws {TypeError} when it is not an http or https address, or has a username or password. */
export function readWebhookUrl(url: unknown): string | undefined {
  const problem = url === undefined ? undefined : webhookAddress(url, "webhooks.url");
  if (problem !== undefined) throw wrongKind(problem.path, problem.message);
  return url as string | undefined;
}
