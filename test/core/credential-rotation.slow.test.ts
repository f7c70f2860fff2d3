import { PaymentsClient } from "payments-sdk";
import type { CreatedApiToken, FetchLike } from "payments-sdk";
import { expect, it, onTestFinished } from "vitest";
import { clientOf, createSimulator } from "../support/world";

const PERMISSIONS = ["VIEW", "TRANSACT", "MANAGE"];
const PDF = new TextEncoder().encode("%PDF-1.7 a document");

/** The service over HTTP, and a secret store with its newest token. */
async function setUp() {
  const simulator = createSimulator();
  const admin = clientOf(simulator);
  const server = await simulator.listen();
  onTestFinished(() => server.close());
  const create = (name: string) => admin.tokens.create({ name, permissions: PERMISSIONS });
  const store = { token: await create("token-0"), reads: 0, secrets: [] as string[] };
  /** Stores a new token, and revokes the old one. */
  async function rotate(): Promise<void> {
    const { id, clientSecret } = store.token;
    store.secrets.push(clientSecret);
    store.token = await create(`token-${store.secrets.length}`);
    await admin.tokens.delete(id);
  }
  const credentials = async (): Promise<CreatedApiToken> => {
    store.reads += 1;
    return store.token;
  };
  const [source] = (await admin.platform.internalAccounts.list({ currency: "USD" })).data;
  if (source === undefined) throw new Error("the platform has no USD account");
  await admin.sandbox.fund(source.id, { amount: 1_000_000 });
  const payee = await admin.platform.externalAccounts.create({
    currency: "USD",
    accountInfo: {
      accountType: "USD_ACCOUNT",
      accountNumber: "123456789",
      routingNumber: "021000021",
      beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper" },
    },
  });
  const { id: customerId = "" } = await admin.customers.create({
    customerType: "INDIVIDUAL",
    fullName: "Ada",
  });
  return { simulator, admin, server, store, rotate, credentials, source, payee, customerId };
}

/** A `fetch` that rotates the token before some requests, by their number from 1. */
function rotatingAt(numbers: readonly number[], rotate: () => Promise<void>) {
  let count = 0;
  const fetch: FetchLike = async (url, init) => {
    count += 1;
    if (numbers.includes(count)) await rotate();
    return globalThis.fetch(url, init);
  };
  return fetch;
}

it.each([
  ["one rotation", [60]],
  ["two rotations in a row", [60, 280]],
])("200 calls in flight survive %s: each payment executes once, and no call fails", async (_, rotations) => {
  const { admin, server, store, rotate, credentials, source, payee, customerId } = await setUp();
  const payments = new PaymentsClient({
    baseUrl: server.url,
    credentials,
    fetch: rotatingAt(rotations, rotate),
    logLevel: "off",
  });
  const destination = { accountId: payee.id };
  const pay = (index: number) =>
    payments.transfers.out(
      { source: { accountId: source.id }, destination, amount: 100 + index },
      { idempotencyKey: `payout-${index}` },
    );
  const upload = () =>
    payments.documents.upload({
      documentHolder: customerId,
      documentType: "PASSPORT",
      country: "US",
      file: new Blob([PDF]).stream(),
      fileName: "passport.pdf",
    });
  const work = [
    ...Array.from({ length: 140 }, (_unused, index) => () => pay(index)),
    ...Array.from({ length: 40 }, () => () => payments.customers.list().toArray({ limit: 1 })),
    ...Array.from({ length: 20 }, () => upload),
  ];
  // Interleaved, so that each kind of call is in flight during a rotation.
  const results = await Promise.all(work.map((_unused, index) => work[(index * 7) % work.length]?.()));
  expect(results).toHaveLength(200);
  const made = await admin.transactions.list().toArray();
  const amounts = made.map((transaction) =>
    "sentAmount" in transaction ? transaction.sentAmount.amount : 0,
  );
  expect(amounts.filter((amount) => amount > 0).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 140 }, (_unused, index) => 100 + index),
  );
  expect(store.secrets).toHaveLength(rotations.length);
  expect(store.reads).toBe(1 + rotations.length);
});
