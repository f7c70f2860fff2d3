import { base64urlnopad } from "@scure/base";
import type { PasskeyAssertion, PasskeyAttestation } from "../../models/auth";
import type { ResolvedOptions } from "../runtime/options";
import type { WebAuthnVerifier } from "../runtime/options/simulator-options";
import { objectFromBase64, toBase64Url } from "./encoding";

/** The data for checking later assertions of a passkey. */
export interface PasskeyPublicKey {
  /** COSE (RFC 9052), in base64url. */
  publicKey: string;
  /** The authenticator's signature counter (WebAuthn, section 6.1.1). */
  counter: number;
}

export type Site = ResolvedOptions["webAuthn"];

/** Production must check a passkey, but no verifier was passed. */
export class MissingVerifierError extends Error {
  override readonly name = "MissingVerifierError";
}

/** The library is a parameter, because bundlers would require every user to install an imported one. */
function verifierOf({ verifier }: Site): WebAuthnVerifier {
  if (verifier) return verifier;
  throw new MissingVerifierError(
    "To check passkeys in production, install @simplewebauthn/server and pass the module as the option `wallet.webAuthn.verifier`",
  );
}

/** Whether a page of this origin may use passkeys of the relying party (HTML, "registrable domain suffix"). */
function isCovered(origin: string, rpId: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === "https:" || (protocol === "http:" && hostname.endsWith("localhost"));
  return isSecure && (hostname === rpId || hostname.endsWith(`.${rpId}`));
}

function expectedOrigins(site: Site, clientDataJson: string): string[] {
  if (site.origins) return [...site.origins];
  const origin = objectFromBase64(clientDataJson)?.["origin"];
  return typeof origin === "string" && isCovered(origin, site.rpId) ? [origin] : [`https://${site.rpId}`];
}

/** Names a page that frames the wallet's page and is not allowed (WebAuthn, section 7.2, step 14). */
function requireAllowedFrame({ topOrigins }: Site, clientDataJson: string): void {
  const topOrigin = objectFromBase64(clientDataJson)?.["topOrigin"];
  if (typeof topOrigin !== "string" || topOrigins.includes(topOrigin)) return;
  throw new Error(
    `A page of ${topOrigin} frames the wallet's page: allow it with \`wallet.webAuthn.topOrigins\``,
  );
}

/** The input of both checks: the browser's response, and its expected subject. */
function checkOf<Response extends object>(
  site: Site,
  challenge: string,
  { credentialId, clientDataJson }: { credentialId: string; clientDataJson: string },
  response: Response,
) {
  const id = toBase64Url(credentialId);
  requireAllowedFrame(site, clientDataJson);
  return {
    response: {
      id,
      rawId: id,
      type: "public-key" as const,
      clientExtensionResults: {},
      response: { clientDataJSON: toBase64Url(clientDataJson), ...response },
    },
    expectedChallenge: challenge,
    expectedOrigin: expectedOrigins(site, clientDataJson),
    expectedRPID: site.rpId,
    requireUserVerification: false,
  };
}

/** Checks a registration (WebAuthn, section 7.1). Returns the public key of the passkey. */
export async function verifyAttestation(
  site: Site,
  challenge: string,
  attestation: PasskeyAttestation,
): Promise<PasskeyPublicKey> {
  const attestationObject = toBase64Url(attestation.attestationObject);
  const check = checkOf(site, toBase64Url(challenge), attestation, { attestationObject });
  const { verified, registrationInfo } = await verifierOf(site).verifyRegistrationResponse(check);
  if (!verified || !registrationInfo) throw new Error("The attestation statement is invalid");
  const { id, publicKey, counter } = registrationInfo.credential;
  if (id !== check.response.id) throw new Error("The attestation is about another credential id");
  return { publicKey: base64urlnopad.encode(publicKey), counter };
}

/** Checks an assertion (WebAuthn, section 7.2). Returns the new counter of the authenticator. */
export async function verifyAssertion(
  site: Site,
  challenge: string,
  assertion: PasskeyAssertion,
  { credentialId: id, key }: { credentialId: string; key: PasskeyPublicKey },
): Promise<number> {
  const { authenticatorData, signature, userHandle } = assertion;
  const check = checkOf(site, challenge, assertion, {
    authenticatorData: toBase64Url(authenticatorData),
    signature: toBase64Url(signature),
    ...(userHandle === undefined ? {} : { userHandle: toBase64Url(userHandle) }),
  });
  if (check.response.id !== id) throw new Error("The assertion is about another credential id");
  const publicKey = new Uint8Array(base64urlnopad.decode(key.publicKey));
  const { verified, authenticationInfo } = await verifierOf(site).verifyAuthenticationResponse({
    ...check,
    expectedTopOrigin: [...site.topOrigins],
    credential: { id, publicKey, counter: key.counter },
  });
  if (!verified) throw new Error("The signature is invalid");
  return authenticationInfo.newCounter;
}
