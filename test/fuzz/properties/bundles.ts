import assert from "node:assert/strict";
import fc from "fast-check";
import {
  DecryptionError,
  generateClientKeyPair,
  MalformedBundleError,
  openSessionBundle,
  openWalletExport,
  SessionKey,
  verifyStamp,
} from "payments-sdk/wallet";
import { readStamp } from "../../../src/simulator/crypto/stamp";
import { sealWalletExport } from "../../../src/simulator/crypto/export-bundle";
import { sealSessionKey } from "../../../src/simulator/crypto/session-bundle";
import { endingOf, requireNoSecret, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddText, tameJunk } from "../values";

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const entropy = new Uint8Array(32).fill(7);
const privateKey = new Uint8Array(32).fill(9);
const mnemonic = "abandon ability able about above absent absorb abstract absurd abuse access accident";

/** A pair for one case: it is used up when it is tried. */
async function sealed() {
  const keyPair = await generateClientKeyPair();
  const recipient = bytes(keyPair.publicKey);
  return { keyPair, recipient };
}

/** A change of a text: a character replaced, removed, doubled, or the text cut. */
const edit = fc.record({
  kind: fc.constantFrom(
    "replace" as const,
    "remove" as const,
    "double" as const,
    "cut" as const,
    "all" as const,
  ),
  at: fc.nat(400),
  text: oddText,
});

function edited(text: string, edits: readonly { kind: string; at: number; text: string }[]): string {
  return edits.reduce((current, { kind, at: given, text: put }) => {
    const at = given % (current.length + 1);
    if (kind === "all") return put;
    if (kind === "cut") return current.slice(0, at);
    if (kind === "remove") return current.slice(0, at) + current.slice(at + 1);
    if (kind === "double") return current.slice(0, at) + current.slice(Math.max(0, at - 1));
    return current.slice(0, at) + put.slice(0, 4) + current.slice(at + put.slice(0, 4).length);
  }, text);
}

const sessionBundles = defineProperty(
  "any text as an encrypted session key",
  6,
  fc.array(edit, { minLength: 1, maxLength: 3 }),
  async (edits) => {
    const { keyPair, recipient } = await sealed();
    const good = await sealSessionKey(recipient, privateKey, entropy);
    const bundle = edited(good, edits);
    const ending = await endingOf(() => openSessionBundle(bundle, keyPair));
    if ("value" in ending) return assert.equal(bundle, good, "another text was opened");
    requirePaymentsError(ending.error);
    assert.ok(
      ending.error instanceof MalformedBundleError || ending.error instanceof DecryptionError,
      ending.error.name,
    );
    if (bundle.length > 20) requireNoSecret(ending.error, [bundle.slice(0, 1_000)]);
  },
);

const walletExports = defineProperty(
  "any text as an encrypted wallet export",
  6,
  fc.record({
    outer: fc.array(mutation(), { maxLength: 2 }),
    inner: fc.array(mutation(), { maxLength: 2 }),
    edits: fc.array(edit, { maxLength: 1 }),
  }),
  async ({ outer, inner, edits }) => {
    const { keyPair, recipient } = await sealed();
    const good = await sealWalletExport({
      mnemonic,
      clientPublicKey: recipient,
      organizationId: "org",
      entropy,
      issuer: undefined,
    });
    const envelope = JSON.parse(good) as { data: string };
    const innerText = mutated(JSON.parse(Buffer.from(envelope.data, "hex").toString()), inner).text;
    const text = edited(
      mutated({ ...envelope, data: Buffer.from(innerText).toString("hex") }, outer).text,
      edits,
    );
    const ending = await endingOf(() => openWalletExport(text, keyPair, { environment: "sandbox" }));
    if ("value" in ending) return assert.equal(ending.value, mnemonic, "another phrase");
    requirePaymentsError(ending.error);
    requireNoSecret(ending.error, [mnemonic]);
  },
);

const json = fc.record({
  publicKey: fc.oneof(oddText, fc.constant("02" + "ab".repeat(32))),
  signature: oddText,
  scheme: fc.constantFrom("SIGNATURE_SCHEME_TK_API_P256", "x"),
});
const stampTexts = fc.oneof(
  oddText,
  json.map((stamp) => Buffer.from(JSON.stringify(stamp)).toString("base64url")),
  fc
    .array(mutation(), { maxLength: 2 })
    .map((mutations) =>
      Buffer.from(
        mutated({ publicKey: "02", scheme: "SIGNATURE_SCHEME_TK_API_P256", signature: "30" }, mutations).text,
      ).toString("base64url"),
    ),
);

const stamps = defineProperty(
  "any text as a stamp",
  40,
  fc.record({ stamp: stampTexts, payload: oddText }),
  async ({ stamp, payload }) => {
    assert.equal(await verifyStamp(stamp, payload), undefined);
    const read = readStamp(stamp);
    assert.ok(
      read === undefined ||
        (read.publicKey.length === 65 && read.signature.length > 0) ||
        read.signature.length === 0,
    );
  },
);

const walletArguments = defineProperty(
  "any argument of the functions on keys and bundles",
  20,
  fc.record({ one: tameJunk, two: tameJunk }),
  async ({ one, two }) => {
    const keyPair = await generateClientKeyPair();
    const calls = [
      () => Reflect.apply(openSessionBundle, undefined, [one.value(), keyPair]),
      () => Reflect.apply(openSessionBundle, undefined, ["x", two.value()]),
      () => Reflect.apply(openWalletExport, undefined, [one.value(), keyPair, { environment: "sandbox" }]),
      () => Reflect.apply(openWalletExport, undefined, ["{}", keyPair, two.value()]),
      () => Reflect.apply(SessionKey.fromPrivateKey.bind(SessionKey), undefined, [one.value()]),
      () => Reflect.apply(SessionKey.fromCryptoKey.bind(SessionKey), undefined, [two.value()]),
    ];
    for (const call of calls) {
      const ending = await endingOf(call);
      if ("error" in ending) requirePaymentsError(ending.error);
    }
    assert.equal(await Reflect.apply(verifyStamp, undefined, [one.value(), two.value()]), undefined);
  },
);

export const bundles: readonly FuzzProperty[] = [sessionBundles, walletExports, stamps, walletArguments];
