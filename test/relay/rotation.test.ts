import { PaymentsClient } from "payments-sdk";
import type { ClientCredentials } from "payments-sdk";
import { createWalletRelay } from "payments-sdk/relay";
import type { RelayEvent } from "payments-sdk/relay";
import { Wallet } from "payments-sdk/wallet";
import { expect, it } from "vitest";
import { pageOrigin, Platform, relayAddress } from "./support";

/** A platform with a relay and a wallet. Their client gets its token from a function. */
async function setUp() {
  const platform = await Platform.create();
  const { simulator, payments: admin, relayOptions, ada } = platform;
  const create = () => admin.tokens.create({ name: "backend", permissions: ["VIEW", "TRANSACT", "MANAGE"] });
  const store: { token: ClientCredentials & { id: string }; reads: number; isSealed: boolean } = {
    token: await create(),
    reads: 0,
    isSealed: false,
  };
  const events: RelayEvent[] = [];
  const { baseUrl, fetch } = simulator.clientOptions();
  const wire: { response?: () => Response } = {};
  const client = new PaymentsClient({
    baseUrl,
    fetch: async (url, init) => wire.response?.() ?? fetch(url, init),
    credentials: async () => {
      store.reads += 1;
      if (store.isSealed) throw new Error("the store is sealed");
      return store.token;
    },
    logLevel: "off",
  });
  const relay = createWalletRelay({ ...relayOptions, client, onEvent: (event) => events.push(event) });
  const call = (path = `/auth/credentials?accountId=${ada.accountId}`) =>
    relay(
      new Request(`${relayAddress}${path}`, {
        headers: { origin: pageOrigin, cookie: ada.cookie },
      }),
    );
  async function rotate(): Promise<void> {
    const { id } = store.token;
    store.token = await create();
    await admin.tokens.delete(id);
  }
  return { platform, client, store, events, wire, call, rotate };
}

it("a relay keeps working after a rotation of its client's token", async () => {
  const { store, call, rotate, events } = await setUp();
  expect((await call()).status).toBe(200);
  await rotate();
  expect((await call()).status).toBe(200);
  expect(store.reads).toBe(2);
  expect(events.map(({ platformProblem }) => platformProblem)).toEqual([undefined, undefined]);
});

it("a page learns nothing about missing credentials; the platform does", async () => {
  const { store, call, rotate, events } = await setUp();
  await call();
  await rotate();
  store.isSealed = true;
  // The second one fails while the relay looks for the owner of the quote.
  for (const path of [undefined, "/quotes/Quote:1"]) {
    const response = await call(path);
    expect({ status: response.status, retryAfter: response.headers.get("retry-after") }).toEqual({
      status: 503,
      retryAfter: "1",
    });
    expect(await response.json()).toMatchObject({ status: 503, code: "SERVICE_UNREACHABLE" });
    expect(events.at(-1)).toMatchObject({
      platformProblem: "CREDENTIALS_UNAVAILABLE",
      outcome: "not-executed",
    });
  }
  store.isSealed = false;
  expect((await call()).status).toBe(200);
});

it("the relay hides every token of its client, also those before a rotation", async () => {
  const { client, store, wire, events, call, rotate } = await setUp();
  const first = store.token.clientSecret;
  await client.config.retrieve();
  await rotate();
  await client.config.retrieve();
  for (const secret of [first, store.token.clientSecret]) {
    wire.response = () => Response.json({ data: [], hasMore: false, note: secret });
    expect((await call("/receiver/uma/$bob@example.com")).status).toBe(502);
  }
  const problems = events.map(({ platformProblem }) => platformProblem);
  expect(problems).toEqual(["SECRET_IN_RESPONSE", "SECRET_IN_RESPONSE"]);
});

it("a wallet with the client keeps working after a rotation during its actions", async () => {
  const { platform, client, store, rotate } = await setUp();
  const wallet = new Wallet({
    client,
    accountId: platform.ada.accountId,
    environment: "production",
    trustedIssuerKeys: [platform.simulator.walletExportIssuerKey],
  });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  await rotate();
  await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
  await rotate();
  expect((await wallet.exportMnemonic()).split(" ")).toHaveLength(12);
  expect(store.reads).toBe(3);
});
