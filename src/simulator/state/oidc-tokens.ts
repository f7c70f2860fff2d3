import { magicValues, refusalReasons } from "../magic";
import { Problem, unauthorized } from "../problem";
import { objectFromBase64 } from "../wallet/encoding";
import type { OidcClaims } from "../wallet-options";
import type { World } from "../world";
import type { OidcIdentity } from "./credentials";

/** A token of this age or older is refused (LIM-05). */
const maximumAgeMs = 60_000;

/** What the service takes from a token. */
export interface OidcOwner {
  identity: OidcIdentity;
  email: string | undefined;
}

const refuse = (message: string): Problem => unauthorized(refusalReasons.oidcToken, message);

function refuseUnknownIssuer(world: World, issuer: unknown): asserts issuer is string {
  if (typeof issuer !== "string" || !world.options.oidcIssuers.includes(issuer)) {
    throw refuse("The token's issuer is not a recognized provider");
  }
}

function refuseStale(world: World, issuedAt: number): void {
  if (world.clock.now() - issuedAt * 1000 >= maximumAgeMs)
    throw refuse("The token was issued 60 seconds ago or earlier");
}

/** The claims of a token of the form header.payload.signature. */
function readClaims(token: string): Record<string, unknown> {
  const [header, payload, signature, ...rest] = token.split(".");
  const claims = payload === undefined ? undefined : objectFromBase64(payload);
  const isToken =
    header !== undefined && objectFromBase64(header) && signature !== undefined && rest.length === 0;
  if (!isToken || !claims) throw refuse("The token is not a JSON Web Token");
  return claims;
}

/** Sandbox looks at the structure, the issuer and, where there is one, the age; any signature passes (SBX-39, OP-15). */
function readSandboxToken(world: World, token: string): OidcOwner {
  const { iss, sub, iat, email } = readClaims(token);
  refuseUnknownIssuer(world, iss);
  if (iat !== undefined) {
    if (typeof iat !== "number") throw refuse("The token's iat is no number");
    refuseStale(world, iat);
  }
  return {
    identity: { issuer: iss, subject: typeof sub === "string" ? sub : "" },
    email: typeof email === "string" ? email : undefined,
  };
}

async function genuineClaims(world: World, token: string): Promise<OidcClaims> {
  try {
    const verify = world.options.verifyOidcToken;
    return verify ? await verify(token) : await world.walletAuthority.identityProvider.verifyToken(token);
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw refuse(`The token is not genuine: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function readGenuineToken(world: World, token: string): Promise<OidcOwner> {
  const { iss, sub, iat, email } = await genuineClaims(world, token);
  refuseUnknownIssuer(world, iss);
  if (!Number.isFinite(iat)) throw refuse("The token has no iat");
  refuseStale(world, iat);
  return { identity: { issuer: iss, subject: sub }, email };
}

/**
 * Reads the token of a registration.
 *
 * @throws {Problem} 401 when the token does not hold; the sandbox's magic token does not work here (SBX-39).
 */
export async function readOidcToken(world: World, token: string): Promise<OidcOwner> {
  if (world.options.environment === "production") return readGenuineToken(world, token);
  return readSandboxToken(world, token);
}

/**
 * Checks the token of a verification: in sandbox for the magic value, in production also for the owner it was registered
 * with.
 *
 * @throws {Problem} 401
 */
export async function checkOidcToken(world: World, token: string, registered: OidcIdentity): Promise<void> {
  if (world.options.environment === "sandbox") {
    if (token !== magicValues.oidcToken) throw unauthorized(refusalReasons.oidcToken);
    return;
  }
  const { identity } = await readGenuineToken(world, token);
  if (identity.issuer !== registered.issuer || identity.subject !== registered.subject) {
    throw refuse("The token belongs to somebody else");
  }
}
