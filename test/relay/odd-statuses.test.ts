import { PaymentsClient } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import { expect, it } from "vitest";
import { reply, startServer } from "../support/local-server";
import { pageOrigin, Platform, relayAddress } from "./support";

it.each([600, 999])(
  "passes on a status %i, which no response of fetch can have, as a 502 of unknown outcome",
  async (status) => {
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
  },
);
