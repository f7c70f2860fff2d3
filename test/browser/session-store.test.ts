import { beforeEach, describe, expect, it } from "vitest";
import { ONE_PROCESS, useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import type { SessionFacts, WalletProgram } from "./pages/wallet";
import { WalletSite } from "./wallet-site";

const browser = useBrowser(ONE_PROCESS);
let site: WalletSite;

beforeEach(async () => {
  site = await WalletSite.create(browser);
});

/** Calls the page's program. */
function call<Name extends keyof WalletProgram>(
  tab: Tab,
  name: Name,
  ...parameters: Parameters<WalletProgram[Name]>
) {
  return tab.call<WalletProgram, Name>(name, ...parameters);
}

/** Signs in with a code, the first time as at every later one. */
async function signIn(tab: Tab): Promise<SessionFacts> {
  const { outbox } = site.world.simulator;
  await call(tab, outbox.list.length === 0 ? "registerEmail" : "requestCode");
  const session = await call(tab, "signInByEmail", site.world.code());
  if (session === undefined) throw new Error("signing in gives a session");
  return session;
}

describe("sessions in IndexedDB", () => {
  it("survive a reload, and sign with the same key [SES-11, CRY-11]", async () => {
    const tab = await site.open();
    const session = await signIn(tab);
    await site.reload(tab);
    expect(await call(tab, "session")).toBeUndefined();
    expect(await call(tab, "restore")).toEqual(session);
    const quote = await site.world.quote();
    expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
    expect(await call(tab, "warnings")).toEqual([]);
    expect(await tab.violations()).toEqual([]);
    expect(await tab.problems()).toEqual([]);
  });

  it("are found by an action without an earlier restore", async () => {
    const tab = await site.open();
    await signIn(tab);
    const quote = await site.world.quote();
    await site.reload(tab);
    expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
  });

  it("have keys that cannot be exported [SES-11]", async () => {
    const tab = await site.open();
    const { publicKey } = await signIn(tab);
    expect(await call(tab, "storedKeys")).toEqual([
      {
        type: "private",
        extractable: false,
        usages: ["sign"],
        publicKey,
        exports: ["InvalidAccessError", "InvalidAccessError", "InvalidAccessError"],
      },
    ]);
  });

  it("are wiped when the customer signs out [SES-10, SES-11]", async () => {
    const tab = await site.open();
    await signIn(tab);
    expect(await call(tab, "storedIds")).toHaveLength(1);
    await call(tab, "signOut");
    expect(await call(tab, "storedIds")).toEqual([]);
    await site.reload(tab);
    expect(await call(tab, "restore")).toBeUndefined();
  });

  it("are wiped after their expiry, by the service's clock [SES-05]", async () => {
    const tab = await site.open();
    await signIn(tab);
    await site.world.simulator.clock.advance("16m");
    await site.reload(tab);
    // The service tells its time with its answers.
    const code = await call(tab, "requestCode");
    expect(code).toBeTruthy();
    expect(await call(tab, "restore")).toBeUndefined();
    await expect.poll(() => call(tab, "storedIds")).toEqual([]);
  });
});

describe("two tabs", () => {
  it("share sessions, and keep each other's [SES-04]", async () => {
    const tab = await site.open();
    const mine = await signIn(tab);
    const other = await site.openAnother(tab);
    const theirs = await signIn(other);
    expect((await call(tab, "storedIds")).sort()).toEqual([mine.id, theirs.id].sort());
    expect(await call(other, "heldSessions")).toEqual([theirs.id]);

    // The one tab ends its own session, and the other signs on with its own.
    await call(other, "revokeSession", theirs.id);
    expect(await call(tab, "storedIds")).toEqual([mine.id]);
    expect(await call(tab, "session")).toEqual(mine);
    const quote = await site.world.quote();
    expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
    // And so does the first one, with what is left in the store.
    expect(await call(other, "restore")).toEqual(mine);
  });

  it("are both signed out if one is", async () => {
    const tab = await site.open();
    await signIn(tab);
    const other = await site.openAnother(tab);
    await call(other, "restore");
    const quote = await site.world.quote();
    await call(other, "signOut");
    expect(await call(tab, "failToExecuteQuote", quote.id)).toMatchObject({ name: "SessionRequiredError" });
    expect(await call(tab, "session")).toBeUndefined();
  });

  it("do not block the deletion or upgrade of the database", async () => {
    const tab = await site.open();
    await signIn(tab);
    const other = await site.openAnother(tab);
    expect(await call(other, "deleteDatabase")).toBe("deleted");
    // The store opens a new connection to an empty database.
    const session = await signIn(tab);
    expect(await call(tab, "storedIds")).toEqual([session.id]);

    await call(other, "upgradeDatabase");
    expect(await call(tab, "warnings")).toEqual([]);
    // A database of a newer version keeps the same stores.
    const later = await signIn(tab);
    expect(await call(tab, "storedIds")).toContain(later.id);
    expect(await call(tab, "warnings")).toEqual([]);
  });
});

describe("payloads in IndexedDB", () => {
  it("are claimed once, also by two stores at the same time [W3]", async () => {
    const tab = await site.open();
    expect(await call(tab, "claimPayload", "a")).toBe(1);
    await site.reload(tab);
    expect(await call(tab, "claimPayload", "a")).toBe(0);
  });
});

describe("leftovers of unused wallets", () => {
  it("are removed at the next visit, unless they are young or active", async () => {
    const tab = await site.open();
    const { id } = await signIn(tab);
    await call(tab, "leaveEntry", "Session:old", 2, 2);
    await call(tab, "leaveEntry", "Session:stored-lately", 0.5, 2);
    await call(tab, "leaveEntry", "Session:alive", 2, 0.5);
    await site.reload(tab);
    await call(tab, "restore");
    expect((await call(tab, "storedIds")).sort()).toEqual(
      [id, "Session:alive", "Session:stored-lately"].sort(),
    );
  });
});

describe("a browser without a usable store", () => {
  it.each([
    ["there is none", "ReferenceError|TypeError"],
    ["opening throws", "SecurityError"],
    ["keys cannot be stored", "DataCloneError"],
    ["the disk is full", "AbortError|QuotaExceededError|Error"],
  ])("(%s) keeps the session in memory, with a warning", async (how, name) => {
    const tab = await site.open();
    await call(tab, "breakStorage", how);
    const session = await signIn(tab);
    const quote = await site.world.quote();
    expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
    expect(await call(tab, "session")).toEqual(session);
    const warnings = await call(tab, "warnings");
    expect(warnings).toContainEqual(expect.stringMatching(new RegExp(`failed at .put. \\((${name})\\)`)));

    await site.reload(tab);
    expect(await call(tab, "restore")).toBeUndefined();
    expect(await tab.violations()).toEqual([]);
    expect(await tab.problems()).toEqual([]);
  });

  it("(opening throws once) opens again, and stores the session", async () => {
    const tab = await site.open();
    await call(tab, "breakStorage", "opening throws once");
    const { id } = await signIn(tab);
    expect(await call(tab, "warnings")).toEqual([]);
    expect(await call(tab, "storedIds")).toEqual([id]);
  });

  it("(connections end without an event) opens again", async () => {
    const tab = await site.open();
    await call(tab, "breakStorage", "connections end");
    const first = await signIn(tab);
    const second = await signIn(tab);
    expect((await call(tab, "storedIds")).sort()).toEqual([first.id, second.id].sort());
    expect(await call(tab, "warnings")).toEqual([]);
  });

  it("(reading throws) signs with the session in memory", async () => {
    const tab = await site.open();
    await call(tab, "breakStorage", "reading throws");
    await signIn(tab);
    const quote = await site.world.quote();
    expect(await call(tab, "executeQuote", quote.id)).toBe("COMPLETED");
    expect(await call(tab, "warnings")).toContainEqual(expect.stringContaining("failed at `list`"));
  });
});
