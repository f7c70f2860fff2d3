import { findPayloadToSign } from "payments-sdk";
import { sandboxValues, verifyStamp } from "payments-sdk/wallet";
import { createPublicKey, verify } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { environments, WalletWorld } from "./support";

const EXECUTE = "POST /quotes/{quoteId}/execute";
const PATH = /^\/quotes\/[^/]+\/execute$/;

/** A world with a signed-in wallet and a quote that pays out of it. */
async function worldWithQuote(environment: (typeof environments)[number], options = {}) {
  const { world, wallet, session } = await WalletWorld.signedIn(environment, options);
  const quote = await world.quote();
  world.sent.length = 0;
  return { world, wallet, session, quote };
}

describe.each(environments)("executeQuote (%s)", (environment) => {
  it("signs the quote's payload and executes it, with an idempotency key and no body [QUO-25, QUO-12, AUT-05]", async () => {
    const { world, wallet, quote } = await worldWithQuote(environment);
    const before = await world.balance();

    const executed = await wallet.executeQuote(quote);

    expect(executed.id).toBe(quote.id);
    expect(executed.status).not.toBe("PENDING");
    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
    const [request] = world.sentTo("POST", PATH);
    expect(request?.body).toBe("");
    expect(request?.headers).toHaveProperty("idempotency-key");
    expect(request?.headers).not.toHaveProperty("request-id");
  });

  it("accepts a quote's id [QUO-25]", async () => {
    const { wallet, quote } = await worldWithQuote(environment);
    await expect(wallet.executeQuote(quote.id)).resolves.toMatchObject({ id: quote.id });
  });

  it("sends the bare DER signature of the same payload if you choose it [CRY-10, OP-02]", async () => {
    const { world, wallet, session, quote } = await worldWithQuote(environment, { executeSignature: "der" });
    await wallet.executeQuote(quote);
    const [request] = world.sentTo("POST", PATH);
    const header = request?.headers["service-wallet-signature"] ?? "";
    if (environment === "sandbox") {
      expect(header).toBe(sandboxValues.walletSignature);
      return;
    }
    const point = Buffer.from(session.publicKey ?? "", "hex");
    // A compressed P-256 point as SubjectPublicKeyInfo (RFC 5480).
    const prefix = Buffer.from("3039301306072a8648ce3d020106082a8648ce3d030107032200", "hex");
    const key = createPublicKey({ key: Buffer.concat([prefix, point]), format: "der", type: "spki" });
    const payload = Buffer.from(findPayloadToSign(quote) ?? "");
    expect(verify("sha256", payload, key, Buffer.from(header, "base64"))).toBe(true);
  });

  it("repeats one idempotency key after lost responses, and pays once [IDM-01, QUO-29]", async () => {
    const { world, wallet, quote } = await worldWithQuote(environment);
    const before = await world.balance();
    world.simulator.faults.add({ kind: "reset-after", operation: EXECUTE, times: 1 });
    world.simulator.faults.add({ kind: "status", status: 503, operation: EXECUTE, times: 1 });

    await wallet.executeQuote(quote);

    const keys = world.sentTo("POST", PATH).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
  });

  it("can be finished with the error's key if every response was lost [IDM-01]", async () => {
    const { world, wallet, quote } = await worldWithQuote(environment);
    const before = await world.balance();
    const restore = world.simulator.faults.add({ kind: "reset-after", operation: EXECUTE });
    const error = await wallet.executeQuote(quote, { maxRetries: 0 }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ outcome: "unknown", idempotencyKey: expect.any(String) });
    restore();

    const { idempotencyKey } = error as { idempotencyKey: string }; // Checked above.
    await wallet.executeQuote(quote, { idempotencyKey });

    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
  });

  it("rejects a quote without a payload, or from another account, before it sends anything", async () => {
    const { world, wallet, quote } = await worldWithQuote(environment);
    const { paymentInstructions: _, ...plain } = quote;
    await expect(wallet.executeQuote(plain)).rejects.toThrow("has no `payloadToSign`");
    // A source that differs only in case is another account.
    for (const accountId of ["InternalAccount:other", wallet.accountId.toLowerCase()]) {
      const foreign = { ...quote, source: { sourceType: "ACCOUNT", accountId } as const };
      await expect(wallet.executeQuote(foreign)).rejects.toThrow("does not pay from this wallet");
    }
    expect(world.sent).toEqual([]);
  });

  it("requires a session [SES-05]", async () => {
    const { world, quote } = await worldWithQuote(environment);
    await expect(world.wallet().executeQuote(quote)).rejects.toMatchObject({
      name: "SessionRequiredError",
      operation: "wallet.executeQuote",
    });
    expect(world.sent).toEqual([]);
  });
});

