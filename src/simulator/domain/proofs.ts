import { sha256 } from "@noble/hashes/sha2.js";
import { base64urlnopad, hex } from "@scure/base";
import type { PasskeyAssertion } from "../../models/auth";
import { openClientMessage } from "../crypto/bundles";
import { fromHex, objectFromJson, toBase64Url, textBytes } from "../crypto/encoding";
import { readToken } from "../crypto/identity-provider";
import { compressedHex, readPublicKey } from "../crypto/p256";
import { MissingVerifierError, verifyAssertion } from "../crypto/web-authn";
import type { OidcClaims } from "../runtime/options/simulator-options";
import { ownerOf } from "./customers";
import { internal, invalidField, Problem, unauthorized } from "./problem";
import type { CustomerRecord } from "./records/customers";
import type {
  ClientKey,
  CodeCredential,
  CredentialOf,
  SentCode,
  PasskeyChallengeRecord,
} from "./records/wallets";
import type { World } from "./world";

/** The values that the sandbox accepts in place of real proofs, and only the sandbox (specification, "Sandbox magic values"). */
export const magicValues = {
  oneTimeCode: "000000",
  passkeySignature: "sandbox-valid-passkey-signature",
  oidcToken: "sandbox-valid-oidc-token",
  walletSignature: "sandbox-valid-signature",
} as const;

/** The `reason` of the 401 of each failed check. The last one is our reading of a garbled row (OP-25). */
export const failureReasons = {
  oneTimeCode: "Invalid OTP code",
  passkeySignature: "Invalid passkey signature",
  oidcToken: "Invalid OIDC token",
  walletSignature: "Invalid Service-Wallet-Signature",
} as const;

const codeLength = 6;
const mostFailures = 5;
const tooManyCodes = "Too many wrong codes: ask for a new one";
const missingChallenge = "No open challenge: ask for a new code first";

const isSandbox = ({ options }: World): boolean => options.environment === "sandbox";

/** Uses up what the proof rested on. It throws when another verification was faster. */
export type AcceptProof = () => void;

interface PasskeyProof {
  /** Header Request-Id. */
  requestId: string;
  /** Absent if the challenge took it. */
  clientKey: ClientKey | undefined;
  /** The sandbox looks at nothing else. */
  signature: string;
  /** Read in production only. */
  assertion: PasskeyAssertion | undefined;
}

/** A code serves one verification (OP-19), and survives five wrong attempts. A sealed one may be tried again later. */
export function proveCode(
  world: World,
  credential: CodeCredential,
  otp: string,
  { isSealed = false } = {},
): AcceptProof {
  const isMagic = otp === magicValues.oneTimeCode;
  if (isSandbox(world) && !isSealed && !isMagic) throw unauthorized(failureReasons.oneTimeCode);
  const open = openCode(world, credential);
  if (open.failures >= mostFailures) {
    if (!isSealed) throw unauthorized(tooManyCodes);
    const seconds = Math.ceil((open.expiresAtMs - world.clock.now()) / 1000);
    const body = { status: 429, code: "RATE_LIMITED", message: tooManyCodes };
    throw new Problem(body, { "Retry-After": String(seconds) });
  }
  if (otp !== open.code) {
    open.failures += 1;
    throw unauthorized(failureReasons.oneTimeCode);
  }
  return () => {
    if (credential.oneTimeCode !== open) throw unauthorized(missingChallenge);
    delete credential.oneTimeCode;
  };
}

/** The code that was sent last, unless it is used or too old. */
function openCode(world: World, { oneTimeCode: open }: CodeCredential): SentCode {
  if (!open) throw unauthorized(missingChallenge);
  if (world.clock.now() >= open.expiresAtMs)
    throw unauthorized("The challenge has expired: ask for a new code");
  return open;
}

/** A code and the key of the session that it opens. Both come out of one sealed bundle. */
export interface SealedCode {
  code: string;
  /** Compressed, in hexadecimal. */
  publicKey: string;
}

const malformed = (expected: string): Problem => invalidField("encryptedOtpBundle", expected);

