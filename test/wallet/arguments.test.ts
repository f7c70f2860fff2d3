import { sandboxSigner, SessionKey, verifyStamp } from "payments-sdk/wallet";
import type { PreparedSignIn, Wallet } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { randomScalarHex } from "./crypto/node-reference";
import { splitStore } from "./split-store";
import { environments, WalletWorld } from "./support";

/** What JavaScript can pass in place of an object. */
const notObjects: unknown[] = [null, 5, "text", true, []];
/** Wrong on purpose. */
const wrong = (value: unknown) => value as never;
const invalidRequest = { name: "InvalidRequestError", code: "INVALID_REQUEST", outcome: "not-executed" };

describe.each(environments)("arguments from JavaScript (%s)", (environment) => {
  const parameters: [string, (wallet: Wallet, params: never) => Promise<unknown>][] = [
    ["signIn", (wallet, params) => wallet.signIn(params)],
    ["prepareSignIn", (wallet, params) => wallet.prepareSignIn(params)],
    ["credentials.register", (wallet, params) => wallet.credentials.register(params)],
    ["credentials.prepareRegistration", (wallet, params) => wallet.credentials.prepareRegistration(params)],
  ];

  it.each(parameters)("%s accepts only an object as parameters", async (name, act) => {
    const world = await WalletWorld.create(environment);
    for (const params of [undefined, ...notObjects]) {
      await expect(act(world.wallet(), wrong(params))).rejects.toMatchObject({
        ...invalidRequest,
        operation: `wallet.${name}`,
      });
    }
    expect(world.sent).toEqual([]);
  });

  it.each([
    [{ type: "EMAIL_OTP" }, "otp"],
    [{ type: "EMAIL_OTP", otp: null }, "otp"],
    [{ type: "EMAIL_OTP", otp: "" }, "otp"],
    [{ type: "EMAIL_OTP", otp: 731902 }, "otp"],
    [{ type: "OAUTH" }, "oidcToken"],
    [{ type: "OAUTH", oidcToken: { token: 1 } }, "oidcToken"],
    [{ type: "SMS" }, "type"],
    [{}, "type"],
  ])("signIn rejects %o without showing a proof", async (params, path) => {
    const world = await WalletWorld.create(environment);
    const error = await world
      .wallet()
      .signIn(wrong(params))
      .catch((caught: unknown) => caught);
    expect(error).toMatchObject({ ...invalidRequest, issues: [{ path }] });
    expect(String(error)).not.toContain("731902");
    expect(world.sent).toEqual([]);
  });

  it.each([
    [{ type: "PASSKEY" }, "nickname"],
    [{ type: "PASSKEY", nickname: "" }, "nickname"],
    [{ type: "PASSKEY", nickname: 5 }, "nickname"],
    [{ type: "PASSKEY", nickname: "Phone", attestation: {} }, "challenge"],
    [{ type: "PASSKEY", nickname: "Phone", attestation: null, challenge: "Yg" }, "attestation"],
    [{ type: "PASSKEY", nickname: "Phone", request: null }, "request"],
    [{ type: "OAUTH", oidcToken: 5 }, "oidcToken"],
    [{ type: "SMS" }, "type"],
  ])("register rejects %o", async (params, path) => {
    const world = await WalletWorld.create(environment);
    const registering = world.wallet().credentials.register(wrong(params));
    await expect(registering).rejects.toMatchObject({ ...invalidRequest, issues: [{ path }] });
    expect(world.sent).toEqual([]);
  });

  it.each([[undefined], [null], [5], [true], [[]], [{}], [{ id: "Quote:1", source: null }]])(
    "executeQuote rejects the quote %o",
    async (quote) => {
      const world = await WalletWorld.create(environment);
      const executing = world.wallet().executeQuote(wrong(quote));
      await expect(executing).rejects.toMatchObject({ ...invalidRequest, issues: [{ path: "quote" }] });
      expect(world.sent).toEqual([]);
    },
  );

  it("rejects values that JSON cannot represent", async () => {
    const world = await WalletWorld.create(environment);
    const circle: Record<string, unknown> = { destinationType: "ACCOUNT" };
    circle["self"] = circle;
    const payment = { destination: circle, lockedCurrencySide: "SENDING", lockedCurrencyAmount: 5 };
    const paying = world.wallet().pay(wrong({ ...payment, confirm: () => true }));
    await expect(paying).rejects.toMatchObject({ ...invalidRequest, issues: [{ path: "destination" }] });
    const quote = { ...(await world.quote()), createdAt: 2n ** 64n };
    const executing = world.wallet().executeQuote(wrong(quote));
    await expect(executing).rejects.toMatchObject({ ...invalidRequest, issues: [{ path: "quote" }] });
    expect(world.sentTo("POST", /\/execute$/)).toEqual([]);
  });

  it.each([
    ["a line break", { requestId: "request\r\nx-evil: 1" }, "requestId"],
    ["a character beyond Latin-1", { requestId: "запрос" }, "requestId"],
    ["a control character", { requestId: "request\u0000" }, "requestId"],
    ["a space at the end", { requestId: "request " }, "requestId"],
    ["no text", { requestId: "" }, "requestId"],
    ["no id", { requestId: undefined }, "requestId"],
    ["a number", { requestId: 5 }, "requestId"],
    ["no request", { request: null }, "request"],
    ["a key pair that went through JSON", { keyPair: { publicKey: "04" } }, "keyPair"],
    ["no key pair", { keyPair: null }, "keyPair"],
  ])("signIn rejects a prepared sign-in with %s before the dialog opens", async (_, change, path) => {
    const world = await WalletWorld.create(environment);
    const get = vi.fn();
    const wallet = world.wallet({ passkeys: { create: (options) => world.device.create(options), get } });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    const prepared = await wallet.prepareSignIn({ type: "PASSKEY" });
    world.sent.length = 0;
    const changed = { ...prepared, ...change } as PreparedSignIn; // Wrong on purpose.
    await expect(wallet.signIn(changed)).rejects.toMatchObject({ ...invalidRequest, issues: [{ path }] });
    expect(get).not.toHaveBeenCalled();
    expect(world.sent).toEqual([]);
  });

  it.each([
    ["challenge", undefined],
    ["excludeCredentials", null],
    ["excludeCredentials", ["b3RoZXI"]],
  ])(
    "register rejects a prepared registration with the %s %j before the dialog opens",
    async (name, value) => {
      const world = await WalletWorld.create(environment);
      const create = vi.fn();
      const { credentials } = world.wallet({ passkeys: { create, get: vi.fn() } });
      const prepared = await credentials.prepareRegistration({ type: "PASSKEY", nickname: "Phone" });
      const changed = { ...prepared, request: wrong({ ...prepared.request, [name]: value }) };
      await expect(credentials.register(changed)).rejects.toMatchObject({
        ...invalidRequest,
        issues: [{ path: expect.stringMatching(`^request.${name}`) as string }],
      });
      expect(create).not.toHaveBeenCalled();
    },
  );

  it("a ceremony that returns nothing fails before a request is sent", async () => {
    const world = await WalletWorld.create(environment);
    const create = async () => wrong(null);
    const wallet = world.wallet({ passkeys: { create, get: async () => wrong(undefined) } });
    const registering = wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(registering).rejects.toMatchObject(invalidRequest);
    expect(world.sent.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("a ceremony that cannot remember a passkey does not affect a sign-in", async () => {
    const world = await WalletWorld.create(environment);
    const lines: string[] = [];
    const keep = (line: string) => lines.push(line);
    const wallet = world.wallet({
      logger: { debug: keep, info: keep, warn: keep, error: keep },
      passkeys: {
        create: (options) => world.device.create(options),
        get: (options) => world.device.get(options),
        remember: () => {
          throw new Error("full");
        },
      },
    });
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await expect(wallet.signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
    expect(lines).toHaveLength(2);
  });

  const payloads: [string, unknown][] = [
    ["undefined", undefined],
    ["null", null],
    ["a number", 5],
    ["bytes", new Uint8Array([123, 125])],
    ["an object", {}],
    ["a lone high surrogate", "a\ud800b"],
    ["a lone low surrogate", "\udc00"],
  ];

  it.each(payloads)("stamp and signDer reject %s as payload", async (_, payload) => {
    const world = await WalletWorld.create(environment);
    const session = await world.signInByEmail(world.wallet());
    const key = await SessionKey.fromPrivateKey(randomScalarHex());
    const refused = { ...invalidRequest, issues: [{ path: "payload" }] };
    await expect(session.stamp(wrong(payload))).rejects.toMatchObject(refused);
    await expect(session.signDer(wrong(payload))).rejects.toMatchObject(refused);
    await expect(key.stamp(wrong(payload))).rejects.toMatchObject(refused);
    await expect(key.signDer(wrong(payload))).rejects.toMatchObject(refused);
    expect(session.isActive).toBe(true);
  });

  it("stamp accepts a payload with paired surrogates", async () => {
    const key = await SessionKey.fromPrivateKey(randomScalarHex());
    expect(await verifyStamp(await key.stamp("😀"), "😀")).toMatchObject({ publicKey: key.publicKey });
  });

  it("a signer may return only valid header values", async () => {
    const world = await WalletWorld.create(environment);
    const session = await world.signInByEmail(world.wallet());
    for (const payload of ["", "{}", "line\r\nbreak", "ключ 😀", "x".repeat(10_000)]) {
      expect(await session.stamp(payload)).toMatch(/^[\x21-\x7e]+$/);
      expect(await session.signDer(payload)).toMatch(/^[\x21-\x7e]+$/);
      expect(await sandboxSigner().stamp(payload)).toMatch(/^[\x21-\x7e]+$/);
    }
  });
});

function throwing(): never {
  throw new Error("thrown by the caller's own object");
}

describe("an InvalidRequestError is the answer to", () => {
  it.each<[string, (wallet: Wallet) => PromiseLike<unknown>]>([
    [
      "passkeys that are not a list",
      (wallet) => wallet.prepareSignIn({ type: "PASSKEY", allowCredentials: wrong("Y3JlZA") }),
    ],
    [
      "excluded passkeys that are not texts",
      (wallet) =>
        wallet.credentials.prepareRegistration({
          type: "PASSKEY",
          nickname: "Phone",
          excludeCredentials: [wrong(5)],
        }),
    ],
    [
      "a prepared registration without a challenge",
      (wallet) =>
        wallet.credentials.register(
          wrong({ type: "PASSKEY", nickname: "Phone", request: { challenge: 5n } }),
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
    const wallet = world.wallet({ passkeys: { create: () => wrong(made), get: throwing } });
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
      listSessions: async () => [wrong(null), wrong(5), ...entries],
      listPayments: async () => [wrong(null), wrong({ quoteId: "Quote:1" }), wrong({ quoteId: "Quote:2" })],
    },
  });
  await expect(wallet.restore()).resolves.toMatchObject({ id });
  const unreadable = { outcome: "unreadable" };
  await expect(wallet.pending()).resolves.toMatchObject([unreadable, unreadable]);
});

it("the address of a code is not ignored [W17]", async () => {
  const world = await WalletWorld.create("production");
  const params = wrong({ type: "EMAIL_OTP", email: "eve@example.com" });
  await expect(world.wallet().credentials.register(params)).rejects.toMatchObject({
    issues: [{ path: "email" }],
  });
  expect(world.sent).toEqual([]);
});
