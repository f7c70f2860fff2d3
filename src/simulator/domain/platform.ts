import type { TransactionType } from "../../models/transaction";
import { present } from "../runtime/present";
import { SeededRandom } from "../runtime/random";
import { openManagedAccounts } from "./accounts";
import { invalidField } from "./problem";
import { senderFacts, transactionTypes } from "./records/platform";
import type { CurrencyConfig, PlatformRecord, ApiTokenRecord } from "./records/platform";
import type { World } from "./world";
import { newCredentials } from "../runtime/options/tokens";
import type { ConfiguredToken, SimulatorTokenPermission } from "../runtime/options/tokens";

type PlatformUpdate = Partial<Pick<PlatformRecord, "umaDomain" | "supportedCurrencies">> & {
  webhookEndpoint?: string;
};

const withoutRules = (currencyCode: string): CurrencyConfig => ({
  currencyCode,
  minAmount: 0,
  maxAmount: Number.MAX_SAFE_INTEGER,
  requiredCounterpartyFields: [],
  enabledTransactionTypes: [...transactionTypes],
});

/** The platform has an internal account for each supported currency (specification, "InternalAccount"). */
export function createPlatform(world: World): PlatformRecord {
  const { platformCurrencies, seed, umaDomain } = world.options;
  const at = world.clock.iso();
  const platform: PlatformRecord = {
    id: new SeededRandom(`${seed}:platform`).id("PlatformConfig"),
    umaDomain,
    supportedCurrencies: platformCurrencies.map(withoutRules),
    isRegulatedFinancialInstitution: false,
    createdAt: at,
    updatedAt: at,
  };
  openManagedAccounts(world, null, platformCurrencies);
  return platform;
}

/** Changes what is given; `supportedCurrencies` replaces the whole list. */
export function updatePlatform(world: World, update: PlatformUpdate): void {
  const { umaDomain, webhookEndpoint, supportedCurrencies } = update;
  Object.assign(world.platform, present({ umaDomain, supportedCurrencies }));
  if (webhookEndpoint !== undefined) setWebhookUrl(world, webhookEndpoint);
  world.platform.updatedAt = world.clock.iso();
  const currencies = world.platform.supportedCurrencies.map(({ currencyCode }) => currencyCode);
  openManagedAccounts(world, null, currencies);
}

export function platformView(world: World): object {
  return present({ ...world.platform, webhookEndpoint: webhookUrl(world) });
}

/** The endpoint for events, or `undefined`. */
export function webhookUrl({ endpoint, options }: World): string | undefined {
  return endpoint.url === undefined ? options.webhookUrl : (endpoint.url ?? undefined);
}

/** `undefined` ends deliveries. */
export function setWebhookUrl({ endpoint }: World, url: string | undefined): void {
  endpoint.url = url ?? null;
}

/** The rules for a currency; one that the platform does not list has none. */
export function currencyRules({ platform }: World, code: string): CurrencyConfig {
  return platform.supportedCurrencies.find(({ currencyCode }) => currencyCode === code) ?? withoutRules(code);
}

export function requireEnabled(world: World, type: TransactionType, currency: string, field: string): void {
  if (currencyRules(world, currency).enabledTransactionTypes.includes(type)) return;
  const expected = `a currency with ${type} transactions`;
  throw invalidField(field, expected, "INVALID_CURRENCY", { currency });
}

export function requireSendable(
  world: World,
  currency: string,
  amount: number,
  fields: { currency: string; amount: string },
): void {
  requireEnabled(world, "OUTGOING", currency, fields.currency);
  const { minAmount, maxAmount } = currencyRules(world, currency);
  if (amount >= minAmount && amount <= maxAmount) return;
  const expected = `${minAmount} to ${maxAmount} ${currency} to send`;
  throw invalidField(fields.amount, expected, "AMOUNT_OUT_OF_RANGE", { currency, minAmount, maxAmount });
}

/** What a sender from outside says about itself: whatever the platform asks for in the currency. */
export function senderInformation(world: World, currency: string): Record<string, string> | undefined {
  const { requiredCounterpartyFields } = currencyRules(world, currency);
  if (requiredCounterpartyFields.length === 0) return undefined;
  return Object.fromEntries(requiredCounterpartyFields.map(({ name }) => [name, senderFacts[name]]));
}

/** The token as every response but that of its creation shows it (contract, ApiToken). That one has the secret, too. */
export function tokenView({ clientSecret: _, environment: __, ...body }: ApiTokenRecord) {
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

export function issueToken(world: World, name: string, permissions: SimulatorTokenPermission[]) {
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
