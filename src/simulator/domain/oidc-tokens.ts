import { objectFromBase64 } from "../crypto/encoding";
import type { IdentityProvider } from "../crypto/identity-provider";
import type { VirtualClock } from "../runtime/clock";
import type { OidcClaims, ResolvedOptions } from "../runtime/options";
import type { OidcIdentity } from "./credentials";
import { failureReasons, magicValues } from "./magic";
import { unauthorized } from "./problem";
import type { Problem } from "./problem";

/** A token is too old at this age. */
const maximumAgeMs = 60_000;

/** What the service takes from a token. */
export interface OidcOwner {
  identity: OidcIdentity;
  email: string | undefined;
}

const invalidToken = (message: string): Problem => unauthorized(failureReasons.oidcToken, message);

/** The claims of a token of the form header.payload.signature. */
function readClaims(token: string): Record<string, unknown> {
  const [header, payload, signature, ...rest] = token.split(".");
  const claims = payload === undefined ? undefined : objectFromBase64(payload);
  const isToken =
    header !== undefined && objectFromBase64(header) && signature !== undefined && rest.length === 0;
  if (!isToken || !claims) throw invalidToken("The token is not a JSON Web Token");
  return claims;
}

interface Collaborators {
  clock: VirtualClock;
  /** Made when it is first asked for. */
  identityProvider: () => IdentityProvider;
  options: Pick<ResolvedOptions, "environment" | "oidcIssuers" | "verifyOidcToken">;
}

/** The check of OIDC tokens. */
export class OidcTokens {
  readonly #clock: VirtualClock;
  readonly #identityProvider: () => IdentityProvider;
  readonly #options: Collaborators["options"];

  constructor({ clock, identityProvider, options }: Collaborators) {
    this.#clock = clock;
    this.#identityProvider = identityProvider;
    this.#options = options;
  }

  /**
   * Reads the token of a registration.
   *
   * @throws {Problem} when the request is refused: 401 when the token does not hold; the sandbox's magic token does not work here.
   */
  async read(token: string): Promise<OidcOwner> {
    return this.#options.environment === "production" ? this.#readGenuine(token) : this.#readInSandbox(token);
  }

  /**
   * Checks the token of a verification: in sandbox for the magic value, in production also for the owner it was registered
   * with.
   *
   * @throws {Problem} when the request is refused: 401 when the token does not hold.
   */
  async check(token: string, registered: OidcIdentity): Promise<void> {
    if (this.#options.environment === "sandbox") {
      if (token !== magicValues.oidcToken) throw unauthorized(failureReasons.oidcToken);
      return;
    }
    const { identity } = await this.#readGenuine(token);
    if (identity.issuer !== registered.issuer || identity.subject !== registered.subject) {
      throw invalidToken("The token belongs to somebody else");
    }
  }

  /** Sandbox looks at the structure, the issuer and, where there is one, the age; any signature passes (OP-15). */
  #readInSandbox(token: string): OidcOwner {
    const { iss, sub, iat, email } = readClaims(token);
    const issuer = this.#requireKnownIssuer(iss);
    if (iat !== undefined) {
      if (typeof iat !== "number") throw invalidToken("The token's iat must be a number");
      this.#requireFresh(iat);
    }
    return {
      identity: { issuer, subject: typeof sub === "string" ? sub : "" },
      email: typeof email === "string" ? email : undefined,
    };
  }

  async #readGenuine(token: string): Promise<OidcOwner> {
    const { iss, sub, iat, email } = await this.#genuineClaims(token);
    const issuer = this.#requireKnownIssuer(iss);
    if (!Number.isFinite(iat)) throw invalidToken("The token has no iat");
    this.#requireFresh(iat);
    return { identity: { issuer, subject: sub }, email };
  }

  async #genuineClaims(token: string): Promise<OidcClaims> {
    try {
      const verify = this.#options.verifyOidcToken;
      return verify ? await verify(token) : await this.#identityProvider().verifyToken(token);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw invalidToken(`The token is not genuine: ${reason}`);
    }
  }

  #requireKnownIssuer(issuer: unknown): string {
    if (typeof issuer === "string" && this.#options.oidcIssuers.includes(issuer)) return issuer;
    throw invalidToken("The token's issuer is not a recognized provider");
  }

  #requireFresh(issuedAtSeconds: number): void {
    if (this.#clock.now() - issuedAtSeconds * 1000 >= maximumAgeMs)
      throw invalidToken("The token was issued 60 seconds ago or earlier");
  }
}
