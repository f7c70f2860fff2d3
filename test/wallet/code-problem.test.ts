import { PaymentsClient } from "payments-sdk";
import { codeProblemOf } from "payments-sdk/wallet";
import { describe, expect, it } from "vitest";
import { WalletWorld } from "./support";

/** The error of a call that fails. */
const failing = (call: () => Promise<unknown>): Promise<unknown> =>
  call().then(
    () => {
      throw new Error("the call succeeded");
    },
    (error: unknown) => error,
  );

/** A wallet with a code in the mail, at the service in production. */
async function withCode() {
  const world = await WalletWorld.create("production");
  const wallet = world.wallet();
  await wallet.credentials.register({ type: "EMAIL_OTP" });
  const signIn = (otp: string) => wallet.signIn({ type: "EMAIL_OTP", otp });
  return { world, wallet, signIn, wrong: world.code() === "123456" ? "654321" : "123456" };
}

describe("a code that does not sign in [W15]", () => {
  it("is wrong", async () => {
    const { signIn, wrong } = await withCode();
    expect(codeProblemOf(await failing(() => signIn(wrong)))).toBe("wrong");
  });

  it("is expired", async () => {
    const { world, signIn } = await withCode();
    await world.simulator.clock.advance("6m");
    expect(codeProblemOf(await failing(() => signIn(world.code())))).toBe("expired");
  });

  it("is used", async () => {
    const { world, signIn } = await withCode();
    await signIn(world.code());
    expect(codeProblemOf(await failing(() => signIn(world.code())))).toBe("used");
  });

  it("is locked after five wrong ones, and a separator costs no attempt", async () => {
    const { world, signIn, wrong } = await withCode();
    for (let tries = 0; tries < 5; tries += 1) await failing(() => signIn(wrong));
    expect(codeProblemOf(await failing(() => signIn(world.code())))).toBe("locked");
    const other = await withCode();
    const code = other.world.code();
    await other.signIn(` ${code.slice(0, 3)}-${code.slice(3)} `);
  });

  it.each([
    ["spaces of every kind", (code: string) => `\u200e${code.slice(0, 3)}\u00a0${code.slice(3)}\u200b`],
    ["a dash", (code: string) => `${code.slice(0, 3)}–${code.slice(3)}`],
    [
      "wide digits",
      (code: string) => code.replace(/\d/g, (digit) => "０１２３４５６７８９"[Number(digit)] ?? ""),
    ],
  ])("costs no attempt with %s", async (_, typed) => {
    const { world, signIn } = await withCode();
    expect(await signIn(typed(world.code()))).toMatchObject({ type: "EMAIL_OTP" });
  });

  it("is not sent without a digit or letter", async () => {
    const { world, signIn } = await withCode();
    const sent = world.sent.length;
    expect(await failing(() => signIn(" - "))).toMatchObject({
      code: "INVALID_REQUEST",
      outcome: "not-executed",
    });
    expect(world.sent).toHaveLength(sent);
  });

  it("is locked at the newest service, too, which says 429", async () => {
    const { world, signIn } = await withCode();
    world.wire.intercept = ({ path }, forward) =>
      path.endsWith("/verify")
        ? Response.json({ status: 429, code: "RATE_LIMITED", message: "Slow down" }, { status: 429 })
        : forward();
    expect(codeProblemOf(await failing(() => signIn(world.code())))).toBe("locked");
  });

  it("has its reason also if texts of the service stay out of messages", async () => {
    const { world } = await withCode();
    const { fetch, ...connection } = world.simulator.clientOptions();
    const client = new PaymentsClient({
      ...connection,
      hideServiceText: true,
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!url.endsWith("/verify")) return response;
        const body = { status: 401, code: "UNAUTHORIZED", message: "The code was used before" };
        return Response.json(body, { status: 401 });
      },
    });
    const error = await failing(() =>
      world.wallet({ client }).signIn({ type: "EMAIL_OTP", otp: world.code() }),
    );
    expect(codeProblemOf(error)).toBe("used");
    expect(error).toMatchObject({ outcome: "unknown", message: expect.not.stringContaining("used") });
  });

  it("has no reason in other errors", async () => {
    const { wallet } = await withCode();
    for (const error of [
      await failing(() => wallet.exportMnemonic()),
      new Error("Invalid OTP code"),
      undefined,
    ])
      expect(codeProblemOf(error)).toBeUndefined();
  });

  it("may have signed in if the browser repeats the request: the outcome is unknown [W18]", async () => {
    const { world, signIn } = await withCode();
    world.wire.intercept = async ({ path }, forward) => {
      if (path.endsWith("/verify")) await forward();
      return forward();
    };
    expect(await failing(() => signIn(world.code()))).toMatchObject({
      outcome: "unknown",
      advice: "reconcile",
    });
  });
});
