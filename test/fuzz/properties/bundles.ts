import assert from "node:assert/strict";
import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { createBase58check } from "@scure/base";
import fc from "fast-check";
import {
  DecryptionError,
  generateClientKeyPair,
  MalformedBundleError,
  openSessionBundle,
  openWalletExport,
  SessionKey,
  SignatureVerificationError,
  verifyStamp,
  Wallet,
} from "payments-sdk/wallet";
import { readStamp } from "../../../src/simulator/crypto/p256";
import { sealSessionKey, sealWalletExport } from "../../../src/simulator/crypto/bundles";
import { endingOf, requireNoSecret, requirePaymentsError } from "../assertions";
import { mutated, mutation } from "../mutate";
import { defineProperty } from "../property";
import type { FuzzProperty } from "../property";
import { oddText, tameJunk } from "../values";
import * as service from "../wallet-service";

const base58 = createBase58check(sha256);
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const entropy = new Uint8Array(32).fill(7);
const privateKey = new Uint8Array(32).fill(9);
const mnemonic = "abandon ability able about above absent absorb abstract absurd abuse access accident";

const FIELDS = ["version", "data", "dataSignature", "enclaveQuorumPublic"];
const issuer = {
  privateKey: new Uint8Array(32).fill(5),
  publicKey: p256.getPublicKey(new Uint8Array(32).fill(5), false) as Uint8Array<ArrayBuffer>,
};

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

/** A change of the bytes under the checksum: cut, or one of them replaced. */
const byteEdit = fc.option(fc.record({ end: fc.nat(130), at: fc.nat(130), byte: fc.nat(255) }), {
  nil: undefined,
});

const sessionBundles = defineProperty(
  "any text as an encrypted session key",
  6,
  fc.record({ edits: fc.array(edit, { maxLength: 2 }), change: byteEdit }),
  async ({ edits, change }) => {
    const { keyPair, recipient } = await sealed();
    const good = await sealSessionKey(recipient, privateKey, entropy);
    const payload = base58.decode(good).slice(0, change?.end);
    if (change !== undefined && change.at < payload.length) payload[change.at] = change.byte;
    const bundle = edited(base58.encode(payload), edits);
    const ending = await endingOf(() => openSessionBundle(bundle, keyPair));
    if ("value" in ending) return assert.equal(bundle, good, "another text was opened");
    requirePaymentsError(ending.error);
    assert.ok(
      ending.error instanceof MalformedBundleError || ending.error instanceof DecryptionError,
      ending.error.name,
    );
    // With a checksum that fits, it is too short, names no point, or does not open.
    if (edits.length === 0 && payload.length < 49) {
      assert.ok(
        ending.error instanceof MalformedBundleError && ending.error.layer === "length",
        ending.error.message,
      );
    } else if (edits.length === 0 && ![2, 3].includes(payload[0] ?? 0)) {
      assert.ok(
        ending.error instanceof MalformedBundleError && ending.error.layer === "point",
        ending.error.message,
      );
    }
    if (bundle.length > 20) requireNoSecret(ending.error, [bundle.slice(0, 1_000)]);
  },
);

/** Changes of an envelope, of the data in it, and of the text. */
const envelopeChanges = {
  outer: fc.array(mutation(), { maxLength: 2 }),
  inner: fc.array(mutation(), { maxLength: 2 }),
  edits: fc.array(edit, { maxLength: 1 }),
};

