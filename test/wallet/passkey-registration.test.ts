import { browserPasskeys } from "payments-sdk/wallet";
import type { PasskeyCeremony } from "payments-sdk/wallet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pageOrigin, Platform } from "../relay/support";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { fakeStorage } from "./passkeys-support";
import type { Intercept } from "./support";
import { WalletWorld } from "./support";
import { splitStore } from "./split-store";

const passkey = { type: "PASSKEY", nickname: "Phone" } as const;
const registers: (request: { method: string; path: string }) => boolean = ({ method, path }) =>
  method === "POST" && path === "/auth/credentials";

let world: WalletWorld;
let signals: unknown[];
let storage: ReturnType<typeof fakeStorage>;
let created: number;

/** The passkeys of one device. */
function passkeysOf(device: SoftwareAuthenticator): PasskeyCeremony {
  const { prepare: _, canAutofill: __, ...memory } = browserPasskeys({ storage });
  return {
    ...memory,
    create: (options) => {
      created += 1;
      return device.create(options);
    },
    get: (options) => device.get(options),
    signalUnknown: (unknown) => signals.push(unknown),
    signalAccepted: ({ credentialIds }) => signals.push(credentialIds),
  };
}

/** A page of one device. A reload makes another one with the same storage. */
const page = () => world.wallet({ passkeys: passkeysOf(world.device) });

/** Lets the service act, and loses its response, as often as the client retries. */
const losing: Intercept = async (request, forward) => {
  const response = await forward();
  if (!registers(request) || response.status === 202) return response;
  throw new TypeError("fetch failed");
};

/** Lists each passkey with its WebAuthn id, as the newest service does. */
const namingIds =
  (ids: () => string[], next: Intercept = (_, forward) => forward()): Intercept =>
  async (request, forward) => {
    const response = await next(request, forward);
    if (request.method !== "GET" || !request.path.startsWith("/auth/credentials")) return response;
    const { data } = (await response.json()) as { data: { type: string }[] };
    const rows = data.map((row) => (row.type === "PASSKEY" ? { ...row, credentialId: ids()[0] } : row));
    return Response.json({ data: rows });
  };

const madeIds = () =>
  world
    .sentTo("POST", "/auth/credentials")
    .map(({ body }) => JSON.parse(body).attestation?.credentialId as string)
    .filter((id) => typeof id === "string");

