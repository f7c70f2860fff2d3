import { SeededRandom } from "../random";
import { kind, listOf, oneOf, required, text } from "../../../options/kinds";
import type { Kind, Kinds } from "../../../options/kinds";
import { objectOf } from "../../../options/read";
import { wrongKind } from "./reader";

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

/** A token of the options with every value. */
export type ConfiguredToken = {
  [Name in keyof SimulatorToken]-?: NonNullable<SimulatorToken[Name]>;
};

/** The credentials of a new token; `clientId` tells the environment. */
export const newCredentials = (random: SeededRandom, environment: SimulatorEnvironment) => ({
  clientId: `${environment}-${random.text(12)}`,
  clientSecret: random.text(40),
});

const token: Kinds<SimulatorToken> = {
  clientId: required(
    kind(
      "a non-empty string without a colon",
      (value) => typeof value === "string" && value !== "" && !value.includes(":"),
    ),
  ),
  clientSecret: required(text),
  environment: oneOf(...environments),
  name: text,
  permissions: kind(
    `some of ${tokenPermissions.join(", ")}`,
    (value) => Array.isArray(value) && value.length > 0 && value.every(isPermission),
  ),
};

const isPermission = (value: unknown) => tokenPermissions.some((permission) => permission === value);

export const tokensKind: Kind = listOf(objectOf(token));

/**
 * The tokens of the start. A token made from the seed has a separate random source, so that it does not change the identifiers of a run.
 *
 * @throws {TypeError} when none belongs to the environment.
 */
export function resolveTokens(
  given: readonly SimulatorToken[] | undefined,
  environment: SimulatorEnvironment,
  seed: string,
): ConfiguredToken[] {
  const tokens: readonly SimulatorToken[] = given ?? [
    { ...newCredentials(new SeededRandom(`${seed}:token`), environment), environment, name: "default" },
  ];
  const resolved = tokens.map(({ clientId, clientSecret, permissions, ...more }) => ({
    clientId,
    clientSecret,
    environment: more.environment ?? environment,
    name: more.name ?? clientId,
    permissions: tokenPermissions.filter((permission) => permissions?.includes(permission) ?? true),
  }));
  if (!resolved.some((one) => one.environment === environment))
    throw wrongKind("tokens", `must have at least one token of the ${environment} environment`);
  return resolved;
}