const walletExports = defineProperty(
  "any text as an encrypted wallet export",
  6,
  fc.record({
    ...envelopeChanges,
    isSigned: fc.boolean(),
  }),
  async ({ outer, inner, edits, isSigned }) => {
    const { keyPair, recipient } = await sealed();
    const good = await sealWalletExport({
      mnemonic,
      clientPublicKey: recipient,
      organizationId: "org",
      entropy,
      issuer: isSigned ? issuer : undefined,
    });
    const envelope = JSON.parse(good) as { data: string };
    const goodInner = Buffer.from(envelope.data, "hex").toString();
    const innerText = mutated(JSON.parse(goodInner), inner).text;
    const text = edited(
      mutated({ ...envelope, data: Buffer.from(innerText).toString("hex") }, outer).text,
      edits,
    );
    const environment = isSigned ? "production" : "sandbox";
    const trustedIssuerKeys = [Buffer.from(issuer.publicKey).toString("hex")];
    const ending = await endingOf(() => openWalletExport(text, keyPair, { environment, trustedIssuerKeys }));
    const fields = objectOf(text);
    if ("value" in ending) {
      assert.equal(ending.value, mnemonic, "another phrase");
      if (isSigned) assert.equal(fields["data"], envelope.data, "what was signed was changed");
      return;
    }
    requirePaymentsError(ending.error);
    const isWhole = FIELDS.every((name) => typeof fields[name] === "string");
    const layer = ending.error instanceof MalformedBundleError ? ending.error.layer : undefined;
    assert.equal(layer === "envelope", !isWhole, ending.error.message);
    const isUnsigned = fields["dataSignature"] === "" && fields["enclaveQuorumPublic"] === "";
    if (isUnsigned && isWhole && fields["data"] === Buffer.from(innerText).toString("hex"))
      requireLayer(objectOf(innerText), ending.error);
    requireNoSecret(ending.error, [mnemonic]);
  },
);

/** The service sends the text. A wallet that refuses it sends no code. */
const codeTargets = defineProperty(
  "any text as the target of a one-time code",
  6,
  fc.record({
    ...envelopeChanges,
    isPinned: fc.boolean(),
  }),
  async ({ outer, inner, edits, isPinned }) => {
    const envelope = JSON.parse(service.CODE_TARGET) as { data: string };
    const innerText = mutated(JSON.parse(Buffer.from(envelope.data, "hex").toString()), inner).text;
    const target = edited(
      mutated({ ...envelope, data: Buffer.from(innerText).toString("hex") }, outer).text,
      edits,
    );
    const sent: service.Sent[] = [];
    const client = service.recordedClient(sent, async (request) => {
      const response = await service.respond(request);
      if (!request.url.endsWith("/challenge")) return response;
      return Response.json({ ...((await response.json()) as object), otpEncryptionTargetBundle: target });
    });
    const environment = isPinned ? "production" : "sandbox";
    const options = { ...service.goodOptions(environment, client), sessionKeys: "held" } as const;
    const wallet = new Wallet(isPinned ? options : { ...options, codeIssuerKeys: undefined });
    try {
      const ending = await endingOf(async () => {
        await wallet.requestCode(service.EMAIL);
        return wallet.signIn({ type: "EMAIL_OTP", otp: "135246", credentialId: service.EMAIL });
      });
      const bodies = sent.filter(({ url }) => url.endsWith("/verify")).map(({ init }) => String(init.body));
      if ("value" in ending) {
        assert.equal(objectOf(target)["data"], envelope.data, "what was signed was changed");
        assert.equal(bodies.length, 2);
        assert.ok(!bodies.join("").includes("135246"), "the code was sent in the clear");
        return;
      }
      assert.equal(bodies.length, 0, "a code was sent to a target that was refused");
      const { error } = ending;
      requirePaymentsError(error);
      const isWhole = FIELDS.every((name) => typeof objectOf(target)[name] === "string");
      if (error instanceof SignatureVerificationError) assert.ok(isWhole, error.message);
      else if (target === "") assert.equal(error.code, "SESSION_KEYS_MISMATCH");
      else if (!isWhole) assert.ok(error instanceof MalformedBundleError && error.layer === "envelope");
      else assert.ok(error instanceof MalformedBundleError, error.name);
    } finally {
      service.letGo(wallet);
    }
  },
);

/** What a JSON text holds; nothing where it is not an object. */
function objectOf(text: string): Record<string, unknown> {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}

