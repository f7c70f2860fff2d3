import { base64 } from "@scure/base";
import type { FetchLike } from "payments-sdk";
import { Wallet } from "payments-sdk/wallet";
import type { WalletRelayOptions } from "payments-sdk/wallet";
import { afterEach, describe, expect, it, vi } from "vitest";
import { environments, WalletWorld } from "./support";

interface Crossing {
  url: string;
  method: string;
  headers: Headers;
  body: string;
  responseText: string;
}

/** The backend's half, as short as it gets: adds the credentials and passes everything on. Keeps all that crosses. */
function backend(world: WalletWorld, base: string, crossings: Crossing[]): FetchLike {
  const { baseUrl, clientId, clientSecret, fetch } = world.simulator.clientOptions();
  return async (url, init) => {
    if (!url.startsWith(`${base}/`)) throw new Error(`not a relay address: ${url}`);
    const headers = new Headers(init.headers);
    const crossing = {
      url,
      method: init.method ?? "GET",
      headers: new Headers(headers),
      body: String(init.body ?? ""),
    };
    headers.set(
      "authorization",
      `Basic ${base64.encode(new TextEncoder().encode(`${clientId}:${clientSecret}`))}`,
    );
    const response = await fetch(`${baseUrl}${url.slice(base.length)}`, { ...init, headers });
    const responseText = await response.text();
    crossings.push({ ...crossing, responseText });
    return new Response(response.status === 204 ? null : responseText, {
      status: response.status,
      headers: response.headers,
    });
  };
}

function pageWallet(
  world: WalletWorld,
  crossings: Crossing[],
  options: Partial<WalletRelayOptions> = {},
): Wallet {
  return new Wallet({
    relay: "/wallet",
    accountId: world.accountId,
    environment: world.environment,
    passkeys: world.device,
    relyingParty: { id: "wallet.example" },
    registrationChallenge: () => "YmFja2VuZA",
    trustedIssuerKeys: [world.simulator.walletExportIssuerKey],
    fetch: backend(world, "https://wallet.example/wallet", crossings),
    ...options,
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each(environments)("a wallet behind a relay (%s)", (environment) => {
  it("does everything through the page's own address, without the API credentials [AUT-06]", async () => {
    vi.stubGlobal("location", {
      href: "https://wallet.example/account?tab=1#top",
      hostname: "wallet.example",
    });
    const world = await WalletWorld.create(environment);
    const crossings: Crossing[] = [];
    const wallet = pageWallet(world, crossings);

    await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.executeQuote((await world.quote()).id);
    const phrase = await wallet.exportMnemonic();
    await wallet.signOut();

    expect(phrase).toMatch(/ /);
    expect(crossings.length).toBeGreaterThan(10);
    for (const { url, headers } of crossings) {
      expect(url).toMatch(/^https:\/\/wallet\.example\/wallet\/(auth|quotes|internal-accounts)/);
      expect(headers.has("authorization")).toBe(false);
    }
    const sent = crossings.map(({ headers, body }) => JSON.stringify([...headers]) + body).join("\n");
    expect(sent).not.toContain(world.simulator.clientOptions().clientSecret);
    expect(crossings.map(({ responseText }) => responseText).join("\n")).not.toContain(phrase);
  });

  it("judges expiry by the service's clock, not the device's [SES-05]", async () => {
    const world = await WalletWorld.create(environment);
    const wrong = Date.parse("2030-01-01T00:00:00Z");
    const wallet = pageWallet(world, [], {
      relay: "https://wallet.example/wallet",
      fetch: backend(world, "https://wallet.example/wallet", []),
    });
    vi.spyOn(Date, "now").mockReturnValue(wrong);
    const session = await world.signInByEmail(wallet);
    expect(session.isActive).toBe(true);
    await world.simulator.clock.advance("15m");
    await wallet.credentials.list();
    await wallet.credentials.list();
    expect(session.isActive).toBe(false);
  });
});

describe("private keys", () => {
  it("never leave the page [AUT-06, SRY-04, SES-11]", async () => {
    const secrets: string[] = [];
    const { subtle } = crypto;
    const importKey = subtle.importKey.bind(subtle);
    const generateKey = subtle.generateKey.bind(subtle);
    const remember = ({ d }: JsonWebKey) => {
      if (d === undefined) return;
      const scalar = Buffer.from(d, "base64url");
      secrets.push(...(["hex", "base64", "base64url"] as const).map((form) => scalar.toString(form)));
    };
    vi.spyOn(subtle, "importKey").mockImplementation((...args: unknown[]) => {
      if (args[0] === "jwk") remember(args[1] as JsonWebKey);
      return Reflect.apply(importKey, subtle, args);
    });
    vi.spyOn(subtle, "generateKey").mockImplementation(async (...args: unknown[]) => {
      const [algorithm, , usages] = args;
      const pair: CryptoKeyPair = await Reflect.apply(generateKey, subtle, [algorithm, true, usages]);
      remember(await subtle.exportKey("jwk", pair.privateKey));
      return pair;
    });
    const world = await WalletWorld.create("production");
    const crossings: Crossing[] = [];
    const wallet = pageWallet(world, crossings, { relay: "https://wallet.example/wallet" });

    await world.signInByEmail(wallet);
    await wallet.credentials.register({ type: "PASSKEY", nickname: "Phone" });
    await wallet.signIn({ type: "PASSKEY" });
    await wallet.exportMnemonic();
    await wallet.signOut();

    // Two sign-ins with a client and a session key each, and the client key of the export: at least five.
    expect(secrets.length).toBeGreaterThanOrEqual(5 * 3);
    const traffic = crossings.map(
      ({ url, headers, body, responseText }) => url + JSON.stringify([...headers]) + body + responseText,
    );
    for (const secret of secrets) expect(traffic.join("\n")).not.toContain(secret);
  });
});
