/** What random arguments of a wallet's methods found: values that throw when they are read, and lists of something else. */
import { memoryStore, Wallet } from "payments-sdk/wallet";
import type { WalletOptions } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { WalletWorld } from "./support";

/** Wrong on purpose. */
const untyped = (value: unknown) => value as never;

function throwing(): never {
  throw new Error("thrown by the caller's own object");
}
const getter = (name: string) => Object.defineProperty({}, name, { enumerable: true, get: throwing });
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

describe("is refused as an invalid request, and not with an error of the language:", () => {
  it.each<[string, (wallet: Wallet) => PromiseLike<unknown>]>([
    ["options with a getter that throws", (wallet) => wallet.balance(untyped(getter("signal")))],
    ["options that are a revoked proxy", (wallet) => wallet.pending(untyped(revoked()))],
    ["a signal that cannot be read", (wallet) => wallet.balance({ signal: untyped(revoked()) })],
    ["options of an execution", (wallet) => wallet.executeQuote("Quote:1", untyped(revoked()))],
    ["a quote that cannot be read", (wallet) => wallet.executeQuote(untyped(getter("source")))],
    ["parameters of a payment", (wallet) => wallet.pay(untyped(getter("confirm")))],
    ["parameters of a quote", (wallet) => wallet.quotes.create(untyped(revoked()))],
    ["parameters of a sign-in", (wallet) => wallet.signIn(untyped(revoked()))],
    ["parameters of a registration", (wallet) => wallet.credentials.register(untyped(getter("type")))],
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

  it("a list with parameters that cannot be read", async () => {
    const world = await WalletWorld.create("sandbox");
    expect(() => world.wallet().transactions.list(untyped(revoked()))).toThrow("`params` cannot be read");
  });

  it("a passkey whose transports are not a list", async () => {
    const world = await WalletWorld.create("sandbox");
    const made = {
      rawId: "aWQ",
      response: { clientDataJSON: "e30", attestationObject: "e30", transports: 5 },
    };
    const wallet = world.wallet({ passkeys: { create: () => untyped(made), get: throwing } });
    await expect(wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" })).rejects.toThrow(
      "`credential` cannot be read",
    );
    expect(world.sent).toEqual([]);
  });
});

it("options that cannot be read are a wrong configuration", () => {
  expect(() => new Wallet(revoked() as WalletOptions)).toThrow(
    expect.objectContaining({ name: "ConfigurationError" }),
  );
});

it("an entry of the store that cannot be read is left out, and the others come back", async () => {
  const world = await WalletWorld.create("sandbox");
  const store = memoryStore();
  const { id } = await world.signInByEmail(world.wallet({ store }));
  const entries = await store.list(world.accountId);
  const wallet = world.wallet({
    logLevel: "off",
    store: {
      ...store,
      list: async () => [untyped(getter("id")), untyped(revoked()), ...entries],
      listPayments: async () => [untyped(revoked())],
    },
  });
  await expect(wallet.restore()).resolves.toMatchObject({ id });
  await expect(wallet.pending()).resolves.toEqual([]);
});
