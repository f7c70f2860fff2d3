import { SeededRandom } from "../random";

/**
 * `sandbox` accepts the specification's magic values and nothing else; `production` checks signatures, passkeys, OIDC
 * tokens and one-time codes for real.
 */
export type SimulatorEnvironment = "sandbox" | "production";

/** Every permission of an API token (contract, Permission). */
export const tokenPermissions = ["VIEW", "TRANSACT", "MANAGE"] as const;

/** What an API token may do: read, move money, or administer (contract, Permission). */
export type SimulatorTokenPermission = (typeof tokenPermissions)[number];

/** An API token that the simulator accepts from its start (specification, "Authentication"). */
export interface SimulatorToken {
  /** The token id: the username of HTTP Basic. It has no colon. */
  clientId: string;
  /** The client secret: the password of HTTP Basic. */
  clientSecret: string;
  /** The environment that the token belongs to. Default: the simulator's own. */
  environment?: SimulatorEnvironment | undefined;
  /** The name in the list of tokens. Default: the `clientId`. */
  name?: string | undefined;
  /** What the token may do. Default: everything. */
  permissions?: readonly SimulatorTokenPermission[] | undefined;
}

/** The option that concerns API tokens. */
export interface SimulatorTokenOptions {
  /**
   * The API tokens that are accepted from the start; `clientOptions()` uses the first of the simulator's environment.
   * `POST /tokens` adds more. Default: one made from the seed.
   */
  tokens?: readonly SimulatorToken[] | undefined;
}

/** A token of the options with every value. */
export interface ConfiguredToken {
  clientId: string;
  clientSecret: string;
  environment: SimulatorEnvironment;
  name: string;
  permissions: SimulatorTokenPermission[];
}

/** The credentials of a new token; `clientId` tells the environment. */
export function newCredentials(
  random: SeededRandom,
  environment: SimulatorEnvironment,
): Pick<ConfiguredToken, "clientId" | "clientSecret"> {
  return { clientId: `${environment}-${random.text(12)}`, clientSecret: random.text(40) };
}

function readToken(given: SimulatorToken, environment: SimulatorEnvironment): ConfiguredToken {
  const { clientId, clientSecret, permissions = tokenPermissions } = given;
  if (clientId === "" || clientId.includes(":")) {
    throw new TypeError("`tokens`: each clientId must be a non-empty text without a colon");
  }
  const unknown = permissions.find((permission) => !tokenPermissions.includes(permission));
  if (permissions.length === 0 || unknown !== undefined) {
    throw new TypeError(`\`tokens\`: permissions must be some of ${tokenPermissions.join(", ")}`);
  }
  return {
    clientId,
    clientSecret,
    environment: given.environment ?? environment,
    name: given.name ?? clientId,
    permissions: tokenPermissions.filter((permission) => permissions.includes(permission)),
  };
}

/**
 * The tokens of the start. A token made from the seed has a random source of its own: the identifiers of a run are the
 * same with it and without it.
 *
 * @throws {TypeError} when a token is malformed, or none belongs to the environment.
 */
export function readTokens(
  { tokens }: SimulatorTokenOptions,
  environment: SimulatorEnvironment,
  seed: string,
): ConfiguredToken[] {
  const given = tokens ?? [
    { ...newCredentials(new SeededRandom(`${seed}:token`), environment), name: "default" },
  ];
  if (!Array.isArray(given) || given.some((token: unknown) => typeof token !== "object" || token === null)) {
    throw new TypeError("`tokens` must be a list of objects");
  }
  const read = given.map((token) => readToken(token, environment));
  if (!read.some((token) => token.environment === environment))
    throw new TypeError(`\`tokens\` needs at least one token of the ${environment} environment`);
  return read;
}
