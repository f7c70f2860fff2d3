import { isApiError, isPaymentsError } from "../core/error-guards";
import { ChallengeExpiredError } from "../core/errors";
import type { AuthMethod, PasskeyCredentialCreateParams } from "../models/auth";
import { listOf, object, text } from "../options/kinds";
import { check } from "../resources/checks";
import { isGone, statesOwner } from "./absence";
import type { IssuedChallenge } from "./connection";
import type { WalletContext } from "./context";
import { PasskeyRegistrationError } from "./errors";
import type { PasskeyCreationOptions, PasskeyDescriptor } from "./passkey-ceremony";
import { credentialIds, toAttestation } from "./passkey-mapping";
import { webAuthnIdOf } from "./passkey-records";
import type { PasskeyAttempt } from "./passkey-records";
import { objectGiven } from "./wallet-call";
import type { WalletCall } from "./wallet-call";

/** Registers a passkey that this device creates. */
export interface PasskeyRegistration {
  type: "PASSKEY";
  /** A name that lets the customer recognize the device. */
  nickname: string;
  /** The user in the browser's dialog. Default: the nickname. */
  user?: { name: string; displayName: string } | undefined;
  /** WebAuthn credential ids (base64url). An authenticator with one of these passkeys creates no new one. */
  excludeCredentials?: readonly string[] | undefined;
  /**
   * The customer's consent to replace a passkey with an unknown fate (see {@link PasskeyRegistrationError}). The wallet accepts
   * it only after two lists without a passkey, at least a minute apart.
   */
  replaceUnknown?: boolean | undefined;
}

/** A prepared passkey registration. In the user gesture, call `wallet.credentials.register(prepared)`. */
export interface PreparedRegistration {
  readonly type: "PASSKEY";
  readonly nickname: string;
  /** The request to the browser. */
  readonly request: PasskeyCreationOptions;
  /** When the challenge expires by the service's clock, if the relay says it: ISO 8601 date-time in UTC. */
  readonly expiresAt?: string | undefined;
}

/** COSE algorithms: ES256 and RS256 (RFC 9053; RFC 8812). Authenticators on every platform support one of them. */
const ALGORITHMS = [-7, -257];

/** For a wallet without a session that has a credential: the newest service gives every account one for its e-mail address. */
export const FURTHER_CREDENTIAL =
  'the wallet has a credential, so a session signs the next one: sign in first. An account may begin with an e-mail credential: call `requestCode()`, then `signIn({ type: "EMAIL_OTP", otp })`, then register again';

/** The longest usual life of a registration challenge. A copy of the request that arrives later registers nothing. */
const CHALLENGE_LIFETIME_MS = 300_000;

/** Codes of refusals that a copy of the same request can cause. The first copy may have registered the passkey. */
const CAUSED_BY_COPY = /EXISTS|ALREADY|CHALLENGE/;

/**
 * Prepares a registration: lists the credentials, then fetches a challenge. A registration that has not ended is continued.
 *
 * @throws {PasskeyRegistrationError} when the wallet has a passkey and allows one, or an earlier registration is open
 */
