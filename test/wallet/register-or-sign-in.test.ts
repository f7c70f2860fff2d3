import { memoryStore } from "payments-sdk/wallet";
import { beforeEach, describe, expect, it } from "vitest";
import { Platform } from "../relay/support";
import type { Intercept } from "./support";
import { WalletWorld } from "./support";

const phone = { type: "PASSKEY", nickname: "Phone" } as const;
let world: WalletWorld;
const pass: Intercept = (_, forward) => forward();
const passkeys = async () =>
  (await world.payments.auth.credentials.list({ accountId: world.accountId })).data.filter(
    ({ type }) => type === "PASSKEY",
  );

describe("registerOrSignIn", () => {
  beforeEach(async () => {
    world = await WalletWorld.create("production");
  });

  it("registers the first passkey and signs in, and later signs in", async () => {
    await expect(world.wallet().registerOrSignIn(phone)).resolves.toMatchObject({ type: "PASSKEY" });
    await expect(world.wallet().registerOrSignIn(phone)).resolves.toMatchObject({ type: "PASSKEY" });
    expect(await passkeys()).toHaveLength(1);
  });

  it.each(["before", "after"] as const)(
    "signs in at the next call if the connection is lost %s each request is carried out",
    async (when) => {
      let requests = 0;
      for (let lost = 1, isDone = false; !isDone; lost += 1) {
        world = await WalletWorld.create("production");
        const wallet = world.wallet();
        requests = 0;
        world.wire.intercept = async (_, forward) => {
          requests += 1;
          if (requests !== lost) return forward();
          if (when === "after") await forward();
          throw new TypeError("fetch failed");
        };
        await wallet.registerOrSignIn(phone, { maxRetries: 0 }).catch(() => {});
        isDone = requests < lost;
        world.wire.intercept = pass;
        await expect(wallet.registerOrSignIn(phone)).resolves.toMatchObject({ type: "PASSKEY" });
        expect(await passkeys()).toHaveLength(1);
      }
      expect(requests).toBeGreaterThan(3);
    },
  );

  it("asks for the e-mail code first where an account begins with one, and then keeps that session", async () => {
    world = await WalletWorld.create("production", { wallet: { newestAccounts: true } });
    const wallet = world.wallet({
      sessionKeys: "held",
      codeIssuerKeys: [world.simulator.oneTimeCodeIssuerKey],
    });
    const first = { name: "SessionRequiredError", code: "SESSION_REQUIRED" };
    for (const register of [() => wallet.registerOrSignIn(phone), () => wallet.credentials.register(phone)]) {
      await expect(register()).rejects.toMatchObject({
        ...first,
        message: expect.stringContaining('call `requestCode()`, then `signIn({ type: "EMAIL_OTP", otp })`'),
      });
    }
    await wallet.requestCode();
    const session = await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await expect(wallet.registerOrSignIn(phone)).resolves.toBe(session);
    expect(await passkeys()).toHaveLength(1);
  });
});

describe("requestCode", () => {
  it("says that the page cannot use a code, before one is sent", async () => {
    const platform = await Platform.create({}, {}, { wallet: { newestAccounts: true } });
    const wallet = platform.wallet(platform.ada, { sessionKeys: "held", store: memoryStore() });
    const { length } = platform.simulator.outbox.list;
    await expect(wallet.requestCode()).rejects.toMatchObject({
      code: "INVALID_CONFIGURATION",
      option: "codeIssuerKeys",
    });
    expect(platform.simulator.outbox.list).toHaveLength(length);
  });
});
