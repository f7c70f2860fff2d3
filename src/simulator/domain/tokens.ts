import { newCredentials } from "../runtime/options/tokens";
import type { ConfiguredToken, SimulatorTokenPermission } from "../runtime/options/tokens";
import { SeededRandom } from "../runtime/random";
import type { ApiTokenRecord } from "./records/platform";
import type { World } from "./world";

/** The token as every response but that of its creation shows it (contract, ApiToken). */
export function tokenView({ clientSecret: _, environment: __, ...body }: ApiTokenRecord) {
  return body;
}

/** The token as the response of its creation shows it: the only one with the secret. */
export function newTokenView({ environment: _, ...body }: ApiTokenRecord) {
  return body;
}

export function addConfiguredTokens(world: World): void {
  const ids = new SeededRandom(`${world.options.seed}:tokens`);
  for (const token of world.options.tokens) addToken(world, ids.id("Token"), token);
}

/** The first token of the simulator's environment. If all were deleted, the first one of the options. */
export function firstToken({ options, tokens }: World): ConfiguredToken {
  const { environment } = options;
  const token =
    tokens.by("environment", environment)[0] ??
    options.tokens.find((configured) => configured.environment === environment);
  if (!token) throw new Error("the options were read without a token of the environment");
  return token;
}

export function tokenWithCredentials(
  world: World,
  clientId: string,
  clientSecret: string,
): ApiTokenRecord | undefined {
  return world.tokens.by("clientId", clientId).find((token) => token.clientSecret === clientSecret);
}

export function issueToken(
  world: World,
  name: string,
  permissions: SimulatorTokenPermission[],
): ApiTokenRecord {
  const { environment } = world.options;
  const credentials = newCredentials(world.random, environment);
  return addToken(world, world.random.id("Token"), { ...credentials, environment, name, permissions });
}

function addToken(world: World, id: ApiTokenRecord["id"], token: ConfiguredToken): ApiTokenRecord {
  const at = world.clock.iso();
  const record: ApiTokenRecord = { id, ...token, createdAt: at, updatedAt: at };
  world.tokens.add(record);
  return record;
}
