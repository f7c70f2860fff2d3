import process from "node:process";
import { verifyStamp } from "payments-sdk/wallet";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CryptoProgram } from "../browser/pages/crypto";
import type { WalletProgram } from "../browser/pages/wallet";
import { WalletSite } from "../browser/wallet-site";
import { bundlePage, startSite } from "../support/site";
import type { Site } from "../support/site";
import { exportVectors, sessionVectors, stampVectors, unusableSessionKeys } from "../wallet/crypto/vectors";
import type { Engine, EngineTab } from "./engine";
import { findEngines } from "./find.mjs";
import { Firefox } from "./firefox";
import { WebKit } from "./webkit";

/** 1 USDC. */
const AMOUNT = 1_000_000;
const sites: Site[] = [];

async function serve(...options: Parameters<typeof startSite>): Promise<Site> {
  const site = await startSite(...options);
  sites.push(site);
  return site;
}

/** A program that `run.mjs` found. */
function found(program: string | undefined): string {
  if (program === undefined) throw new Error("start this with `node test/engines/run.mjs`");
  return program;
}

const starters: Record<string, () => Promise<Engine>> = {
  firefox: () => Firefox.start(found(findEngines().firefox.programs.command)),
  webkit: () => {
    const { driver, browser, display } = findEngines().webkit.programs;
    return WebKit.start({ driver: found(driver), browser: found(browser), display: found(display) });
  },
};

const byId = (vectors: readonly { id: string }[], outcomes: readonly unknown[]) =>
  Object.fromEntries(vectors.map(({ id }, index) => [id, outcomes[index]]));

const names = (process.env["ENGINES"] ?? "").split(",").filter((name) => name in starters);

it("runs in at least one engine", () => {
  expect(names).not.toEqual([]);
});

