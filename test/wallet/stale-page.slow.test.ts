import type { Wallet } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import type * as loadOnDemand from "../../src/core/load-on-demand";
import { createBank, fund } from "../support/parts";
import { WalletWorld } from "./support";
import { splitStore } from "./split-store";

/** A page that loads each part of the package once. The server no longer has one of them. */
const page = vi.hoisted(() => ({ current: { loads: 0, missing: 0 } }));

vi.mock("../../src/core/load-on-demand", async (original) => {
  const { onDemand } = await original<typeof loadOnDemand>();
  return {
    onDemand: <Part>(load: () => Promise<Part>) => {
      let of: object | undefined;
      let part: ReturnType<typeof onDemand<Part>>;
      return (...facts: Parameters<typeof part>) => {
        const { current } = page;
        if (of !== current) {
          of = current;
          part = onDemand(() => {
            current.loads += 1;
            if (current.loads !== current.missing) return load();
            return Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
          });
        }
        return part(...facts);
      };
    },
  };
});

const FUNDS = 10_000_000;
const AMOUNT = 1_000_000;
const caught = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

/** A wallet with a code by email and a passkey, signed in, as a page has it after it was opened. */
async function opened(sessionKeys: "held" | "sealed") {
  const world = await WalletWorld.create("production");
  const codeIssuerKeys = [world.simulator.oneTimeCodeIssuerKey];
  const store = splitStore();
  const wallet = world.wallet({ sessionKeys, codeIssuerKeys, store });
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  await wallet.requestCode();
  await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
  await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
  await fund(world.simulator, world.payments, world, FUNDS);
  const bank = await createBank(world.payments, world.customerId, "Ada Owner");
  const balance = async () =>
    (await world.payments.internalAccounts.findWallet(world.customerId))?.balance.amount;
  return { world, wallet, store, bank, balance };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** A customer's action, and what it must leave as it was before if a part is missing. */
interface Action {
  readonly prepare?: (page: Opened) => Promise<unknown>;
  readonly act: (wallet: Wallet, page: Opened) => Promise<unknown>;
  readonly unchanged?: (page: Opened) => Promise<void>;
  readonly done?: (page: Opened) => Promise<void>;
}

const actions: Record<string, Action> = {
  "a sign-in by code": {
    prepare: ({ wallet }) => wallet.requestCode(),
    act: (wallet, { world }) => wallet.signIn({ type: "EMAIL_OTP", otp: world.code() }),
  },
  "a sign-in by passkey": { act: (wallet) => wallet.signIn({ type: "PASSKEY" }) },
  "a refresh": { act: (wallet) => wallet.refresh() },
  "an export": { act: (wallet) => wallet.exportMnemonic() },
  "a payment": {
    act: (wallet, { bank }) =>
      wallet.pay({
        destination: { destinationType: "ACCOUNT", accountId: bank },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: AMOUNT,
        confirm: () => true,
      }),
    unchanged: async ({ wallet, store, balance, world }) => {
      expect(await wallet.pending()).toEqual([]);
      expect(await store.listPayments(world.accountId)).toEqual([]);
      expect(await balance()).toBe(FUNDS);
    },
    done: async ({ balance }) => expect(await balance()).toBe(FUNDS - AMOUNT),
  },
};

/** With held keys, these still open or seal a value. */
const usesOldKeys = new Set(["a sign-in by code", "an export"]);

describe.each(["held", "sealed"] as const)("a page of an earlier release (%s keys)", (sessionKeys) => {
  it.each(Object.entries(actions))("keeps no half of %s", async (name, action) => {
    let hasEnded = false;
    for (let missing = 1; !hasEnded; missing += 1) {
      page.current = { loads: 0, missing: 0 };
      const given = await opened(sessionKeys);
      await action.prepare?.(given);
      const { wallet, world } = given;
      const session = wallet.session;
      const { length: codes } = world.simulator.outbox.list;
      page.current = { loads: 0, missing };
      const error = await caught(action.act(wallet, given));
      hasEnded = page.current.loads < missing;
      if (hasEnded) {
        expect(error).toBeUndefined();
        const loadsNothing = name === "a payment" || (sessionKeys === "held" && !usesOldKeys.has(name));
        expect(page.current.loads > 0).toBe(!loadsNothing);
      } else {
        const lost = { name: "ConnectionError", outcome: "not-executed", advice: "fix" };
        expect(error).toMatchObject({ ...lost, code: "PART_NOT_LOADED" });
        expect(wallet.session).toBe(session);
        await action.unchanged?.(given);
        // The next call works, with the same code.
        await action.act(wallet, given);
        expect(world.simulator.outbox.list).toHaveLength(codes);
      }
      await action.done?.(given);
    }
  });

  it("loads at the restore what a payment, a refresh and a sign-out need, and nothing later", async () => {
    page.current = { loads: 0, missing: 0 };
    const { world, store, bank } = await opened(sessionKeys);
    page.current = { loads: 0, missing: 0 };
    const wallet = world.wallet({ sessionKeys, store });
    await wallet.restore();
    const { current } = page;
    current.missing = current.loads + 1;
    await actions["a payment"]?.act(wallet, { bank } as Opened);
    await wallet.refresh();
    await wallet.signOut();
    expect(current.loads).toBe(sessionKeys === "held" ? 1 : 2);
  });
});
