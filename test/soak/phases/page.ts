import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import * as verifier from "@simplewebauthn/server";
import { Simulator } from "payments-sdk/simulator";
import { chromium } from "playwright-core";
import { buildPage } from "../../../examples/wallet-web/build";
import { startDemo } from "../../../examples/wallet-web/server";
import { Person } from "../../browser/wallet-page-support";
import { Tab } from "../../support/browser";
import { findChromium } from "../../support/chromium";
import { ENGINE_FLAGS } from "../engine";
import type { Work } from "../phase";

const flags = [
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  `--js-flags=${ENGINE_FLAGS.join(" ")}`,
];
/** The cost of all rounds of a phase, with fees. */
const FUNDING = "500.00 USDC";

/** One round of a user: sign in, pay, sign out. */
async function round(person: Person): Promise<void> {
  await person.signsInWithPasskey();
  await person.reviewsPayment("Grace Hopper", "1");
  await person.presses("Sign and send");
  await person.sees("Payment sent");
  // After a new sign-in, the page shows the earlier view.
  await person.opens("Overview");
  await person.sees("Balance");
  await person.presses("Sign out");
  await person.sees("Sign in");
}

/** Opens the wallet page in Chromium, with or without a reload after each round. */
export async function openPage(reloads: boolean): Promise<Work> {
  const folder = await mkdtemp(path.join(tmpdir(), "wallet-page-soak-"));
  await buildPage(folder);
  const keep = { log: 100 };
  const simulator = new Simulator({
    environment: "production",
    quotes: { lifetime: "2m" },
    wallet: { webAuthn: { verifier } },
    keep,
  });
  // One user makes more calls here than the limit of a user allows.
  const demo = await startDemo({ page: folder, simulator, limit: () => undefined });
  const browser = await chromium.launch({ ...(await findChromium()), args: flags });
  const tab = await Tab.open(await browser.newContext());
  const person = await Person.at(tab, demo.origin);
  await person.joins();
  await person.addsMoney(FUNDING);
  await person.opens("Overview");
  await person.sees("Balance");
  await person.presses("Sign out");
  await person.sees("Sign in");
  const session = await tab.page.context().newCDPSession(tab.page);
  await session.send("Performance.enable");
  return {
    async run(count) {
      for (let index = 0; index < count; index += 1) {
        await round(person);
        if (!reloads) continue;
        await tab.reload();
        await person.sees("Sign in");
      }
    },
    async sample() {
      for (let time = 0; time < 3; time += 1) await session.send("HeapProfiler.collectGarbage");
      const { metrics } = await session.send("Performance.getMetrics");
      const metric = (wanted: string) => metrics.find((one) => one.name === wanted)?.value ?? Number.NaN;
      return {
        heapBytes: metric("JSHeapUsedSize"),
        counts: {
          documents: metric("Documents"),
          nodes: metric("Nodes"),
          listeners: metric("JSEventListeners"),
        },
      };
    },
    async close() {
      await browser.close();
      await demo.close();
      await rm(folder, { recursive: true, force: true });
      return {};
    },
  };
}
