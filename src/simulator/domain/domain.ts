import { ServiceKeys } from "../crypto/service-keys";
import type { ResolvedOptions } from "../runtime/options";
import type { Runtime } from "../runtime/runtime";
import { BeneficialOwners } from "./beneficial-owners";
import { BulkImports } from "./bulk-imports";
import { ClientKeys } from "./client-keys";
import { Credentials } from "./credentials";
import { requireKnownCurrencies } from "./currencies";
import { Customers } from "./customers";
import { Documents } from "./documents";
import { ExchangeRates } from "./exchange-rates";
import { ExternalAccounts } from "./external-accounts";
import { IncomingPayments } from "./incoming-payments";
import { InternalAccounts } from "./internal-accounts";
import { Invitations } from "./invitations";
import { Ledger } from "./ledger";
import { Lookups } from "./lookups";
import { OidcTokens } from "./oidc-tokens";
import { OneTimeCodes } from "./one-time-codes";
import { Parties } from "./parties";
import { PasskeyChallenges } from "./passkey-challenges";
import { Platform } from "./platform";
import { Proofs } from "./proofs";
import { Quotes } from "./quotes";
import { Registrations } from "./registrations";
import { ratesOf } from "./rates";
import { deciderOf } from "./receiver-side";
import { Sessions } from "./sessions";
import { Settlement } from "./settlement";
import { ApiTokens } from "./tokens";
import { Transactions } from "./transaction-store";
import { Transfers } from "./transfers";
import { UmaDirectory } from "./uma";
import { Verifications } from "./verifications";
import { WalletSignatures } from "./wallet-signatures";

/** @throws {TypeError} when an option names a currency that the simulator does not know. */
function requireCurrencies(options: ResolvedOptions): void {
  requireKnownCurrencies("walletCurrency", [options.walletCurrency]);
  requireKnownCurrencies("regionCurrencies", Object.values(options.regionCurrencies).flat());
  requireKnownCurrencies("platformCurrencies", options.platformCurrencies);
  requireKnownCurrencies("customerCryptoCurrencies", options.customerCryptoCurrencies);
}

/** Customers and what belongs to them. */
function createPeople(options: ResolvedOptions, runtime: Runtime) {
  const { environment } = options;
  const ledger: Ledger = new Ledger((accountId) => {
    accounts.balanceChanged(accountId);
  }, options.keep.ledgerEntries);
  runtime.state.add("ledger", ledger);
  const accounts = new InternalAccounts({ ...runtime, ledger });
  const platform = new Platform({ ...runtime, accounts, options });
  const customers = new Customers({ ...runtime, accounts, platform, options });
  const externalAccounts = new ExternalAccounts({ ...runtime, customers, environment });
  const beneficialOwners = new BeneficialOwners({ ...runtime, customers, environment });
  const verifications = new Verifications({ ...runtime, customers, environment });
  const documents = new Documents({ ...runtime, customers, beneficialOwners });
  const bulkImports = new BulkImports({ ...runtime, customers, options });
  return {
    ledger,
    accounts,
    platform,
    customers,
    externalAccounts,
    beneficialOwners,
    verifications,
    documents,
    bulkImports,
  };
}

/** Quotes, transfers and transactions. */
function createPayments(
  options: ResolvedOptions,
  runtime: Runtime,
  people: ReturnType<typeof createPeople> & { platformId: string },
) {
  const { ledger, platform } = people;
  const uma = new UmaDirectory({ ...people, options });
  const invitations = new Invitations({ ...runtime, ...people, uma, options });
  const parties = new Parties({ ...people, uma, options });
  const lookups = new Lookups({ ...runtime, limit: options.keep.challenges });
  const rates = ratesOf(options);
  const exchangeRates = new ExchangeRates({ ...runtime, platform, rates, options });
  const transactions = new Transactions({ ...runtime, ...people });
  const decider = () => deciderOf(options, runtime.webhooks);
  const settlement = new Settlement({ ...runtime, ledger, transactions });
  const quotes = new Quotes({ ...runtime, transactions, settlement, rates, options, decider });
  const transfers = new Transfers({ ...runtime, transactions, settlement, options });
  const incomingPayments = new IncomingPayments({ ...runtime, transactions, settlement, options, decider });
  return {
    uma,
    invitations,
    parties,
    lookups,
    rates,
    exchangeRates,
    transactions,
    settlement,
    quotes,
    transfers,
    incomingPayments,
  };
}

/** Embedded wallets: credentials, sessions and what they sign. */
function createWallets(options: ResolvedOptions, runtime: Runtime, { customers }: { customers: Customers }) {
  const { clock, state } = runtime;
  const keys = new ServiceKeys(options, clock);
  const clientKeys = new ClientKeys(
    { isStrict: options.strictClientKeys, limit: options.keep.challenges },
    state,
  );
  const credentials = new Credentials(state);
  const sessions = new Sessions({ ...runtime, options });
  const oneTimeCodes = new OneTimeCodes({ ...runtime, options });
  const oidcTokens = new OidcTokens({ clock, identityProvider: () => keys.identityProvider, options });
  const passkeyChallenges = new PasskeyChallenges({
    ...runtime,
    lifetimeMs: options.challengeLifetimeMs,
    limit: options.keep.challenges,
  });
  const proofs = new Proofs({ oneTimeCodes, oidcTokens, challenges: passkeyChallenges, options });
  const registrations = new Registrations({
    ...runtime,
    customers,
    credentials,
    oneTimeCodes,
    oidcTokens,
    options,
  });
  const signatures = new WalletSignatures({ sessions, options });
  return {
    keys,
    clientKeys,
    credentials,
    sessions,
    oneTimeCodes,
    passkeyChallenges,
    proofs,
    registrations,
    signatures,
  };
}

/**
 * Puts the simulated service together: every store and every rule, empty but for the platform's own accounts. This is the
 * only place that knows all of them; each module gets what it needs.
 */
export function createDomain(options: ResolvedOptions, runtime: Runtime) {
  requireCurrencies(options);
  const platformId = options.platformId ?? runtime.random.id("Platform");
  const people = createPeople(options, runtime);
  return {
    options,
    clock: runtime.clock,
    random: runtime.random,
    events: runtime.events,
    webhooks: runtime.webhooks,
    state: runtime.state,
    platformId,
    tokens: new ApiTokens({ ...runtime, options }),
    ...people,
    ...createPayments(options, runtime, { ...people, platformId }),
    ...createWallets(options, runtime, people),
  };
}

/** The parts of the simulated service, from which each route takes the few that it needs. */
export type Domain = ReturnType<typeof createDomain>;
