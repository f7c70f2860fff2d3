/**
 * Measures the processor time of opening a session's bundle and of a stamp in the built package. Compares it with `@turnkey/crypto`
 * and `@turnkey/api-key-stamper`. The subjects take turns in one process, and the figures are medians. One subject runs twice to
 * show the noise. Fails if a held key stamps slower than a sealed one. Then a new process imports its modules and opens its first bundle.
 * The last line is JSON: the figures of this package, of the best other one.
 *
 *     npm --prefix bench install && npm run bench -- wallet
 */
import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core";
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import type * as Sdk from "payments-sdk/wallet";
import { sealSessionKey } from "../src/simulator/crypto/bundles";

const ROUNDS = 15;
const RUNS = 20;

const wallet: typeof Sdk = await import(new URL("../dist/wallet.js", import.meta.url).href);
// Peers. Their types are not installed with the package.
const [cryptoName, stamperName]: string[] = ["@turnkey/crypto", "@turnkey/api-key-stamper"];
const peerCrypto = await import(cryptoName ?? "");
const { ApiKeyStamper } = await import(stamperName ?? "");

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const payload = JSON.stringify({ type: "ACTIVITY", parameters: { amount: 12_345, quote: "Quote:1" } });

interface Sealed {
  readonly bundle: string;
  readonly keyPair: Sdk.ClientKeyPair;
  readonly privateKey: string;
}

/** Our key pair opens one bundle only, so each run needs a new one. */
async function sealed(): Promise<Sealed> {
  const recipient = p256.utils.randomSecretKey();
  const keyPair = await wallet.ClientKeyPair.fromPrivateKey(recipient);
  const bundle = await sealSessionKey(
    new Uint8Array(Buffer.from(keyPair.publicKey, "hex")),
    new Uint8Array(p256.utils.randomSecretKey()),
    crypto.getRandomValues(new Uint8Array(32)),
  );
  return { bundle, keyPair, privateKey: hex(recipient) };
}

const secret = p256.utils.randomSecretKey();
const sessionKey = await wallet.SessionKey.fromPrivateKey(secret);
const heldKey = await wallet.SessionKey.generate();
const keys = { apiPublicKey: sessionKey.publicKey, apiPrivateKey: hex(secret) };
const stamper = (runtimeOverride: string) => new ApiKeyStamper({ ...keys, runtimeOverride });
const stampers = { node: stamper("node"), browser: stamper("browser") };

/** HPKE's own library, combined with noble: the fastest published libraries. */
async function openByHand({ bundle, privateKey }: Sealed): Promise<unknown> {
  const payload = createBase58check(sha256).decode(bundle);
  const enc = p256.Point.fromBytes(payload.subarray(0, 33)).toBytes(false);
  const suite = new CipherSuite({
    kem: new DhkemP256HkdfSha256(),
    kdf: new HkdfSha256(),
    aead: new Aes256Gcm(),
  });
  const secretBytes = Buffer.from(privateKey, "hex");
  const publicKey = p256.getPublicKey(secretBytes, false);
  const recipientKey = await suite.kem.importKey("raw", new Uint8Array(secretBytes).buffer, false);
  const info = new TextEncoder().encode("turnkey_hpke");
  const aad = Buffer.concat([enc, publicKey]);
  const plaintext = await suite.open(
    {
      recipientKey: { privateKey: recipientKey, publicKey: await suite.kem.deserializePublicKey(publicKey) },
      enc,
      info,
    },
    payload.subarray(33),
    aad,
  );
  return p256.getPublicKey(new Uint8Array(plaintext), true);
}

