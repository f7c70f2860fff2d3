import type { PasskeyCeremony } from "payments-sdk/wallet";
import { describe, expect, it, vi } from "vitest";
import { SoftwareAuthenticator } from "../support/software-authenticator";
import { WalletWorld } from "./support";

const caught = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

/** A browser with its own authenticator, which remembers its passkey. */
function newBrowser() {
  const authenticator = new SoftwareAuthenticator({ origin: "https://wallet.example" });
  let remembered: string | undefined;
  const requests: unknown[] = [];
  const passkeys: PasskeyCeremony = {
    create: (request) => {
      requests.push(request);
      return authenticator.create(request);
    },
    get: (request) => {
      requests.push(request);
      return authenticator.get(request);
    },
    remember: (_, id) => {
      remembered = id;
    },
    recall: () => remembered,
  };
  return { passkeys, requests };
}

/** A wallet of the newest service on two devices, each with a passkey. */
async function twoDevices() {
  const world = await WalletWorld.create("production", { wallet: { newestAccounts: true } });
  const codeIssuerKeys = [world.simulator.oneTimeCodeIssuerKey];
  const open = (passkeys: PasskeyCeremony) => world.wallet({ sessionKeys: "held", codeIssuerKeys, passkeys });
  const [phone, laptop] = [newBrowser(), newBrowser()];
  const onPhone = open(phone.passkeys);
  await onPhone.requestCode();
  await onPhone.signIn({ type: "EMAIL_OTP", otp: world.code() });
  const first = await onPhone.credentials.register({ type: "PASSKEY", nickname: "My device" });
  await world.simulator.clock.advance("1m");
  const onLaptop = open(laptop.passkeys);
  await onLaptop.requestCode();
  await onLaptop.signIn({ type: "EMAIL_OTP", otp: world.code() });
  const second = await onLaptop.credentials.register({ type: "PASSKEY", nickname: "My device" });
  return { world, open, phone, laptop, onPhone, onLaptop, first, second };
}

describe("a passkey that was deleted on its device", () => {
  it("is replaced by a new one after another sign-in, and asked for no more [W10]", async () => {
    const { world, open, phone, onPhone, first, second } = await twoDevices();
    // The device is another one, with the page's storage.
    const { create, get } = newBrowser().passkeys;
    const wallet = open({ ...phone.passkeys, create, get });
    await expect(wallet.signIn({ type: "PASSKEY" })).rejects.toThrow();
    await wallet.requestCode();
    await wallet.signIn({ type: "EMAIL_OTP", otp: world.code() });
    const replacing = await wallet.credentials.register({ type: "PASSKEY", nickname: "New" });
    await wallet.signOut();
    expect(await wallet.signIn({ type: "PASSKEY" })).toMatchObject({ credentialId: replacing.id });
    const devices = await wallet.credentials.devices();
    await devices.find(({ id }) => id === first.id)?.remove();
    expect((await onPhone.credentials.devices()).map(({ id }) => id)).toEqual([second.id, replacing.id]);
  });
});

describe("wallet.credentials.devices", () => {
  it("lists the passkeys by names that differ, and says which is of this device", async () => {
    const { onPhone, onLaptop, first, second } = await twoDevices();
    expect(await onPhone.credentials.devices()).toMatchObject([
      { id: first.id, name: "My device", createdAt: first.createdAt, isThisDevice: true },
      { id: second.id, name: "My device (2)", isThisDevice: false },
    ]);
    const own = (await onLaptop.credentials.devices()).map(({ isThisDevice }) => isThisDevice);
    expect(own).toEqual([false, true]);
  });

  it("removes a lost one, which then signs in no more", async () => {
    const { onPhone, onLaptop, first } = await twoDevices();
    const [lost] = await onLaptop.credentials.devices();
    await lost?.remove();
    expect((await onLaptop.credentials.devices()).map(({ id }) => id)).not.toContain(first.id);
    const error = await caught(onPhone.signIn({ type: "PASSKEY", credentialId: first.id }));
    expect(error).toMatchObject({ status: 404 });
  });

  it("does not say which device it is, at a service that does not show it", async () => {
    const world = await WalletWorld.create("production", {}, { validation: "lenient" });
    const wallet = world.wallet();
    await wallet.credentials.register({ type: "PASSKEY", nickname: " " });
    const unnamed = [{ name: "Passkey", isThisDevice: undefined }];
    expect(await wallet.credentials.devices()).toMatchObject(unnamed);
    vi.spyOn(console, "warn").mockReturnValue();
    world.wire.intercept = async (_, forward) => {
      const body = await (await forward()).json();
      const { nickname: __, ...row } = body.data[0];
      return Response.json({ data: [row] });
    };
    expect(await wallet.credentials.devices()).toMatchObject(unnamed);
  });
});

describe("several passkeys", () => {
  it("are all kept if the service names the id of one only", async () => {
    const { world, open, phone, first, second } = await twoDevices();
    const signals: unknown[] = [];
    const signalAccepted: PasskeyCeremony["signalAccepted"] = ({ credentialIds }) =>
      signals.push(credentialIds);
    const wallet = open({ ...phone.passkeys, signalAccepted });
    world.wire.intercept = async (request, forward) => {
      const response = await forward();
      if (request.method !== "GET" || !request.path.startsWith("/auth/credentials")) return response;
      const { data } = (await response.json()) as { data: { id: string }[] };
      const rows = data.map((row) => (row.id === second.id ? { ...row, credentialId: undefined } : row));
      return Response.json({ data: rows });
    };
    expect((await wallet.signIn({ type: "PASSKEY" })).credentialId).toBe(first.id);
    await wallet.credentials.revoke(second.id);
    await wallet.signIn({ type: "PASSKEY" });
    expect(signals).toEqual([]);
  });

  it("sign in with the one that this device remembers, and ask the browser for that one only [NSI-04]", async () => {
    const { phone, laptop, onPhone, onLaptop, first, second } = await twoDevices();
    expect((await onPhone.signIn({ type: "PASSKEY" })).credentialId).toBe(first.id);
    expect((await onLaptop.signIn({ type: "PASSKEY" })).credentialId).toBe(second.id);
    const idOn = ({ passkeys }: typeof phone) => passkeys.recall?.("");
    expect(phone.requests.at(-1)).toMatchObject({ allowCredentials: [{ id: idOn(phone) }] });
    expect(laptop.requests.at(-1)).toMatchObject({ allowCredentials: [{ id: idOn(laptop) }] });
    // The second registration excluded the first passkey.
    expect(laptop.requests[0]).toMatchObject({ excludeCredentials: [{ id: idOn(phone) }] });
  });

  it("need a choice on a device that remembers none", async () => {
    const { open, first } = await twoDevices();
    const wallet = open(newBrowser().passkeys);
    expect(await caught(wallet.signIn({ type: "PASSKEY" }))).toMatchObject({
      name: "InvalidRequestError",
      message: expect.stringContaining("wallet.credentials.devices()"),
    });
    const prepared = await wallet.prepareSignIn({ type: "PASSKEY", credentialId: first.id });
    expect(prepared.request.allowCredentials).toHaveLength(1);
  });
});
