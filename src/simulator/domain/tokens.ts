import type { VirtualClock } from "../runtime/clock";
import type { ResolvedOptions } from "../runtime/options";
import { newCredentials } from "../runtime/options/tokens";
import type { ConfiguredToken, SimulatorTokenPermission } from "../runtime/options/tokens";
import { SeededRandom } from "../runtime/random";
import type { WorldState } from "../runtime/state";
import { Store } from "./store";

/** An API token as the service keeps it. */
export interface ApiTokenRecord extends ConfiguredToken {
  id: `Token:${string}`;
  createdAt: string;
  updatedAt: string;
}

/** The token as every response but that of its creation shows it (contract, ApiToken). */
export function tokenView({ clientSecret: _, environment: __, ...body }: ApiTokenRecord) {
  return body;
}

/** The token as the response of its creation shows it: the only one with the secret. */
export function newTokenView({ environment: _, ...body }: ApiTokenRecord) {
  return body;
}

interface Collaborators {
  state: WorldState;
  clock: VirtualClock;
  random: SeededRandom;
  options: Pick<ResolvedOptions, "environment" | "seed" | "tokens">;
}

/** The API tokens: those of the options, and those created since. */
export class ApiTokens extends Store<ApiTokenRecord, "clientId" | "environment" | "name"> {
  readonly #clock: VirtualClock;
  readonly #random: SeededRandom;
  readonly #options: Collaborators["options"];

  constructor({ state, clock, random, options }: Collaborators) {
    super("Token", state, {
      clientId: ({ clientId }) => clientId,
      environment: ({ environment }) => environment,
      name: ({ name }) => name,
    });
    this.#clock = clock;
    this.#random = random;
    this.#options = options;
    const ids = new SeededRandom(`${options.seed}:tokens`);
    for (const token of options.tokens) this.#add(ids.id("Token"), token);
  }

  /** The environment that this service is. */
  get environment(): ConfiguredToken["environment"] {
    return this.#options.environment;
  }

  /** The first token of the options that belongs to this environment. */
  get first(): ConfiguredToken {
    const token = this.#options.tokens.find(({ environment }) => environment === this.environment);
    if (!token) throw new Error("the options were read without a token of the environment");
    return token;
  }

  /** Whether the token belongs to this environment (specification, "Authentication"). */
  isOwn({ environment }: ApiTokenRecord): boolean {
    return environment === this.environment;
  }

  withCredentials(clientId: string, clientSecret: string): ApiTokenRecord | undefined {
    return this.by("clientId", clientId).find((token) => token.clientSecret === clientSecret);
  }

  create(name: string, permissions: SimulatorTokenPermission[]): ApiTokenRecord {
    const { environment } = this;
    const credentials = newCredentials(this.#random, environment);
    return this.#add(this.#random.id("Token"), { ...credentials, environment, name, permissions });
  }

  #add(id: ApiTokenRecord["id"], token: ConfiguredToken): ApiTokenRecord {
    const at = this.#clock.iso();
    const record: ApiTokenRecord = { id, ...token, createdAt: at, updatedAt: at };
    this.set(id, record);
    return record;
  }
}
