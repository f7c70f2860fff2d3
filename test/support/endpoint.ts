import { verifyWebhook } from "payments-sdk/webhooks";
import type { WebhookEvent } from "payments-sdk/webhooks";
import type { Simulator, SimulatorOptions } from "payments-sdk/simulator";
import { id, items, World } from "./world";
import { startServer } from "./local-server";
import type { Script, SeenRequest } from "./local-server";

/** A platform's endpoint on 127.0.0.1 that receives the simulator's deliveries. */
export interface Endpoint {
  url: string;
  requests: readonly SeenRequest[];
  /** The deliveries so far, unchecked. */
  events: () => WebhookEvent[];
}

/** Starts an endpoint that follows the script. It closes when the test ends. */
export async function startEndpoint(script: Script): Promise<Endpoint> {
  const { url, requests } = await startServer(script);
  return {
    url: `${url}/webhooks`,
    requests,
    events: () => requests.map(({ body }) => JSON.parse(body) as WebhookEvent),
  };
}

/** Verifies a delivery as a platform does, with the simulator's clock. */
export function verify(simulator: Simulator, { body, headers }: SeenRequest): Promise<WebhookEvent> {
  const options = { publicKeys: [simulator.webhookPublicKey], now: () => simulator.clock.now() };
  return verifyWebhook(body, headers, options);
}

/** A simulator that delivers to a local endpoint, and an account to change. */
export async function delivering(script: Script, options: SimulatorOptions = {}) {
  const endpoint = await startEndpoint(script);
  const api = new World({ ...options, webhooks: { url: endpoint.url, ...options.webhooks } });
  const { simulator } = api;
  const account = id(items(await api.read("/platform/internal-accounts?currency=USD"))[0] ?? {});
  const fund = (amount = 1) => api.created(`/sandbox/internal-accounts/${account}/fund`, { amount });
  return { endpoint, api, simulator, account, fund };
}
