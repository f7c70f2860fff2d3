import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createWalletRelay } from "payments-sdk/relay";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { useBrowser } from "../support/browser";
import type { Tab } from "../support/browser";
import { bundlePage, startSite } from "../support/site";
import { WalletWorld } from "../wallet/support";
import type { WalletProgram } from "./pages/wallet";

/** Has the passkeys, and the file that names the related origins. */
const home = "bank.example";
const abroad = "bank-abroad.example";
const stranger = "stranger.example";
const related = [`https://${home}`, `https://${abroad}`];

/** A certificate of our own, made for this run: related origins work over HTTPS only. */
async function selfSigned(): Promise<{ key: string; cert: string }> {
  const names = [home, abroad, stranger].map((name) => `DNS:${name}`).join(",");
  const { stdout } = await promisify(execFile)("openssl", [
    ...["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"],
    ...["-subj", `/CN=${home}`, "-addext", `subjectAltName=${names}`, "-keyout", "-", "-out", "-"],
  ]);
  return { key: stdout, cert: stdout };
}

let relay: (request: Request) => Promise<Response>;
/** The hosts that were asked for the file of related origins. */
const asked: string[] = [];

const site = await startSite({
  files: await bundlePage("test/browser/pages/wallet.ts"),
  certificate: await selfSigned(),
  backend(request) {
    const { pathname, hostname } = new URL(request.url);
    if (pathname.startsWith("/wallet/")) return relay(request);
    if (pathname !== "/.well-known/webauthn") return undefined;
    asked.push(hostname);
    return hostname === home ? Response.json({ origins: related }) : undefined;
  },
});
afterAll(() => site.close());

const hosts = [home, abroad, stranger].map((name) => `MAP ${name} 127.0.0.1:${String(site.port)}`);
const browser = useBrowser([
  "--ignore-certificate-errors",
  `--host-resolver-rules=${[...hosts, "MAP * ~NOTFOUND"].join(", ")}`,
]);

let world: WalletWorld;
let tab: Tab;

beforeEach(async () => {
  asked.length = 0;
  world = await WalletWorld.create("production", {
    wallet: { webAuthn: { rpId: home, origins: related } },
    now: new Date().toISOString(),
  });
  relay = createWalletRelay({
    client: world.payments,
    authenticate: () => ({ accountIds: [world.accountId], customerId: world.customerId }),
    origins: [...related, `https://${stranger}`],
    secret: "a secret of the platform, 32 bytes or more",
    now: () => world.simulator.clock.now(),
  });
  tab = await browser.open(`https://${home}`);
  await tab.addAuthenticator();
  await open();
  await call("registerPasskey", []);
});

function call<Name extends keyof WalletProgram>(name: Name, ...parameters: Parameters<WalletProgram[Name]>) {
  return tab.call<WalletProgram, Name>(name, ...parameters);
}

const open = () =>
  call("open", {
    accountId: world.accountId,
    trustedIssuerKey: world.simulator.walletExportIssuerKey,
    relyingPartyId: home,
  });

async function visit(host: string): Promise<void> {
  await tab.goTo(`https://${host}`);
  await open();
}

describe("a passkey of one domain on another domain", () => {
  it("signs in if the first domain lists the second as related", async () => {
    await visit(abroad);
    await call("watchPasskeys");
    const session = await call("signInByPasskey");
    expect(session?.id).toMatch(/^Session:/);
    const [given] = await call("givenPasskeys");
    const clientData: unknown = JSON.parse(
      Buffer.from(String(given?.["clientDataJSON"]), "base64url").toString("utf8"),
    );
    expect(clientData).toMatchObject({ type: "webauthn.get", origin: `https://${abroad}` });
    // The browser reads the file for each call, also for the accepted passkeys.
    expect([...new Set(asked)]).toEqual([home]);
    expect(await call("session")).toEqual(session);
  });

  it("fails with the reason `security` otherwise", async () => {
    await visit(stranger);
    expect(await call("failToSignInByPasskey")).toMatchObject({ name: "PasskeyError", reason: "security" });
    expect(await call("session")).toBeUndefined();
  });
});