export async function preparePasskey(
  context: WalletContext,
  call: WalletCall,
  params: PasskeyRegistration,
): Promise<PreparedRegistration> {
  check(call.operation, params, { nickname: text, excludeCredentials: credentialIds });
  const { nickname, user, excludeCredentials, replaceUnknown } = params;
  const { passkeys, passkeyRecords: records, registrationChallenge, relyingParty, clock } = context;
  const ceremony = passkeys();
  await call.wait(() => ceremony.prepare?.());
  await call.prepare(() => records.list(call));
  const { listed } = records;
  if (replaceUnknown === true && records.attempt !== undefined && !(await records.giveUp())) {
    throw new PasskeyRegistrationError(call.operation, "open");
  }
  const { attempt: last } = records;
  // Not if another tab may have sent it.
  const mayBeListed = listed.includes(undefined) || listed.includes(last?.attestation.credentialId);
  if (last?.state === "created" && last.lastsUntilMs <= clock.now() && !mayBeListed) {
    // It was never sent, so nothing is lost if the time is wrong. The relay would refuse its old challenge.
    records.refused(last.attestation.credentialId);
  }
  const { attempt } = records;
  if (attempt === undefined && listed.includes(undefined)) {
    throw new PasskeyRegistrationError(call.operation, "exists");
  }
  const { challenge, lifetimeMs }: IssuedChallenge =
    attempt ?? (await call.prepare(() => registrationChallenge(call)));
  const ids = [...(excludeCredentials ?? []), ...listed].filter((id) => id !== undefined);
  return {
    type: "PASSKEY",
    nickname: attempt?.nickname ?? nickname,
    ...(typeof lifetimeMs === "number" && { expiresAt: new Date(clock.now() + lifetimeMs).toISOString() }),
    request: {
      challenge,
      rp: {
        ...(relyingParty.id === undefined ? {} : { id: relyingParty.id }),
        name: relyingParty.name ?? globalThis.location?.hostname ?? "Wallet",
      },
      user: {
        id: await records.userId,
        name: user?.name ?? nickname,
        displayName: user?.displayName ?? nickname,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: ids.map(descriptorOf),
      authenticatorSelection: {
        // Older services do not return WebAuthn ids at sign-in, so the passkey must be discoverable.
        residentKey: "required",
        requireResidentKey: true,
        userVerification: "required",
      },
      attestation: "none",
    },
  };
}

const descriptorOf = (id: string): PasskeyDescriptor => ({ id, type: "public-key" });

/**
 * Registers the passkey: created on the device, sent, known. Each step is stored before the next one starts, so a later call
 * continues after every loss, in any tab and with any preparation.
 */
export async function registerPasskey(
  context: WalletContext,
  call: WalletCall,
  prepared: PreparedRegistration,
): Promise<AuthMethod> {
  const { passkeyRecords: records } = context;
  const earlier = records.attempt;
  // The response may have been lost. Sending it again needs a signature, if the service has it.
  const known = earlier?.state === "sent" ? (await find(context, call, earlier)).row : undefined;
  if (known !== undefined) return known;
  const attempt = earlier ?? (await create(context, call, prepared));
  const { credentialId } = attempt.attestation;
  records.attempt = { ...attempt, state: "sent" };
  try {
    const row = await send(context, call, attempt);
    await records.accepted(credentialId, row);
    return row;
  } catch (error) {
    if (isPaymentsError(error) && error.outcome === "not-executed" && !isApiError(error)) {
      // The request did not leave this device, or lacked its signature. A later call sends it.
      records.attempt = attempt;
      throw error;
    }
    const { row, missingAtMs } = await find(context, call, attempt);
    if (row !== undefined) return row;
    if (isRefused(context, attempt, error, missingAtMs)) {
      records.refused(credentialId);
      throw error;
    }
    const isOpen = attempt.state === "sent" && isApiError(error) && error.outcome === "not-executed";
    throw isOpen ? new PasskeyRegistrationError(call.operation, "open", error) : error;
  }
}

/**
 * Creates the passkey on the device. After preparation, nothing is awaited before the dialog: Safari forgets the gesture.
 *
 * @throws {ChallengeExpiredError} when the relay would refuse the passkey
 */
async function create(
  { passkeys, passkeyRecords, clock }: WalletContext,
  call: WalletCall,
  { nickname, request, expiresAt }: PreparedRegistration,
): Promise<PasskeyAttempt> {
  const requireTime = (isCertain?: boolean) => {
    if (expiresAt !== undefined && clock.now(isCertain) >= Date.parse(expiresAt))
      throw new ChallengeExpiredError(call.operation, expiresAt);
  };
  objectGiven(request, "request", call.operation);
  check(
    call.operation,
    { request },
    { "request.challenge": text, "request.excludeCredentials": listOf(object) },
  );
  const { challenge } = request;
  requireTime();
  // The passkeys of a wallet share a user id. Without this, an authenticator would replace one that was made since, in any tab.
  const excludeCredentials = [...request.excludeCredentials, ...passkeyRecords.onDevice.map(descriptorOf)];
  const credential = await call.waitForPerson(() =>
    passkeys().create({ ...request, excludeCredentials }, call.signal),
  );
  const attestation = toAttestation(credential);
  try {
    // The browser hides a passkey that is refused here.
    requireTime(true);
  } catch (error) {
    passkeyRecords.refused(attestation.credentialId);
    throw error;
  }
  const lastsUntilMs = Date.parse(expiresAt ?? "") || clock.now() + CHALLENGE_LIFETIME_MS;
  passkeyRecords.attempt = { nickname, challenge, attestation, state: "created", lastsUntilMs };
  return passkeyRecords.attempt;
}

function send(
  context: WalletContext,
  call: WalletCall,
  { nickname, challenge, attestation }: PasskeyAttempt,
): Promise<AuthMethod> {
  const { api, accountId, authorization, payloads } = context;
  const body: PasskeyCredentialCreateParams = {
    type: "PASSKEY",
    accountId,
    nickname,
    challenge,
    attestation,
  };
  return authorization.run(call, { advice: FURTHER_CREDENTIAL }, (session) =>
    api.auth.credentials.create(body, payloads.signed(call, session)),
  );
}

/** Whether the service refused this passkey itself. A browser may repeat a request, so the first copy may have acted. */
function isRefused(
  context: WalletContext,
  { state }: PasskeyAttempt,
  error: unknown,
  missingAtMs: readonly number[],
): boolean {
  if (!isApiError(error) || error.outcome !== "not-executed") return false;
  return isGone({
    thing: "passkey",
    isOwner: statesOwner(context, error),
    isNamed: error.status === 400 || error.status === 422,
    missingAtMs,
    isOwnCopyPossible: state === "sent" || CAUSED_BY_COPY.test(error.code),
  });
}

/**
 * Looks for the passkey in the list of credentials, also through a relay. In a list without ids, the name tells it: this wallet
 * sends a first passkey only where the service has none.
 *
 * @returns its row, or when a list showed that the service does not have it
 */
async function find(
  { clock, passkeyRecords: records }: WalletContext,
  call: WalletCall,
  { attestation: { credentialId }, nickname, lastsUntilMs }: PasskeyAttempt,
): Promise<{ row?: AuthMethod; missingAtMs: number[] }> {
  const listed = await records.list(call).catch(() => undefined);
  const isOurs = (candidate: AuthMethod): boolean => {
    const id = webAuthnIdOf(candidate);
    if (id !== undefined || candidate.type !== "PASSKEY") return id === credentialId;
    return candidate.nickname === nickname && Date.parse(candidate.createdAt) <= lastsUntilMs;
  };
  const row = listed?.find(isOurs);
  if (row !== undefined) {
    await records.accepted(credentialId);
    return { row, missingAtMs: [] };
  }
  return { missingAtMs: listed !== undefined && records.lacks(credentialId) ? [clock.now(true)] : [] };
}
