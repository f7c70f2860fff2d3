import type { Wallet } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { WalletWorld } from "./support";
import { splitStore } from "./split-store";

/** Wrong on purpose. */
const untyped = (value: unknown) => value as never;

function throwing(): never {
  throw new Error("thrown by the caller's own object");
}

describe("an InvalidRequestError, not a TypeError, for", () => {
  it.each<[string, (wallet: Wallet) => PromiseLike<unknown>]>([
    [
      "passkeys that are not a list",
      (wallet) => wallet.prepareSignIn({ type: "PASSKEY", allowCredentials: untyped("Y3JlZA") }),
    ],
    [
      "excluded passkeys that are not texts",
      (wallet) =>
        wallet.credentials.prepareRegistration({
          type: "PASSKEY",
          nickname: "Phone",
          excludeCredentials: [untyped(5)],
        }),
    ],
    [
      "a prepared registration without a challenge",
      (wallet) =>
        wallet.credentials.register(
          untyped({ type: "PASSKEY", nickname: "Phone", request: { challenge: 5n } }),
        ),
    ],
  ])("%s", async (_case, call) => {
    const world = await WalletWorld.create("sandbox");
    const wallet = world.wallet();
    await expect(call(wallet)).rejects.toMatchObject({
      name: "InvalidRequestError",
      outcome: "not-executed",
    });
    expect(world.sent).toEqual([]);
    expect(wallet.state).toEqual({ status: "signed-out" });
  });

  it("a passkey with transports that are not an array", async () => {
    const world = await WalletWorld.create("sandbox");
    const made = {
      rawId: "aWQ",
      response: { clientDataJSON: "e30", attestationObject: "e30", transports: 5 },
    };
    const wallet = world.wallet({ passkeys: { create: () => untyped(made), get: throwing } });
    await expect(wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" })).rejects.toThrow(
      "`transports` must be an array, got a number",
    );
    expect(world.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

it("restore skips a stored entry that is not a session, and returns the others", async () => {
  const world = await WalletWorld.create("sandbox");
  const store = splitStore();
  const { id } = await world.signInByEmail(world.wallet({ store }));
  const entries = await store.listSessions(world.accountId);
  const wallet = world.wallet({
    logLevel: "off",
    store: {
      ...store,
      listSessions: async () => [untyped(null), untyped(5), ...entries],
      listPayments: async () => [
        untyped(null),
        untyped({ quoteId: "Quote:1" }),
        untyped({ quoteId: "Quote:2" }),
      ],
    },
  });
  await expect(wallet.restore()).resolves.toMatchObject({ id });
  const unreadable = { outcome: "unreadable" };
  await expect(wallet.pending()).resolves.toMatchObject([unreadable, unreadable]);
});

it("the address of a code is not ignored [W17]", async () => {
  const world = await WalletWorld.create("production");
  const params = { type: "EMAIL_OTP", email: "eve@example.com" } as never; // Wrong on purpose.
  await expect(world.wallet().credentials.register(params)).rejects.toMatchObject({
    issues: [{ path: "email" }],
  });
  expect(world.sent).toEqual([]);
});