describe.each(names)("in %s", (name) => {
  let engine: Engine;

  beforeAll(async () => {
    engine = await (starters[name] ?? (() => Promise.reject(new Error(name))))();
    console.log(`${name}: ${engine.version}`);
  });
  afterAll(async () => {
    await engine?.close();
    await Promise.all(sites.splice(0).map((site) => site.close()));
  });

  describe("the cryptography", () => {
    let tab: EngineTab;

    beforeAll(async () => {
      const site = await serve({ files: await bundlePage("test/browser/pages/crypto.ts") });
      tab = await engine.open(site.origin);
    });

    /** Calls the page once for each vector. */
    const forEach = (call: keyof CryptoProgram, vectors: readonly unknown[]) =>
      tab.callEach(
        call,
        vectors.map((vector) => [vector]),
      );

    it("opens and rejects session bundles [CRY-03, CRY-04, CRY-06, CRY-07, CRY-11]", async () => {
      const expected = sessionVectors.map(({ expected: { ok, sessionPublicKey, reason } }) =>
        ok ? sessionPublicKey : `refused: ${String(reason)}`,
      );
      expect(byId(sessionVectors, await forEach("openBundle", sessionVectors))).toEqual(
        byId(sessionVectors, expected),
      );
    });

    it("opens and rejects wallet exports [WEX-05, WEX-06, CRY-11, CRY-14]", async () => {
      const expected = exportVectors.map(({ expected: { ok, mnemonic, reason } }) =>
        ok ? mnemonic : `refused: ${String(reason)}`,
      );
      expect(byId(exportVectors, await forEach("openExport", exportVectors))).toEqual(
        byId(exportVectors, expected),
      );
    });

    it("creates and verifies stamps [CRY-08, CRY-09, CRY-11]", async () => {
      const usable = stampVectors.filter(({ expected }) => expected.verifies);
      const stamps = await forEach("stamp", usable);
      const signers = await Promise.all(
        usable.map(
          async ({ payload }, index) => (await verifyStamp(String(stamps[index]), payload)).publicKey,
        ),
      );
      expect(signers).toEqual(usable.map(({ sessionPublicKey }) => sessionPublicKey));
      expect(await forEach("signerOf", stampVectors)).toEqual(
        stampVectors.map(({ expected, sessionPublicKey }) =>
          expected.verifies ? sessionPublicKey : expect.stringMatching(/^refused: (?:stamp|signature)$/),
        ),
      );
      const keys = unusableSessionKeys.map(({ sessionPrivateKey }) => sessionPrivateKey);
      expect(await forEach("useKey", keys)).toEqual(keys.map(() => "refused: InvalidKeyError"));
    });

    it("creates key pairs, and never exports a session key [SES-11]", async () => {
      expect(await forEach("generateKeyPair", [null])).toEqual([expect.stringMatching(/^04[0-9a-f]{128}$/)]);
      expect(await forEach("exportKey", [stampVectors[0]?.sessionPrivateKey])).toEqual([
        Array(3).fill("InvalidAccessError"),
      ]);
    });
  });

  describe("the wallet", () => {
    let site: WalletSite;

    /** A page with the wallet, in a new profile. */
    async function open(): Promise<EngineTab> {
      site = await WalletSite.create({ serve, visit: () => Promise.reject(new Error("not Chromium")) });
      const tab = await engine.open(site.origin);
      await call(tab, "open", site.setup);
      return tab;
    }

    async function reload(tab: EngineTab): Promise<void> {
      await tab.reload();
      await call(tab, "open", site.setup);
    }

    /** Calls the page's program. `undefined` becomes `null`. */
    async function call<Name extends keyof WalletProgram>(
      tab: EngineTab,
      called: Name,
      ...parameters: Parameters<WalletProgram[Name]>
    ): Promise<unknown> {
      const [result] = await tab.callEach(called, [parameters]);
      return result;
    }

    async function signIn(tab: EngineTab): Promise<unknown> {
      await call(tab, "registerEmail");
      return call(tab, "signInByEmail", site.world.code());
    }

    it("keeps sessions after a reload, with keys that cannot be exported, and wipes them [SES-10, SES-11]", async () => {
      const tab = await open();
      const session = await signIn(tab);
      await reload(tab);
      expect(await call(tab, "restore")).toEqual(session);
      expect(await call(tab, "storedKeys")).toMatchObject([
        {
          type: "private",
          extractable: false,
          usages: ["sign"],
          exports: Array(3).fill("InvalidAccessError"),
        },
      ]);
      const quote = await site.world.quote();
      expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
      expect(String(await call(tab, "exportMnemonic")).split(" ")).toHaveLength(12);
      await call(tab, "signOut");
      expect(await call(tab, "storedIds")).toEqual([]);
      expect(await call(tab, "warnings")).toEqual([]);
    });

    it("pays, and finishes a lost payment after a reload", async () => {
      const tab = await open();
      await signIn(tab);
      const { destination } = await site.world.quote();
      const payee = "accountId" in destination ? String(destination.accountId) : "";
      const before = await site.world.balance();
      expect(await call(tab, "pay", payee, AMOUNT)).toBe("COMPLETED");
      const operation = "POST /quotes/{quoteId}/execute";
      site.world.simulator.faults.add({ kind: "reset-before", operation, times: 1 });
      expect(await call(tab, "failToPay", payee, AMOUNT)).toMatchObject({ name: "ServerError" });
      await reload(tab);
      expect(await call(tab, "finishPending")).toBe("COMPLETED");
      expect(await call(tab, "pendingOutcomes")).toEqual([]);
      expect(await site.world.balance()).toBe(before - 2 * AMOUNT);
    });

    it("keeps two tabs in the same state", async () => {
      const tab = await open();
      const other = await tab.openAnother();
      await call(other, "open", site.setup);
      await call(other, "watchState");
      await signIn(tab);
      await expect.poll(() => call(other, "seenStates"), { timeout: 20_000 }).toEqual(["signed-in"]);
      await call(tab, "signOut");
      await expect
        .poll(() => call(other, "seenStates"), { timeout: 20_000 })
        .toEqual(["signed-in", "signed-out"]);
    });

    it("works without a store", async () => {
      const tab = await open();
      await call(tab, "breakStorage", "opening throws");
      expect(await signIn(tab)).toMatchObject({ id: expect.stringMatching(/^Session:/) });
      const quote = await site.world.quote();
      expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
    });
  });
});