/** Opens what was sealed to the open code. A bundle for an earlier code does not open. */
export async function openSealedCode(
  world: World,
  credential: CodeCredential,
  bundle: string,
): Promise<SealedCode> {
  const open = openCode(world, credential);
  const { encappedPublic, ciphertext } = objectFromJson(bundle) ?? {};
  const point = typeof encappedPublic === "string" ? readPublicKey(encappedPublic) : undefined;
  const sealed = typeof ciphertext === "string" ? fromHex(ciphertext) : undefined;
  if (!point || !sealed) throw malformed("JSON with encappedPublic and ciphertext in hexadecimal");
  const plaintext = await openClientMessage(world.keys.codeTarget(open.target), point, sealed);
  if (!plaintext) throw unauthorized(failureReasons.oneTimeCode, "The code was sealed to another key");
  const { otp_code: code, public_key: key } = objectFromJson(new TextDecoder().decode(plaintext)) ?? {};
  const publicKey = typeof key === "string" ? readPublicKey(key) : undefined;
  if (typeof code !== "string" || !publicKey) throw malformed("sealed JSON with otp_code and public_key");
  return { code, publicKey: compressedHex(publicKey) };
}

/** Whether the client made the session's key. The older flow sends an uncompressed key, and gets a sealed one. */
export const isHeldKey = ({ hex }: ClientKey): boolean => !hex.startsWith("04");

/**
 * Sandbox takes the magic value, except for a held key. Otherwise the owner counts. The token of a held key names it in
 * `nonce`: the SHA-256 of the digits as sent.
 */
export async function proveOauth(
  world: World,
  { identity: registered }: CredentialOf<"OAUTH">,
  token: string,
  clientKey: ClientKey,
): Promise<AcceptProof> {
  if (isSandbox(world) && !isHeldKey(clientKey)) {
    if (token !== magicValues.oidcToken) throw unauthorized(failureReasons.oidcToken);
    return () => undefined;
  }
  const { identity, nonce } = await readOidcToken(world, token);
  if (isHeldKey(clientKey) && nonce !== hex.encode(sha256(textBytes(clientKey.text)))) {
    throw invalidToken("The token's nonce is not the SHA-256 of clientPublicKey");
  }
  if (identity.issuer !== registered.issuer || identity.subject !== registered.subject) {
    throw invalidToken("The token belongs to another person");
  }
  return () => undefined;
}

export async function provePasskey(
  world: World,
  credential: CredentialOf<"PASSKEY">,
  proof: PasskeyProof,
): Promise<AcceptProof> {
  const { requestId, clientKey, signature, assertion } = proof;
  if (isSandbox(world) && signature !== magicValues.passkeySignature) {
    throw unauthorized(failureReasons.passkeySignature);
  }
  const challenge = openChallenge(world, credential, requestId);
  if (clientKey && !isSandbox(world) && challenge.clientPublicKey !== clientKey.hex) {
    throw unauthorized("The clientPublicKey differs from that of the challenge");
  }
  const { attestation, key } = credential;
  if (assertion) {
    if (!key) throw internal("The passkey was registered without a public key");
    const passkey = { credentialId: toBase64Url(attestation.credentialId), key };
    key.counter = await checkProof(failureReasons.passkeySignature, "The assertion is invalid", () =>
      verifyAssertion(world.options.webAuthn, challenge.challenge, assertion, passkey),
    );
  }
  return () => {
    openChallenge(world, credential, requestId).used = true;
  };
}

