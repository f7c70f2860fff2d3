import { isPaymentsError, PaymentsClient } from "payments-sdk";
import { journeys } from "./journeys.mjs";
import { byPasskey } from "./passkeys.mjs";

/** The properties of a rejection that callers use for decisions. */
async function failure(call) {
  try {
    return { resolved: await call };
  } catch (error) {
    if (!isPaymentsError(error)) return { thrown: String(error) };
    return { name: error.name, code: error.code, outcome: error.outcome };
  }
}

/** The number of writes during a restart of the service. */
const RESTARTS = 24;

/** Writes to a restarting service, on a kept-alive connection if the runtime has one. Compares each outcome with the service's requests. */
async function restarts(payments) {
  const outcomes = [];
  for (let write = 0; write < RESTARTS; write += 1) {
    while ((await failure(payments.request("GET", "/ready"))).resolved === undefined) await pause(2);
    const options = { headers: { "x-write": String(write) } };
    const kind = write % 3;
    const { outcome = "succeeded" } = await failure(
      kind === 0
        ? payments.customers.create({ customerType: "INDIVIDUAL" }, options)
        : kind === 1
          ? payments.customers.delete("Customer:1", options)
          : payments.transfers.out(payout, options),
    );
    outcomes.push(outcome);
  }
  while ((await failure(payments.request("GET", "/ready"))).resolved === undefined) await pause(2);
  const deliveries = Object.values(await payments.request("GET", "/deliveries"));
  return {
    deliveredOnce: deliveries.filter((count) => count === 1).length,
    outcomes: [...new Set(outcomes)],
  };
}

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const payout = {
  source: { accountId: "InternalAccount:1" },
  destination: { accountId: "ExternalAccount:1" },
  amount: 1,
};

/**
 * Everything that uses a runtime's `fetch`, timers and cryptography. Returns plain facts, the same on every runtime.
 *
 * @param {string} origin the server. The first segment of a path chooses its fault
 * @param {string} refused an origin at which nothing listens
 * @param {string} restarting the origin of a server that restarts whenever it gets a write
 */
export async function scenario(origin, refused, restarting) {
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
  setTimeout(() => controller.abort(left), 1_000);
  // Before any other work, which would delay the request.
  const aborted = await client(`${origin}/silent`)
    .customers.retrieve("Customer:1", { signal: controller.signal })
    .then(String, (error) => error.name === "AbortError" && error.cause === left);

  return {
    ...(await journeys()),
    passkeys: { held: await byPasskey("held"), sealed: await byPasskey("sealed") },
    echoed: await client(`${origin}/echo`).request("POST", "/echo", { body: { name: "Zoë 💶" } }),
    refused: await failure(client(refused, { maxRetries: 0 }).transfers.in(transfer)),
    dropped: await failure(client(`${origin}/drop`).transfers.in(transfer)),
    cut: await failure(client(`${origin}/cut`).transfers.in(transfer)),
    stalled: await failure(client(`${origin}/stall`, { timeout: 300, maxRetries: 0 }).transfers.in(transfer)),
    redirected: await failure(client(`${origin}/redirect`).transfers.in(transfer)),
    failed: await failure(client(`${origin}/html`).transfers.in(transfer)),
    aborted,
    restarted: await restarts(client(restarting, { maxRetries: 0 })),
    // A long-lived signal must not keep the process alive.
    kept: (await client(`${origin}/echo`).request("GET", "/echo", { signal: AbortSignal.timeout(60_000) }))
      .method,
    seen: await client(`${origin}/seen`).request("GET", "/seen"),
  };
}
