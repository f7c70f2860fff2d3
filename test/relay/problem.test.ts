import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { expect, it } from "vitest";
import { reply, startServer } from "../support/local-server";
import { pageOrigin, Platform, relayAddress } from "./support";

it.each(["[", '{"details":'])("turns a body of %j ten thousand times into a 502", async (opening) => {
  const deep = `${opening.repeat(10_000)}${opening === "[" ? "" : "1"}${(opening === "[" ? "]" : "}").repeat(10_000)}`;
  const platform = await Platform.create();
  const { fetch: simulated, ...options } = platform.simulator.clientOptions();
  const client = new PaymentsClient({
    ...options,
    logLevel: "off",
    validation: "off",
    fetch: async (url, init) =>
      String(url).includes("/customers/internal-accounts?")
        ? new Response(`{"data":[{"id":"${platform.ada.accountId}","deep":${deep}}],"hasMore":false}`, {
            headers: { "content-type": "application/json" },
          })
        : simulated(url, init),
  });
  const outcomes: unknown[] = [];
  const onEvent = ({ outcome, status }: { outcome: string; status: number }) =>
    outcomes.push([status, outcome]);
  const relay = createWalletRelay({ ...platform.relayOptions, client, onEvent });
  const headers = { origin: pageOrigin, "sec-fetch-site": "same-origin", cookie: platform.ada.cookie };
  const response = await relay(new Request(`${relayAddress}/customers/internal-accounts`, { headers }));
  expect(response.status).toBe(502);
  expect(outcomes).toEqual([[502, "unknown"]]);
});

it.each([600, 999])("turns the impossible status %i into a 502 with an unknown outcome", async (status) => {
  const platform = await Platform.create();
  const { id } = await platform.registerEmail(platform.ada);
  const odd = await startServer(() => reply(status, '{"code":"ODD","message":"odd"}'));
  const { fetch: simulated, ...options } = platform.simulator.clientOptions();
  const client = new PaymentsClient({
    ...options,
    logLevel: "off",
    fetch: (url, init) =>
      String(url).endsWith("/challenge") ? fetch(odd.url, { method: "POST" }) : simulated(url, init),
  });
  const outcomes: unknown[] = [];
  const onEvent = ({ outcome }: { outcome?: string | undefined }) => outcomes.push(outcome);
  const relay = createWalletRelay({ ...platform.relayOptions, client, onEvent });
  const headers = { origin: pageOrigin, "sec-fetch-site": "same-origin", cookie: platform.ada.cookie };
  const address = `${relayAddress}/auth/credentials/${id}/challenge`;
  const response = await relay(new Request(address, { method: "POST", headers }));
  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({ code: "BAD_GATEWAY" });
  expect(outcomes).toEqual(["unknown"]);
  expect(odd.requests).toHaveLength(1);
});
