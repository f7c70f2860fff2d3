import { expect, it, onTestFinished, vi } from "vitest";
import { LIMIT_MS } from "../support/silence";
import { WalletWorld } from "./support";

/** A wallet with held keys and an e-mail credential. */
async function held() {
  const world = await WalletWorld.create("production");
  const codeIssuerKeys = [world.simulator.oneTimeCodeIssuerKey];
  const wallet = world.wallet({ sessionKeys: "held", codeIssuerKeys });
  const { id } = await wallet.credentials.register({ type: "EMAIL_OTP" });
  return { world, wallet, id };
}

it("two requests for a code at once keep the target of the code that was sent last", async () => {
  const { world, wallet, id } = await held();
  let isFirst = true;
  world.wire.intercept = async ({ path }, forward) => {
    const response = await forward();
    if (path.endsWith("/challenge") && isFirst) {
      isFirst = false;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return response;
  };
  await Promise.all([wallet.requestCode(id), wallet.requestCode(id)]);
  expect(await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() })).toMatchObject({ type: "EMAIL_OTP" });
});

it("a request for a code that waits for another one can be aborted", async () => {
  const { world, wallet, id } = await held();
  world.wire.intercept = () => new Promise(() => {});
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const first = wallet.requestCode(id, { totalTimeout: LIMIT_MS }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(world.sentTo("POST", /challenge$/)).toHaveLength(1));
  const leaving = new AbortController();
  const second = wallet.requestCode(id, { signal: leaving.signal });
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: "ABORTED", outcome: "not-executed" });
  expect(world.sentTo("POST", /challenge$/)).toHaveLength(1);
  vi.advanceTimersByTime(LIMIT_MS);
  expect(await first).toMatchObject({ code: "TIMEOUT", outcome: "unknown" });
});

it("a request for a code waits for the first one, also if one between them was aborted", async () => {
  const { world, wallet, id } = await held();
  let respond: (() => void) | undefined;
  world.wire.intercept = async (_, forward) => {
    world.wire.intercept = (_request, next) => next();
    await new Promise<void>((resolve) => (respond = resolve));
    return forward();
  };
  const first = wallet.requestCode(id);
  await vi.waitFor(() => expect(respond).toBeDefined());
  await expect(wallet.requestCode(id, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    code: "ABORTED",
  });
  const third = wallet.requestCode(id);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(world.sentTo("POST", /challenge$/)).toHaveLength(1);
  respond?.();
  await Promise.all([first, third]);
  expect(await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() })).toMatchObject({ type: "EMAIL_OTP" });
});

it("a code is not sealed to an earlier target after a lost request, but after a refused one", async () => {
  const { world, wallet } = await held();
  await wallet.requestCode();
  const code = world.code();
  world.wire.intercept = ({ path }, forward) =>
    path.endsWith("/challenge")
      ? Response.json({ status: 429, code: "RATE_LIMITED", message: "Slow down" }, { status: 429 })
      : forward();
  await expect(wallet.requestCode(undefined, { maxRetries: 0 })).rejects.toMatchObject({ status: 429 });
  await wallet.signIn({ type: "EMAIL_OTP", otp: code });

  const sent = world.sentTo("POST", /verify$/).length;
  world.wire.intercept = async ({ path }, forward) => {
    const response = await forward();
    if (path.endsWith("/challenge")) throw new TypeError("the connection was lost");
    return response;
  };
  await expect(wallet.requestCode()).rejects.toMatchObject({ outcome: "unknown" });
  const signingIn = wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
  await expect(signingIn).rejects.toThrow("first request a code");
  expect(world.sentTo("POST", /verify$/)).toHaveLength(sent);
});
