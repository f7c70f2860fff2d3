import { objectFromBase64 } from "../crypto/encoding";
import type { OidcClaims } from "../runtime/options";
import { failureReasons, magicValues } from "./magic";
import { unauthorized } from "./problem";
import type { Problem } from "./problem";
import type { OidcIdentity } from "./records/wallets";
import type { World } from "./world";

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

/**
 * Reads the token of a registration.
 *
 * @throws {Problem} when the request is refused: 401 when the token does not hold; the sandbox's magic token does not work here
 */
export async function readOidcToken(world: World, token: string): Promise<OidcOwner> {
  return world.options.environment === "production" ? readGenuine(world, token) : readInSandbox(world, token);
}

/**
 * Checks the token of a verification: in sandbox for the magic value, in production also for the owner it was registered
 * with.
 *
 * @throws {Problem} when the request is refused: 401 when the token does not hold
 */
export async function checkOidcToken(world: World, token: string, registered: OidcIdentity): Promise<void> {
  if (world.options.environment === "sandbox") {
    if (token !== magicValues.oidcToken) throw unauthorized(failureReasons.oidcToken);
    return;
  }
  const { identity } = await readGenuine(world, token);
  if (identity.issuer !== registered.issuer || identity.subject !== registered.subject) {
    throw invalidToken("The token belongs to somebody else");
  }
}

/** Sandbox looks at the structure, the issuer and, where there is one, the age; any signature passes (OP-15). */
function readInSandbox(world: World, token: string): OidcOwner {
  const { iss, sub, iat, email } = readClaims(token);
  const issuer = requireKnownIssuer(world, iss);
  if (iat !== undefined) {
    if (typeof iat !== "number") throw invalidToken("The token's iat must be a number");
    requireFresh(world, iat);
  }
  return {
    identity: { issuer, subject: typeof sub === "string" ? sub : "" },
    email: typeof email === "string" ? email : undefined,
  };
}

async function readGenuine(world: World, token: string): Promise<OidcOwner> {
  const { iss, sub, iat, email } = await genuineClaims(world, token);
  const issuer = requireKnownIssuer(world, iss);
  if (!Number.isFinite(iat)) throw invalidToken("The token has no iat");
  requireFresh(world, iat);
  return { identity: { issuer, subject: sub }, email };
}

async function genuineClaims({ options, keys }: World, token: string): Promise<OidcClaims> {
  try {
    const { verifyOidcToken } = options;
    return verifyOidcToken ? await verifyOidcToken(token) : await keys.identityProvider.verifyToken(token);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw invalidToken(`The token is not genuine: ${reason}`);
  }
}

function requireKnownIssuer({ options }: World, issuer: unknown): string {
  if (typeof issuer === "string" && options.oidcIssuers.includes(issuer)) return issuer;
  throw invalidToken("The token's issuer is not a recognized provider");
}

function requireFresh({ clock }: World, issuedAtSeconds: number): void {
  if (clock.now() - issuedAtSeconds * 1000 >= maximumAgeMs)
    throw invalidToken("The token was issued 60 seconds ago or earlier");
}