/** Runs a check of a proof. What it throws becomes a 401 with this reason. */
export async function checkProof<T>(reason: string, complaint: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof MissingVerifierError) throw error;
    throw unauthorized(reason, `${complaint}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Where a customer receives codes of a type. */
export const codeAddressOf = (type: CodeCredential["type"], { email, phoneNumber }: CustomerRecord) =>
  type === "EMAIL_OTP" ? email : phoneNumber;

/** Sends a fresh code to the customer's present address, in place of the open one. Sandbox only records it (OP-22). */
export function sendCode(world: World, credential: CodeCredential): void {
  const owner = ownerOf(world, world.internalAccounts.get(credential.accountId));
  credential.nickname = (owner && codeAddressOf(credential.type, owner)) ?? credential.nickname;
  const code = isSandbox(world) ? magicValues.oneTimeCode : world.random.digits(codeLength);
  const expiresAtMs = world.clock.now() + world.options.challengeLifetimeMs;
  // Each code has a target of its own.
  const target = `${credential.id} ${String(expiresAtMs)} ${code} ${String(world.outbox.list.length)}`;
  credential.oneTimeCode = { code, expiresAtMs, failures: 0, target };
  world.outbox.push({
    to: credential.nickname,
    subject: "Your sign-in code",
    text: `Your sign-in code is ${code}. It can be used once, until ${world.clock.iso(expiresAtMs)}.`,
    code,
    credentialId: credential.id,
    accountId: credential.accountId,
    delivered: !isSandbox(world),
    at: world.clock.iso(),
  });
}

export function issueChallenge(
  world: World,
  credential: CredentialOf<"PASSKEY">,
  clientKey: ClientKey,
): PasskeyChallengeRecord {
  const requestId = world.random.uuid();
  const bytes = world.random.bytes(32);
  // The newest service sends text, and WebAuthn signs the bytes of the text.
  const text = isHeldKey(clientKey) || world.options.newestAccounts ? hex.encode(bytes) : undefined;
  const challenge: PasskeyChallengeRecord = {
    requestId,
    challenge: base64urlnopad.encode(text === undefined ? bytes : textBytes(text)),
    ...(text !== undefined && { text }),
    credentialId: credential.id,
    clientPublicKey: clientKey.hex,
    expiresAtMs: world.clock.now() + world.options.challengeLifetimeMs,
    used: false,
  };
  world.passkeyChallenges.set(challenge.requestId, challenge);
  return challenge;
}

function openChallenge(
  world: World,
  credential: CredentialOf<"PASSKEY">,
  requestId: string,
): PasskeyChallengeRecord {
  const challenge = world.passkeyChallenges.get(requestId);
  if (challenge?.credentialId !== credential.id) throw unauthorized("Unknown Request-Id");
  requireOpen(world, challenge);
  return challenge;
}

export function requireOpen(world: World, challenge: { used: boolean; expiresAtMs: number }): void {
  if (challenge.used) throw unauthorized("The Request-Id was used before");
  if (world.clock.now() >= challenge.expiresAtMs) throw unauthorized("The challenge has expired");
}

/** A token is too old at this age. */
const maximumAgeMs = 60_000;

type Claims = { readonly [Claim in keyof OidcClaims]?: unknown };

const invalidToken = (message: string): Problem => unauthorized(failureReasons.oidcToken, message);

/** Sandbox looks at the structure, the issuer and, where there is one, the age; any signature passes (OP-15). */
export async function readOidcToken(world: World, token: string) {
  const { clock, options } = world;
  const claims: Claims | undefined = isSandbox(world)
    ? readToken(token)?.claims
    : await genuineClaims(world, token);
  if (!claims) throw invalidToken("The token is not a JSON Web Token");
  const { iss, sub, iat, email, nonce } = claims;
  if (typeof iss !== "string" || !options.oidcIssuers.includes(iss))
    throw invalidToken("The token's issuer is not a recognized provider");
  if (iat !== undefined || !isSandbox(world)) {
    if (typeof iat !== "number") throw invalidToken("The token has no time of issue, `iat`");
    if (clock.now() - iat * 1000 >= maximumAgeMs)
      throw invalidToken("The token was issued 60 seconds ago or earlier");
  }
  if (typeof sub !== "string" && !isSandbox(world)) throw invalidToken("The token has no subject, `sub`");
  return {
    identity: { issuer: iss, subject: typeof sub === "string" ? sub : "" },
    email: typeof email === "string" ? email : undefined,
    nonce,
  };
}

const genuineClaims = ({ options, keys }: World, token: string): Promise<Claims> =>
  checkProof(failureReasons.oidcToken, "The token is not genuine", async () =>
    options.verifyOidcToken ? options.verifyOidcToken(token) : keys.identityProvider().verifyToken(token),
  );
