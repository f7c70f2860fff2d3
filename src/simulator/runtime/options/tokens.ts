import { SeededRandom } from "../random";
import { elementsOf, OptionReader, wrongKind } from "./reader";

/**
 * `sandbox` accepts the specification's magic values and nothing else; `production` checks signatures, passkeys, OIDC
 * tokens and one-time codes for real.
 */
export type SimulatorEnvironment = "sandbox" | "production";

/** Both environments. */
export const environments = ["sandbox", "production"] as const;

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

function readToken(read: OptionReader<SimulatorToken>, environment: SimulatorEnvironment): ConfiguredToken {
  const clientId = read.text("clientId", "");
  if (clientId === "" || clientId.includes(":"))
    throw wrongKind(read.path("clientId"), "must be a non-empty text without a colon");
  const clientSecret = read.text("clientSecret", "");
  if (clientSecret === "") throw wrongKind(read.path("clientSecret"), "must be a non-empty text");
  const permissions = read.texts("permissions", tokenPermissions);
  const known = tokenPermissions.filter((permission) => permissions.includes(permission));
  if (permissions.length === 0 || known.length !== new Set(permissions).size)
    throw wrongKind(read.path("permissions"), `must be some of ${tokenPermissions.join(", ")}`);
  return {
    clientId,
    clientSecret,
    environment: read.choice("environment", environments, environment),
    name: read.text("name", clientId),
    permissions: known,
  };
}

/**
 * The tokens of the start. A token made from the seed has a random source of its own: the identifiers of a run are the
 * same with it and without it.
 *
 * @throws {TypeError} when a token is malformed, or none belongs to the environment.
 */
export function readTokens(
  options: OptionReader<SimulatorTokenOptions>,
  environment: SimulatorEnvironment,
  seed: string,
): ConfiguredToken[] {
  const given = options.value("tokens") ?? [
    { ...newCredentials(new SeededRandom(`${seed}:token`), environment), name: "default" },
  ];
  const rule = "must be a list of objects";
  const elements = elementsOf("tokens", given, rule);
  if (elements.some((token) => typeof token !== "object" || token === null)) throw wrongKind("tokens", rule);
  const read = elements.map((token, index) =>
    readToken(new OptionReader(token, `tokens[${index}]`), environment),
  );
  if (!read.some((token) => token.environment === environment))
    throw new TypeError(`\`tokens\` needs at least one token of the ${environment} environment`);
  return read;
}
