import { isPaymentsError, PaymentsClient } from "payments-sdk";
import { journeys } from "./journeys.mjs";

/** What a call rejects with, in the words that a caller decides by. */
async function failure(call) {
  try {
    return { resolved: await call };
  } catch (error) {
    if (!isPaymentsError(error)) return { thrown: String(error) };
    return { name: error.name, code: error.code, outcome: error.outcome };
  }
}

/**
 * Everything that a runtime's `fetch`, timers and cryptography have a part in. Returns plain facts, the same on all of them.
 *
 * @param {string} origin of the server that misbehaves as the first segment of the path says
 * @param {string} refused an origin at which nothing listens
 */
export async function scenario(origin, refused) {
  const client = (base, options) =>
    new PaymentsClient({
      baseUrl: base,
      clientId: "id",
      clientSecret: "sécret",
      retryDelay: () => 1,
      timeout: 5_000,
      logLevel: "off",
      ...options,
    });
  const transfer = {
    source: { accountId: "ExternalAccount:1" },
    destination: { accountId: "InternalAccount:1" },
    amount: 1,
  };
  const controller = new AbortController();
  const left = new Error("the customer left");
  setTimeout(() => controller.abort(left), 200);
  // Alone, and before the work that would keep the request from leaving in time.
  const aborted = await client(`${origin}/silent`)
    .customers.retrieve("Customer:1", { signal: controller.signal })
    .then(String, (error) => error === left);

  return {
    ...(await journeys()),
    echoed: await client(`${origin}/echo`).request("POST", "/echo", { body: { name: "Zoë 💶" } }),
    refused: await failure(client(refused, { maxRetries: 0 }).transfers.in(transfer)),
    dropped: await failure(client(`${origin}/drop`).transfers.in(transfer)),
    cut: await failure(client(`${origin}/cut`).transfers.in(transfer)),
    stalled: await failure(client(`${origin}/stall`, { timeout: 300, maxRetries: 0 }).transfers.in(transfer)),
    redirected: await failure(client(`${origin}/redirect`).transfers.in(transfer)),
    failed: await failure(client(`${origin}/html`).transfers.in(transfer)),
    aborted,
    // A long-lived signal must not keep the process alive.
    kept: (await client(`${origin}/echo`).request("GET", "/echo", { signal: AbortSignal.timeout(60_000) }))
      .method,
    seen: await client(`${origin}/seen`).request("GET", "/seen"),
  };
}
