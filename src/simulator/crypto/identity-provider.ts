import { base64urlnopad } from "@scure/base";
import type { Clock } from "../runtime/clock";
import { instant, instantOf, object, required, text } from "../../options/kinds";
import type { Kinds } from "../../options/kinds";
import { readSimulatorOptions } from "../runtime/options/reader";
import type { SeededRandom } from "../runtime/random";
import type { OidcClaims } from "../runtime/options/wallet";
import { fromBase64, objectFromBase64, utf8 } from "./encoding";
import { createKeyPair, signatureLength, signCompact, verifySignature } from "./p256";
import type { P256KeyPair } from "./p256";

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

/** Signs OIDC tokens for every recognized issuer with a key from the seed, and publishes that key. It does not use the network. */
export class IdentityProvider {
  readonly #clock: Clock;
  readonly #defaultIssuer: string;
  readonly #keyId: string;
  readonly #keyPair: P256KeyPair;

  constructor(clock: Clock, random: SeededRandom, issuers: readonly string[]) {
    this.#clock = clock;
    [this.#defaultIssuer = ""] = issuers;
    this.#keyId = random.text(16);
    this.#keyPair = createKeyPair(random);
  }

  /** The published keys of every issuer (RFC 7517, section 5). */
  get jwks(): { keys: IdentityProviderKey[] } {
    const point = this.#keyPair.publicKey;
    return {
      keys: [
        {
          kty: "EC",
          crv: "P-256",
          x: base64urlnopad.encode(point.slice(1, 33)),
          y: base64urlnopad.encode(point.slice(33)),
          kid: this.#keyId,
          use: "sig",
          alg: signingAlgorithm,
        },
      ],
    };
  }

  /** @param issuer default: the first of the option `oidcIssuers`. */
  configuration(issuer: string = this.#defaultIssuer): OpenIdConfiguration {
    return {
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      authorization_endpoint: `${issuer}/authorize`,
      response_types_supported: ["id_token"],
      subject_types_supported: ["public"],
      id_token_signing_alg_values_supported: [signingAlgorithm],
    };
  }

  issueToken(request: OidcTokenRequest): string {
    const given = readSimulatorOptions(request, TOKEN_OPTIONS, "request");
    const { email, issuedAt = this.#clock.now() } = given;
    const iat = Math.floor(instantOf(issuedAt) / 1000);
    const claims = {
      iss: given.issuer ?? this.#defaultIssuer,
      sub: given.subject ?? `subject-of-${email}`,
      aud: given.audience ?? "payments-wallet",
      email,
      email_verified: true,
      iat,
      exp: iat + hourSeconds,
      ...given.claims,
    };
    const header = { alg: signingAlgorithm, kid: this.#keyId, typ: "JWT" };
    const signed = `${encodeJson(header)}.${encodeJson(claims)}`;
    return `${signed}.${base64urlnopad.encode(signCompact(this.#keyPair.privateKey, utf8(signed)))}`;
  }

  /** @throws {Error} when the signature, the key or a time of the token is wrong (RFC 7515, section 5.2) */
  async verifyToken(token: string): Promise<OidcClaims> {
    const [header = "", payload = "", signature = "", ...rest] = token.split(".");
    const { alg, kid } = objectFromBase64(header) ?? {};
    const claims = objectFromBase64(payload);
    const bytes = fromBase64(signature);
    if (!claims || bytes?.length !== signatureLength || rest.length > 0)
      throw new Error("it is not a signed token");
    if (alg !== signingAlgorithm) throw new Error(`its algorithm is not ${signingAlgorithm}`);
    if (kid !== undefined && kid !== this.#keyId) throw new Error("its key is not published");
    const signed = utf8(`${header}.${payload}`);
    if (!(await verifySignature(this.#keyPair.publicKey, bytes, signed)))
      throw new Error("its signature is wrong");
    return this.#checkClaims(claims);
  }

  #checkClaims({ iss, sub, iat, exp, nbf, email }: Record<string, unknown>): OidcClaims {
    if (typeof iss !== "string" || typeof sub !== "string" || typeof iat !== "number")
      throw new Error("`iss`, `sub` or `iat` is missing");
    const nowSeconds = Math.floor(this.#clock.now() / 1000);
    if (exp !== undefined && !(typeof exp === "number" && nowSeconds < exp))
      throw new Error("it has expired");
    if (nbf !== undefined && !(typeof nbf === "number" && nbf <= nowSeconds))
      throw new Error("it is not valid yet");
    return { iss, sub, iat, ...(typeof email === "string" ? { email } : {}) };
  }
}

const encodeJson = (value: unknown): string => base64urlnopad.encode(utf8(JSON.stringify(value)));