const openings: Record<string, (one: Sealed) => Promise<unknown>> = {
  "@turnkey/crypto": async ({ bundle, privateKey }) => peerCrypto.decryptCredentialBundle(bundle, privateKey),
  "@turnkey/crypto again": async ({ bundle, privateKey }) =>
    peerCrypto.decryptCredentialBundle(bundle, privateKey),
  "@hpke/core and noble by hand": openByHand,
  "payments-sdk": ({ bundle, keyPair }) => wallet.openSessionBundle(bundle, keyPair),
};
const stamps: Record<string, () => Promise<unknown>> = {
  "stamper, node:crypto": () => stampers.node.stamp(payload),
  "stamper, node:crypto again": () => stampers.node.stamp(payload),
  "stamper, WebCrypto": () => stampers.browser.stamp(payload),
  "payments-sdk": () => sessionKey.stamp(payload),
  "payments-sdk, held key": () => heldKey.stamp(payload),
};
/** The most that a stamp with a held key may cost, in stamps with a sealed one. Both are WebCrypto keys, so more is noise. */
const MOST_OF_HELD = 1.15;

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function compare<Given>(
  what: string,
  subjects: Record<string, (given: Given) => Promise<unknown>>,
  make: () => Promise<Given>,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, run] of Object.entries(subjects)) {
      const given: Given[] = [];
      for (let count = 0; count < RUNS; count += 1) given.push(await make());
      const before = process.cpuUsage();
      for (const one of given) await run(one);
      const { user, system } = process.cpuUsage(before);
      // The first rounds warm up the compiler.
      if (round >= 3) times.get(name)?.push((user + system) / RUNS);
    }
  }
  report(what, times);
  return times;
}

/** Each opens the same bundle, by its private key. */
async function compareColdStarts(): Promise<Map<string, number[]>> {
  const { bundle, privateKey } = await sealed();
  // Peers with the same versions as this package's dependencies.
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const byHand = `
    const { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } = await import("@hpke/core");
    const { p256 } = await import("@noble/curves/nist.js");
    const { sha256 } = await import("@noble/hashes/sha2.js");
    const { createBase58check } = await import("@scure/base");
    await (${openByHand.toString()})({ bundle: "${bundle}", privateKey: "${privateKey}" });`;
  const programs: Record<string, string> = {
    "@hpke/core and noble by hand": byHand,
    "@hpke/core and noble again": byHand,
    "@turnkey/crypto": `(await import(${JSON.stringify(import.meta.resolve("@turnkey/crypto"))})).decryptCredentialBundle("${bundle}", "${privateKey}")`,
    "payments-sdk": `
      const wallet = await import(${JSON.stringify(new URL("../dist/wallet.js", import.meta.url).href)});
      await wallet.openSessionBundle("${bundle}", await wallet.ClientKeyPair.fromPrivateKey("${privateKey}"));`,
    "payments-sdk, import alone": `await import(${JSON.stringify(new URL("../dist/wallet.js", import.meta.url).href)})`,
  };
  const names = Object.keys(programs);
  const times = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    // The subjects take turns to start a round.
    for (const name of [...names.slice(round % names.length), ...names.slice(0, round % names.length)]) {
      const program = `const before = process.cpuUsage(); ${programs[name]};
        const { user, system } = process.cpuUsage(before); console.log(user + system); process.exit();`;
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ["--input-type=module", "--eval", program],
        { cwd },
      );
      times.get(name)?.push(Number(stdout));
    }
  }
  report("a fresh process up to the first bundle, processor time", times);
  return times;
}

function report(what: string, times: Map<string, number[]>): void {
  console.log(`Node ${process.versions.node}: ${what}`);
  const base = median([...times.values()][0] ?? []);
  for (const [name, values] of times) {
    const ratios = values.map((value) => value / base).toSorted((a, b) => a - b);
    const spread = `${ratios[2]?.toFixed(2)} to ${ratios.at(-3)?.toFixed(2)}`;
    console.log(
      `  ${name.padEnd(28)} ${median(ratios).toFixed(2)} x (${spread})  ${median(values).toFixed(0)} us`,
    );
  }
}

const opened = await compare("opening a session bundle, processor time", openings, sealed);
const stamped = await compare("a stamp, processor time", stamps, async () => undefined);
const sealedTimes = stamped.get("payments-sdk") ?? [];
const heldTimes = stamped.get("payments-sdk, held key") ?? [];
const held = median(heldTimes.map((time, round) => time / (sealedTimes[round] ?? Number.NaN)));
console.log(
  `  A stamp with a held key costs ${held.toFixed(2)} x one with a sealed key, of at most ${MOST_OF_HELD}`,
);
if (!(held <= MOST_OF_HELD)) process.exitCode = 1;
const started = await compareColdStarts();
const ofBest = (times: Map<string, number[]>) => {
  const others = [...times].flatMap(([name, values]) =>
    name.startsWith("payments-sdk") ? [] : [median(values)],
  );
  return median(times.get("payments-sdk") ?? []) / Math.min(...others);
};
console.log(
  JSON.stringify({
    "wallet: open": ofBest(opened),
    "wallet: stamp": ofBest(stamped),
    "wallet: cold opening": ofBest(started),
  }),
);