/** What is malformed is said to be; what only does not open is not. */
function requireLayer(
  { encappedPublic, ciphertext, organizationId }: Record<string, unknown>,
  error: Error,
): void {
  const isHex = (text: unknown, digits: number) =>
    typeof text === "string" && /^(?:[\da-f]{2})*$/i.test(text) && text.length >= digits;
  const isWhole =
    isHex(encappedPublic, 130) &&
    isHex(ciphertext, 32) &&
    typeof organizationId === "string" &&
    organizationId !== "";
  if (!isWhole) assert.ok(error instanceof MalformedBundleError, error.message);
}

const json = fc.record({
  publicKey: fc.oneof(oddText, fc.constant("02" + "ab".repeat(32))),
  signature: oddText,
  scheme: fc.constantFrom("SIGNATURE_SCHEME_TK_API_P256", "x"),
});
const signedPayload = "payload";
const genuine = await (await SessionKey.fromPrivateKey(new Uint8Array(32).fill(9))).stamp(signedPayload);
const genuineJson = Buffer.from(genuine, "base64url").toString();
const encode = (text: string) => Buffer.from(text).toString("base64url");
const stampTexts = fc.oneof(
  oddText,
  fc.constantFrom(
    genuine,
    `${genuine}=`,
    encode(` ${genuineJson}`),
    encode(genuineJson.toUpperCase()),
    encode(JSON.stringify({ x: 1, ...(JSON.parse(genuineJson) as object) })),
  ),
  fc
    .array(mutation(), { minLength: 1, maxLength: 1 })
    .map((mutations) => encode(mutated(JSON.parse(genuineJson), mutations).text)),
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
  fc.record({ stamp: stampTexts, payload: fc.oneof(oddText, fc.constant(signedPayload)) }),
  async ({ stamp, payload }) => {
    const isGenuine = stamp === genuine && payload === signedPayload;
    const ending = await endingOf(() => verifyStamp(stamp, payload));
    assert.equal("value" in ending, isGenuine);
    if ("error" in ending) requirePaymentsError(ending.error);
    if (readStamp(stamp) !== undefined) {
      const { scheme } = objectOf(Buffer.from(stamp, "base64").toString());
      assert.equal(scheme, "SIGNATURE_SCHEME_TK_API_P256");
    }
    const read = readStamp(stamp);
    assert.ok(
      read === undefined ||
        (read.publicKey.length === 65 && read.signature.length > 0) ||
        read.signature.length === 0,
    );
  },
);

const goodBundle = await sealSessionKey((await sealed()).recipient, privateKey, entropy);

const walletArguments = defineProperty(
  "any argument of the functions on keys and bundles",
  20,
  fc.record({ one: tameJunk, two: tameJunk }),
  async ({ one, two }) => {
    const keyPair = await generateClientKeyPair();
    const calls = [
      () => Reflect.apply(openSessionBundle, undefined, [one.value(), keyPair]),
      () => Reflect.apply(openSessionBundle, undefined, [goodBundle, two.value()]),
      () => Reflect.apply(openWalletExport, undefined, [one.value(), keyPair, { environment: "sandbox" }]),
      () => Reflect.apply(openWalletExport, undefined, ["{}", keyPair, two.value()]),
      () => Reflect.apply(SessionKey.fromPrivateKey.bind(SessionKey), undefined, [one.value()]),
      () => Reflect.apply(SessionKey.fromCryptoKey.bind(SessionKey), undefined, [two.value()]),
    ];
    for (const call of calls) {
      const ending = await endingOf(call);
      if ("error" in ending) requirePaymentsError(ending.error);
    }
    const ending = await endingOf(() => Reflect.apply(verifyStamp, undefined, [one.value(), two.value()]));
    assert.ok("error" in ending);
    requirePaymentsError(ending.error);
  },
);

export const bundles: readonly FuzzProperty[] = [
  sessionBundles,
  walletExports,
  codeTargets,
  stamps,
  walletArguments,
];