describe("executeQuote (production)", () => {
  it("stamps with the session key [CRY-10, SRY-14]", async () => {
    const { world, wallet, session, quote } = await worldWithQuote("production");
    await wallet.executeQuote(quote);
    const [request] = world.sentTo("POST", PATH);
    const stamp = request?.headers["service-wallet-signature"] ?? "";
    expect(await verifyStamp(stamp, findPayloadToSign(quote) ?? "")).toMatchObject({
      publicKey: session.publicKey,
    });
  });

  it("signs in again if the service has ended the session, and pays once [SES-05]", async () => {
    const { world, wallet, session, quote } = await worldWithQuote("production", {
      onSessionRequired: async () => {
        await wallet.requestCode();
        await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      },
    });
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const before = await world.balance();

    await wallet.executeQuote(quote);

    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
    expect(world.sentTo("POST", PATH)).toHaveLength(2);
  });

  it("can be called again with the same key after the session has expired, and pays once [IDM-01, SES-05]", async () => {
    const { world, wallet, session, quote } = await worldWithQuote("production");
    storeNoRejectedAuthentication(world);
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const before = await world.balance();
    const idempotencyKey = "payment-42";

    await expect(wallet.executeQuote(quote, { idempotencyKey })).rejects.toMatchObject({
      name: "SessionExpiredError",
      outcome: "not-executed",
    });
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    const executed = await wallet.executeQuote(quote, { idempotencyKey });
    const repeated = await wallet.executeQuote(quote, { idempotencyKey });

    expect(repeated).toEqual(executed);
    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
    const keys = world.sentTo("POST", PATH).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([idempotencyKey, idempotencyKey, idempotencyKey]);
  });

  it("keeps the caller's key if it signs in again during the call, and pays once [IDM-01, SES-05]", async () => {
    const { world, wallet, session, quote } = await worldWithQuote("production", {
      onSessionRequired: async () => {
        await wallet.requestCode();
        await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
      },
    });
    storeNoRejectedAuthentication(world);
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const before = await world.balance();

    await wallet.executeQuote(quote, { idempotencyKey: "payment-42" });

    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
    const keys = world.sentTo("POST", PATH).map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual(["payment-42", "payment-42"]);
  });

  it("does not sign in and pay again after a 401 that leaves an attempt open [IDM-01]", async () => {
    const asked = vi.fn();
    const { world, wallet, quote, session } = await worldWithQuote("production", {
      onSessionRequired: asked,
    });
    storeNoRejectedAuthentication(world);
    await world.payments.auth.sessions.revoke(session.id, { signer: session });
    const before = await world.balance();
    world.simulator.faults.add({ kind: "reset-before", operation: EXECUTE, times: 1 });

    const error = await wallet.executeQuote(quote).catch((caught: unknown) => caught);

    expect(error).toMatchObject({ status: 401, outcome: "unknown", idempotencyKey: expect.any(String) });
    expect(asked).not.toHaveBeenCalled();
    const { idempotencyKey } = error as { idempotencyKey: string }; // Checked above.
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await wallet.executeQuote(quote, { idempotencyKey });
    expect(await world.balance()).toBe(before - quote.totalSendingAmount);
  });

  it("sends the key only with the execution", async () => {
    const { world, wallet, quote } = await worldWithQuote("production");
    await wallet.executeQuote(quote.id, { idempotencyKey: "payment-42" });
    expect(world.sent.map(({ headers }) => headers["idempotency-key"])).toEqual([undefined, "payment-42"]);
  });
});

/** A service that stores no response to an unauthenticated request (docs/maintainers/decisions/0004-idempotency-keys.md). */
function storeNoRejectedAuthentication(world: WalletWorld): void {
  const accepted = new Map<string, string>();
  world.wire.intercept = async ({ headers }, forward) => {
    const key = headers["idempotency-key"];
    if (key === undefined) return forward();
    const response = await forward({ ...headers, "idempotency-key": accepted.get(key) ?? key });
    if (response.status === 401) accepted.set(key, crypto.randomUUID());
    return response;
  };
}
