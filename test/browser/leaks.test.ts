/** Programs that live long: what a call, a page and the relay used must be released. */
import { getEventListeners } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import * as verifier from "@simplewebauthn/server";
import { createWalletRelay } from "payments-sdk/relay";
import { Simulator } from "payments-sdk/simulator";
import { chromium } from "playwright-core";
import { expect, it, onTestFinished } from "vitest";
import { buildPage } from "../../examples/wallet-web/build";
import { startDemo } from "../../examples/wallet-web/server";
import { Tab } from "../support/browser";
import { findChromium } from "../support/chromium";
import { clientOf, createSimulator } from "../support/world";
import { Person } from "./wallet-page-support";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** The number of objects that survive some garbage collections. */
async function survivors(references: readonly WeakRef<object>[]): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    await nextTurn();
    collect();
  }
  return references.filter((reference) => reference.deref() !== undefined).length;
}

it("releases the results and errors of calls, although the client and a signal live on", async () => {
  const simulator = createSimulator({ keep: { log: 1, responses: 1 } });
  const { signal } = new AbortController();
  const payments = clientOf(simulator, { logLevel: "off" });
  const references: WeakRef<object>[] = [];
  for (let count = 0; count < 50; count += 1) {
    references.push(new WeakRef(await payments.customers.list({}, { signal })));
    const id = `Customer:${String(count)}` as const;
    const error: unknown = await payments.customers.retrieve(id, { signal }).catch((reason) => reason);
    references.push(new WeakRef(error as object));
  }
  // The last objects may still be in a register.
  expect(await survivors(references)).toBeLessThanOrEqual(4);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(clientOf(simulator)).not.toBe(payments);
});

it("releases the users and requests of the relay", async () => {
  const references: WeakRef<object>[] = [];
  const relay = createWalletRelay({
    client: clientOf(createSimulator(), { logLevel: "off" }),
    origins: ["https://wallet.example"],
    secret: "a secret of the platform, 32 bytes or more",
    authenticate: ({ headers }) => {
      const user = { userId: headers.get("cookie") ?? "", accountIds: [] };
      references.push(new WeakRef(user));
      return user;
    },
  });
  for (let count = 0; count < 50; count += 1) {
    const address = "https://wallet.example/wallet/auth/credentials?accountId=InternalAccount:1";
    const request = new Request(address, { headers: { cookie: `user=${String(count)}` } });
    references.push(new WeakRef(request));
    expect((await relay(request)).status).toBe(404);
  }
  expect(references).toHaveLength(100);
  expect(await survivors(references)).toBeLessThanOrEqual(4);
});

it("the wallet page has no more documents and listeners after more payments", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "wallet-page-leaks-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await buildPage(folder);
  const simulator = new Simulator({ environment: "production", wallet: { webAuthn: { verifier } } });
  // One user makes more calls here than a limit allows.
  const demo = await startDemo({ page: folder, simulator, limit: () => undefined });
  onTestFinished(() => demo.close());
  const browser = await chromium.launch(await findChromium());
  onTestFinished(() => browser.close());
  const tab = await Tab.open(await browser.newContext());
  const person = await Person.at(tab, demo.origin);
  const session = await tab.page.context().newCDPSession(tab.page);
  await session.send("Performance.enable");
  const counted = async () => {
    await session.send("HeapProfiler.collectGarbage");
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.filter(({ name }) => name === "Documents" || name === "JSEventListeners");
  };
  const round = async () => {
    await person.signsInWithPasskey();
    await person.reviewsPayment("Grace Hopper", "1");
    await person.presses("Sign and send");
    await person.sees("Payment sent");
    await person.opens("Overview");
    await person.sees("Balance");
    await person.presses("Sign out");
    await person.sees("Sign in");
  };
  await person.joins();
  await person.addsMoney("500.00 USDC");
  await person.opens("Overview");
  await person.sees("Balance");
  await person.presses("Sign out");
  await person.sees("Sign in");
  await round();
  await round();
  const before = await counted();
  for (let count = 0; count < 4; count += 1) await round();
  expect(await counted()).toEqual(before);
}, 120_000);