beforeEach(async () => {
  world = await WalletWorld.create("production");
  signals = [];
  storage = fakeStorage();
  created = 0;
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a registration of a passkey", () => {
  it("is refused before the dialog if the service allows one passkey, and it exists [W1]", async () => {
    const wallet = page();
    await world.signInByEmail(wallet);
    await wallet.credentials.register(passkey);
    signals.length = 0;
    await expect(wallet.credentials.register(passkey)).rejects.toMatchObject({
      name: "PasskeyRegistrationError",
      reason: "exists",
      outcome: "not-executed",
    });
    expect(created).toBe(1);
    expect(signals).toEqual([]);
    await expect(page().signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("excludes the passkeys of the list and of this device, so none is replaced [W1]", async () => {
    const wallet = page();
    await wallet.credentials.register(passkey);
    world.wire.intercept = namingIds(() => ["bGlzdGVk"]);
    const create = vi.spyOn(world.device, "create");
    await expect(wallet.credentials.register(passkey)).rejects.toThrow("excluded");
    const ids = create.mock.lastCall?.[0].excludeCredentials?.map(({ id }) => id);
    expect(ids).toEqual(["bGlzdGVk", madeIds()[0]]);
  });

  it("replaces no passkey that was made after its preparation, in this tab or another [W1]", async () => {
    const [wallet, other] = [page(), page()];
    const [prepared, late] = await Promise.all(
      [wallet, other].map((tab) => tab.credentials.prepareRegistration(passkey)),
    );
    if (prepared === undefined || late === undefined) throw new Error("not prepared");
    await wallet.credentials.register(prepared);
    for (const tab of [wallet, other])
      await expect(tab.credentials.register(late)).rejects.toThrow("excluded");
    await expect(page().signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("sends the same passkey if the same preparation is used again after a lost response [W10]", async () => {
    const wallet = page();
    const prepared = await wallet.credentials.prepareRegistration(passkey);
    world.wire.intercept = (request, forward) =>
      request.method === "GET" ? Promise.reject(new TypeError("fetch failed")) : losing(request, forward);
    for (let calls = 0; calls < 2; calls += 1)
      await expect(wallet.credentials.register(prepared)).rejects.toMatchObject({ outcome: "unknown" });
    expect(created).toBe(1);
    world.wire.intercept = (_, forward) => forward();
    await expect(page().signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("is not hidden by a tab that has kept it since before it was sent by another [W1]", async () => {
    const first = page();
    await first.credentials.register({ type: "EMAIL_OTP" });
    await expect(first.credentials.register(passkey)).rejects.toMatchObject({ code: "SESSION_REQUIRED" });
    const other = page();
    await other.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await other.credentials.register(passkey);
    signals.length = 0;
    await world.simulator.clock.advance("6m");
    await first.balance();
    await expect(first.credentials.prepareRegistration(passkey)).rejects.toMatchObject({ reason: "exists" });
    expect(signals).toEqual([]);
  });

  it("is not hidden by a tab with an older list, while the service does not list it yet [W1]", async () => {
    const [wallet, other] = [page(), page()];
    await wallet.credentials.register({ type: "EMAIL_OTP" });
    expect(await wallet.credentials.devices()).toEqual([]);
    await world.simulator.clock.advance("2m");
    await other.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await other.credentials.register(passkey);
    signals.length = 0;
    const kept = [...storage.items];
    const withoutPasskeys: Intercept = async (request, forward) => {
      const { data } = (await (await forward()).json()) as { data: { type: string }[] };
      return Response.json({ data: data.filter(({ type }) => type !== "PASSKEY") });
    };
    await wallet.balance();
    world.wire.intercept = withoutPasskeys;
    expect(await wallet.credentials.devices()).toEqual([]);
    expect(signals).toEqual([]);
    expect([...storage.items]).toEqual(kept);
  });

  it("finds the passkey in the list after a lost response, by its id [W10]", async () => {
    const wallet = page();
    world.wire.intercept = namingIds(madeIds, losing);
    await expect(wallet.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
    expect(signals).toEqual([]);
    await expect(page().signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
  });

  it("is known after a lost response, though the list has no ids [W10, W18]", async () => {
    world.wire.intercept = losing;
    await expect(page().credentials.register(passkey)).resolves.toMatchObject({ nickname: "Phone" });
    world.wire.intercept = (_, forward) => forward();
    expect([created, signals]).toEqual([1, [[madeIds()[0]]]]);
    await page().signIn({ type: "PASSKEY" });
    await expect(page().credentials.register(passkey)).rejects.toMatchObject({ reason: "exists" });
  });

  it("is known after a lost response and a reload, without a session and a second request [W10]", async () => {
    world.wire.intercept = (request, forward) =>
      request.method === "GET" && madeIds().length > 0
        ? Promise.reject(new TypeError("fetch failed"))
        : losing(request, forward);
    await expect(page().credentials.register(passkey)).rejects.toMatchObject({ outcome: "unknown" });
    const { length } = madeIds();
    world.wire.intercept = (_, forward) => forward();
    await expect(page().credentials.register(passkey)).resolves.toMatchObject({ nickname: "Phone" });
    expect([created, madeIds().length]).toEqual([1, length]);
  });

  it("is another device's after a lost request, if that has another name", async () => {
    world.wire.intercept = (request, forward) =>
      registers(request) ? Promise.reject(new TypeError("fetch failed")) : forward();
    await expect(page().credentials.register(passkey)).rejects.toThrow();
    world.wire.intercept = (_, forward) => forward();
    const elsewhere = world.wallet();
    await elsewhere.credentials.register({ type: "PASSKEY", nickname: "Laptop" });
    await elsewhere.signIn({ type: "PASSKEY" });
    signals.length = 0;
    await expect(page().credentials.register(passkey)).rejects.toMatchObject({
      code: "PASSKEY_CREDENTIAL_ALREADY_EXISTS",
    });
    expect(signals).toEqual([]);
  });

  it.each(["without ids", "with ids"])(
    "is not hidden by a refusal of a copy with any code, in a list %s",
    async (list) => {
      // A browser repeats the request. The service refuses the second copy.
      const twice: Intercept = async (request, forward) => {
        const response = await forward();
        if (!registers(request) || response.status === 202) return response;
        return Response.json({ status: 400, code: "INVALID_INPUT", message: "no" }, { status: 400 });
      };
      world.wire.intercept = list === "with ids" ? namingIds(madeIds, twice) : twice;
      await expect(page().credentials.register(passkey)).resolves.toMatchObject({ nickname: "Phone" });
      expect(signals).not.toContainEqual(expect.objectContaining({ credentialId: madeIds()[0] }));
      world.wire.intercept = (_, forward) => forward();
      await expect(page().signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
    },
  );

  it("continues after the page closes between the dialog and the request, without a dialog", async () => {
    const wallet = page();
    world.wire.intercept = (request, forward) =>
      registers(request) ? Promise.reject(new TypeError("offline")) : forward();
    await expect(wallet.credentials.register(passkey)).rejects.toThrow();
    world.wire.intercept = (_, forward) => forward();
    const prepared = await page().credentials.prepareRegistration({ ...passkey, nickname: "Other" });
    await expect(page().credentials.register(prepared)).resolves.toMatchObject({ nickname: "Phone" });
    expect(created).toBe(1);
    expect(signals).toEqual([madeIds().slice(0, 1)]);
  });

  it("continues after a sign-in that it lacked", async () => {
    await page().credentials.register({ type: "EMAIL_OTP" });
    const wallet = page();
    await expect(wallet.credentials.register(passkey)).rejects.toMatchObject({
      name: "SessionRequiredError",
    });
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    await expect(wallet.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
    expect(created).toBe(1);
  });

  describe("through a relay with challenges of five minutes", () => {
    /** A page of Ada's, with its own challenges from the relay. */
    async function relayed() {
      const platform = await Platform.create();
      await platform.registerEmail(platform.ada);
      const passkeys = passkeysOf(new SoftwareAuthenticator({ origin: pageOrigin }));
      const open = (changed: Partial<PasskeyCeremony> = {}) =>
        platform.wallet(platform.ada, {
          passkeys: { ...passkeys, ...changed },
          registrationChallenge: undefined,
        });
      const signedIn = async (changed?: Partial<PasskeyCeremony>) => {
        const wallet = open(changed);
        await wallet.requestCode();
        await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
        return wallet;
      };
      const pass = () => platform.simulator.clock.advance("6m");
      return { platform, open, signedIn, passkeys, pass };
    }

    it("starts anew when the passkey was never sent, and its challenge has expired", async () => {
      const { open, signedIn, pass } = await relayed();
      await expect(open().credentials.register(passkey)).rejects.toMatchObject({ code: "SESSION_REQUIRED" });
      const [stored = ""] = [...storage.items].map(([, text]) => text);
      const { attestation } = JSON.parse(stored) as { attestation: { credentialId: string } };
      await pass();
      const wallet = await signedIn();
      await expect(wallet.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
      expect(created).toBe(2);
      expect(signals[0]).toEqual({ rpId: "wallet.example", credentialId: attestation.credentialId });
      await expect(open().signIn({ type: "PASSKEY" })).resolves.toMatchObject({ type: "PASSKEY" });
    });

    it("starts anew on a device with a clock that is behind, after one response", async () => {
      const { platform, open, passkeys } = await relayed();
      const options = { passkeys, store: splitStore(), registrationChallenge: undefined };
      await expect(open().credentials.register(passkey)).rejects.toMatchObject({ code: "SESSION_REQUIRED" });
      const signedIn = platform.wallet(platform.ada, options);
      await signedIn.requestCode();
      await signedIn.signIn({ type: "EMAIL_OTP", otp: platform.code() });
      const { clock } = platform.simulator;
      vi.spyOn(Date, "now").mockReturnValue(clock.now());
      await clock.advance("6m");
      const page = platform.wallet(platform.ada, options);
      await expect(page.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
      expect(created).toBe(2);
    });

    it("opens no dialog for a preparation that has expired, and the next one works", async () => {
      const { signedIn, pass } = await relayed();
      const wallet = await signedIn();
      const prepared = await wallet.credentials.prepareRegistration(passkey);
      await pass();
      await wallet.balance();
      await expect(wallet.credentials.register(prepared)).rejects.toMatchObject({
        code: "CHALLENGE_EXPIRED",
        outcome: "not-executed",
      });
      expect(created).toBe(0);
      await expect(wallet.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
    });

    it("takes the lifetime from the relay", async () => {
      const platform = await Platform.create({ challengeLifetime: 60_000 });
      await platform.registerEmail(platform.ada);
      const passkeys = passkeysOf(new SoftwareAuthenticator({ origin: pageOrigin }));
      const wallet = platform.wallet(platform.ada, { passkeys, registrationChallenge: undefined });
      await wallet.requestCode();
      await wallet.signIn({ type: "EMAIL_OTP", otp: platform.code() });
      const prepared = await wallet.credentials.prepareRegistration(passkey);
      await platform.simulator.clock.advance("2m");
      await wallet.balance();
      const expired = { code: "CHALLENGE_EXPIRED", outcome: "not-executed" };
      await expect(wallet.credentials.register(prepared)).rejects.toMatchObject(expired);
      expect(created).toBe(0);
      await expect(wallet.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
    });

    it("hides a passkey that the dialog made too late, and the next one works", async () => {
      const { signedIn, passkeys, pass } = await relayed();
      let isSlow = true;
      const wallet = await signedIn({
        create: async (options) => {
          if (isSlow) {
            await pass();
            await wallet.balance();
            await wallet.balance();
          }
          return passkeys.create(options);
        },
      });
      await expect(wallet.credentials.register(passkey)).rejects.toMatchObject({ code: "CHALLENGE_EXPIRED" });
      expect(signals).toEqual([{ rpId: "wallet.example", credentialId: expect.any(String) }]);
      isSlow = false;
      await expect(wallet.credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
    });
  });

  it("signals the new passkey after the service refused it, and no other", async () => {
    const wallet = page();
    world.wire.intercept = (request, forward) =>
      registers(request)
        ? Response.json({ status: 400, code: "INVALID_INPUT", message: "no" }, { status: 400 })
        : forward();
    await expect(wallet.credentials.register(passkey)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect(signals).toEqual([{ rpId: "wallet.example", credentialId: madeIds()[0] }]);
    expect([...storage.items]).toEqual([]);
  });

  it("replaces a passkey with an unknown fate only after two lists and the customer's yes [W10]", async () => {
    // The service never gets the request.
    world.wire.intercept = (request, forward) =>
      registers(request) ? Promise.reject(new TypeError("fetch failed")) : forward();
    await expect(page().credentials.register(passkey)).rejects.toThrow();
    const wallet = page();
    const again = { ...passkey, replaceUnknown: true };
    await expect(wallet.credentials.register(again)).rejects.toMatchObject({ reason: "open" });
    // Two lists are not enough while a late copy of the request may still arrive.
    await world.simulator.clock.advance("3m");
    await wallet.balance();
    await expect(wallet.credentials.register(again)).rejects.toMatchObject({ reason: "open" });
    await world.simulator.clock.advance("3m");
    await wallet.balance();
    world.wire.intercept = (_, forward) => forward();
    await expect(wallet.credentials.register(again)).resolves.toMatchObject({ type: "PASSKEY" });
    expect(created).toBe(2);
    const { request } = await wallet.prepareSignIn({ type: "PASSKEY" });
    expect(request.allowCredentials?.map(({ id }) => id)).toEqual([madeIds().at(-1)]);
  });

  it("does not start if the list fails", async () => {
    world.wire.intercept = ({ method }, forward) =>
      method === "GET" ? Promise.reject(new TypeError("fetch failed")) : forward();
    await expect(page().credentials.register(passkey)).rejects.toMatchObject({ outcome: "not-executed" });
    expect(created).toBe(0);
  });

  it("ignores a stored registration that is damaged", async () => {
    storage.setItem(`payments-sdk.registration.${world.accountId}`, '{"state":"sent"}');
    await expect(page().credentials.register(passkey)).resolves.toMatchObject({ type: "PASSKEY" });
    expect(created).toBe(1);
  });
});
