import { base64urlnopad } from "@scure/base";
import type { Clock } from "../runtime/clock";
import { instant, instantOf, object, required, text } from "../../options/kinds";
import type { Kinds } from "../../options/kinds";
import { readSimulatorOptions } from "../runtime/options/reader";
import type { SeededRandom } from "../runtime/random";
import { fromBase64, objectFromBase64, textBytes } from "./encoding";
import { createKeyPair, signatureLength, signMessage, verifySignature } from "./p256";

const signingAlgorithm = "ES256";
const hourSeconds = 3600;

/** The contents of a token for `issueOidcToken`. */
export interface OidcTokenRequest {
  /** The owner's e-mail address, the claim `email`. */
  email: string;
  /** Default: the first of the option `oidcIssuers`. */
  issuer?: string | undefined;
  /** Default: derived from the e-mail address, so that a person always has the same subject. */
  subject?: string | undefined;
  /** Default `"payments-wallet"`. */
  audience?: string | undefined;
  /** The claim `nonce`: SHA-256 of a held `clientPublicKey`. Default: none. */
  nonce?: string | undefined;
  /** Default: now, on the simulator's clock. The token is valid for an hour from then. */
  issuedAt?: Date | string | number | undefined;
  /** Additional claims, which override the ones above. */
  claims?: Readonly<Record<string, unknown>> | undefined;
}

/** A public key of the identity provider, as a JSON Web Key (RFC 7517). */
export interface IdentityProviderKey {
  kty: "EC";
  crv: "P-256";
  x: string;
  y: string;
  kid: string;
  use: "sig";
  alg: "ES256";
}

const TOKEN_OPTIONS: Kinds<OidcTokenRequest> = {
  email: required(text),
  subject: text,
  issuer: text,
  audience: text,
  nonce: text,
  issuedAt: instant,
  claims: object,
};

/** The document that an issuer publishes at `/.well-known/openid-configuration` (OpenID Connect Discovery, section 3). */
export interface OpenIdConfiguration {
  issuer: string;
  jwks_uri: string;
  authorization_endpoint: string;
  response_types_supported: string[];
  subject_types_supported: string[];
  id_token_signing_alg_values_supported: string[];
}

/** The parts of a JSON Web Token, header.payload.signature. Returns `undefined` for other text. */
export function readToken(token: string) {
  const [header = "", payload = "", signature, ...rest] = token.split(".");
  const parameters = objectFromBase64(header);
  const claims = objectFromBase64(payload);
  if (!parameters || !claims || signature === undefined || rest.length > 0) return undefined;
  return { parameters, claims, signed: `${header}.${payload}`, signature };
}

/** JSON in base64url, as a part of a token. */
export const encodeJson = (value: unknown): string => base64urlnopad.encode(textBytes(JSON.stringify(value)));

/** Signs OIDC tokens for every recognized issuer with a key from the seed, and publishes that key. It does not use the network. */
export function identityProvider(
  clock: Clock,
  random: SeededRandom,
  [defaultIssuer = ""]: readonly string[],
) {
  const keyId = random.text(16);
  const { publicKey, privateKey } = createKeyPair(random);
  const jwk: IdentityProviderKey = {
    kty: "EC",
    crv: "P-256",
    x: base64urlnopad.encode(publicKey.slice(1, 33)),
    y: base64urlnopad.encode(publicKey.slice(33)),
    kid: keyId,
    use: "sig",
    alg: signingAlgorithm,
  };
  return {
    /** The published keys of every issuer (RFC 7517, section 5). */
    jwks: { keys: [jwk] },

    /** @param issuer default: the first of the option `oidcIssuers`. */
    configuration: (issuer: string = defaultIssuer): OpenIdConfiguration => ({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${issuer}/authorize`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [signingAlgorithm],
    }),

    issueToken(request: OidcTokenRequest): string {
      const given = readSimulatorOptions(request, TOKEN_OPTIONS, "request");
      const { email, issuedAt = clock.now() } = given;
      const iat = Math.floor(instantOf(issuedAt) / 1000);
      const claims = {
        iss: given.issuer ?? defaultIssuer,
        sub: given.subject ?? `subject-of-${email}`,
        aud: given.audience ?? "payments-wallet",
        email,
        email_verified: true,
        iat,
        exp: iat + hourSeconds,
        ...(given.nonce !== undefined && { nonce: given.nonce }),
        ...given.claims,
      };
      const header = { alg: signingAlgorithm, kid: keyId, typ: "JWT" };
      const signed = `${encodeJson(header)}.${encodeJson(claims)}`;
      return `${signed}.${base64urlnopad.encode(signMessage(privateKey, textBytes(signed), "compact"))}`;
    },

    /**
     * The claims of a token.
     *
     * @throws {Error} when the signature, the key or a time of the token is wrong (RFC 7515, section 5.2)
     */
    async verifyToken(token: string): Promise<Record<string, unknown>> {
      const read = readToken(token);
      const signature = read && fromBase64(read.signature);
      if (!read || signature?.length !== signatureLength) throw new Error("it is not a signed token");
      const { alg, kid } = read.parameters;
      if (alg !== signingAlgorithm) throw new Error(`its algorithm is not ${signingAlgorithm}`);
      if (kid !== undefined && kid !== keyId) throw new Error("its key is not published");
      if (!(await verifySignature(publicKey, signature, textBytes(read.signed))))
        throw new Error("its signature is wrong");
      const nowSeconds = Math.floor(clock.now() / 1000);
      const { exp = Infinity, nbf = -Infinity } = read.claims;
      if (!(typeof exp === "number" && nowSeconds < exp)) throw new Error("it has expired");
      if (!(typeof nbf === "number" && nbf <= nowSeconds)) throw new Error("it is not valid yet");
      return read.claims;
    },
  };
}
