import { kind, methods, text } from "../../../options/kinds";
import type { Kind, Kinds } from "../../../options/kinds";
import { objectOf } from "../../../options/read";
import { texts } from "./reader";

/** Bytes with a buffer of their own. TypeScript knows `Uint8Array<ArrayBuffer>` from 5.7 on only. */
type Bytes = ReturnType<typeof Uint8Array.of>;

/** What a passkey is checked against: the challenge and the site that it was used for. */
interface WebAuthnExpectation {
  expectedChallenge: string;
  expectedOrigin: string[];
  expectedRPID: string;
  requireUserVerification: boolean;
}

/** What the check of a passkey gets from the browser (WebAuthn, section 5.8.1): all of it in base64url. */
interface WebAuthnResponse<Response> {
  id: string;
  rawId: string;
  type: "public-key";
  clientExtensionResults: Record<string, never>;
  response: Response;
}

/**
 * What checks passkeys: the two functions of `@simplewebauthn/server` (14 or later) that the simulator calls. The package itself fits.
 *
 * @example
 * ```ts
 * import * as verifier from "@simplewebauthn/server";
 * import { Simulator } from "payments-sdk/simulator";
 *
 * const simulator = new Simulator({ environment: "production", webAuthn: { verifier } });
 * ```
 */
export interface WebAuthnVerifier {
  /** Checks a registration (WebAuthn, section 7.1). */
  verifyRegistrationResponse(
    options: WebAuthnExpectation & {
      response: WebAuthnResponse<{ clientDataJSON: string; attestationObject: string }>;
    },
  ): Promise<{
    verified: boolean;
    registrationInfo?: { credential: { id: string; publicKey: Bytes; counter: number } } | undefined;
  }>;
  /** Checks an assertion (WebAuthn, section 7.2). */
  verifyAuthenticationResponse(
    options: WebAuthnExpectation & {
      response: WebAuthnResponse<{
        clientDataJSON: string;
        authenticatorData: string;
        signature: string;
        userHandle?: string;
      }>;
      credential: { id: string; publicKey: Bytes; counter: number };
    },
  ): Promise<{ verified: boolean; authenticationInfo: { newCounter: number } }>;
}

/** For which site passkeys are made, and what checks them. Used in production, where passkeys are checked. */
export interface SimulatorWebAuthn {
  /** The package `@simplewebauthn/server`. Default: none; a passkey is then a 500 that says so. */
  verifier?: WebAuthnVerifier | undefined;
  /** The relying party's id: a domain (WebAuthn, section 5.1.2). Default `"localhost"`. */
  rpId?: string | undefined;
  /** The accepted origins, such as `https://wallet.example`. Default: every origin whose host is the `rpId` or lies below it. */
  origins?: readonly string[] | undefined;
}

/** Known options of `webAuthn`. */
const webAuthn: Kinds<SimulatorWebAuthn> = {
  rpId: text,
  origins: texts,
  verifier: kind(
    'the module: import * as verifier from "@simplewebauthn/server"',
    (value) => methods("verifyRegistrationResponse", "verifyAuthenticationResponse")(value, "") === undefined,
  ),
};

/** The kind of the option `webAuthn`. */
export const webAuthnKind: Kind = objectOf(webAuthn);

/** The options of passkeys with their defaults. */
export function resolveWebAuthn({ rpId, origins, verifier }: SimulatorWebAuthn = {}) {
  return { rpId: rpId ?? "localhost", origins: origins ?? undefined, verifier: verifier ?? undefined };
}
